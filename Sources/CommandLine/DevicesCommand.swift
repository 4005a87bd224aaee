internal import Foundation
internal import V4L2

/// `graycard devices`: lists the video nodes.
enum DevicesCommand {
  private static let table = ArgumentTable(
    name: "graycard devices",
    usage: "",
    summary: "List cameras, and the video nodes that are none with the reason.",
    details: """
      A camera's line has its path, its names, its USB numbers and serial; under it stand the paths that \
      stay the same when it is plugged in again. Nothing is written to any device.

      Exit status: 0 where there is a camera, 2 on wrong usage, 3 where there is none.
      """,
    options: [OptionEntry("json", "j", help: "Print a JSON object a node")],
    acceptsArguments: false)

  /// Runs the command.
  ///
  /// - Parameter arguments: The command line, the command's name first.
  /// - Returns: How the program ends.
  static func run(_ arguments: [String]) -> ExitStatus {
    let parsed = table.parse(arguments)
    if let stray = parsed.arguments.first { table.fail("“\(stray)” is no option") }
    let nodes = DeviceList.nodes()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for report in nodes.map(DeviceReport.init) {
      if parsed.options.isEmpty {
        Output.standardOutput.write(report.text)
      } else if let json = try? encoder.encode(report) {
        Output.standardOutput.write(String(decoding: json, as: UTF8.self) + "\n")
      }
    }
    if nodes.contains(where: { $0.fault == nil }) { return .success }
    let reason =
      nodes.isEmpty
      ? "there is no video device; is a camera plugged in?" : "none of these is a camera"
    Output.standardError.write("graycard devices: \(reason)\n")
    return .failure
  }
}

/// A video node in words; its JSON is documented in Documentation/JSON.md.
struct DeviceReport: Encodable {
  struct USB: Encodable {
    let identifier: String
    let serial: String?
  }

  let schema = 1
  let path: String
  let driver: String?
  let card: String?
  let bus: String?
  let usb: USB?
  let stablePaths: [String]
  let isCamera: Bool
  let reason: String?

  init(_ node: DeviceNode) {
    path = node.path
    driver = node.capability?.driver
    card = node.capability?.card
    bus = node.capability?.bus
    usb = node.usb.map { USB(identifier: $0.identifier, serial: $0.serial) }
    stablePaths = node.stablePaths
    isCamera = node.fault == nil
    reason = node.fault?.description
  }

  /// Lines for a terminal or a pipe.
  var text: String {
    var line = path
    if let card, let driver, let bus {
      let identity = usb.map { usb in
        ", \(usb.identifier)" + (usb.serial.map { ", serial \($0)" } ?? "")
      }
      line += "  \(card) (\(driver), \(bus)\(identity ?? ""))"
    }
    var lines = [line]
    if let reason { lines.append("  not used: \(reason)") }
    lines += stablePaths.map { "  \($0)" }
    return lines.map { ReportText.printable($0) + "\n" }.joined()
  }
}
