public import Frames
internal import Photometry
public import Statistics

/// Measures the sharpness of windows of a frame from the statistics' three bands of detail.
///
/// Saturated points are left out by the statistics. Noise is white, so that it puts 4σ² into the fine band,
/// σ²/4 into that of 4×4 means and σ²/64 into that of 16×16 means; σ² is told, or bounded by the frame's
/// quietest zone, where no band holds more than noise would put there.
///
/// Energies are divided by mean^1.2. Light that flickers would ask for mean² of linear codes; on the
/// flickering stack of the tests (video codes, flare, JPEG) the exponent that leaves no flicker in them is
/// 1.17, and exposure, whose changes this is also for, is held during a search.
public struct FocusMeasure: Sendable {
  /// The power of the mean by which energies are divided.
  public static let brightnessExponent = 1.2
  /// The least share of a band that counts as signal: below it the log says only that there is none.
  static let leastShare = 0.02
  /// The relative error of the noise's estimate.
  static let noiseError = 0.15

  /// The variance of a luma sample's noise in squared codes, where it is known.
  public var noiseVariance: Double?
  private var weights: [Double] = []
  private var geometry: ZoneGeometry?
  private var rectangles: [WeightedRectangle]

  /// The middle quarter of the frame, where nobody says what to focus on.
  static let middle = NormalisedRectangle(x: 0.25, y: 0.25, width: 0.5, height: 0.5) ?? .full

  /// Prepares to measure.
  ///
  /// - Parameters:
  ///   - rectangles: What to focus on, each pixel by its rectangle's weight; none, or weights of 0 alone,
  ///     means the middle half of width and height.
  ///   - noiseVariance: The variance of a luma sample's noise in squared codes, where it is known.
  public init(rectangles: [WeightedRectangle] = [], noiseVariance: Double? = nil) {
    self.rectangles = rectangles
    self.noiseVariance = noiseVariance
  }

  /// Measures a frame.
  ///
  /// - Parameter statistics: The frame's statistics.
  /// - Returns: The sample; `nil` where the windows hold no points, as where all is saturated.
  public mutating func measure(_ statistics: FrameStatistics) -> FocusSample? {
    if geometry != statistics.geometry { place(statistics.geometry) }
    var (energy, points, mean, cells) = (Bands(), Bands(), 0.0, 0.0)
    var quiet = Double.infinity
    let black = Double(statistics.signal.levels.black)
    let isComplete = weights.count == statistics.zones.count
    for index in statistics.zones.indices where isComplete {
      let zone = statistics.zones[index]
      if zone.focus.finePoints > 0, zone.focus.coarsePoints > 0 {
        let means = zone.focus.means
        // Whichever band has least bounds the noise; a zone that is black has none to show.
        let bound = min(means.fine / 4, means.medium * 4, means.coarse * 64)
        if bound > 0 { quiet = min(quiet, bound) }
      }
      let weight = weights[index]
      guard weight > 0, zone.cells > 0 else { continue }
      energy.add(
        weight, Double(zone.focus.fine), Double(zone.focus.medium) / 256,
        Double(zone.focus.coarse) / 256)
      points.add(
        weight, Double(zone.focus.finePoints), Double(zone.focus.mediumPoints),
        Double(zone.focus.coarsePoints))
      mean += weight * Double(zone.cells) * (statistics.meanCode(of: zone) - black)
      cells += weight * Double(zone.cells)
    }
    guard points.fine >= 1, points.medium >= 1, cells > 0, mean > 0 else { return nil }
    let noise = noiseVariance ?? (quiet.isFinite ? quiet : 0)
    return sample(energy, points, noise: noise, mean: mean / cells)
  }

  private func sample(
    _ energy: Bands, _ points: Bands, noise: Double, mean: Double
  ) -> FocusSample {
    let level = Self.brightnessExponent * Exact.log2(max(mean, 1e-6))
    func band(_ sum: Double, _ count: Double, _ floor: Double) -> (log: Double, error: Double) {
      guard count >= 1 else { return (-20 - level, 40) }
      let whole = sum / count
      let signal = max(whole - floor, whole * Self.leastShare, 1e-9)
      // The scatter of a mean of squares, and what the floor's own error leaves; in stops.
      let scatter = 2 * floor / count.squareRoot() / signal
      let leftover = Self.noiseError * floor / signal
      let error = (scatter * scatter + leftover * leftover).squareRoot() * 1.4426950408889634
      return (Exact.log2(signal) - level, min(error, 40))
    }
    let fine = band(energy.fine, points.fine, 4 * noise)
    let medium = band(energy.medium, points.medium, noise / 4)
    let coarse = band(energy.coarse, points.coarse, noise / 64)
    let whole = energy.medium / points.medium
    let share = whole > 1e-9 ? max(1 - noise / 4 * 1.3 / whole, 0) : 0
    return FocusSample(
      logs: .init(fine: fine.log, medium: medium.log, coarse: coarse.log),
      errors: .init(fine: fine.error, medium: medium.error, coarse: coarse.error), mean: mean,
      signalShare: share)
  }

  /// Looks somewhere else from the next frame on.
  ///
  /// - Parameter rectangles: What to focus on.
  public mutating func look(at rectangles: [WeightedRectangle]) {
    self.rectangles = rectangles
    geometry = nil
  }

  /// Works out how much of each zone the windows hold.
  private mutating func place(_ geometry: ZoneGeometry) {
    self.geometry = geometry
    weights = [Double](repeating: 0, count: geometry.zoneCount)
    add(rectangles, geometry)
    if !weights.contains(where: { $0 > 0 }) {
      add(WeightedRectangle(Self.middle).map { [$0] } ?? [], geometry)
    }
  }

  private mutating func add(_ rectangles: [WeightedRectangle], _ geometry: ZoneGeometry) {
    let (width, height) = (Double(geometry.frameWidth), Double(geometry.frameHeight))
    for weighted in rectangles where weighted.weight > 0 {
      let place = weighted.rectangle
      for row in 0..<geometry.rows {
        let (top, bottom) = (geometry.rowEdges[row], geometry.rowEdges[row + 1])
        let tall = min(place.maxY * height, Double(bottom)) - max(place.y * height, Double(top))
        guard tall > 0 else { continue }
        for column in 0..<geometry.columns {
          let (left, right) = (geometry.columnEdges[column], geometry.columnEdges[column + 1])
          let wide = min(place.maxX * width, Double(right)) - max(place.x * width, Double(left))
          guard wide > 0 else { continue }
          let area = Double((bottom - top) * (right - left))
          weights[row * geometry.columns + column] += tall * wide / area * Double(weighted.weight)
        }
      }
    }
  }

  private struct Bands {
    var fine = 0.0
    var medium = 0.0
    var coarse = 0.0

    mutating func add(_ weight: Double, _ fine: Double, _ medium: Double, _ coarse: Double) {
      self.fine += weight * fine
      self.medium += weight * medium
      self.coarse += weight * coarse
    }
  }
}
