internal import Photometry

/// A response curve as a table, since a power for each zone and channel takes longer than all else.
struct CurveTable: Hashable, Sendable {
  private var response: ResponseCurve = .linear
  /// Light at 4,096 even steps of the encoded range, interpolated between: within 2·10⁻⁶ of the curve
  /// for sRGB.
  private var table: [Double] = []

  private static let steps = 4096

  /// Takes a curve; the table is made when it changes.
  mutating func set(_ response: ResponseCurve) {
    guard response != self.response || (table.isEmpty && response != .linear) else { return }
    self.response = response
    guard response != .linear else { return }
    if table.isEmpty { table = [Double](repeating: 0, count: Self.steps + 1) }
    for step in table.indices {
      table[step] = response.linear(fromEncoded: Double(step) / Double(Self.steps))
    }
  }

  /// The light of a code, 0 for black and 1 for white; what is outside counts as the nearer of them.
  @inline(__always)
  func light(_ code: Double) -> Double {
    let code = code > 0 ? min(code, 1) : 0
    guard response != .linear, table.count > Self.steps else { return code }
    let place = code * Double(Self.steps)
    let low = min(Int(place), Self.steps - 1)
    return table[low] + (place - Double(low)) * (table[low + 1] - table[low])
  }
}

/// A logarithm for histograms: the same bits everywhere, within 2·10⁻⁷, in a fifth of the time of the
/// exact one.
enum QuickLogarithm {
  /// Returns about log2 of a positive, normal number; others give numbers without meaning.
  @inline(__always)
  static func log2(_ x: Double) -> Double {
    let bits = x.bitPattern
    let isUpper = bits & 0xF_FFFF_FFFF_FFFF >= 0x6_A09E_667F_3BCD
    let biased = Int(bits >> 52) &+ (isUpper ? 1 : 0)
    let m = Double(bitPattern: bits & 0xF_FFFF_FFFF_FFFF | (isUpper ? 1022 : 1023) << 52)
    // 2/ln 2 · artanh((m − 1) / (m + 1)), to the seventh power of an argument below 0.172.
    let s = (m - 1) / (m + 1)
    let t = s * s
    let series = 1 + t * (1.0 / 3 + t * (0.2 + t * (1.0 / 7)))
    return Double(biased &- 1023) + 2.8853900817779268 * s * series
  }
}
