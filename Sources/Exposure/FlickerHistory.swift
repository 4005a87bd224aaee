internal import Controls

/// The last frames' times, settings and waves, oldest first.
///
/// Keeps their slow part ready to be taken out: a constant and a steady change, which is what a scene
/// that stands still, or light that comes slowly, gives.
struct FlickerHistory: Sendable {
  /// Frames that are remembered; mains of 50 ± 0.1 Hz drift by a fifth of a cycle in the 2 s that
  /// these are at 15 frames/s.
  static let capacity = 32

  private(set) var count = 0
  /// Seconds since the first frame after a ``clear()``.
  private(set) var times = [Double](repeating: 0, count: Self.capacity)
  /// Exposure times in seconds.
  private(set) var exposures = [Double](repeating: 0, count: Self.capacity)
  /// The frames' means less what exposure and gain did, in stops.
  private(set) var levels = [Double](repeating: 0, count: Self.capacity)
  /// Total exposures, in stops.
  private(set) var totals = [Double](repeating: 0, count: Self.capacity)
  /// The frames' means in stops.
  private(set) var means = [Double](repeating: 0, count: Self.capacity)
  /// Frames, counting lost ones, since the first.
  private(set) var places = [Double](repeating: 0, count: Self.capacity)
  /// How many of the youngest frames have one exposure time and one gain.
  private(set) var steadyCount = 0
  /// Seconds from frame to frame; 0 until known.
  private(set) var interval = 0.0
  /// How many waves each frame has.
  private(set) var waveCount = 0
  /// How sure each wave's amplitude is, see ``RowBands/certainty``.
  private(set) var certainty = [Double](repeating: 0, count: RowBands.waves.count)
  private var real: [Double]
  private var imaginary: [Double]
  private var settings: CameraSettings?
  private var origin = 0.0

  init() {
    real = [Double](repeating: 0, count: Self.capacity * RowBands.waves.count)
    imaginary = real
  }

  /// Forgets all frames, not the frame interval.
  mutating func clear() {
    count = 0
    steadyCount = 0
  }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - bands: Its rows.
  ///   - timestamp: Seconds; not before the frame before.
  ///   - elapsed: Frames since the one before, where the camera numbers them.
  ///   - settings: What it was taken with.
  mutating func add(
    _ bands: RowBands, timestamp: Double, elapsed: Int?, settings: CameraSettings
  ) {
    if bands.waveCount != waveCount {
      clear()
      waveCount = bands.waveCount
      for wave in 0..<waveCount { certainty[wave] = bands.certainty[wave] }
    }
    if count == 0 { origin = timestamp }
    if count == Self.capacity { shift() }
    let time = timestamp - origin
    let place = count == 0 ? 0 : places[count - 1] + framesPassed(time - times[count - 1], elapsed)
    steadyCount = settings == self.settings ? min(steadyCount + 1, Self.capacity) : 1
    self.settings = settings
    times[count] = time
    places[count] = place
    exposures[count] = settings.exposureTime
    means[count] = bands.meanStops
    totals[count] = settings.totalStops
    levels[count] = bands.meanStops - settings.totalStops
    let base = count * RowBands.waves.count
    for wave in 0..<waveCount {
      real[base + wave] = bands.real[wave]
      imaginary[base + wave] = bands.imaginary[wave]
    }
    count += 1
    fitInterval()
  }

  /// A wave of a frame.
  func wave(_ wave: Int, of frame: Int) -> (real: Double, imaginary: Double) {
    let index = frame * RowBands.waves.count + wave
    return (real[index], imaginary[index])
  }

  private mutating func shift() {
    let waves = RowBands.waves.count
    for index in 1..<Self.capacity {
      times[index - 1] = times[index]
      places[index - 1] = places[index]
      exposures[index - 1] = exposures[index]
      levels[index - 1] = levels[index]
      totals[index - 1] = totals[index]
      means[index - 1] = means[index]
    }
    for index in waves..<Self.capacity * waves {
      real[index - waves] = real[index]
      imaginary[index - waves] = imaginary[index]
    }
    count -= 1
  }

  /// Frames since the one before: by their numbers, or by what time would hold.
  private mutating func framesPassed(_ gap: Double, _ elapsed: Int?) -> Double {
    if let elapsed, elapsed > 0, elapsed < 1000 { return Double(elapsed) }
    guard interval > 0, gap > 0 else { return 1 }
    return min(max((gap / interval).rounded(), 1), 1000)
  }

  /// The slope of time over frames: noise of single timestamps averages out.
  private mutating func fitInterval() {
    guard count >= 2 else { return }
    let number = Double(count)
    var (placeSum, timeSum) = (0.0, 0.0)
    for index in 0..<count {
      placeSum += places[index]
      timeSum += times[index]
    }
    var (across, along) = (0.0, 0.0)
    for index in 0..<count {
      let place = places[index] - placeSum / number
      across += place * (times[index] - timeSum / number)
      along += place * place
    }
    if along > 0, across > 0 { interval = across / along }
  }
}
