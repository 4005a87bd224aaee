internal import Documents
internal import Exposure

/// Programs have three names, two priorities and any road of stages.
extension TuningCodec {
  private static let named: [(word: String, program: ExposureProgram)] = [
    ("balanced", .balanced), ("short", .short), ("long", .long),
  ]

  static func program(_ node: JSONNode) throws(JSONFault) -> ExposureProgram {
    if case .string = node.value {
      let word = try node.word(named.map(\.word))
      return named.first { $0.word == word }?.program ?? .balanced
    }
    let members = try node.object(["time", "gain", "stages"])
    guard members.nodes.count == 1 else {
      throw node.fault(
        .outOfRange("\(members.nodes.count) keys", range: "one of time, gain and stages"))
    }
    if let time = members["time"] {
      let seconds = try time.number(1e-6...3600)
      return try made(.timePriority(seconds), time)
    }
    if let gain = members["gain"] {
      let factor = try gain.number(1...1000)
      return try made(.gainPriority(factor), gain)
    }
    let list = try members.required("stages")
    var stages: [ExposureProgram.Stage] = []
    for item in try list.array(1...32) {
      let pair = try item.array(2...2)
      stages.append(
        ExposureProgram.Stage(
          exposureTime: try pair[0].number(1e-9...1e6),
          analogueGain: try pair[1].number(1...1e6)))
    }
    return try made(ExposureProgram(stages), list)
  }

  private static func made(
    _ program: ExposureProgram?, _ node: JSONNode
  ) throws(JSONFault) -> ExposureProgram {
    guard let program else { throw node.fault(.notRising("times and gains")) }
    return program
  }

  static func json(_ program: ExposureProgram) -> JSONValue {
    if let known = named.first(where: { $0.program == program }) { return .string(known.word) }
    if let time = program.stages.first?.exposureTime, program == .timePriority(time) {
      return .object([.init("time", .real(time))])
    }
    if let gain = program.stages.first?.analogueGain, program == .gainPriority(gain) {
      return .object([.init("gain", .real(gain))])
    }
    return .object([
      .init(
        "stages",
        .array(
          program.stages.map { .array([.real($0.exposureTime), .real($0.analogueGain)]) }))
    ])
  }
}
