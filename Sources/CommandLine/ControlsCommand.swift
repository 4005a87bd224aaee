internal import Foundation
internal import V4L2

/// `graycard controls`: lists a camera's controls.
enum ControlsCommand {
  private static let table = ArgumentTable(
    name: "graycard controls",
    usage: "",
    summary: "List a camera's controls, with units, owners and uses.",
    details: """
      The columns are those of v4l2-ctl: name, number, kind, range, default, value, flags. Behind them stand \
      the value in its unit, also in stops where it is exposure (time relative to 1 s, gain and bias to \
      none), who sets it at present, and what GrayCard would use it for. A gain's law is assumed where no \
      profile tells it, and marked so; raw is exposure that has no unit. What is wrong with a driver's \
      description is told under its control.

      Nothing is written, but for what a program that was killed left to be put back.

      Exit status: 0 on success, 2 on wrong usage, 3 where the camera could not be read.
      """,
    options: [
      OptionEntry(
        "device", "d", value: "PATH", help: "The camera (default: the first that there is)"),
      OptionEntry("json", "j", help: "Print a JSON object a control"),
    ],
    acceptsArguments: false)

  /// Runs the command.
  ///
  /// - Parameter arguments: The command line, the command's name first.
  /// - Returns: How the program ends.
  static func run(_ arguments: [String]) -> ExitStatus {
    let parsed = table.parse(arguments)
    if let stray = parsed.arguments.first {
      table.fail("“\(stray)” is no option; -d names a camera")
    }
    let printsJSON = parsed.options.contains { $0.name == "json" }
    let named = parsed.options.last { $0.name == "device" }?.value
    guard let path = named ?? DeviceList.cameras().first?.path else {
      complain("there is no camera; `graycard devices' tells what there is")
      return .failure
    }
    do throws(DeviceError) {
      var policy = ControlPolicy()
      policy.profile = KnownProfile.of(path)
      var camera = try Camera(path, policy: policy)
      let reports = camera.controls.descriptions.map { ControlReport($0, camera) }
      tell(camera.takeEvents())
      camera.close()
      show(reports, printsJSON: printsJSON)
      return .success
    } catch {
      complain(error.description)
      return .failure
    }
  }

  private static func show(_ reports: [ControlReport], printsJSON: Bool) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for report in reports {
      if !printsJSON {
        Output.standardOutput.write(report.text)
      } else if let json = try? encoder.encode(report) {
        Output.standardOutput.write(String(decoding: json, as: UTF8.self) + "\n")
      }
    }
  }

  private static func tell(_ events: [CameraEvent]) {
    for case .restoredOriginals(let failures) in events {
      complain("settings that a program left behind were put back")
      for failure in failures { complain(failure.description) }
    }
  }

  private static func complain(_ message: String) {
    Output.standardError.write("graycard controls: \(ReportText.printable(message))\n")
  }
}
