internal import Photometry

/// A response curve as stops of light below white over encoded values, for quick look-ups.
///
/// Steps are even in the square root of the encoded value, so that shadows, where a step of the code is
/// a large step of light, get as many entries as they need; square roots are exact everywhere.
struct StopsTable: Hashable, Sendable {
  /// Pieces of the table.
  static let pieces = 256
  /// The least rise of log light over log code that is believed: gammas down to 0.25.
  static let leastSlope = 0.25

  /// log2 of linear light at encoded values of (index / 256)²; rising, 0 at white.
  private(set) var stops: [Double]

  /// Tabulates a curve.
  init(_ curve: ResponseCurve) {
    stops = (0...Self.pieces).map { index in
      Self.stops(curve, Self.encoded(ofEntry: index))
    }
    makeRise()
  }

  /// The encoded value of an entry; the first stands for the light just above black.
  static func encoded(ofEntry index: Int) -> Double {
    let root = Double(index) / Double(pieces)
    return max(root * root, 0x1p-18)
  }

  /// log2 of a curve's light, finite whatever the curve.
  static func stops(_ curve: ResponseCurve, _ encoded: Double) -> Double {
    let light = curve.linear(fromEncoded: encoded)
    return light > 0x1p-200 ? Exact.log2(light) : -200
  }

  /// Takes new entries from a function of the entry's number.
  mutating func fill(_ value: (Int) -> Double) {
    for index in 0...Self.pieces { stops[index] = value(index) }
    makeRise()
  }

  /// Limits entries so that the curve rises and ends at white.
  private mutating func makeRise() {
    stops[Self.pieces] = 0
    var index = Self.pieces - 1
    while index >= 1 {
      let (low, high) = (Double(index), Double(index + 1))
      // log2 of the codes' ratio, (high / low)², is at least 2 (high − low) / high / ln 2.
      let rise = Self.leastSlope * 2 * (high - low) / high
      stops[index] = max(min(stops[index], stops[index + 1] - rise), -200)
      index -= 1
    }
    stops[0] = min(stops[0], stops[1] - 1)
  }

  /// Stops of light at an encoded value, 0 at white.
  ///
  /// - Parameter encoded: 0…1; values outside are brought inside, NaN counts as 0.
  /// - Returns: log2 of linear light; at black as little as the table's first entry.
  func callAsFunction(_ encoded: Double) -> Double {
    let (index, fraction) = Self.place(encoded)
    return stops[index] + (stops[index + 1] - stops[index]) * fraction
  }

  /// Stops of light per unit of the encoded value.
  func slope(_ encoded: Double) -> Double {
    let (index, _) = Self.place(encoded)
    let width = Self.encoded(ofEntry: index + 1) - Self.encoded(ofEntry: index)
    return (stops[index + 1] - stops[index]) / width
  }

  private static func place(_ encoded: Double) -> (index: Int, fraction: Double) {
    let encoded = encoded > 0 ? min(encoded, 1) : 0
    let position = encoded.squareRoot() * Double(pieces)
    let index = min(Int(position), pieces - 1)
    return (index, position - Double(index))
  }

  /// The curve with as many even pieces as the table has, black at 0.
  var curve: ResponseCurve? {
    let count = Self.pieces
    var values = [0.0]
    for index in 1...count {
      values.append(Exact.exp2(self(Double(index) / Double(count))))
    }
    values[count] = 1
    return (try? ResponseTable(values)).map { .table($0) }
  }
}
