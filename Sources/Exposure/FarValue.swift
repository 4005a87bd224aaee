internal import Controls
internal import Photometry

/// Values of a control that are so far away that something must happen, if anything can.
enum FarValue {
  /// 2.5 stops: further than the steps of hidden ladders, and not so far as to clip all.
  private static let factor = 5.65685424949238
  /// Below mid-grey by so many stops a picture is not made darker.
  private static let darkest = -3.0
  /// Codes from here on have round numbers near them.
  private static let roundCodes = 20

  /// Darker where the picture, the range and its codes allow, else brighter.
  ///
  /// - Parameters:
  ///   - value: The value to go away from.
  ///   - range: What the control takes.
  ///   - level: The picture in stops from mid-grey.
  /// - Returns: A value that the control takes.
  static func first(from value: Double, _ range: ControlRange, level: Double) -> Double {
    let (down, up) = (below(value, range), above(value, range, level: level))
    let (reachDown, reachUp) = (stops(value, down), stops(up, value))
    let isRound = (range.steps(of: down) ?? roundCodes) >= roundCodes
    let prefersDown = level > darkest && isRound
    if prefersDown { return reachDown >= min(2, reachUp) ? down : up }
    return reachUp < (isRound ? min(2, reachDown) : 0.5) ? down : up
  }

  static func below(_ value: Double, _ range: ControlRange) -> Double {
    round(max(range.minimum, value / factor), range)
  }

  /// Not so far that the picture would clip: white is 2.5 stops above mid-grey.
  static func above(_ value: Double, _ range: ControlRange, level: Double) -> Double {
    let room = Exact.exp2(min(max(1.8 - level, 0.5), 10))
    return round(min(range.greatest, value * min(factor, room)), range)
  }

  /// How far two values are apart.
  static func stops(_ value: Double, _ other: Double) -> Double {
    guard value > 0, other > 0 else { return 0 }
    return ExposureValue.stops(ofRatio: value / other).magnitude
  }

  /// A camera that drops what is beside its own step takes a round number.
  private static func round(_ value: Double, _ range: ControlRange) -> Double {
    guard let steps = range.steps(of: value) else { return range.nearest(value) }
    let unit = [60, 30, 20, 10].first { steps >= 2 * $0 } ?? 1
    var rounded = (steps + unit / 2) / unit * unit
    if Double(rounded) * range.step > range.greatest { rounded -= unit }
    return range.nearest(Double(rounded) * range.step)
  }
}
