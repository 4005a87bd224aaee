internal import Foundation

/// Shows the frames of a closed loop as a live table, as lines or as JSON, and traces them.
struct RunPrinter {
  private let encoder = JSONEncoder()
  private let output = Output.standardOutput
  private let file: TraceFile?
  /// Whether a table is redrawn.
  let isLive: Bool
  /// Where the spot of the keys is, for the table.
  var marker: String?
  private let printsJSON: Bool
  private var table: RunTable
  private var last: RunReport?

  init(title: String, json: Bool, lines: Bool, trace: String?) throws {
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    file = try trace.map { try TraceFile($0) }
    printsJSON = json
    isLive = output.redraws && !lines && !json
    table = RunTable(title: title, usesColour: output.wantsColour)
  }

  mutating func print(_ report: RunReport) throws {
    let json = String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
    if isLive {
      output.write(table.next(report, marker: marker, size: output.size))
    } else {
      output.write(printsJSON ? json : report.line)
    }
    file?.write(json)
    last = report
  }

  /// Whether exposure had got where it should be.
  var status: ExitStatus { last?.exposure?.progress == "searching" ? .difference : .success }
}

/// A file that lines are appended to.
struct TraceFile {
  /// Why it could not be opened.
  struct TraceError: Error, CustomStringConvertible {
    let description: String
  }

  private let output: Output

  /// Creates or empties a file.
  init(_ path: String) throws {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw TraceError(
        description: "\(path): cannot be written: \(unsafe String(cString: strerror(errno)))")
    }
    output = Output(descriptor: descriptor, name: path)
  }

  func write(_ line: String) { output.write(line) }
}
