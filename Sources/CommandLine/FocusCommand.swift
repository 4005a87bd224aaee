internal import Focus
internal import Foundation
internal import Frames
internal import LockStates
internal import Recordings

/// `graycard focus`: the focus curve of a stack of frames, and the search on it.
struct FocusCommand {
  private static let table = ArgumentTable(
    name: "graycard focus", usage: "sweep SOURCE...\nonce SOURCE...",
    summary: "Print the focus curve of frames taken through focus, or search them.",
    details: """
      SOURCE is a folder, a quoted pattern or files whose order is that of the lens's positions, the first \
      being position 0. With sweep every position is printed with its detail in three bands, in stops, \
      and the peak between the positions. With once the search of automatic focus is played on them, as if \
      they were the pictures of a lens that stands at --start at first: each position that it looks at, \
      and where it ends.

      Exit status: 0 on success, 1 where nothing is in focus, 2 on wrong usage, 3 where a frame could not \
      be read.
      """,
    options: [
      OptionEntry(
        "roi", "r", value: "X,Y,W,H[,WEIGHT]",
        help: "Focus on a rectangle instead of the middle; may be repeated"),
      OptionEntry("start", value: "POSITION", help: "Where the lens is at first (default 0)"),
      OptionEntry(
        "strategy", value: "STRATEGY",
        help: "model (default), fullSweep, coarseToFine or hillClimb"),
      OptionEntry("plot", value: "FILE.svg", help: "Draw the curve, and where the search looked"),
      OptionEntry("json", "j", help: "Print a JSON object a position, and one for the result"),
    ] + ReadingOptions.entries, acceptsArguments: true)

  private var isSweep = true
  private var sources: [String] = []
  private var reading = SourceOptions()
  private var rectangles: [WeightedRectangle] = []
  private var start = 0
  private var strategy = FocusStrategy.model
  private var plot: String?
  private var printsJSON = false

  /// Runs the command.
  ///
  /// - Parameter arguments: The command line, the command's name first.
  /// - Returns: How the program ends.
  static func run(_ arguments: [String]) -> ExitStatus {
    var command = FocusCommand()
    do throws(UsageError) {
      try command.take(table.parse(arguments))
    } catch {
      table.fail(error.message)
    }
    return command.run()
  }

  private mutating func take(_ parsed: ParsedArguments) throws(UsageError) {
    guard let verb = parsed.arguments.first, verb == "sweep" || verb == "once" else {
      throw UsageError("say what to do: sweep or once")
    }
    isSweep = verb == "sweep"
    sources = Array(parsed.arguments.dropFirst())
    guard !sources.isEmpty else { throw UsageError("no source is given") }
    for (name, value) in parsed.options {
      let value = value ?? ""
      switch name {
      case "roi": rectangles.append(try OptionValue.rectangle(value))
      case "start":
        guard let position = Int(value), position >= 0 else {
          throw UsageError("--start: “\(value)” is not a position")
        }
        start = position
      case "strategy":
        guard let named = FocusStrategy(rawValue: value) else {
          let known = FocusStrategy.allCases.map(\.rawValue).joined(separator: ", ")
          throw UsageError("--strategy: “\(value)” is none of \(known)")
        }
        strategy = named
      case "plot": plot = value
      case "json": printsJSON = true
      default: try ReadingOptions.take(name, value, &reading)
      }
    }
  }

  private func run() -> ExitStatus {
    do {
      let stack = try FocusStack(sources, reading: reading, rectangles: rectangles)
      for fault in stack.faults { complain(fault) }
      guard stack.samples.count > 1 else {
        complain("a lens needs two positions or more; there are \(stack.samples.count) frames")
        return .failure
      }
      guard start < stack.samples.count else {
        complain("--start: there are \(stack.samples.count) positions")
        return .usage
      }
      let search = isSweep ? nil : FocusReplay(stack, start, strategy, rectangles)
      let isInFocus = search.map { $0.outcome == .focused } ?? stack.hasPeak
      try show(stack, search)
      if let plot { try FocusPlot(stack, search).write(to: plot) }
      return !stack.faults.isEmpty ? .failure : isInFocus ? .success : .difference
    } catch {
      complain("\(error)")
      return .failure
    }
  }

  private func show(_ stack: FocusStack, _ search: FocusReplay?) throws {
    let reports = search.map(\.visits) ?? Array(stack.samples.indices)
    let heights = stack.samples.compactMap { $0?.sharpness }
    let (low, high) = (heights.min() ?? 0, heights.max() ?? 1)
    for position in reports {
      let report = FocusPositionReport(position, stack.names[position], stack.samples[position])
      try write(report) { report.line(from: low, to: high) }
    }
    let result = FocusResultReport(stack, search)
    try write(result) { result.line }
  }

  private func write(_ report: some Encodable, _ text: () -> String) throws {
    guard printsJSON else { return Output.standardOutput.write(text()) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    Output.standardOutput.write(
      String(decoding: try encoder.encode(report), as: UTF8.self) + "\n")
  }

  private func complain(_ message: String) {
    Output.standardError.write("graycard focus: \(ReportText.printable(message))\n")
  }
}

/// The search of automatic focus, played on a stack.
struct FocusReplay {
  private(set) var visits: [Int] = []
  private(set) var outcome = FocusOutcome.idle
  private(set) var end = 0

  init(
    _ stack: FocusStack, _ start: Int, _ strategy: FocusStrategy,
    _ rectangles: [WeightedRectangle]
  ) {
    end = start
    let last = Double(stack.statistics.count - 1)
    guard let lens = FocusLens(farthest: 0, nearest: last, settleTime: 0) else { return }
    var controller = FocusController(
      configuration: FocusConfiguration(
        rectangles: rectangles, strategy: strategy, timeLimit: 60), lens: lens, mode: .single)
    var requests = FocusLock.Requests(trigger: .start)
    for frame in 0..<2 * stack.statistics.count + 8 {
      visits.append(end)
      let decision = controller.step(
        stack.statistics[end], at: Double(frame) / 30, lensPosition: Double(end),
        requests: requests)
      requests = FocusLock.Requests()
      outcome = decision.outcome
      if let target = decision.target {
        end = min(max(Int(target.rounded()), 0), stack.statistics.count - 1)
      }
      if decision.state == .focusedLocked || decision.state == .notFocusedLocked { break }
    }
  }
}
