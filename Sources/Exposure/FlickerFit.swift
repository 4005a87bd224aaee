internal import Photometry

/// A course in time that ripples could follow: complex numbers, one a frame, and how well the waves
/// of the frames follow it.
///
/// The slow part is taken out of both, so that what stands still explains nothing. What
/// remains is a least-squares fit; its quality is the share of the changes that it explains.
struct FlickerFit: Sendable {
  /// How well a wave follows the course.
  struct Result: Hashable, Sendable {
    /// Which of ``RowBands/waves``.
    var wave = 0
    /// The share of the wave's changes that the course explains, 0…1.
    var share = 0.0
    /// The wave's amplitude in stops where the course is 1.
    var amplitude = 0.0
    /// The share of the course that is not constant or steady, 0…1.
    var visible = 0.0
    /// The course's root mean square.
    var weight = 0.0
  }

  private var real = [Double](repeating: 0, count: FlickerHistory.capacity)
  private var imaginary = [Double](repeating: 0, count: FlickerHistory.capacity)
  private(set) var count = 0
  private var first = 0
  private var raw = 0.0
  private var energy = 0.0

  /// Follows a lamp's light: |sin πfE / πfE| deep after an exposure of E, as it is at its middle.
  ///
  /// - Parameters:
  ///   - history: The frames.
  ///   - slow: What is taken out, prepared for the frames to look at.
  ///   - frequency: Periods of light a second.
  ///   - turning: Turns of the phase a second, ``frequency`` or what it is an alias of.
  ///   - isAnsweringExposure: Whether exposure changes depth and phase; not those of things that move.
  mutating func follow(
    _ history: borrowing FlickerHistory, _ slow: borrowing SlowPart, frequency: Double,
    turning: Double, isAnsweringExposure: Bool = true
  ) {
    count = slow.count
    first = slow.first
    for index in 0..<count {
      let exposure = history.exposures[first + index]
      let depth = isAnsweringExposure ? Self.depth(frequency * exposure) : 1
      let lag = isAnsweringExposure ? frequency * exposure / 2 : 0
      let turns = turning * history.times[first + index] - lag
      real[index] = depth * Exact.cosine(turns: turns)
      imaginary[index] = depth * Exact.sine(turns: turns)
    }
    finish(slow)
  }

  /// What an exposure of some periods leaves of a ripple, signed.
  static func depth(_ periods: Double) -> Double {
    guard periods > 1e-6 else { return 1 }
    return Exact.sine(turns: periods / 2) / (3.141592653589793 * periods)
  }

  private mutating func finish(_ slow: borrowing SlowPart) {
    raw = 0
    for index in 0..<count {
      raw += real[index] * real[index] + imaginary[index] * imaginary[index]
    }
    slow.remove(from: &real)
    slow.remove(from: &imaginary)
    energy = 0
    for index in 0..<count {
      energy += real[index] * real[index] + imaginary[index] * imaginary[index]
    }
  }

  /// The course without a fit.
  var unfitted: Result {
    var result = Result()
    result.visible = raw > 0 ? energy / raw : 0
    result.weight = (raw / Double(max(count, 1))).squareRoot()
    return result
  }

  /// Fits a wave.
  ///
  /// - Parameters:
  ///   - wave: Which of ``RowBands/waves``.
  ///   - history: The frames that the course was made for.
  ///   - changes: The wave's summed squared changes, without their slow part.
  /// - Returns: How well it follows.
  func fit(
    wave: Int, _ history: borrowing FlickerHistory, changes: Double
  ) -> Result {
    var result = unfitted
    result.wave = wave
    guard energy > 1e-9 else { return result }
    var (across, aside) = (0.0, 0.0)
    for index in 0..<count {
      let value = history.wave(wave, of: first + index)
      across += real[index] * value.real + imaginary[index] * value.imaginary
      aside += real[index] * value.imaginary - imaginary[index] * value.real
    }
    let square = across * across + aside * aside
    result.amplitude = square.squareRoot() / energy
    if changes > 1e-12 { result.share = min(square / (energy * changes), 1) }
    return result
  }

  /// Fits a series of real numbers: any sum of the course's two parts.
  ///
  /// - Parameter series: Numbers, one a frame of the course, without their slow part.
  /// - Returns: How well it follows.
  func fit(real series: borrowing [Double]) -> Result {
    var result = unfitted
    var (cc, cs, ss, cx, sx, xx) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for index in 0..<min(count, series.count) {
      let (cosine, sine, value) = (real[index], imaginary[index], series[index])
      cc += cosine * cosine
      cs += cosine * sine
      ss += sine * sine
      cx += cosine * value
      sx += sine * value
      xx += value * value
    }
    guard energy > 1e-9, xx > 1e-12 else { return result }
    var explained = 0.0
    let determinant = cc * ss - cs * cs
    if determinant > 1e-3 * energy * energy {
      explained = (ss * cx * cx - 2 * cs * cx * sx + cc * sx * sx) / determinant
    } else {
      // Near half a turn a frame only one of the parts is seen.
      explained = cc >= ss ? cx * cx / cc : sx * sx / ss
    }
    result.share = min(max(explained / xx, 0), 1)
    // A wave of amplitude a has a mean square of a²/2.
    result.amplitude = (2 * max(explained, 0) / Double(count)).squareRoot()
    return result
  }
}
