import CReadKernel
import Glibc
import GrayCard

/// Something that takes statistics of a frame, or as much of them as it can.
///
/// A peer, e.g. a kernel of another library, is one more conformer: it is prepared in its
/// initialiser, so that `run` measures its work alone, and its checksum shows what work that is.
protocol Variant: AnyObject {
  var name: String { get }
  /// Works on one frame and says how long that took, in nanoseconds.
  func run(_ address: UnsafePointer<UInt8>) throws -> UInt64
  /// A checksum of the last result; equal checksums mean equal work.
  var checksum: UInt64 { get }
}

/// The time now, in nanoseconds.
@inline(__always)
func now() -> UInt64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Reads every byte once: nothing that looks at all pixels can be faster.
final class ReadVariant: Variant {
  let name = "read"
  private(set) var checksum: UInt64 = 0
  private let count: Int

  init(byteCount: Int) { count = byteCount }

  func run(_ address: UnsafePointer<UInt8>) -> UInt64 {
    let began = now()
    unsafe checksum = gcb_read_sum(address, count)
    return now() - began
  }
}

/// GrayCard's own statistics.
final class ExtractionVariant: Variant {
  let name: String
  private var extractor: StatisticsExtractor
  private var statistics: FrameStatistics
  private let layout: FrameLayout

  init(
    _ name: String, _ layout: FrameLayout, _ implementation: StatisticsConfiguration.Implementation
  ) throws {
    self.name = name
    self.layout = layout
    let configuration = StatisticsConfiguration(implementation: implementation)
    extractor = try StatisticsExtractor(layout, configuration: configuration)
    statistics = extractor.makeStatistics()
  }

  func run(_ address: UnsafePointer<UInt8>) throws -> UInt64 {
    let bytes = unsafe Span(_unsafeStart: address, count: layout.byteCounts[0])
    let frame = try FrameView(layout, bytes)
    let began = now()
    try extractor.extract(frame, into: &statistics)
    return now() - began
  }

  /// FNV-1a (Fowler, Noll, Vo) over the numbers of the statistics.
  var checksum: UInt64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ value: some BinaryInteger) {
      sum = (sum ^ UInt64(truncatingIfNeeded: value)) &* 0x100_0000_01B3
    }
    for zone in statistics.zones {
      add(zone.cells)
      add(zone.clippedHigh)
      add(zone.clippedLow)
      add(zone.lumaSum)
      add(zone.unclippedLumaSum)
      add(zone.channels.first)
      add(zone.channels.second)
      add(zone.channels.third)
      add(zone.channels.fourth)
      add(zone.focus.fine)
      add(zone.focus.medium)
      add(zone.focus.coarse)
      add(zone.focus.finePoints)
      add(zone.focus.mediumPoints)
      add(zone.focus.coarsePoints)
    }
    for bin in statistics.histogram { add(bin) }
    for bin in statistics.zoneHistograms { add(bin) }
    for row in statistics.rowLumaSums { add(row) }
    return sum
  }
}
