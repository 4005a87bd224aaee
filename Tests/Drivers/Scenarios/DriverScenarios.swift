internal import Glibc

/// Runs what there is to show on the kernel's own uvcvideo, scenario by scenario.
///
///   driver-scenarios GRAYCARD [NAME...]
@main
struct DriverScenarios {
  static func main() {
    var names = Array(CommandLine.arguments.dropFirst())
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
      do {
        try scenario.run(Stage(program: program))
        say("ok      \(scenario.name), \(Int(Clock.now - began)) s")
      } catch {
        failed.append(scenario.name)
        say("FAILED  \(scenario.name), \(Int(Clock.now - began)) s: \(error)")
      }
    }
    say("\(chosen.count - failed.count) of \(chosen.count) scenarios passed")
    if !failed.isEmpty {
      say("failed: \(failed.joined(separator: ", "))")
      exit(1)
    }
  }
}

/// Something to be shown.
struct Scenario: Sendable {
  let name: String
  let summary: String
  let run: @Sendable (Stage) throws -> Void

  init(_ name: String, _ summary: String, _ run: @escaping @Sendable (Stage) throws -> Void) {
    self.name = name
    self.summary = summary
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
