internal import Photometry

extension Scene {
  /// Draws a test chart: grey steps, colours, slanted edges and texture of many sizes.
  ///
  /// The upper quarter has 12 grey steps of half a stop, white at the left; the second 8 colours;
  /// below, at the left, bars slanted by about 5° as ISO 12233 has them, and texture at the right.
  ///
  /// - Parameters:
  ///   - width: Pixels in a row, limited to 1…8192.
  ///   - height: Rows, limited to 1…8192.
  ///   - white: Radiance of the white step in cd/m², limited to 0…10⁹.
  ///   - dioptres: Distance, limited to 0…100.
  /// - Returns: The scene.
  public static func chart(
    width: Int, height: Int, white: Double, dioptres: Double = 1
  ) -> Scene {
    let texture = Texture(seed: 1)
    return drawn(width: width, height: height, white: white, dioptres: dioptres) { x, y, size in
      let across = (Double(x) + 0.5) / Double(size.width)
      let down = (Double(y) + 0.5) / Double(size.height)
      if down < 0.25 {
        let step = Exact.exp2(-(across * 12).rounded(.down) / 2) * 0.9
        return (step, step, step)
      }
      if down < 0.5 { return patches[min(Int(across * 8), 7)] }
      if across < 0.5 {
        // 1:11 is 5.2°.
        let bar = (Double(x) + Double(y) / 11) / (Double(size.width) / 16)
        let isDark = bar - 2 * (bar / 2).rounded(.down) < 1
        return isDark ? (0.1, 0.1, 0.1) : (0.8, 0.8, 0.8)
      }
      let value = texture.value(x, y)
      return (value, value, value)
    }
  }

  /// Draws neutral texture of many sizes, for focus: octaves of random cells of 1, 2, 4, … pixels.
  ///
  /// - Parameters:
  ///   - width: Pixels in a row, limited to 1…8192.
  ///   - height: Rows, limited to 1…8192.
  ///   - white: Radiance of the brightest parts in cd/m², limited to 0…10⁹.
  ///   - dioptres: Distance, limited to 0…100.
  ///   - seed: Which texture.
  /// - Returns: The scene.
  public static func texture(
    width: Int, height: Int, white: Double, dioptres: Double = 1, seed: UInt64 = 1
  ) -> Scene {
    let texture = Texture(seed: seed)
    return drawn(width: width, height: height, white: white, dioptres: dioptres) { x, y, _ in
      let value = texture.value(x, y)
      return (value, value, value)
    }
  }

  private typealias Colour = (red: Double, green: Double, blue: Double)

  /// Linear colours of a chart's patches: foliage, sky, skin, blue, green, red, yellow, magenta.
  /// Near to the ColorChecker's in linear sRGB; no measurement is meant.
  private static let patches: [Colour] = [
    (0.10, 0.15, 0.05), (0.11, 0.19, 0.33), (0.55, 0.30, 0.22), (0.03, 0.05, 0.29),
    (0.06, 0.30, 0.07), (0.43, 0.03, 0.04), (0.80, 0.57, 0.01), (0.50, 0.09, 0.30),
  ]

  private static func drawn(
    width: Int, height: Int, white: Double, dioptres: Double,
    _ colour: (Int, Int, (width: Int, height: Int)) -> Colour
  ) -> Scene {
    let size = (width: min(max(width, 1), 8192), height: min(max(height, 1), 8192))
    let white = white > 0 ? min(white, 1e9) : 0
    var (red, green, blue): ([Float], [Float], [Float]) = ([], [], [])
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pixel = colour(x, y, size)
        red.append(Float(pixel.red * white))
        green.append(Float(pixel.green * white))
        blue.append(Float(pixel.blue * white))
      }
    }
    return Scene(
      checkedWidth: size.width, height: size.height, red: red, green: green, blue: blue,
      depth: .uniform(dioptres > 0 ? min(dioptres, 100) : 0))
  }
}

/// Random cells in octaves, each as strong as the other, so that detail exists at every size.
private struct Texture {
  let seed: UInt64

  /// Reflectance of a pixel, 0.05…0.95.
  func value(_ x: Int, _ y: Int) -> Double {
    var sum = 0.0
    for octave in 0..<6 {
      let cell = UInt64(x >> octave) << 32 | UInt64(y >> octave) << 8 | UInt64(octave)
      sum += Double(CounterNoise.mixed(seed ^ CounterNoise.mixed(cell)) >> 40) * 0x1p-24
    }
    // The mean of six has a standard deviation of 0.12; the stretch fills the range.
    return min(max(0.5 + (sum / 6 - 0.5) * 2, 0.05), 0.95)
  }
}
