internal import Photometry

/// How well anything that turns steadily, and does not answer to exposure, explains a wave: stripes
/// that move past the camera.
struct MotionScan: Sendable {
  private static let capacity = FlickerHistory.capacity
  private var real = [Double](repeating: 0, count: Self.capacity)
  private var imaginary = [Double](repeating: 0, count: Self.capacity)
  private var turnReal = [Double](repeating: 0, count: Self.capacity)
  private var turnImaginary = [Double](repeating: 0, count: Self.capacity)
  private var stepReal = [Double](repeating: 0, count: Self.capacity)
  private var stepImaginary = [Double](repeating: 0, count: Self.capacity)
  private var times = [Double](repeating: 0, count: Self.capacity)

  /// Finds the best speed among all that differ at the frames' times, four for each that the frames
  /// could tell apart: then at least 0.95 of any speed's share is found.
  ///
  /// - Parameters:
  ///   - history: The frames.
  ///   - slow: What is taken out, prepared for the frames to look at.
  ///   - wave: Which of ``RowBands/waves``.
  /// - Returns: The share of the wave's changes that the best speed explains, 0…1.
  mutating func bestShare(
    _ history: borrowing FlickerHistory, _ slow: borrowing SlowPart, wave: Int
  ) -> Double {
    let count = slow.count
    let interval = history.interval
    guard count >= 4, interval > 0 else { return 0 }
    for index in 0..<count {
      let value = history.wave(wave, of: slow.first + index)
      (real[index], imaginary[index]) = (value.real, value.imaginary)
      times[index] = history.times[slow.first + index] - history.times[slow.first]
    }
    slow.remove(from: &real)
    slow.remove(from: &imaginary)
    var changes = 0.0
    for index in 0..<count {
      changes += real[index] * real[index] + imaginary[index] * imaginary[index]
    }
    guard changes > 1e-12 else { return 0 }
    let speeds = 4 * count
    begin(count, spacing: 1 / (interval * Double(speeds)))
    var best = 0.0
    for _ in 0..<speeds {
      best = max(best, share(slow, changes: changes))
      advance(count)
    }
    return best
  }

  /// Starts half a turn a frame backwards, and prepares the way from speed to speed.
  private mutating func begin(_ count: Int, spacing: Double) {
    for index in 0..<count {
      let slowest = -spacing * Double(2 * count) * times[index]
      turnReal[index] = Exact.cosine(turns: slowest)
      turnImaginary[index] = Exact.sine(turns: slowest)
      stepReal[index] = Exact.cosine(turns: spacing * times[index])
      stepImaginary[index] = Exact.sine(turns: spacing * times[index])
    }
  }

  private mutating func advance(_ count: Int) {
    for index in 0..<count {
      let (real, imaginary) = (turnReal[index], turnImaginary[index])
      turnReal[index] = real * stepReal[index] - imaginary * stepImaginary[index]
      turnImaginary[index] = real * stepImaginary[index] + imaginary * stepReal[index]
    }
  }

  private func share(_ slow: borrowing SlowPart, changes: Double) -> Double {
    var (across, aside) = (0.0, 0.0)
    for index in 0..<slow.count {
      let (cosine, sine) = (turnReal[index], turnImaginary[index])
      across += cosine * real[index] + sine * imaginary[index]
      aside += cosine * imaginary[index] - sine * real[index]
    }
    let number = Double(slow.count)
    let energy = number - slow.energy(of: turnReal) - slow.energy(of: turnImaginary)
    // What hardly moves within the frames is the scene's slow change, which is taken out already.
    guard energy > 0.1 * number else { return 0 }
    return min((across * across + aside * aside) / (energy * changes), 1)
  }
}
