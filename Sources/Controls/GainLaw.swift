internal import Photometry

/// How a gain control's codes become a linear factor.
///
/// V4L2 gives gain no unit: sensors count in sixteenths, in tenths of a decibel, or in a table of
/// their own. The law belongs to the device's profile.
public enum GainLaw: Hashable, Sendable {
  /// Gain grows in proportion: `code / unity`, where `unity` is the code of gain 1.
  case linear(unity: Double)
  /// Gain is `1 + code / span`: code 0 is gain 1 and `span` doubles it.
  case offset(span: Double)
  /// Gain grows by a factor a code: `2^((code − unity) · stops)`.
  case exponential(unity: Double, stops: Double)
  /// Gain was measured at some codes; between them it is interpolated in stops.
  case table(GainTable)

  /// The linear factor of a code.
  ///
  /// - Parameter code: The driver's code.
  /// - Returns: A positive, finite factor; codes that a law gives none count as the nearest that has.
  public func gain(ofCode code: Double) -> Double {
    switch self {
    case .linear(let unity):
      return Self.clamped(code / unity)
    case .offset(let span):
      return Self.clamped(1 + code / span)
    case .exponential(let unity, let stops):
      return Self.clamped(Exact.exp2((code - unity) * stops))
    case .table(let table):
      return table.gain(ofCode: code)
    }
  }

  /// The code of a linear factor, before it is rounded to the control's step.
  ///
  /// - Parameter gain: A factor; what is not positive counts as the smallest factor of the law.
  /// - Returns: The code.
  public func code(ofGain gain: Double) -> Double {
    let gain = Self.clamped(gain)
    switch self {
    case .linear(let unity): return gain * unity
    case .offset(let span): return (gain - 1) * span
    case .exponential(let unity, let stops): return unity + Exact.log2(gain) / stops
    case .table(let table): return table.code(ofGain: gain)
    }
  }

  /// 2^−20 to 2^20: beyond them no gain is real and stops would overflow.
  private static func clamped(_ gain: Double) -> Double {
    guard gain > 0 else { return 0x1p-20 }
    return min(max(gain, 0x1p-20), 0x1p20)
  }
}

/// Gains measured at some codes of a control.
public struct GainTable: Hashable, Sendable {
  /// A code and its linear factor.
  public struct Entry: Hashable, Sendable {
    /// The driver's code.
    public let code: Double
    /// The linear factor, positive.
    public let gain: Double

    /// Makes an entry; it is checked when a table is made of it.
    ///
    /// - Parameters:
    ///   - code: The driver's code.
    ///   - gain: The linear factor.
    public init(code: Double, gain: Double) {
      self.code = code
      self.gain = gain
    }
  }

  /// The entries, codes and gains rising.
  public let entries: [Entry]

  /// Makes a table. The result is `nil` unless it has 2…1,024 entries of finite codes and positive,
  /// finite gains that both rise strictly.
  ///
  /// - Parameter entries: The entries, in the order of their codes.
  public init?(_ entries: [Entry]) {
    guard (2...1024).contains(entries.count),
      entries.allSatisfy({ $0.code.isFinite && $0.gain > 0 && $0.gain.isFinite }),
      zip(entries, entries.dropFirst()).allSatisfy({ $0.code < $1.code && $0.gain < $1.gain })
    else { return nil }
    self.entries = entries
  }

  func gain(ofCode code: Double) -> Double {
    let index = segment { $0.code <= code }
    let (low, high) = (entries[index], entries[index + 1])
    let share = (code - low.code) / (high.code - low.code)
    let place = share > 0 ? min(share, 1) : 0
    if place == 1 { return high.gain }
    return low.gain * Exact.exp2(place * Exact.log2(high.gain / low.gain))
  }

  func code(ofGain gain: Double) -> Double {
    let index = segment { $0.gain <= gain }
    let (low, high) = (entries[index], entries[index + 1])
    let place = Exact.log2(gain / low.gain) / Exact.log2(high.gain / low.gain)
    return low.code + (high.code - low.code) * (place > 0 ? min(place, 1) : 0)
  }

  /// The last pair of neighbours whose first entry passes a test that holds up to some entry.
  private func segment(_ holds: (Entry) -> Bool) -> Int {
    var index = 0
    while index < entries.count - 2, holds(entries[index + 1]) { index += 1 }
    return index
  }
}
