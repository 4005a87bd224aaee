internal import ClosedLoop
internal import Documents
internal import Foundation
internal import GrayCard
internal import Profiles
internal import SimulatedCamera

/// `graycard run` and `graycard simulate`: exposure in a closed loop.
struct RunCommand {
  private var sceneName = "portrait"
  private var hasScene = false
  private var device = DeviceOptions()
  private var tuning = Tuning(
    exposure: ExposureTuning(speed: .fast, biasRange: -10...10))
  private var bias = 0.0
  private var printsLines = false
  private var frames = 300
  private var printsJSON = false
  private var trace: String?
  private var script: SceneScript?

  private static let options: [OptionEntry] = DeviceOptions.entries + simulatedOptions

  private static let simulatedOptions: [OptionEntry] = [
    OptionEntry("for", "n", value: "FRAMES", help: "End after so many frames (default 300)"),
    OptionEntry("json", "j", help: "Print a JSON object a frame"),
    OptionEntry("tuning", value: "FILE", help: "A tuning file; other options count over it"),
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
      name: name, usage: isRun ? "[sim:SCENE]\n-d DEVICE" : "[SCENE]",
      summary: isRun
        ? "Run automatic exposure on a camera or a simulated one."
        : "Run automatic exposure on a simulated camera.",
      details: """
        With -d a camera is steered; its settings are put back at the end, on SIGINT and SIGTERM, and after \
        a crash when it is next used. Without, the camera is a simulated webcam whose delays nobody told; \
        --list names the scenes, portrait is the default. \
        On a terminal a table is redrawn for each frame, and keys steer: l locks all, u unlocks, + and - \
        move the bias, the arrows a spot, t taps it, p presses it long, q ends. Elsewhere each frame is a line: number, time, \
        error in stops, exposure time and gain that the frame was taken with, the state, and why.

        Exit status: 0 if exposure had converged at the end or was at its limits, 1 if not, 2 on wrong \
        usage, 3 where a camera failed or a file could not be written.
        """,
      options: isRun ? options : simulatedOptions, acceptsArguments: true)
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
    do throws(DocumentError) {
      // First, so that other options count over it, wherever they stand.
      for option in parsed.options where option.name == "tuning" {
        command.tuning = try TuningDocument.read(file: option.value ?? "")
      }
    } catch {
      Output.standardError.write("\(table.name): \(ReportText.printable(error.description))\n")
      return .failure
    }
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
      hasScene = true
      sceneName = name.hasPrefix("sim:") ? String(name.dropFirst(4)) : name
    }
    for (name, value) in parsed.options {
      let value = value ?? ""
      if try device.take(name, value) { continue }
      switch name {
      case "for": frames = try OptionValue.count(value)
      case "json": printsJSON = true
      case "lines": printsLines = true
      case "trace": trace = value
      case "tuning": break
      case "pattern": tuning.exposure.pattern = try OptionValue.pattern(value)
      case "speed": tuning.exposure.speed = try OptionValue.speed(value)
      case "program": tuning.exposure.program = try OptionValue.program(value)
      case "flicker": tuning.exposure.flicker = try OptionValue.flicker(value)
      case "bias": bias = try OptionValue.bias(value)
      case "script": script = try OptionValue.script(value)
      default: throw UsageError("the option --\(name) is not known")
      }
    }
    if device.path != nil, hasScene || script != nil {
      throw UsageError("a camera or a simulated scene, not both")
    }
  }

  private func run(_ table: ArgumentTable) -> ExitStatus {
    do {
      return device.path == nil ? try runScene(table) : try runDevice(table)
    } catch {
      Output.standardError.write("\(table.name): \(error)\n")
      return .failure
    }
  }

  private func runScene(_ table: ArgumentTable) throws -> ExitStatus {
    guard let scene = NamedScene.named(sceneName) else {
      table.fail("there is no scene “\(sceneName)”; --list names them")
    }
    let camera = try scene.camera(script: script)
    var tuning = tuning
    // What a program knows that made the camera; a tuning may say otherwise.
    if tuning.exposure.response == nil {
      tuning.exposure.response = camera.description.sensor.response
    }
    var loop = try SimulatedLoop(camera, tuning: tuning)
    loop.requests.bias = bias
    var printer = try printer("sim:\(sceneName)")
    var keys = RunKeys(isWanted: printer.isLive, bias: bias)
    let clock = FramePace(isWanted: keys.isListening)
    for _ in 0..<frames where !StopSignal.isRaised {
      let step = try loop.step()
      printer.marker = keys.marker
      try printer.print(RunReport(step))
      clock.wait(until: step.frame.timestamp)
      guard let asked = keys.requests() else { break }
      loop.requests.add(asked)
    }
    keys.close()
    return printer.status
  }

  private func runDevice(_ table: ArgumentTable) throws -> ExitStatus {
    StopSignal.watch()
    var printer = try printer(ReportText.printable(device.path ?? ""))
    var loop = try DeviceExposure(
      DeviceExposure.Options(device: device, tuning: tuning, bias: bias))
    func complain(_ news: [String]) {
      for line in news {
        Output.standardError.write("\(table.name): \(ReportText.printable(line))\n")
      }
    }
    var keys = RunKeys(isWanted: printer.isLive, bias: bias)
    for _ in 0..<frames {
      guard let report = try loop.step() else { break }
      complain(loop.takeNews())
      printer.marker = keys.marker
      try printer.print(report)
      guard let asked = keys.requests() else { break }
      loop.requests.add(asked)
    }
    keys.close()
    let failures = loop.close()
    complain(failures)
    return failures.isEmpty ? printer.status : .failure
  }

  private func printer(_ title: String) throws -> RunPrinter {
    try RunPrinter(title: title, json: printsJSON, lines: printsLines, trace: trace)
  }
}
