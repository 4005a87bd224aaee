internal import Glibc

/// Runs what there is to show on the kernel's own uvcvideo, scenario by scenario.
///
///   driver-scenarios GRAYCARD [NAME...]
@main
struct DriverScenarios {
  static func main() {
    var names = Array(CommandLine.arguments.dropFirst())
    if names.count == 3, names[1] == "--alone" { playAlone(names[2], Stage(program: names[0])) }
    guard !names.isEmpty else {
      say("driver-scenarios: name the graycard program")
      exit(2)
    }
    let program = names.removeFirst()
    let chosen = Scenario.all.filter { names.isEmpty || names.contains($0.name) }
    guard !chosen.isEmpty else {
      say("driver-scenarios: there is none of these; there are")
      for scenario in Scenario.all { say("  \(scenario.name)  \(scenario.summary)") }
      exit(2)
    }
    var failed: [String] = []
    for scenario in chosen {
      let began = Clock.now
      let fault = play(scenario, Stage(program: program))
      let seconds = "\(Int(Clock.now - began)) s"
      if let fault {
        failed.append(scenario.name)
        say("FAILED  \(scenario.name), \(seconds): \(fault)")
      } else {
        say("ok      \(scenario.name), \(seconds)")
      }
    }
    say("\(chosen.count - failed.count) of \(chosen.count) scenarios passed")
    if !failed.isEmpty {
      say("failed: \(failed.joined(separator: ", "))")
      exit(1)
    }
  }
}

extension DriverScenarios {
  /// Plays a scenario in a process of its own: whatever becomes of it, its camera is unplugged with it, and
  /// the next one finds the port free. What went wrong, or `nil`.
  private static func play(_ scenario: Scenario, _ stage: Stage) -> String? {
    do {
      let child = try stage.start(
        [CommandLine.arguments[0], stage.program, "--alone", scenario.name], output: nil)
      guard let status = child.wait(atMost: scenario.seconds) else {
        child.send(SIGKILL)
        // A process that the kernel does not let go is left behind; the machine goes on.
        _ = child.wait(atMost: 10)
        return "no end within \(Int(scenario.seconds)) s"
      }
      guard Clock.wait(20, until: { !Stage.hasNode }) else {
        return "its camera's node did not go within 20 s"
      }
      return status == 0 ? nil : status < 0 ? "ended by signal \(-status)" : "see above"
    } catch {
      return "\(error)"
    }
  }

  private static func playAlone(_ name: String, _ stage: Stage) -> Never {
    guard let scenario = Scenario.all.first(where: { $0.name == name }) else { exit(2) }
    do {
      try scenario.run(stage)
    } catch {
      say("        \(error)")
      exit(1)
    }
    exit(0)
  }
}

/// Something to be shown.
struct Scenario: Sendable {
  let name: String
  let summary: String
  /// Seconds after which it is taken to hang: several times what it takes under emulation.
  let seconds: Double
  let run: @Sendable (Stage) throws -> Void

  init(
    _ name: String, _ summary: String, within seconds: Double = 120,
    _ run: @escaping @Sendable (Stage) throws -> Void
  ) {
    self.name = name
    self.summary = summary
    self.seconds = seconds
    self.run = run
  }
}

/// What was not as it should be.
struct Complaint: Error, CustomStringConvertible {
  let description: String
}

/// Fails a scenario unless something holds.
func require(_ holds: Bool, _ message: @autoclosure () -> String) throws {
  if !holds { throw Complaint(description: message()) }
}

/// The time, in seconds on the monotonic clock.
enum Clock {
  static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// Waits until something holds, for some seconds; whether it came to hold.
  static func wait(_ seconds: Double, until holds: () -> Bool) -> Bool {
    let end = now + seconds
    while now < end {
      if holds() { return true }
      usleep(20_000)
    }
    return holds()
  }
}

/// Prints a line at once: what was said before a fall is what is needed most.
func say(_ line: String) {
  let text = line + "\n"
  _ = unsafe write(1, text, text.utf8.count)
}
