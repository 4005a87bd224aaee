public import Controls
internal import Photometry

/// Learns how a balance control's codes become a factor, from what the picture did when they changed.
///
/// Ratios leave the scale open. Two forms are tried: gain in proportion to code + span, of which plain
/// proportion is the case of a small span, and gain that grows by a factor a code. The one with the
/// smaller squares wins.
public struct CodeLawFit: Hashable, Sendable {
  /// The changes that are remembered; older ones make way.
  public static let most = 24
  /// The changes that are needed before anything is said.
  public static let fewest = 3
  /// The greatest error in stops, root of the mean square, with which a law is believed.
  public static let greatestError = 0.06

  private struct Change: Hashable, Sendable {
    let from: Double
    let to: Double
    let stops: Double
  }

  private var changes: [Change] = []
  private let span: Double

  /// Begins with nothing.
  ///
  /// - Parameter codes: The codes that the control takes.
  public init(codes: ControlRange) {
    span = codes.maximum - codes.minimum
  }

  /// Takes what a change of code did.
  ///
  /// - Parameters:
  ///   - from: The code before.
  ///   - to: The code behind.
  ///   - stops: The change of the channel against green, in stops; what is no number is left out.
  public mutating func observe(from: Double, to: Double, stops: Double) {
    guard from.isFinite, to.isFinite, stops.isFinite, from != to else { return }
    if changes.count >= Self.most { changes.removeFirst() }
    changes.append(Change(from: from, to: to, stops: stops))
  }

  /// The law that explains the changes, or `nil` where none does or there are too few.
  public var law: GainLaw? {
    guard changes.count >= Self.fewest else { return nil }
    var best = exponential
    // Spans from a hundredth of the control's range to ten times it, seven to an octave.
    for step in 0...70 {
      let candidate = max(span, 1) * 0.01 * Exact.exp2(Double(step) / 7)
      let error = squares { Exact.log2(max($0 + candidate, 1e-9)) }
      if error < best.error { best = (.offset(span: candidate), error) }
    }
    let count = Double(changes.count)
    return best.error <= Self.greatestError * Self.greatestError * count ? best.law : nil
  }

  private var exponential: (law: GainLaw, error: Double) {
    var (product, square) = (0.0, 0.0)
    for change in changes {
      let codes = change.to - change.from
      product += codes * change.stops
      square += codes * codes
    }
    let slope = square > 0 ? product / square : 0
    // A control that does nothing, or the reverse, has no such law.
    guard slope > 1e-9 else { return (.exponential(unity: 0, stops: 1e-9), .infinity) }
    return (.exponential(unity: 0, stops: slope), squares { slope * $0 })
  }

  private func squares(_ stops: (Double) -> Double) -> Double {
    changes.reduce(0) { sum, change in
      let off = stops(change.to) - stops(change.from) - change.stops
      return sum + off * off
    }
  }
}
