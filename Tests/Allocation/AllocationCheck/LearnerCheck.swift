import CAllocationCounter
import Controls
import Exposure
import Frames
import Photometry
import Statistics

/// Shows frames to a response learner and counts what that allocated.
///
/// Settings go to and fro too soon for a change to be found, so that every frame takes the longest way
/// that ordinary frames take; a change that is found may allocate.
enum LearnerCheck {
  /// Allocations in a thousand frames.
  ///
  /// - Throws: What the library throws; none of it is expected.
  static func allocations() throws -> UInt64 {
    let layout = try FrameLayout(format: .grey(.bits8), width: 160, height: 120)
    let pictures = (1...2).map { brightness -> [UInt8] in
      (0..<160 * 120).map { pixel -> UInt8 in
        let place = pixel / 160 + pixel % 160
        return UInt8(20 + place * brightness / 3)
      }
    }
    var extractor = try StatisticsExtractor(layout)
    var frames: [FrameStatistics] = []
    for picture in pictures {
      frames.append(try extractor.extract(FrameView(layout, picture.span)))
    }
    var learner = ResponseLearner(
      geometry: extractor.geometry, signal: extractor.signal, assumed: .sRGB)
    var found = 0
    func show(_ index: Int) {
      let isSecond = index / 3 % 2 == 1
      let finding = learner.step(
        frames[index % 3 == 2 ? 1 : 0],
        ResponseLearner.Frame(
          timestamp: Double(index) / 30,
          settings: CameraSettings(exposureTime: isSecond ? 0.02 : 0.01),
          isSettled: index % 4 != 3))
      if finding != .nothing { found += 1 }
    }
    for index in 0..<20 { show(index) }
    let before = gac_allocation_count()
    for index in 20..<1020 { show(index) }
    let count = gac_allocation_count() - before
    return count + UInt64(found)
  }
}
