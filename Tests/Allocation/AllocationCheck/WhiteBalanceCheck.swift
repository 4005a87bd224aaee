import CAllocationCounter
import Controls
import Frames
import Photometry
import Statistics
import WhiteBalance

/// Steers white balance over many frames of changing light and counts what that allocated.
enum WhiteBalanceCheck {
  static func allocations() throws -> UInt64 {
    let layout = try FrameLayout(format: .rgb(.rgb, .bits8), width: 160, height: 120)
    var extractor = try StatisticsExtractor(layout)
    var statistics = extractor.makeStatistics()
    var setup = AutoWhiteBalance.Setup()
    setup.capabilities.temperature = ControlRange(minimum: 2800, maximum: 6500, step: 10)
    setup.present = .temperature(4600)
    setup.delay = 1
    var balance = AutoWhiteBalance(setup)
    var picture = [UInt8](repeating: 0, count: layout.byteCounts[0])
    let warmUp = 200
    var before: UInt64 = 0
    for frame in 0..<warmUp + 1000 {
      if frame == warmUp { before = gac_allocation_count() }
      // Warm and cold light in turn, so that there is always something to write.
      let warmth = frame / 60 % 2 == 0 ? 1.3 : 0.8
      for index in picture.indices {
        let share = index % 3 == 0 ? warmth : index % 3 == 1 ? 1 : 1 / warmth
        picture[index] = UInt8(share * Double(40 + index / 3 % 70))
      }
      try extractor.extract(FrameView(layout, picture.span), into: &statistics)
      let step = balance.step(
        statistics, response: .sRGB, sequence: frame, time: Double(frame) / 30)
      if let setting = step.setting { balance.wrote(setting, after: frame) }
    }
    return gac_allocation_count() - before
  }
}
