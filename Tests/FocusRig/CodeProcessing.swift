internal import Foundation

/// How a camera makes codes of light.
public enum CodeCurve: String, Hashable, Sendable, Codable, CaseIterable {
  /// As it comes from the sensor.
  case linear
  /// IEC 61966-2-1.
  case sRGB
  /// A plain power of 1/1.8.
  case gamma18
  /// BT.709's camera curve.
  case bt709
  /// sRGB with an S on top, as cameras for show have it.
  case vivid

  func code(_ light: Double) -> Double {
    let light = min(max(light, 0), 1)
    let sRGB = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    switch self {
    case .linear: return light
    case .sRGB: return sRGB
    case .gamma18: return pow(light, 1 / 1.8)
    case .bt709: return light < 0.018 ? 4.5 * light : 1.099 * pow(light, 0.45) - 0.099
    case .vivid: return 0.4 * sRGB + 0.6 * sRGB * sRGB * (3 - 2 * sRGB)
    }
  }

  /// 4096 steps of light.
  func table() -> [Float] { (0...4095).map { Float(255 * code(Double($0) / 4095)) } }
}

/// What a camera does to codes before they are sent.
struct CodeProcessing {
  /// How much of the 3×3 mean replaces a pixel, 0…1.
  let denoising: Float
  /// How much of the difference from the 3×3 mean is added, 0 and up.
  let sharpening: Float

  func apply(_ plane: inout [Float], width: Int, height: Int) {
    for amount in [-denoising, sharpening] where amount != 0 {
      let mean = Self.means(plane, width: width, height: height)
      for place in plane.indices { plane[place] += amount * (plane[place] - mean[place]) }
    }
  }

  /// Binomial weights 1-2-1 both ways; beyond the edges the outermost pixels go on.
  private static func means(_ plane: [Float], width: Int, height: Int) -> [Float] {
    var across = plane
    for y in 0..<height {
      for x in 0..<width {
        let row = y * width
        let (left, right) = (plane[row + max(x - 1, 0)], plane[row + min(x + 1, width - 1)])
        across[row + x] = (left + 2 * plane[row + x] + right) / 4
      }
    }
    var result = across
    for y in 0..<height {
      let (above, row, below) = (max(y - 1, 0) * width, y * width, min(y + 1, height - 1) * width)
      for x in 0..<width {
        result[row + x] = (across[above + x] + 2 * across[row + x] + across[below + x]) / 4
      }
    }
    return result
  }
}
