internal import Frames
internal import Photometry
internal import Statistics

/// The rows of a frame in a few dozen bands, in stops, and the waves found in them.
///
/// The logarithm makes lamp ripple, which multiplies the light, a sum: it then neither depends on what
/// the rows show nor on exposure and gain.
struct RowBands: Sendable {
  /// Cycles over the frame's height that are looked for.
  ///
  /// A wave between two of them, half a cycle apart, still keeps nine tenths of its amplitude. Less
  /// than half a cycle cannot be told from shading.
  static let waves: [Double] = [
    0.5, 0.75, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8,
  ]
  /// The most bands; eight for each cycle of the shortest wave.
  static let mostBands = 64
  /// Fewer rows are no profile.
  static let fewestRows = 16
  /// The share of the mean that is added to each band before its logarithm is taken, so that black
  /// rows, or those that a switched lamp leaves in the dark, do not outweigh all others.
  private static let pedestal = 0x1p-4

  /// The mean of the frame in stops relative to white.
  private(set) var meanStops = 0.0
  /// How many of ``waves`` the bands resolve.
  private(set) var waveCount = 0
  /// Amplitudes, in stops, of the last frame's waves: real and imaginary parts.
  private(set) var real = [Double](repeating: 0, count: Self.waves.count)
  private(set) var imaginary = [Double](repeating: 0, count: Self.waves.count)

  /// How sure each wave's amplitude is, 0…1: waves of less than a cycle are mostly shading, of which
  /// the mean takes a part.
  private(set) var certainty = [Double](repeating: 0, count: Self.waves.count)

  private var rows = 0
  private var bandCount = 0
  private var bands = [Double](repeating: 0, count: Self.mostBands)
  /// What each band adds to the cosine's and the sine's amplitude, wave after wave.
  private var cosines: [Double] = []
  private var sines: [Double] = []

  /// Takes a frame's rows.
  ///
  /// - Parameters:
  ///   - statistics: The frame.
  ///   - response: How its codes are encoded.
  ///   - isReadUpwards: Whether the last row is read first.
  /// - Returns: Whether the frame is neither black nor white. Without a row profile only its mean
  ///   is known, and there are no waves.
  mutating func measure(
    _ statistics: borrowing FrameStatistics, response: ResponseCurve, isReadUpwards: Bool
  ) -> Bool {
    let rowCount = statistics.rowLumaSums.count
    guard rowCount >= Self.fewestRows, rowCount <= 0xFFFF else {
      waveCount = 0
      rows = 0
      let code = statistics.meanCode(of: statistics.total)
      return take(mean: response.linear(fromEncoded: statistics.signal.levels.normalised(code)))
    }
    if rowCount != rows { prepare(rowCount) }
    var (sum, filled) = (0.0, 0)
    for band in 0..<bandCount {
      let linear = linearMean(of: band, statistics, response)
      bands[band] = linear ?? -1
      if let linear {
        sum += linear
        filled += 1
      }
    }
    guard filled * 2 >= bandCount, filled > 0 else { return false }
    let mean = sum / Double(filled)
    guard take(mean: mean) else { return false }
    for band in 0..<bandCount {
      // What a mask hides is as bright as the mean: it adds no wave that moves.
      bands[band] = bands[band] < 0 ? 0 : Exact.log2(bands[band] / mean + Self.pedestal)
    }
    findWaves(isReadUpwards)
    return true
  }

  private mutating func take(mean: Double) -> Bool {
    guard mean > 0x1p-8, mean < 0.95 else { return false }
    meanStops = Exact.log2(mean)
    return true
  }

  private func linearMean(
    of band: Int, _ statistics: borrowing FrameStatistics, _ response: ResponseCurve
  ) -> Double? {
    var (sum, count) = (0.0, 0.0)
    for row in band * rows / bandCount..<(band + 1) * rows / bandCount
    where row < statistics.rowSampleCounts.count {
      sum += Double(statistics.rowLumaSums[row])
      count += Double(statistics.rowSampleCounts[row])
    }
    guard count > 0 else { return nil }
    let code = sum / (count * Double(max(statistics.signal.codesPerSample, 1)))
    return max(response.linear(fromEncoded: statistics.signal.levels.normalised(code)), 0)
  }

  private mutating func findWaves(_ isReadUpwards: Bool) {
    for wave in 0..<waveCount {
      let base = wave * bandCount
      var (cosine, sine) = (0.0, 0.0)
      for band in 0..<bandCount {
        let value = bands[isReadUpwards ? bandCount - 1 - band : band]
        cosine += value * cosines[base + band]
        sine += value * sines[base + band]
      }
      // a cos(x + p) = a cos p cos x − a sin p sin x: the amplitude is a e^(ip).
      real[wave] = cosine
      imaginary[wave] = -sine
    }
  }

  /// Makes the tables for a number of rows: the least-squares fit of a mean, a cosine and a sine.
  ///
  /// A plain Fourier sum would mix the wave with its mirror image where the cycles are not whole.
  private mutating func prepare(_ rowCount: Int) {
    rows = rowCount
    bandCount = min(rowCount, Self.mostBands)
    waveCount = Self.waves.count(where: { $0 * 4 <= Double(bandCount) })
    cosines = [Double](repeating: 0, count: waveCount * bandCount)
    sines = cosines
    for wave in 0..<waveCount { prepare(wave: wave) }
  }

  private mutating func prepare(wave: Int) {
    let base = wave * bandCount
    var (cosineSum, sineSum) = (0.0, 0.0)
    for band in 0..<bandCount {
      let turns = Self.waves[wave] * (Double(band) + 0.5) / Double(bandCount)
      cosines[base + band] = Exact.cosine(turns: turns)
      sines[base + band] = Exact.sine(turns: turns)
      cosineSum += cosines[base + band]
      sineSum += sines[base + band]
    }
    var (cc, cs, ss) = (0.0, 0.0, 0.0)
    for index in base..<base + bandCount {
      cosines[index] -= cosineSum / Double(bandCount)
      sines[index] -= sineSum / Double(bandCount)
      cc += cosines[index] * cosines[index]
      cs += cosines[index] * sines[index]
      ss += sines[index] * sines[index]
    }
    let determinant = cc * ss - cs * cs
    guard determinant > 0 else { return }
    // The root of the smaller eigenvalue, of which whole cycles have half the number of bands.
    let spread = ((cc - ss) * (cc - ss) / 4 + cs * cs).squareRoot()
    let least = max((cc + ss) / 2 - spread, 0)
    certainty[wave] = min((least / (Double(bandCount) / 2)).squareRoot(), 1)
    for index in base..<base + bandCount {
      let (cosine, sine) = (cosines[index], sines[index])
      cosines[index] = (ss * cosine - cs * sine) / determinant
      sines[index] = (cc * sine - cs * cosine) / determinant
    }
  }
}
