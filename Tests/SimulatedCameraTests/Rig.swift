import Frames
import Photometry
import SimulatedCamera

/// Small cameras for tests, and what is read off their frames.
enum Rig {
  /// A grey linear camera without noise, whose controls act at once.
  static func plain(
    width: Int = 8, height: Int = 8, format: PixelFormat = .grey(.bits8),
    exposureLatency: Int = 0, gainLatency: Int = 0
  ) -> CameraDescription {
    var camera = CameraDescription(
      format: format, width: width, height: height,
      controls: [
        SimulatedControl(
          .exposureTime, minimum: 1, maximum: 5000, defaultValue: 100, latency: exposureLatency),
        SimulatedControl(
          .gain, minimum: 0, maximum: 255, defaultValue: 16, latency: gainLatency),
        .toggle(.exposurePriority, defaultValue: 0),
      ])
    camera.sensor.noise = .none
    camera.sensor.shutter = .global
    return camera
  }

  /// The plain camera with the camera's own exposure as an option, off at first.
  static func withAutomatic(on: Bool, latency: Int = 0) -> CameraDescription {
    var camera = plain()
    camera.controls[1] = SimulatedControl(.gain, minimum: 16, maximum: 255, defaultValue: 16)
    camera.controls.append(
      SimulatedControl(
        .autoExposure, minimum: 1, maximum: 3, step: 2, defaultValue: on ? 3 : 1,
        latency: latency))
    camera.sensor.response = .sRGB
    return camera
  }

  /// The sample of a grey, Bayer or luma plane.
  static func sample(_ frame: SimulatedFrame, _ x: Int, _ y: Int) -> Int {
    let plane = frame.layout.planes[0]
    let row = plane.offset + y * plane.stride
    switch frame.layout.format {
    case .packedYUV(.yuyv), .packedYUV(.yvyu): return Int(frame.bytes[row + 2 * x])
    case .packedYUV: return Int(frame.bytes[row + 2 * x + 1])
    case .grey, .bayer, .semiPlanarYUV, .planarYUV, .rgb, .jpeg: break
    }
    guard frame.layout.format.storesWords else { return Int(frame.bytes[row + x]) }
    return Int(frame.bytes[row + 2 * x]) | Int(frame.bytes[row + 2 * x + 1]) << 8
  }

  /// All samples of that plane, row by row.
  static func samples(_ frame: SimulatedFrame) -> [Int] {
    (0..<frame.layout.height).flatMap { y in
      (0..<frame.layout.width).map { x in sample(frame, x, y) }
    }
  }

  static func mean(_ values: [Int]) -> Double {
    Double(values.reduce(0, +)) / Double(values.count)
  }

  static func variance(_ values: [Int]) -> Double {
    let mean = mean(values)
    return values.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
      / Double(values.count - 1)
  }

  /// FNV-1a, 64 bits (Fowler, Noll and Vo).
  static func checksum(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
