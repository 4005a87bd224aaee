internal import Controls
internal import Foundation
internal import Photometry
internal import Profiles

/// `graycard profile`: checks device profiles and shows what they say.
enum ProfileCommand {
  private static let table = ArgumentTable(
    name: "graycard profile", usage: "[FILE...]",
    summary: "Check device profiles and print what they say.",
    details: """
      Without a FILE the profiles of this machine are listed: those that ship, then the user's in \
      `graycard/profiles' of $XDG_CONFIG_HOME or ~/.config. Documentation/Profiles.md describes the files.

      Exit status: 0 on success, 2 on wrong usage, 3 where a file is no profile.
      """,
    options: [OptionEntry("json", "j", help: "Print each profile as JSON, in its usual form")],
    acceptsArguments: true)

  /// Runs the command.
  ///
  /// - Parameter arguments: The command line, the command's name first.
  /// - Returns: How the program ends.
  static func run(_ arguments: [String]) -> ExitStatus {
    let parsed = table.parse(arguments)
    let printsJSON = parsed.options.contains { $0.name == "json" }
    var status = ExitStatus.success
    var profiles: [(name: String, profile: DeviceProfile)] = []
    if parsed.arguments.isEmpty {
      let library = library()
      profiles = library.profiles.map { ($0.match.card ?? $0.match.driver ?? "any camera", $0) }
      for fault in library.faults {
        complain(fault.description)
        status = .failure
      }
    }
    for file in parsed.arguments {
      do throws(ProfileError) {
        profiles.append((file, try ProfileLibrary.profile(file: file, origin: .user)))
      } catch {
        complain("\(file): \(error)")
        status = .failure
      }
    }
    for (name, profile) in profiles {
      Output.standardOutput.write(printsJSON ? profile.json : text(name, profile))
    }
    return status
  }

  /// The profiles of this machine.
  static func library() -> ProfileLibrary {
    ProfileLibrary(
      ProfileLibrary.standardFolders(
        program: Bundle.main.executablePath ?? CommandLine.arguments[0],
        environment: ProcessInfo.processInfo.environment))
  }

  private static func text(_ name: String, _ profile: DeviceProfile) -> String {
    var lines = [ReportText.printable(name)]
    func add<Value>(
      _ title: String, _ known: DeviceProfile.Known<Value>?, _ words: (Value) -> String
    ) {
      guard let known else { return }
      let origin = "\(known.origin)" + (known.date.isEmpty ? "" : ", \(known.date)")
      let title = title.padding(toLength: 14, withPad: " ", startingAt: 0)
      lines.append("  \(title)\(ReportText.printable("\(words(known.value)) (\(origin))"))")
    }
    add("delays", profile.delays) {
      "exposure time \($0.exposureTime) frames, gain \($0.analogueGain) frames"
    }
    add("response", profile.response) { curve in
      switch curve {
      case .linear: "linear"
      case .bt709: "BT.709"
      case .sRGB: "sRGB"
      case .power(let exponent): "gamma \(exponent.value)"
      case .table(let table): "a table of \(table.values.count) values"
      }
    }
    add("gain law", profile.gainLaw) { law in
      switch law {
      case .linear(let unity): "code / \(unity)"
      case .offset(let span): "1 + code / \(span)"
      case .exponential(let unity, let stops): "2^((code − \(unity)) · \(stops))"
      case .table(let table): "a table of \(table.entries.count) codes"
      }
    }
    add("black level", profile.blackLevel) { "code \($0)" }
    add("quirks", profile.quirks) { $0.map(\.rawValue).sorted().joined(separator: ", ") }
    if lines.count == 1 { lines.append("  says nothing") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func complain(_ message: String) {
    Output.standardError.write("graycard profile: \(ReportText.printable(message))\n")
  }
}
