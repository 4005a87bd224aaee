@testable import LockStates

/// Frames written as text: "lock + searching, searching 3, on target".
///
/// A comma ends a frame, a plus joins what one frame brings, a number repeats the frame. A frame
/// without a report has the report of a frame of which nothing can be said.
struct Timeline<Machine: Steered> {
  var frames: [(requests: Machine.Requests, report: Machine.Report)] = []

  init(_ text: String) throws {
    for part in text.split(separator: ",") {
      var words = part.split(separator: " ").map(String.init)
      let count = words.last.flatMap { Int($0) }
      if count != nil { words.removeLast() }
      var requests = Machine.noRequests
      var report = Machine.nothingKnown
      for word in words.joined(separator: " ").split(separator: "+") {
        let name = word.split(separator: " ").joined(separator: " ")
        guard let meaning = Machine.vocabulary[name] else { throw UnknownWord(word: name) }
        switch meaning {
        case .request(let request): Machine.add(request, to: &requests)
        case .report(let other): report = other
        }
      }
      for _ in 0..<(count ?? 1) { frames.append((requests, report)) }
    }
  }

  /// Runs the frames and tells the states after them, as "searching 3, locked 1".
  func run(_ machine: inout Machine) -> String {
    var runs: [(state: Machine.State, count: Int)] = []
    for frame in frames {
      machine.take(frame.requests, frame.report)
      if let last = runs.last, last.state == machine.state {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((machine.state, 1))
      }
    }
    return runs.map { "\($0.state) \($0.count)" }.joined(separator: ", ")
  }
}

struct UnknownWord: Error {
  let word: String
}

enum Word<Requests: Sendable, Report: Sendable>: Sendable {
  case request(Requests)
  case report(Report)
}

/// What the three machines have in common, for tests only.
protocol Steered: Sendable {
  associatedtype Requests: Sendable
  associatedtype Report: Sendable
  associatedtype State: Hashable & Sendable
  associatedtype Causes: Hashable & Sendable

  static var vocabulary: [String: Word<Requests, Report>] { get }
  static var noRequests: Requests { get }
  static var nothingKnown: Report { get }
  static func add(_ later: Requests, to requests: inout Requests)
  var state: State { get }
  @discardableResult
  mutating func take(_ requests: Requests, _ report: Report) -> StateTransition<State, Causes>?
}

extension ExposureLock: Steered {
  static let vocabulary: [String: Word<Requests, Report>] = [
    "off": .request(Requests(mode: .off)), "on": .request(Requests(mode: .automatic)),
    "reset": .request(Requests(reset: true)),
    "new stream": .request(Requests(streamConfigurationChanged: true)),
    "lock": .request(Requests(lock: .immediately)),
    "lock when converged": .request(Requests(lock: .whenConverged)),
    "unlock": .request(Requests(lock: .off)),
    "precapture": .request(Requests(precapture: .start)),
    "cancel": .request(Requests(precapture: .cancel)),
    "compensate": .request(Requests(compensationChanged: true)),
    "wait": .report(.undecided), "searching": .report(.searching),
    "on target": .report(.onTarget), "too dark": .report(.tooDark),
    "too bright": .report(.tooBright), "reached": .report(.compensationReached),
  ]
  static var noRequests: Requests { Requests() }
  static var nothingKnown: Report { .undecided }
  static func add(_ later: Requests, to requests: inout Requests) { requests.add(later) }
  mutating func take(_ requests: Requests, _ report: Report) -> Transition? {
    step(requests: requests, algorithm: report)
  }
}

extension FocusLock: Steered {
  static let vocabulary: [String: Word<Requests, Report>] = [
    "off": .request(Requests(mode: .off)), "single": .request(Requests(mode: .single)),
    "macro": .request(Requests(mode: .macro)),
    "video": .request(Requests(mode: .continuousVideo)),
    "picture": .request(Requests(mode: .continuousPicture)),
    "new stream": .request(Requests(streamConfigurationChanged: true)),
    "trigger": .request(Requests(trigger: .start)),
    "cancel": .request(Requests(trigger: .cancel)),
    "wait": .report(.undecided), "scanning": .report(.scanning),
    "scanning and sharp": .report(.scanningAndSharp), "sharp": .report(.sharp),
    "gave up": .report(.gaveUp),
  ]
  static var noRequests: Requests { Requests() }
  static var nothingKnown: Report { .undecided }
  static func add(_ later: Requests, to requests: inout Requests) { requests.add(later) }
  mutating func take(_ requests: Requests, _ report: Report) -> Transition? {
    step(requests: requests, algorithm: report)
  }
}

extension WhiteBalanceLock: Steered {
  static let vocabulary: [String: Word<Requests, Report>] = [
    "off": .request(Requests(mode: .off)), "preset": .request(Requests(mode: .preset)),
    "on": .request(Requests(mode: .automatic)),
    "new stream": .request(Requests(streamConfigurationChanged: true)),
    "lock": .request(Requests(lock: .immediately)),
    "lock when converged": .request(Requests(lock: .whenConverged)),
    "unlock": .request(Requests(lock: .off)),
    "wait": .report(.undecided), "searching": .report(.searching), "found": .report(.found),
  ]
  static var noRequests: Requests { Requests() }
  static var nothingKnown: Report { .undecided }
  static func add(_ later: Requests, to requests: inout Requests) { requests.add(later) }
  mutating func take(_ requests: Requests, _ report: Report) -> Transition? {
    step(requests: requests, algorithm: report)
  }
}
