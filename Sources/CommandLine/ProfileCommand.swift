internal import Documents
internal import Controls
internal import Profiles

/// `graycard profile`: checks and prints device profiles, and says which files a camera's values come
/// from.
struct ProfileCommand {
  private static let table = ArgumentTable(
    name: "graycard profile",
    usage: "[FILE...]\n--match=NAMES [FILE...]",
    summary: "Check and print device profiles, or what they say of a camera.",
    details: """
      Each FILE is checked and its values are printed with unit, origin and date; without FILE all profiles \
      that are found. With --match the values of one camera are printed, each with the file that it comes \
      from and those that it wins over; NAMES are as in driver=uvcvideo,card=HD Webcam,usb=046d:0825, as far \
      as they are known, and each FILE counts as if it lay in the user's folder.

      Shipped profiles lie in share/graycard/profiles beside the program's folder and in graycard/profiles of \
      $XDG_DATA_DIRS, the user's in $XDG_CONFIG_HOME/graycard/profiles. Keys, units and ranges are described \
      in Documentation/Profiles.md. Nothing is written.

      Exit status: 0 on success, 1 where no profile knows the camera, 2 on wrong usage, 3 where a file is \
      broken.
      """,
    options: [
      OptionEntry("match", "m", value: "NAMES", help: "Print what is known of a camera"),
      OptionEntry("shipped", value: "FOLDER", help: "Shipped profiles from this folder alone"),
      OptionEntry("json", "j", help: "Print a JSON object a profile"),
    ],
    acceptsArguments: true)

  private var files: [String] = []
  private var camera: DeviceProfile.Match?
  private var folders = ProfileFolders.standard
  private var printsJSON = false

  /// Runs the command.
  ///
  /// - Parameter arguments: The command line, the command's name first.
  /// - Returns: How the program ends.
  static func run(_ arguments: [String]) -> ExitStatus { ProfileCommand(arguments).run() }

  private init(_ arguments: [String]) {
    let parsed = Self.table.parse(arguments)
    files = parsed.arguments
    for (name, value) in parsed.options {
      switch name {
      case "match":
        do throws(UsageError) {
          camera = try Self.match(value ?? "")
        } catch {
          Self.table.fail("--match: \(error.message)")
        }
      case "shipped": folders.shipped = [value ?? ""]
      default: printsJSON = true
      }
    }
  }

  private func run() -> ExitStatus {
    if let camera { return print(camera) }
    var problems: [DocumentError] = []
    var entries: [ProfileLibrary.Entry] = []
    if files.isEmpty {
      let library = ProfileLibrary(folders)
      (entries, problems) = (library.entries, library.problems)
      if entries.isEmpty, problems.isEmpty { complain("no profile lies in \(places)") }
    } else {
      var library = ProfileLibrary(ProfileFolders())
      for file in files {
        do throws(DocumentError) {
          try library.add(file, place: .user)
        } catch {
          problems.append(error)
        }
      }
      entries = library.entries
    }
    for entry in entries {
      let report = ProfileReport(entry)
      Output.standardOutput.write(printsJSON ? report.json : report.text)
    }
    return end(problems)
  }

  private func print(_ camera: DeviceProfile.Match) -> ExitStatus {
    var library = ProfileLibrary(folders)
    var problems = library.problems
    for file in files {
      do throws(DocumentError) {
        try library.add(file, place: .user)
      } catch {
        problems.append(error)
      }
    }
    let decisions = library.decisions(for: camera)
    let report = ProfileReport(camera, decisions)
    if printsJSON || !decisions.isEmpty {
      Output.standardOutput.write(printsJSON ? report.json : report.text)
    }
    let status = end(problems)
    guard decisions.isEmpty else { return status }
    complain("no profile knows this camera; looked at \(library.entries.count) in \(places)")
    return status == .success ? .difference : status
  }

  private func end(_ problems: [DocumentError]) -> ExitStatus {
    for problem in problems { complain(problem.description) }
    return problems.isEmpty ? .success : .failure
  }

  private var places: String {
    (folders.shipped + [folders.user].compactMap { $0 }).joined(separator: ", ")
  }

  private func complain(_ message: String) {
    Output.standardError.write("graycard profile: \(ReportText.printable(message))\n")
  }

  /// Names with commas between; a comma that no key follows belongs to the name before it.
  static func match(_ text: String) throws(UsageError) -> DeviceProfile.Match {
    var fields: [(key: Substring, value: String)] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if words.count == 2, ["driver", "card", "usb"].contains(words[0]) {
        fields.append((words[0], String(words[1])))
      } else if let last = fields.indices.last {
        fields[last].value += ",\(part)"
      } else {
        throw UsageError("“\(text)” does not begin with driver=, card= or usb=")
      }
    }
    var match = DeviceProfile.Match()
    for (key, value) in fields {
      guard !value.isEmpty else { throw UsageError("\(key)= has no value") }
      let wasGiven: Bool
      switch key {
      case "driver": (wasGiven, match.driver) = (match.driver != nil, value)
      case "card": (wasGiven, match.card) = (match.card != nil, value)
      default: (wasGiven, match.usbIdentifier) = (match.usbIdentifier != nil, value.lowercased())
      }
      guard !wasGiven else { throw UsageError("\(key)= is there twice") }
    }
    return match
  }
}
