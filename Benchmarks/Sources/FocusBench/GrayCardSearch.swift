import FocusRig
import Frames
import GrayCard
import Statistics

/// The library's controller behind a replayed lens: a tap's search, frame by frame.
struct GrayCardSearch: FocusSubject {
  let name: String
  let strategy: FocusStrategy
  /// What a search before this one learned of the lens.
  var modelWidth: Double?

  init(_ name: String, _ strategy: FocusStrategy = .model) {
    self.name = name
    self.strategy = strategy
  }

  mutating func focus(_ lens: inout ReplayLens) throws -> FocusVerdict {
    let rectangle = WeightedRectangle(lens.window).map { [$0] } ?? []
    guard
      let described = FocusLens(
        farthest: 0, nearest: Double(max(lens.count - 1, 1)), settleTime: 0,
        modelWidth: modelWidth)
    else { return .gaveUp }
    var controller = FocusController(
      configuration: FocusConfiguration(
        rectangles: rectangle, strategy: strategy, timeLimit: 60), lens: described, mode: .single)
    var requests = FocusLock.Requests(trigger: .start)
    for frame in 0..<400 {
      let decision = controller.step(
        try lens.look(), at: Double(frame) / 30, lensPosition: Double(lens.position),
        requests: requests)
      requests = FocusLock.Requests()
      if let target = decision.target { lens.move(to: Int(target.rounded())) }
      switch decision.state {
      case .focusedLocked:
        modelWidth = controller.lens.modelWidth
        return .sharp
      case .notFocusedLocked: return decision.outcome == .noContrast ? .noContrast : .gaveUp
      default: break
      }
    }
    return .gaveUp
  }
}

extension Contender {
  /// The library, before it knows the lens and after one search of another subject with it.
  static let library: [Contender] = [
    Contender(GrayCardSearch("GrayCard, lens unknown")),
    Contender(name: "GrayCard, lens learned") { practice in
      var search = GrayCardSearch("GrayCard, lens learned")
      var lens = try practice()
      _ = try search.focus(&lens)
      return search
    },
  ]
}
