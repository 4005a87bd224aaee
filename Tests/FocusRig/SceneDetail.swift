internal import Foundation

/// The power of a scene's waves by their frequency, for what is true of its focus curve.
struct SceneDetail {
  static let bins = 512
  /// Waves a pixel, at the greatest both ways.
  static let greatest = 0.5.squareRoot()
  /// Power × the gain of a difference of neighbours.
  private var fineByBin = [Double](repeating: 0, count: bins)
  /// The same of neighbouring means of 4×4.
  private var mediumByBin = [Double](repeating: 0, count: bins)

  init(_ waves: Spectrum) {
    let side = Spectrum.side
    let count = Double(side * side)
    for row in 0..<side {
      let x = Self.frequency(row)
      for column in 0..<side where row > 0 || column > 0 {
        let y = Self.frequency(column)
        let wave = waves[row, column]
        let (real, imaginary) = (Double(wave.real), Double(wave.imaginary))
        let power = (real * real + imaginary * imaginary) / (count * count)
        let bin = Self.bin((x * x + y * y).squareRoot())
        fineByBin[bin] += power * (Self.gain(x) + Self.gain(y))
        let mean = Self.meanGain(x) * Self.meanGain(y)
        mediumByBin[bin] += power * mean * (Self.gain(4 * x) + Self.gain(4 * y))
      }
    }
  }

  static func frequency(_ index: Int) -> Double {
    Double(index < Spectrum.side / 2 ? index : index - Spectrum.side) / Double(Spectrum.side)
  }

  static func bin(_ frequency: Double) -> Int {
    min(Int(frequency / greatest * Double(bins)), bins - 1)
  }

  private static func gain(_ frequency: Double) -> Double {
    let sine = sin(.pi * frequency)
    return 4 * sine * sine
  }

  private static func meanGain(_ frequency: Double) -> Double {
    let sine = sin(.pi * frequency)
    guard sine.magnitude > 1e-9 else { return 1 }
    let ratio = sin(4 * .pi * frequency) / (4 * sine)
    return ratio * ratio
  }

  private func sum(_ power: [Double], _ draw: SceneDraw, _ radius: Double) -> Double {
    var sum = 0.0
    for bin in power.indices where power[bin] > 0 {
      let frequency = (Double(bin) + 0.5) / Double(Self.bins) * Self.greatest
      let share = WaveResponse.share(draw, radius: radius, x: frequency, y: 0)
      sum += power[bin] * share * share
    }
    return sum
  }

  /// The mean squared difference of neighbouring pixels of the light, without noise.
  func fine(_ draw: SceneDraw, radius: Double) -> Double { sum(fineByBin, draw, radius) }

  /// Whether the picture's noise lets focus be found, in pixels or in means of 4×4.
  ///
  /// In one of the two, blur takes half of the detail, which is three tenths of what noise adds at the
  /// least; and the nearest positions out of focus differ from the best by four standard deviations. Of
  /// n points whose noise has the energy N beside S of detail, the energy's variance is (3 N² + 4 S N)/n:
  /// differences that share pixels are not independent, which makes 3 of 2.
  ///
  /// - Parameters:
  ///   - draw: The scene.
  ///   - inFocus: The positions in focus for each depth.
  ///   - share: The window's detail in terms of the whole picture's.
  ///   - points: The window's pixels.
  /// - Returns: Whether it does, for each depth.
  func stands(out draw: SceneDraw, inFocus: [Set<Int>], share: Double, points: Int) -> Bool {
    // A difference both ways of two independent pixels each.
    let noise = 4 * draw.noiseVariance
    let bands = [
      (fineByBin, noise, Double(points)), (mediumByBin, noise / 16, Double(points) / 16),
    ]
    return zip(draw.depths, inFocus).allSatisfy { depth, positions in
      let beside = [(positions.min() ?? 0) - 1, (positions.max() ?? 0) + 1]
        .filter { (0..<draw.count).contains($0) }
      let ends = [0, draw.count - 1].map { draw.radius(at: $0, depth: depth) }
      return bands.contains { power, noise, points in
        let sharp = share * sum(power, draw, 0)
        let blurred = share * sum(power, draw, ends.max() ?? 0)
        let deviation = ((3 * noise * noise + 4 * sharp * noise) / points).squareRoot()
        return sharp - blurred >= 0.3 * noise && blurred <= 0.5 * sharp
          && beside.allSatisfy { position in
            let off = sum(power, draw, draw.radius(at: position, depth: depth))
            return sharp - share * off >= 4 * 2.0.squareRoot() * deviation
          }
      }
    }
  }
}

/// What a lens leaves of each wave, laid out as a ``Spectrum`` is.
struct WaveResponse {
  let values: [SIMD8<Float>]

  init(_ draw: SceneDraw, radius: Double) {
    let side = Spectrum.side
    var values = [SIMD8<Float>](repeating: .zero, count: side * Spectrum.vectors)
    // A round response is looked up; bins are narrow beside the waves of the widest blur.
    let table = (0...4 * SceneDetail.bins).map { bin in
      let frequency = Double(bin) / Double(4 * SceneDetail.bins) * SceneDetail.greatest
      return Float(Self.share(draw, radius: radius, x: frequency, y: 0))
    }
    let scale = Double(4 * SceneDetail.bins) / SceneDetail.greatest
    // The response is even: half of the rows are the other half mirrored.
    for row in 0...side / 2 {
      let x = SceneDetail.frequency(row)
      for column in 0..<side {
        let y = SceneDetail.frequency(column)
        let value =
          draw.shape.isRound
          ? table[Int((x * x + y * y).squareRoot() * scale + 0.5)]
          : Float(Self.share(draw, radius: radius, x: x, y: y))
        values[row * Spectrum.vectors + column / 8][column % 8] = value
        let (otherRow, other) = ((side - row) % side, (side - column) % side)
        values[otherRow * Spectrum.vectors + other / 8][other % 8] = value
      }
    }
    self.values = values
  }

  static func share(_ draw: SceneDraw, radius: Double, x: Double, y: Double) -> Double {
    let own = 2 * .pi * draw.softness
    return exp(-own * own * (x * x + y * y) / 2)
      * draw.shape.response(radius: radius, x: x, y: y)
  }
}
