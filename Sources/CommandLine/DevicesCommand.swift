internal import Foundation
internal import V4L2

/// `graycard devices`: lists cameras, and nodes that are none with the reason.
enum DevicesCommand {
  private struct Row: Encodable {
    let path: String
    let card: String?
    let driver: String?
    let bus: String?
    let usb: String?
    let serial: String?
    let stablePaths: [String]
    let isCamera: Bool
    let reason: String?
  }

  private static let table = ArgumentTable(
    name: "graycard devices", usage: "",
    summary: "List the cameras of this machine.",
    details: """
      A line a camera: path, card, driver, bus, and below it the paths that stay the same when it is \
      plugged in again. Nodes that are no cameras are listed with --all, with the reason.

      Exit status: 0 if there is a camera, 1 if there is none, 2 on wrong usage.
      """,
    options: [
      OptionEntry("all", "a", help: "List nodes that are no cameras too, and say why"),
      OptionEntry("json", "j", help: "Print a JSON object a node"),
    ], acceptsArguments: false)

  /// Runs the command.
  ///
  /// - Parameter arguments: The command line, the command's name first.
  /// - Returns: How the program ends.
  static func run(_ arguments: [String]) -> ExitStatus {
    let parsed = table.parse(arguments)
    if !parsed.arguments.isEmpty { table.fail("it takes no arguments") }
    let names = parsed.options.map(\.name)
    let nodes = DeviceList.nodes()
    let shown = names.contains("all") ? nodes : nodes.filter { $0.fault == nil }
    let output = Output.standardOutput
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for node in shown {
      let row = row(node)
      if names.contains("json") {
        guard let data = try? encoder.encode(row) else { continue }
        output.write(String(decoding: data, as: UTF8.self) + "\n")
      } else {
        output.write(text(row))
      }
    }
    let hasCamera = nodes.contains { $0.fault == nil }
    if !hasCamera, !names.contains("json") {
      let others = nodes.isEmpty ? "" : "; --all lists \(nodes.count) nodes that are none"
      Output.standardError.write("graycard devices: there is no camera\(others)\n")
    }
    return hasCamera ? .success : .difference
  }

  private static func row(_ node: DeviceNode) -> Row {
    Row(
      path: node.path, card: node.capability?.card, driver: node.capability?.driver,
      bus: node.capability?.bus, usb: node.usb?.identifier, serial: node.usb?.serial,
      stablePaths: node.stablePaths, isCamera: node.fault == nil,
      reason: node.fault?.description)
  }

  private static func text(_ row: Row) -> String {
    var parts = [row.path, row.card ?? "unknown", row.driver ?? "unknown"]
    parts += [row.usb.map { "USB \($0)" }, row.bus].compactMap { $0 }
    var text = parts.map(ReportText.printable).joined(separator: "  ") + "\n"
    for path in row.stablePaths { text += "    \(ReportText.printable(path))\n" }
    if let reason = row.reason { text += "    not used: \(ReportText.printable(reason))\n" }
    return text
  }
}
