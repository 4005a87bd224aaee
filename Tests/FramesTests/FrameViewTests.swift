import Frames
import Testing

@Suite struct FrameViewTests {
  /// Why buffers are refused, or `nil`.
  private static func error(_ layout: FrameLayout, _ buffers: [[UInt8]]) -> FrameViewError? {
    do throws(FrameViewError) {
      let (first, second) = (buffers[0], buffers.count > 1 ? buffers[1] : [])
      let third = buffers.count > 2 ? buffers[2] : []
      switch buffers.count {
      case 1: _ = try FrameView(layout, first.span)
      case 2: _ = try FrameView(layout, first.span, second.span)
      default: _ = try FrameView(layout, first.span, second.span, third.span)
      }
      return nil
    } catch {
      return error
    }
  }

  private static func bytes(_ row: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    for index in row.indices { bytes.append(row[index]) }
    return bytes
  }

  /// NV12M: Y behind 64 bytes of the driver's own, strides of 16 (field case B44).
  private static func nv12m() throws -> FrameLayout {
    try FrameLayout(
      format: .semiPlanarYUV(.yuv420, .cbCr), width: 10, height: 6,
      planes: [.init(buffer: 0, offset: 64, stride: 16), .init(buffer: 1, offset: 0, stride: 16)])
  }

  /// Field case B38: what a buffer's bytesused can be.
  @Test(arguments: [0, 1, 4000, 6143])
  func refusesShortFrames(_ count: Int) throws {
    let layout = try FrameLayout(format: .packedYUV(.yuyv), width: 64, height: 48)
    let error = Self.error(layout, [[UInt8](repeating: 0, count: count)])
    #expect(error == .bufferTooShort(buffer: 0, bytes: count, needed: 6144))
    #expect(
      error?.description == "buffer 0 holds \(count) bytes where the layout needs 6144; "
        + "the frame is short: skip it")
  }

  @Test func takesFramesOfTheExactAndAGreaterSize() throws {
    let layout = try FrameLayout(format: .packedYUV(.yuyv), width: 64, height: 48)
    #expect(Self.error(layout, [[UInt8](repeating: 0, count: 6144)]) == nil)
    #expect(Self.error(layout, [[UInt8](repeating: 0, count: 6145)]) == nil)
  }

  @Test func everyBufferIsCheckedToTheByte() throws {
    let layout = try FrameLayout(
      format: .planarYUV(.yuv420, .cbCr), width: 9, height: 5,
      planes: [
        .init(buffer: 0, offset: 3, stride: 12), .init(buffer: 1, offset: 5, stride: 8),
        .init(buffer: 2, offset: 7, stride: 9),
      ])
    let needed = layout.byteCounts
    #expect(needed == [3 + 48 + 9, 5 + 16 + 5, 7 + 18 + 5])
    #expect(Self.error(layout, needed.map { [UInt8](repeating: 0, count: $0) }) == nil)
    for short in 0..<3 {
      var counts = needed
      counts[short] -= 1
      #expect(
        Self.error(layout, counts.map { [UInt8](repeating: 0, count: $0) })
          == .bufferTooShort(buffer: short, bytes: counts[short], needed: needed[short]))
    }
  }

  @Test func refusesTooFewBuffers() throws {
    let layout = try Self.nv12m()
    let error = Self.error(layout, [[UInt8](repeating: 0, count: 1000)])
    #expect(error == .bufferCount(given: 1, needed: 2))
    #expect(error?.description == "1 buffers are given where the layout has 2")
  }

  @Test func aSpareBufferDoesNoHarm() throws {
    let layout = try FrameLayout(format: .grey(.bits8), width: 4, height: 4)
    #expect(Self.error(layout, [[UInt8](repeating: 0, count: 16), []]) == nil)
    #expect(Self.error(layout, [[], [UInt8](repeating: 0, count: 16)]) != nil)
  }

  @Test func rowsLeavePaddingOut() throws {
    let layout = try FrameLayout(format: .grey(.bits8), width: 3, height: 2, stride: 5)
    let buffer: [UInt8] = [1, 2, 3, 255, 255, 4, 5, 6]
    let view = try FrameView(layout, buffer.span)
    let rows = [Self.bytes(view.row(0)), Self.bytes(view.row(1))]
    #expect(rows == [[1, 2, 3], [4, 5, 6]])
  }

  @Test func rowsBeginAtTheOffset() throws {
    let layout = try FrameLayout(
      format: .grey(.bits10), width: 2, height: 2, planes: [.init(offset: 2, stride: 5)])
    let buffer: [UInt8] = [9, 9, 1, 2, 3, 4, 9, 5, 6, 7, 8]
    let view = try FrameView(layout, buffer.span)
    let rows = [Self.bytes(view.row(0)), Self.bytes(view.row(1))]
    #expect(rows == [[1, 2, 3, 4], [5, 6, 7, 8]])
  }

  /// Every byte of a plane is its number, so a row says where it was read.
  @Test func rowsOfSeparateBuffersAreReadFromTheirOwn() throws {
    let layout = try Self.nv12m()
    let luma = (0..<layout.byteCounts[0]).map { UInt8($0) }
    let chroma = (0..<layout.byteCounts[1]).map { UInt8(200 + $0) }
    let view = try FrameView(layout, luma.span, chroma.span)
    for y in 0..<6 {
      let row = Self.bytes(view.row(y))
      #expect(row == (0..<10).map { UInt8(64 + 16 * y + $0) })
    }
    for y in 0..<3 {
      let row = Self.bytes(view.row(y, ofPlane: 1))
      #expect(row == (0..<10).map { UInt8(200 + 16 * y + $0) })
    }
  }

  @Test func chromaOfAnOddFrameIsReadWhole() throws {
    let layout = try FrameLayout(format: .planarYUV(.yuv420, .crCb), width: 3, height: 3)
    let buffer = (0..<UInt8(layout.byteCounts[0])).map { $0 }
    let view = try FrameView(layout, buffer.span)
    let rows = [
      Self.bytes(view.row(2)), Self.bytes(view.row(1, ofPlane: 1)),
      Self.bytes(view.row(1, ofPlane: 2)),
    ]
    #expect(rows == [[6, 7, 8], [11, 12], [15, 16]])
  }

  @Test func rowsOutsideTheFrameStopTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let layout = try FrameLayout(format: .grey(.bits8), width: 4, height: 4)
      let buffer = [UInt8](repeating: 0, count: 64)
      let view = try FrameView(layout, buffer.span)
      _ = view.row(4).count
    }
  }
}
