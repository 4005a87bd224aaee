internal import Frames
internal import Metering
internal import Photometry
internal import Statistics

/// Reads the values of options.
enum OptionValue {
  static func integers(
    _ text: String, separator: Character, count: ClosedRange<Int>
  ) throws(UsageError) -> [Int] {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, count.contains(numbers.count),
      numbers.allSatisfy({ $0 >= 0 })
    else { throw UsageError("“\(text)” is not of the form N\(separator)N, whole numbers") }
    return numbers
  }

  static func numbers(_ text: String, count: ClosedRange<Int>) throws(UsageError) -> [Double] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    guard numbers.count == parts.count, count.contains(numbers.count),
      numbers.allSatisfy(\.isFinite)
    else {
      let wanted =
        count.lowerBound == count.upperBound
        ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
      throw UsageError("“\(text)” is not a list of \(wanted) numbers with commas between")
    }
    return numbers
  }

  static func count(_ text: String) throws(UsageError) -> Int {
    guard let number = Int(text), number > 0 else {
      throw UsageError("“\(text)” is not a whole number above 0")
    }
    return number
  }

  static func positive(_ text: String) throws(UsageError) -> Double {
    guard let number = Double(text), number.isFinite, number > 0 else {
      throw UsageError("“\(text)” is not a number above 0")
    }
    return number
  }

  static func pattern(_ text: String) throws(UsageError) -> MeteringPattern {
    let (name, rest) = split(text)
    switch (name, rest) {
    case ("average", nil): return .average
    case ("centre", nil), ("centre-weighted", nil), ("center", nil): return .centreWeighted
    case ("matrix", nil): return .matrix
    case ("highlight", nil), ("highlight-weighted", nil): return .highlightWeighted
    case ("spot", nil): return .spot(.centre)
    case ("spot", let place?):
      let values = try numbers(place, count: 2...3)
      let diameter = values.count == 3 ? values[2] : MeteringPattern.Spot.centre.diameter
      guard let spot = MeteringPattern.Spot(x: values[0], y: values[1], diameter: diameter) else {
        throw UsageError("a spot's centre lies in 0…1 and its diameter in 0…2")
      }
      return .spot(spot)
    default:
      throw UsageError(
        "“\(text)” is none of average, centre, spot[:X,Y[,DIAMETER]], matrix, highlight")
    }
  }

  static func weights(_ text: String) throws(UsageError) -> MeteringPattern {
    let (size, list) = split(text)
    guard let list else { throw UsageError("“\(text)” is not of the form CxR:W,W,...") }
    let grid = try integers(size, separator: "x", count: 2...2)
    let values = try numbers(list, count: 1...4096)
    guard
      let weights = MeteringPattern.WeightGrid(columns: grid[0], rows: grid[1], weights: values)
    else {
      throw UsageError("\(size) weights are needed, none negative, not all 0, at most 64x64")
    }
    return .custom(weights)
  }

  static func rectangle(_ text: String) throws(UsageError) -> WeightedRectangle {
    let values = try numbers(text, count: 4...5)
    let weight = values.count == 5 ? Int(exactly: values[4]) : WeightedRectangle.greatestWeight
    guard
      let rectangle = NormalisedRectangle(
        x: values[0], y: values[1], width: values[2], height: values[3])
    else { throw UsageError("width and height must be above 0") }
    guard let weight, let weighted = WeightedRectangle(rectangle, weight: weight) else {
      throw UsageError("the weight must be a whole number, 0 to 1000")
    }
    return weighted
  }

  static func grid(_ text: String) throws(UsageError) -> ZoneGridSize {
    let size = try integers(text, separator: "x", count: 2...2)
    guard let grid = ZoneGridSize(columns: size[0], rows: size[1]) else {
      throw UsageError("“\(text)” is outside 1x1 to 64x48")
    }
    return grid
  }

  static func decimation(_ text: String) throws(UsageError) -> HistogramDecimation {
    switch text {
    case "1", "1x1": .every
    case "2x2": .by2x2
    case "4x2": .by4x2
    case "4x4": .by4x4
    default: throw UsageError("“\(text)” is none of 1, 2x2, 4x2, 4x4")
    }
  }

  static func mask(_ text: String) throws(UsageError) -> FrameMask {
    let (name, rest) = split(text)
    let mask: FrameMask?
    switch name {
    case "circle":
      let values = try numbers(rest ?? "", count: 1...3)
      let circle =
        values.count == 3
        ? FrameMask.Circle(centreX: values[1], centreY: values[2], radius: values[0])
        : FrameMask.Circle(radius: values[0])
      mask = circle.map { FrameMask(circle: $0) }
    case "letterbox":
      let bars = try numbers(rest ?? "", count: 2...2)
      mask = FrameMask.letterbox(top: bars[0], bottom: bars[1])
    case "pillarbox":
      let bars = try numbers(rest ?? "", count: 2...2)
      mask = FrameMask.pillarbox(left: bars[0], right: bars[1])
    default:
      throw UsageError("“\(text)” is none of circle:…, letterbox:…, pillarbox:…")
    }
    guard let mask else { throw UsageError("“\(text)” leaves no picture") }
    return mask
  }

  static func range(_ text: String) throws(UsageError) -> SignalRange {
    switch text {
    case "full": return .full
    case "limited": return .limited
    default:
      let levels = try integers(text, separator: ":", count: 2...2)
      return .levels(black: levels[0], white: levels[1])
    }
  }

  static func matrix(_ text: String) throws(UsageError) -> ColourMatrix {
    switch text {
    case "bt601": .bt601
    case "bt709": .bt709
    default: throw UsageError("“\(text)” is neither bt601 nor bt709")
    }
  }

  static func response(_ text: String) throws(UsageError) -> ResponseCurve {
    switch text {
    case "linear": return .linear
    case "bt709": return .bt709
    case "srgb", "sRGB": return .sRGB
    default:
      do throws(ResponseCurveError) {
        return try .gamma(number(text))
      } catch {
        throw UsageError("“\(text)” is none of linear, bt709, srgb, or an exponent of 0.1 to 10")
      }
    }
  }

  static func cfa(_ text: String) throws(UsageError) -> CFAOrder {
    switch text.lowercased() {
    case "rggb": .rggb
    case "grbg": .grbg
    case "gbrg": .gbrg
    case "bggr": .bggr
    default: throw UsageError("“\(text)” is none of rggb, grbg, gbrg, bggr")
    }
  }

  /// A number for a curve's exponent; anything else counts as NaN, which no curve takes.
  private static func number(_ text: String) -> Double { Double(text) ?? .nan }

  private static func split(_ text: String) -> (String, String?) {
    guard let colon = text.firstIndex(of: ":") else { return (text, nil) }
    return (String(text[..<colon]), String(text[text.index(after: colon)...]))
  }
}
