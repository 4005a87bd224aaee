import CAllocationCounter
import Frames
import Photometry
import Statistics
import WhiteBalance

/// Estimates the light of many frames and counts what that allocated.
enum BalanceCheck {
  static let methods: [IlluminantEstimator.Method] = [
    .grayWorld, .robustGrayWorld, .shadesOfGray(p: 4), .whitePatch(percentile: 90), .grayEdge,
    .combined,
  ]

  /// Allocations in a thousand frames.
  ///
  /// - Throws: What the library throws; none of it is expected.
  static func allocations(_ method: IlluminantEstimator.Method) throws -> UInt64 {
    let layout = try FrameLayout(format: .rgb(.rgb, .bits8), width: 160, height: 120)
    let picture = (0..<160 * 120 * 3).map { (index: Int) -> UInt8 in
      let (column, channel) = (index / 3 % 160, index % 3)
      return UInt8(20 + (column + channel * 7) % 180)
    }
    var extractor = try StatisticsExtractor(layout)
    let frame = try extractor.extract(FrameView(layout, picture.span))
    var estimator = IlluminantEstimator(method: method, locus: nil)
    var found = 0.0
    func show() {
      let estimate = estimator.estimate(frame, response: .sRGB, inForce: .unity)
      found += estimate?.confidence ?? 0
    }
    for _ in 0..<3 { show() }
    let before = gac_allocation_count()
    for _ in 0..<1000 { show() }
    let count = gac_allocation_count() - before
    return found > 0 ? count : count + 1
  }
}
