import CAllocationCounter
import Controls
import Exposure
import Frames
import Metering
import Photometry
import Statistics

/// Steers exposure over many frames of changing light and counts what that allocated.
enum ExposureCheck {
  static let speeds: [ExposureSpeed] = [.fast, .smooth(timeConstant: 0.3)]

  static func allocations(_ speed: ExposureSpeed) throws -> UInt64 {
    let layout = try FrameLayout(format: .grey(.bits8), width: 160, height: 120)
    var extractor = try StatisticsExtractor(layout)
    var statistics = extractor.makeStatistics()
    let camera = CameraCapabilities(
      exposureTime: ControlRange(minimum: 1e-4, maximum: 0.5, step: 1e-4),
      analogueGain: ControlRange(minimum: 1, maximum: 16, step: 1.0 / 16))
    var settings = CameraSettings(exposureTime: 0.01)
    var exposure = AutoExposure(
      camera: camera, settings: settings, geometry: extractor.geometry, signal: extractor.signal,
      configuration: AutoExposure.Configuration(
        metering: MeteringConfiguration(response: .linear),
        exposure: ExposureConfiguration(speed: speed),
        // A curve that was learned is a new table, some times in a stream; LearnerCheck counts the rest.
        learnsResponse: false))
    var picture = [UInt8](repeating: 0, count: layout.byteCounts[0])
    let warmUp = 200
    var before: UInt64 = 0
    for frame in 0..<warmUp + 1000 {
      if frame == warmUp { before = gac_allocation_count() }
      // The light swings by ±2 stops in some seconds, so that there is always something to write.
      let phase = Double(frame % 240) / 120
      let light = Exact.exp2(phase < 1 ? 4 * phase - 2 : 6 - 4 * phase) * 20
      for index in picture.indices {
        let code = light * settings.totalExposure * Double(40 + index % 50)
        picture[index] = UInt8(min(code, 255))
      }
      try extractor.extract(FrameView(layout, picture.span), into: &statistics)
      let report = try exposure.step(
        statistics, AutoExposure.Frame(sequence: frame, timestamp: Double(frame) / 30))
      for write in report.writes {
        switch write.control {
        case .exposureTime: settings.exposureTime = write.value
        case .analogueGain: settings.analogueGain = write.value
        }
      }
      exposure.wrote(report.writes, after: frame)
    }
    return gac_allocation_count() - before
  }
}
