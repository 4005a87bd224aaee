import FocusRig

/// A search of the bench.
struct Contender: Sendable {
  let name: String
  /// Makes the search for one run; it may practise on another subject before the same lens first.
  let make: @Sendable (() throws -> ReplayLens) throws -> any FocusSubject

  init(
    name: String, _ make: @escaping @Sendable (() throws -> ReplayLens) throws -> any FocusSubject
  ) {
    self.name = name
    self.make = make
  }

  init(_ subject: some FocusSubject) {
    name = subject.name
    make = { _ in subject }
  }

  /// Searches once; the practice costs time only where the search asks for it.
  func run(_ lens: ReplayLens, practice: () throws -> ReplayLens) throws -> FocusRun {
    var subject = try make(practice)
    return try Self.run(&subject, lens)
  }

  private static func run(_ subject: inout any FocusSubject, _ lens: ReplayLens) throws -> FocusRun
  {
    func opened(_ subject: some FocusSubject) throws -> FocusRun {
      var subject = subject
      return try FocusRun(&subject, lens)
    }
    return try opened(subject)
  }

  static let all =
    [
      Contender(FullSweep()), Contender(GoldenSection()), Contender(CoarseToFine()),
      Contender(HillClimb(.single)), Contender(HillClimb(.adaptive)),
    ] + library
}
