internal import Focus
internal import Foundation

/// A position of a stack; its JSON is documented in Documentation/JSON.md.
struct FocusPositionReport: Encodable {
  let schema = 1
  let position: Int
  let name: String
  /// log2 of each band's energy above noise, over the brightness; `nil` where the windows show nothing.
  let fine: Double?
  let medium: Double?
  let coarse: Double?
  let sharpness: Double?
  let error: Double?
  let hasDetail: Bool

  init(_ position: Int, _ name: String, _ sample: FocusSample?) {
    self.position = position
    self.name = name
    fine = sample?.logs.fine
    medium = sample?.logs.medium
    coarse = sample?.logs.coarse
    sharpness = sample?.sharpness
    error = sample?.sharpnessError
    hasDetail = sample?.hasDetail ?? false
  }

  /// A line with a bar for the sharpness.
  func line(from low: Double, to high: Double) -> String {
    guard let fine, let medium, let coarse, let sharpness, let error else {
      return String(format: "%4d  nothing to measure\n", position)
    }
    let share = high > low ? (sharpness - low) / (high - low) : 0
    let bar = String(repeating: "▪", count: Int((share * 32).rounded()))
    return String(
      format: "%4d  fine %+6.2f  medium %+6.2f  coarse %+6.2f  sharpness %+6.2f ±%.2f  %@\n",
      position, fine, medium, coarse, sharpness, min(error, 9.99), hasDetail ? bar : "no detail")
  }
}

/// What became of a sweep or a search.
struct FocusResultReport: Encodable {
  let schema = 1
  /// The sharpest position; of a search where it ended.
  let best: Int?
  /// Where between the positions a parabola has its top; only of a sweep.
  let peak: Double?
  let outcome: String
  let visited: Int

  init(_ stack: FocusStack, _ search: FocusReplay?) {
    if let search {
      best = search.end
      peak = nil
      outcome = Self.word(search.outcome)
      visited = Set(search.visits).count
    } else {
      best = stack.peak?.best
      peak = stack.peak?.place
      outcome = stack.hasPeak ? "focused" : "noContrast"
      visited = stack.samples.count
    }
  }

  private static func word(_ outcome: FocusOutcome) -> String {
    switch outcome {
    case .idle: "idle"
    case .searching: "searching"
    case .focused: "focused"
    case .noContrast: "noContrast"
    case .lensNotResponding: "lensNotResponding"
    case .timedOut: "timedOut"
    case .gaveUp: "gaveUp"
    }
  }

  var line: String {
    let place = peak.map { String(format: ", the peak at %.2f", $0) } ?? ""
    let end = best.map { "position \($0)" } ?? "no position"
    return "\(outcome): \(end)\(place), \(visited) positions looked at\n"
  }
}
