internal import Glibc

/// The `graycard` program.
@main
struct Graycard {
  /// The version that `--version` prints.
  static let version: StaticString = "graycard 0.1.0"

  static func main() {
    let status = run(CommandLine.arguments)
    exit(status.rawValue)
  }

  /// Runs a command; help and wrong usage end the program inside argp.
  static func run(_ arguments: [String]) -> ExitStatus {
    ArgumentTable.setVersion(version)
    let root = ArgumentTable(
      name: "graycard",
      usage: "COMMAND [OPTION...]",
      summary: "Exposure, focus and white-balance statistics of camera frames.",
      details: """
        Commands:
          devices    list cameras
          controls   list a camera's controls
          meter      print what frames are metered at
          focus      print focus curves of stacks, and search them
          balance    print the light that frames were taken under
          profile    check and print device profiles
          run        run automatic exposure on a camera or a simulated one
          simulate   run automatic exposure on a simulated camera
          record     record frames, and convert recordings
          tuning     explain the controller's knobs, check tuning files

        `graycard COMMAND --help` tells more. Exit status: 0 on success, 1 where a comparison found a \
        difference or exposure did not converge, 2 on wrong usage, 3 where a file or a device failed.
        """,
      options: [], acceptsArguments: true)
    let parsed = root.parse(arguments, stopsAtFirstArgument: true)
    guard let command = parsed.arguments.first else {
      root.fail("no command is given")
    }
    let rest = ["graycard \(command)"] + parsed.rest
    switch command {
    case "devices": return DevicesCommand.run(rest)
    case "controls": return ControlsCommand.run(rest)
    case "profile": return ProfileCommand.run(rest)
    case "meter": return MeterCommand.run(rest)
    case "focus": return FocusCommand.run(rest)
    case "balance": return BalanceCommand.run(rest)
    case "run", "simulate": return RunCommand.run(rest)
    case "record": return RecordCommand.run(rest)
    case "tuning": return TuningCommand.run(rest)
    case "help":
      _ = root.parse(["graycard", "--help"], stopsAtFirstArgument: true)
      return .success
    default: root.fail("there is no command “\(command)”")
    }
  }
}

/// How the program ends.
enum ExitStatus: Int32 {
  case success = 0
  /// A comparison found a difference, or a search did not converge.
  case difference = 1
  case usage = 2
  /// A file or a device failed.
  case failure = 3
}
