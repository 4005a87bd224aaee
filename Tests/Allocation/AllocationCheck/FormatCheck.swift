import CAllocationCounter
import Frames
import Metering
import Photometry
import Statistics

/// Takes statistics of many frames of one format, meters them, and counts what that allocated.
///
/// Several sizes take part, most frames being small, so that all formats together take seconds.
enum FormatCheck {
  static let frames: [(width: Int, height: Int, count: Int)] = [
    (64, 48, 700), (160, 120, 200), (320, 240, 80), (640, 480, 20),
  ]

  /// Runs every size with one implementation.
  ///
  /// - Parameters:
  ///   - meaning: The format.
  ///   - implementation: Which code takes the statistics.
  ///   - share: How much of each size's frames to take; the reference code is slow.
  /// - Returns: The allocations after each size's warm-up, summed.
  /// - Throws: What the library throws; none of it is expected.
  static func allocations(
    _ meaning: FourCC.Meaning, _ implementation: StatisticsConfiguration.Implementation,
    share: Double = 1
  ) throws -> UInt64 {
    var sum: UInt64 = 0
    for size in frames {
      sum += try allocations(
        layout(meaning, width: size.width, height: size.height), implementation,
        frameCount: Int(Double(size.count) * share))
    }
    return sum
  }

  private static func allocations(
    _ layout: FrameLayout, _ implementation: StatisticsConfiguration.Implementation,
    frameCount: Int
  ) throws -> UInt64 {
    // The mask and the full histogram bring every branch of the extractor into play.
    var configuration = StatisticsConfiguration(
      decimation: .every, implementation: implementation)
    configuration.mask = FrameMask(circle: FrameMask.Circle(radius: 0.5))
    var extractor = try StatisticsExtractor(layout, configuration: configuration)
    var statistics = extractor.makeStatistics()
    var meter = Meter(
      geometry: extractor.geometry, signal: extractor.signal,
      configuration: MeteringConfiguration(response: .sRGB))
    var metering = try meter.meter(statistics)
    let first = noise(count: layout.byteCounts[0])
    let second = noise(count: layout.bufferCount > 1 ? layout.byteCounts[1] : 0)
    let third = noise(count: layout.bufferCount > 2 ? layout.byteCounts[2] : 0)
    let warmUp = 3
    var before: UInt64 = 0
    for frame in 0..<warmUp + frameCount {
      if frame == warmUp { before = gac_allocation_count() }
      let view = try FrameView(layout, first.span, second.span, third.span)
      try extractor.extract(view, into: &statistics)
      try meter.meter(statistics, into: &metering)
    }
    return gac_allocation_count() - before
  }

  private static func layout(
    _ meaning: FourCC.Meaning, width: Int, height: Int
  ) throws -> FrameLayout {
    let together = try FrameLayout(
      format: meaning.format, width: width, height: height, alignment: meaning.alignment)
    guard meaning.hasSeparateBuffers else { return together }
    let planes = together.planes.enumerated().map { index, plane in
      FrameLayout.Plane(buffer: index, stride: plane.stride)
    }
    return try FrameLayout(format: meaning.format, width: width, height: height, planes: planes)
  }

  /// Noise holds clipped, dark and ordinary samples alike.
  private static func noise(count: Int) -> [UInt8] {
    var state: UInt32 = 20_261_201
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
  }
}
