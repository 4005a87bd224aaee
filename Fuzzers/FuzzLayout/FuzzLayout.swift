import Frames
import Statistics

/// Meters what the bytes describe, or sees it refused with words.
func fuzzOneLayout(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = unsafe LayoutInput(Array(UnsafeBufferPointer(start: bytes, count: count)))
  do throws(FrameLayoutError) {
    try meter(&input, as: input.layout())
  } catch {
    precondition(!error.description.isEmpty, "an error without words")
  }
  return 0
}

private func meter(_ input: inout LayoutInput, as layout: FrameLayout) {
  let configuration = input.configuration()
  let slices = [input.word(), input.word()]
  let isRepeated = input.byte() & 1 == 0
  // A larger frame takes seconds in a debug build under a sanitizer, and shows no more.
  let most = 1 << 16
  guard layout.byteCounts.allSatisfy({ $0 <= most }) else { return }
  let pixels = input.pixels
  // Each buffer is an allocation of its own and of the exact size, so that the address sanitizer
  // sees a read behind it.
  let buffers = (0..<3).map { index in
    let count = index < layout.bufferCount ? layout.byteCounts[index] : 0
    return isRepeated ? repeated(pixels, count: count) : Array(pixels.prefix(count))
  }
  let (first, second, third) = (buffers[0], buffers[1], buffers[2])
  do throws(FrameViewError) {
    let view = try FrameView(layout, first.span, second.span, third.span)
    compare(view, configuration, slices)
  } catch {
    precondition(!isRepeated, "memory of the size that the layout asks for is refused: \(error)")
    precondition(!error.description.isEmpty, "an error without words")
  }
}

private func repeated(_ pixels: [UInt8], count: Int) -> [UInt8] {
  guard !pixels.isEmpty else { return [UInt8](repeating: 0, count: count) }
  return (0..<count).map { pixels[$0 % pixels.count] }
}

/// Both implementations agree, and so do a frame in slices and a frame at once.
private func compare(
  _ view: borrowing FrameView, _ configuration: StatisticsConfiguration, _ slices: [Int]
) {
  do throws(StatisticsError) {
    var fastest = try StatisticsExtractor(view.layout, configuration: configuration)
    let result = try fastest.extract(view)
    var other = configuration
    other.implementation = .reference
    var reference = try StatisticsExtractor(view.layout, configuration: other)
    let defined = try reference.extract(view)
    precondition(defined == result, "implementations differ")

    var sliced = fastest.makeStatistics()
    for rows in slices { try fastest.consume(view, rows: rows) }
    try fastest.finish(view, into: &sliced)
    precondition(sliced == result, "a frame in slices differs from the frame at once")
    for index in result.zones.indices {
      let zone = result.zones[index]
      precondition(zone.clippedHigh + zone.clippedLow <= zone.cells, "more clipped than cells")
    }
  } catch {
    precondition(!error.description.isEmpty, "an error without words")
  }
}
