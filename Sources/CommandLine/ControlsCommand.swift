internal import Foundation
internal import GrayCard
internal import V4L2

/// `graycard controls`: lists a camera's controls, and what GrayCard uses them for.
enum ControlsCommand {
  private struct Row: Encodable {
    let id: String
    let name: String
    let type: String
    let minimum: Int64
    let maximum: Int64
    let step: Int64
    let defaultValue: Int64
    let value: Int64?
    /// The value in physical units, as “15.7 ms”.
    let physical: String?
    let flags: [String]
    let items: [Int64: String]?
    let use: String?
    let defects: [String]
  }

  private static let table = ArgumentTable(
    name: "graycard controls", usage: "[-d DEVICE]",
    summary: "List a camera's controls.",
    details: """
      The columns are those of `v4l2-ctl --list-ctrls', then the value in physical units, in stops for \
      exposure and gain, and what GrayCard would use the control for. Nothing is written.

      Exit status: 0 on success, 2 on wrong usage, 3 where the camera could not be opened.
      """,
    options: [
      DeviceOptions.entries[0], OptionEntry("json", "j", help: "Print a JSON object a control"),
    ],
    acceptsArguments: false)

  /// Runs the command.
  ///
  /// - Parameter arguments: The command line, the command's name first.
  /// - Returns: How the program ends.
  static func run(_ arguments: [String]) -> ExitStatus {
    let parsed = table.parse(arguments)
    if !parsed.arguments.isEmpty { table.fail("the camera is named with -d") }
    var options = DeviceOptions()
    options.policy.stateFolder = .none
    do throws(UsageError) {
      for (name, value) in parsed.options { _ = try options.take(name, value ?? "") }
    } catch {
      table.fail(error.message)
    }
    do throws(DeviceError) {
      guard let path = options.path ?? DeviceList.cameras().first?.path else {
        throw .notFound(path: "/dev/video*")
      }
      let camera = try Camera(path, policy: options.policy)
      print(camera, json: parsed.options.contains { $0.name == "json" })
      return .success
    } catch {
      Output.standardError.write("graycard controls: \(ReportText.printable("\(error)"))\n")
      return .failure
    }
  }

  private static func print(_ camera: borrowing Camera, json: Bool) {
    let output = Output.standardOutput
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let features = camera.features
    for description in camera.controls.descriptions {
      let row = row(description, value: camera.controls.value(description.id), features)
      if json {
        guard let data = try? encoder.encode(row) else { continue }
        output.write(String(decoding: data, as: UTF8.self) + "\n")
      } else {
        output.write(text(row))
      }
    }
  }

  private static func row(
    _ description: ControlDescription, value: Int64?, _ features: CameraFeatures
  ) -> Row {
    var items: [Int64: String]?
    if case .menu(let menu) = description.kind {
      items = Dictionary(menu.map { ($0.index, $0.name) }) { first, _ in first }
    }
    return Row(
      id: description.id.description, name: description.name,
      type: ControlWords.kind(description), minimum: description.minimum,
      maximum: description.maximum, step: description.step,
      defaultValue: description.defaultValue, value: value,
      physical: value.flatMap { ControlWords.physical($0, description, features) },
      flags: ControlWords.flags(description.flags), items: items,
      use: ControlWords.use(description.id),
      defects: description.defects.map(ControlWords.defect).sorted())
  }

  private static func text(_ row: Row) -> String {
    let name = row.name.lowercased().replacing(" ", with: "_")
    var text = "\(Self.padded(name, 32)) \(row.id) \(Self.padded("(\(row.type))", 9)) :"
    if row.items == nil, row.type != "button" {
      text += " min=\(row.minimum) max=\(row.maximum) step=\(row.step)"
    } else if row.items != nil {
      text += " min=\(row.minimum) max=\(row.maximum)"
    }
    text += " default=\(row.defaultValue)"
    if let value = row.value { text += " value=\(value)" }
    if let value = row.value, let item = row.items?[value] { text += " (\(item))" }
    if let physical = row.physical { text += " = \(physical)" }
    if !row.flags.isEmpty { text += " flags=\(row.flags.joined(separator: ","))" }
    if let use = row.use { text += " | \(use)" }
    text = ReportText.printable(text) + "\n"
    for (index, item) in (row.items ?? [:]).sorted(by: { $0.key < $1.key }) {
      text += "\t\t\t\t\(index): \(ReportText.printable(item))\n"
    }
    for defect in row.defects { text += "\t\t\t\tnote: \(defect)\n" }
    return text
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
