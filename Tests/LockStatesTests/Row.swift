import Testing

@testable import LockStates

/// One row of a table: frames that lead to its state, the frame of its cause, and what follows.
struct Row<Machine: Steered>: CustomTestStringConvertible, Sendable {
  /// The row's text in the table.
  let testDescription: String
  let start: Machine
  let before: String
  let frame: String
  let to: Machine.State
  let causes: Machine.Causes

  init(
    _ text: String, _ start: Machine, after before: String, _ frame: String, _ to: Machine.State,
    _ causes: Machine.Causes
  ) {
    testDescription = "\(text) (after: \(before))"
    self.start = start
    self.before = before
    self.frame = frame
    self.to = to
    self.causes = causes
  }

  /// Plays the row.
  ///
  /// - Parameter from: The state that the row starts from.
  /// - Throws: `UnknownWord`, where its text has one.
  func check(from: Machine.State) throws {
    var machine = start
    _ = try Timeline(before).run(&machine)
    #expect(machine.state == from, "\(before)")
    for frame in try Timeline<Machine>(frame).frames {
      let transition = machine.take(frame.requests, frame.report)
      #expect(machine.state == to)
      #expect(transition == StateTransition(from: from, to: to, causes: causes))
    }
  }
}
