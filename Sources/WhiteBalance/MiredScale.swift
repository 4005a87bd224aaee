internal import Photometry

/// A place on a sensor's scale: how warm, and how green.
struct MiredTint: Hashable, Sendable {
  /// Reciprocal megakelvins.
  var mired: Double
  /// Duv from the white of the scale.
  var tint: Double
}

/// A sensor's grey over reciprocal temperature in straight lines of logarithms, which every pair of
/// ratios has exactly one place on.
struct MiredScale: Hashable, Sendable {
  private let mired: [Double]
  /// log2 of red over green at each entry.
  private let red: [Double]
  /// log2 of blue over green.
  private let blue: [Double]

  /// Takes logarithms as they are; not checked.
  init(red: [Double], blue: [Double], mired: [Double]) {
    self.red = red
    self.blue = blue
    self.mired = mired
  }

  /// Takes entries, warmth rising. The result is `nil` unless there are two or more and red rises
  /// against blue by a thousandth of a stop from each to the next.
  init?(_ entries: [(mired: Double, red: Double, blue: Double)]) {
    guard entries.count >= 2 else { return nil }
    mired = entries.map(\.mired)
    red = entries.map { Exact.log2($0.red) }
    blue = entries.map { Exact.log2($0.blue) }
    for index in 1..<entries.count
    where !(difference(index) > difference(index - 1) + 1e-3 && mired[index] > mired[index - 1]) {
      return nil
    }
  }

  private func difference(_ index: Int) -> Double { red[index] - blue[index] }

  /// The last stretch that begins at or below a value of something that rises.
  private func stretch(_ value: Double, _ rising: (Int) -> Double) -> Int {
    var index = 0
    while index < mired.count - 2, rising(index + 1) <= value { index += 1 }
    return index
  }

  /// Linear red and blue over green of grey at a place.
  func ratios(_ place: MiredTint) -> (red: Double, blue: Double) {
    let stops = stops(place)
    return (Exact.exp2(stops.red), Exact.exp2(stops.blue))
  }

  /// The same in stops.
  func stops(_ place: MiredTint) -> (red: Double, blue: Double) {
    let index = stretch(place.mired) { mired[$0] }
    let share = (place.mired - mired[index]) / (mired[index + 1] - mired[index])
    let green = SensorColour.genericStopsPerDuv * place.tint
    return (
      red[index] + share * (red[index + 1] - red[index]) + green,
      blue[index] + share * (blue[index + 1] - blue[index]) + green
    )
  }

  /// The place of ratios above 0; beyond the entries the last lines go on.
  func place(red linearRed: Double, blue linearBlue: Double) -> MiredTint {
    let (logRed, logBlue) = (Exact.log2(linearRed), Exact.log2(linearBlue))
    let wanted = logRed - logBlue
    let index = stretch(wanted, difference)
    let share = (wanted - difference(index)) / (difference(index + 1) - difference(index))
    let red = red[index] + share * (self.red[index + 1] - self.red[index])
    return MiredTint(
      mired: mired[index] + share * (mired[index + 1] - mired[index]),
      tint: (logRed - red) / SensorColour.genericStopsPerDuv)
  }
}
