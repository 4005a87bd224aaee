internal import Documents
internal import GrayCard
internal import Profiles

/// `graycard tuning`: prints the knobs with what they mean, and checks tuning files.
enum TuningCommand {
  private static let table = ArgumentTable(
    name: "graycard tuning", usage: "[FILE...]",
    summary: "Explain the controller's knobs, or check tuning files.",
    details: """
      Without FILE every knob is printed with its default, its range and what it does; with --json a \
      tuning file of the defaults, to be edited. Each FILE is checked, and the knobs that differ from their \
      defaults are printed; with --json all of them. Documentation/Tuning.md describes the file.

      Exit status: 0 on success, 2 on wrong usage, 3 where a file is no tuning.
      """,
    options: [OptionEntry("json", "j", help: "Print tuning files instead of explanations")],
    acceptsArguments: true)

  /// Runs the command.
  ///
  /// - Parameter arguments: The command line, the command's name first.
  /// - Returns: How the program ends.
  static func run(_ arguments: [String]) -> ExitStatus {
    let parsed = table.parse(arguments)
    let printsJSON = parsed.options.contains { $0.name == "json" }
    var status = ExitStatus.success
    do throws(DocumentError) {
      if parsed.arguments.isEmpty {
        Output.standardOutput.write(
          printsJSON ? try TuningDocument.text(of: Tuning()) : explanation)
      }
    } catch {
      complain(error)
      return .failure
    }
    for file in parsed.arguments {
      do throws(DocumentError) {
        let tuning = try TuningDocument.read(file: file)
        Output.standardOutput.write(
          printsJSON ? try TuningDocument.text(of: tuning) : differences(tuning, file))
      } catch {
        complain(error)
        status = .failure
      }
    }
    return status
  }

  private static var explanation: String {
    let defaults = Tuning()
    var (lines, group) = ([String](), "")
    for field in TuningField.all {
      if field.group != group {
        group = field.group
        lines.append((lines.isEmpty ? "" : "\n") + group)
      }
      lines.append("  \(field.key) = \(field.text(in: defaults))")
      lines.append("      \(field.summary).")
      lines.append("      \(field.range)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func differences(_ tuning: Tuning, _ file: String) -> String {
    let defaults = Tuning()
    let changed = TuningField.all.filter { $0.text(in: tuning) != $0.text(in: defaults) }
    let name = ReportText.printable(file)
    if changed.isEmpty { return "\(name): all knobs have their defaults\n" }
    return "\(name):\n"
      + changed.map {
        "  \($0.group).\($0.key) = \($0.text(in: tuning)) (default \($0.text(in: defaults)))\n"
      }.joined()
  }

  private static func complain(_ error: DocumentError) {
    Output.standardError.write("graycard tuning: \(ReportText.printable(error.description))\n")
  }
}
