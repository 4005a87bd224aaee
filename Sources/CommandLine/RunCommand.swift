internal import ClosedLoop
internal import Foundation
internal import GrayCard
internal import SimulatedCamera

/// `graycard run` and `graycard simulate`: exposure in a closed loop.
struct RunCommand {
  private var sceneName = "portrait"
  private var pattern = MeteringPattern.matrix
  private var exposure = ExposureConfiguration()
  private var splitter = ExposureSplitter()
  private var bias = 0.0
  private var printsLines = false
  private var frames = 300
  private var printsJSON = false
  private var trace: String?
  private var script: SceneScript?

  private static let options: [OptionEntry] = [
    OptionEntry("for", "n", value: "FRAMES", help: "End after so many frames (default 300)"),
    OptionEntry("json", "j", help: "Print a JSON object a frame"),
    OptionEntry("trace", value: "FILE", help: "Write the JSON objects to a file as well"),
    OptionEntry(
      "pattern", "p", value: "PATTERN",
      help: "average, centre, spot[:X,Y[,DIAMETER]], matrix (default) or highlight"),
    OptionEntry("speed", value: "SPEED", help: "fast (default) or smooth:SECONDS"),
    OptionEntry(
      "program", value: "PROGRAM",
      help: "balanced (default), short, long, time:SECONDS or gain:FACTOR"),
    OptionEntry(
      "flicker", value: "MAINS", help: "Avoid flicker of off (default), 50 or 60 Hz mains"),
    OptionEntry("bias", value: "EV", help: "Exposure compensation in stops"),
    OptionEntry(
      "script", value: "T:EV[:SECONDS],...",
      help: "Change the light instead: to EV stops at T seconds, over SECONDS"),
    OptionEntry("lines", help: "Print a line a frame on a terminal too, instead of a live table"),
    OptionEntry("list", help: "List the scenes"),
  ]

  private static func table(_ name: String) -> ArgumentTable {
    let isRun = name == "graycard run"
    return ArgumentTable(
      name: name, usage: isRun ? "[sim:SCENE]" : "[SCENE]",
      summary: "Run automatic exposure on a simulated camera.",
      details: """
        The camera is a webcam whose delays nobody told; --list names the scenes, portrait is the default. \
        On a terminal a table is redrawn for each frame; elsewhere each frame is a line: number, time, \
        error in stops, exposure time and gain that the frame was taken with, the state, and why.

        Exit status: 0 if exposure had converged at the end or was at its limits, 1 if not, 2 on wrong \
        usage, 3 where a file could not be written.
        """,
      options: options, acceptsArguments: true)
  }

  /// Runs the command.
  ///
  /// - Parameter arguments: The command line, the command's name first.
  /// - Returns: How the program ends.
  static func run(_ arguments: [String]) -> ExitStatus {
    let table = table(arguments.first ?? "graycard run")
    let parsed = table.parse(arguments)
    if parsed.options.contains(where: { $0.name == "list" }) {
      for scene in NamedScene.all {
        let name = scene.name.padding(toLength: 14, withPad: " ", startingAt: 0)
        Output.standardOutput.write("\(name)\(scene.summary)\n")
      }
      return .success
    }
    var command = RunCommand()
    do throws(UsageError) {
      try command.take(parsed)
    } catch {
      table.fail(error.message)
    }
    return command.run(table)
  }

  private mutating func take(_ parsed: ParsedArguments) throws(UsageError) {
    guard parsed.arguments.count <= 1 else { throw UsageError("one scene at a time") }
    if let name = parsed.arguments.first {
      sceneName = name.hasPrefix("sim:") ? String(name.dropFirst(4)) : name
    }
    for (name, value) in parsed.options {
      let value = value ?? ""
      switch name {
      case "for": frames = try OptionValue.count(value)
      case "json": printsJSON = true
      case "lines": printsLines = true
      case "trace": trace = value
      case "pattern": pattern = try OptionValue.pattern(value)
      case "speed": exposure.speed = try OptionValue.speed(value)
      case "program": splitter.program = try OptionValue.program(value)
      case "flicker": splitter.flicker = try OptionValue.flicker(value)
      case "bias": bias = try OptionValue.bias(value)
      case "script": script = try OptionValue.script(value)
      default: throw UsageError("the option --\(name) is not known")
      }
    }
  }

  private func run(_ table: ArgumentTable) -> ExitStatus {
    guard let scene = NamedScene.named(sceneName) else {
      table.fail("there is no scene “\(sceneName)”; --list names them")
    }
    do {
      let camera = try scene.camera(script: script)
      var loop = try SimulatedExposure(
        camera,
        configuration: AutoExposure.Configuration(
          metering: MeteringConfiguration(
            pattern: pattern, response: camera.description.sensor.response),
          exposure: exposure, splitter: splitter, biasRange: -10...10))
      loop.requests.bias = bias
      return try run(&loop)
    } catch {
      Output.standardError.write("\(table.name): \(error)\n")
      return .failure
    }
  }

  private func run(_ loop: inout SimulatedExposure) throws -> ExitStatus {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let output = Output.standardOutput
    let file = try trace.map { try TraceFile($0) }
    var table = RunTable(title: "sim:\(sceneName)", usesColour: output.wantsColour)
    let isLive = output.redraws && !printsLines && !printsJSON
    var last: RunReport?
    for _ in 0..<frames {
      let report = RunReport(try loop.step())
      let json = String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
      if isLive {
        output.write(table.next(report, size: output.size))
      } else {
        output.write(printsJSON ? json : report.line)
      }
      file?.write(json)
      last = report
    }
    return last?.exposure.progress == "searching" ? .difference : .success
  }
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
