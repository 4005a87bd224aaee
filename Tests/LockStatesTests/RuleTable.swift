import Testing

/// A table of the contract as data: "from | cause | to", a row a line.
///
/// Only the oracles use it; the machines know nothing of it. "any" is each state, "any but a, b" each
/// other one, "a, b" both.
struct RuleTable<State, Event>
where
  State: CaseIterable & Hashable & RawRepresentable<Int>,
  Event: CaseIterable & Hashable & RawRepresentable<Int>
{
  private let eventCount = Event.allCases.count
  private var next: [State?]
  private var uses: [Int]

  init(_ rows: String) throws {
    next = Array(repeating: nil, count: State.allCases.count * eventCount)
    uses = Array(repeating: 0, count: next.count)
    for row in rows.split(separator: "\n") where !row.allSatisfy({ $0 == " " }) {
      let cells = row.split(separator: "|").map { Self.trimmed($0) }
      try #require(cells.count == 3, "\(row)")
      let to = try #require(State.allCases.first { "\($0)" == cells[2] }, "\(row)")
      let event = try #require(Event.allCases.first { "\($0)" == cells[1] }, "\(row)")
      for from in try Self.states(cells[0]) {
        let index = index(from, event)
        try #require(next[index] == nil || next[index] == to, "\(row) contradicts another")
        next[index] = to
      }
    }
  }

  /// What the table says of a state and a cause; `nil` where it has no row.
  mutating func after(_ state: State, _ event: Event) -> State? {
    let index = index(state, event)
    uses[index] += 1
    return next[index]
  }

  /// Rows that were never looked up.
  var unused: [String] {
    State.allCases.flatMap { state in
      Event.allCases.compactMap { event in
        let index = index(state, event)
        return next[index] != nil && uses[index] == 0 ? "\(state) | \(event)" : nil
      }
    }
  }

  private func index(_ state: State, _ event: Event) -> Int {
    state.rawValue * eventCount + event.rawValue
  }

  private static func states(_ cell: String) throws -> [State] {
    if cell == "any" { return Array(State.allCases) }
    let isExcluding = cell.hasPrefix("any but ")
    let list = isExcluding ? String(cell.dropFirst("any but ".count)) : cell
    let names = list.split(separator: ",").map { trimmed($0) }
    for name in names {
      try #require(State.allCases.contains { "\($0)" == name }, "\(name) is no state")
    }
    return State.allCases.filter { names.contains("\($0)") != isExcluding }
  }

  private static func trimmed(_ text: Substring) -> String {
    text.split(separator: " ").joined(separator: " ")
  }
}
