internal import Exposure
internal import SimulatedCamera

extension OptionValue {
  static func speed(_ text: String) throws(UsageError) -> ExposureSpeed {
    let (name, rest) = split(text)
    switch (name, rest) {
    case ("fast", nil): return .fast
    case ("smooth", let seconds?): return .smooth(timeConstant: try positive(seconds))
    default: throw UsageError("--speed: “\(text)” is neither fast nor smooth:SECONDS")
    }
  }

  static func program(_ text: String) throws(UsageError) -> ExposureProgram {
    let (name, rest) = split(text)
    let program: ExposureProgram?
    switch (name, rest) {
    case ("balanced", nil): program = .balanced
    case ("short", nil): program = .short
    case ("long", nil): program = .long
    case ("time", let seconds?): program = .timePriority(try positive(seconds))
    case ("gain", let factor?): program = .gainPriority(try positive(factor))
    default: program = nil
    }
    guard let program else {
      throw UsageError(
        "--program: “\(text)” is none of balanced, short, long, time:SECONDS, gain:FACTOR (1 or more)"
      )
    }
    return program
  }

  static func bias(_ text: String) throws(UsageError) -> Double {
    guard let stops = Double(text), (-10...10).contains(stops) else {
      throw UsageError("--bias: “\(text)” is not a number of stops, -10 to 10")
    }
    return stops
  }

  static func flicker(_ text: String) throws(UsageError) -> FlickerAvoidance {
    switch text {
    case "off": .off
    case "50": .mains50
    case "60": .mains60
    default: throw UsageError("--flicker: “\(text)” is none of off, 50, 60")
    }
  }

  /// Light changes, `T:EV[:SECONDS]` with commas between.
  static func script(_ text: String) throws(UsageError) -> SceneScript {
    var events: [SceneScript.Event] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let fields = part.split(separator: ":", omittingEmptySubsequences: false)
      let numbers = fields.compactMap { Double($0) }
      guard numbers.count == fields.count, (2...3).contains(numbers.count),
        numbers.allSatisfy(\.isFinite), numbers[0] >= 0,
        numbers.count == 2 || numbers[2] >= 0
      else {
        throw UsageError("--script: “\(part)” is not of the form T:EV or T:EV:SECONDS")
      }
      events.append(
        .light(at: numbers[0], stops: numbers[1], over: numbers.count == 3 ? numbers[2] : 0))
    }
    return SceneScript(events: events)
  }
}
