internal import Documents
internal import Controls

/// Gain laws and what is made of them.
extension ProfileCodec {
  /// Codes and their scale: V4L2's are 32 bits wide.
  private static let codes = -0x1p31...0x1p31
  /// What a gain law takes for a factor.
  private static let gains = 0x1p-20...0x1p20

  static func gainLaw(_ node: JSONNode) throws(JSONFault) -> GainLaw {
    let all = try node.object(["law", "unity", "span", "stops", "entries"])
    let law = try all.required("law").word(["linear", "offset", "exponential", "table"])
    switch law {
    case "linear":
      let members = try node.object(["law", "unity"])
      return .linear(unity: try members.required("unity").number(0...0x1p31, openBelow: true))
    case "offset":
      let members = try node.object(["law", "span"])
      return .offset(span: try members.required("span").number(0...0x1p31, openBelow: true))
    case "exponential":
      let members = try node.object(["law", "unity", "stops"])
      let stops = try members.required("stops")
      let rate = try stops.number(-20...20)
      guard rate != 0 else { throw stops.fault(.outOfRange("0", range: "stops a code, not 0")) }
      return .exponential(unity: try members.required("unity").number(codes), stops: rate)
    default:
      return .table(try gainTable(node.object(["law", "entries"]).required("entries")))
    }
  }

  private static func gainTable(_ node: JSONNode) throws(JSONFault) -> GainTable {
    var entries: [GainTable.Entry] = []
    for item in try node.array(2...1024) {
      let pair = try item.array(2...2)
      entries.append(
        GainTable.Entry(code: try pair[0].number(codes), gain: try pair[1].number(gains)))
    }
    guard let table = GainTable(entries) else { throw node.fault(.notRising("codes and gains")) }
    return table
  }

  static func whiteBalanceResponse(_ node: JSONNode) throws(JSONFault) -> WhiteBalanceResponse {
    let members = try node.object(["red", "blue"])
    return WhiteBalanceResponse(
      red: try gainLaw(members.required("red")), blue: try gainLaw(members.required("blue")))
  }

  static func json(_ law: GainLaw) -> JSONValue {
    func object(_ name: String, _ members: [JSONValue.Member]) -> JSONValue {
      .object([JSONValue.Member("law", .string(name))] + members)
    }
    switch law {
    case .linear(let unity): return object("linear", [.init("unity", .real(unity))])
    case .offset(let span): return object("offset", [.init("span", .real(span))])
    case .exponential(let unity, let stops):
      return object("exponential", [.init("unity", .real(unity)), .init("stops", .real(stops))])
    case .table(let table):
      let entries = table.entries.map { JSONValue.array([.real($0.code), .real($0.gain)]) }
      return object("table", [.init("entries", .array(entries))])
    }
  }

  static func json(_ response: WhiteBalanceResponse) -> JSONValue {
    .object([.init("red", json(response.red)), .init("blue", json(response.blue))])
  }
}
