public import Controls
internal import Photometry

extension DeviceProfile {
  /// The profile as JSON, values of every origin alike; reading it gives the same values.
  public var json: String {
    var members = [JSONValue.Member(name: "schema", value: .integer(Self.schema))]
    let names = [("driver", match.driver), ("card", match.card), ("usb", match.usbIdentifier)]
    members.append(
      JSONValue.Member(
        name: "match",
        value: .object(
          names.compactMap { name, text in
            text.map { JSONValue.Member(name: name, value: .text($0)) }
          })))
    func add<Value>(_ name: String, _ known: Known<Value>?, _ body: (Value) -> JSONValue) {
      guard let known else { return }
      var parts = [JSONValue.Member(name: "value", value: body(known.value))]
      if !known.date.isEmpty {
        parts.append(JSONValue.Member(name: "date", value: .text(known.date)))
      }
      members.append(JSONValue.Member(name: name, value: .object(parts)))
    }
    add("delays", delays) { delays in
      .object([
        JSONValue.Member(name: "exposureTime", value: .integer(delays.exposureTime)),
        JSONValue.Member(name: "analogueGain", value: .integer(delays.analogueGain)),
      ])
    }
    add("response", response) { $0.json }
    add("gainLaw", gainLaw) { $0.json }
    add("blackLevel", blackLevel) { .integer($0) }
    add("quirks", quirks) { .list($0.map(\.rawValue).sorted().map(JSONValue.text)) }
    return JSONValue.object(members).document
  }
}

extension ResponseCurve {
  var json: JSONValue {
    switch self {
    case .linear: .text("linear")
    case .bt709: .text("bt709")
    case .sRGB: .text("srgb")
    case .power(let exponent): .number(exponent.value)
    case .table(let table): .list(table.values.map(JSONValue.number))
    }
  }
}

extension GainLaw {
  var json: JSONValue {
    func member(_ name: String, _ value: JSONValue) -> JSONValue {
      .object([JSONValue.Member(name: name, value: value)])
    }
    switch self {
    case .linear(let unity): return member("linear", .number(unity))
    case .offset(let span): return member("offset", .number(span))
    case .exponential(let unity, let stops):
      return member(
        "exponential",
        .object([
          JSONValue.Member(name: "unity", value: .number(unity)),
          JSONValue.Member(name: "stops", value: .number(stops)),
        ]))
    case .table(let table):
      return member(
        "table", .list(table.entries.map { .list([.number($0.code), .number($0.gain)]) }))
    }
  }
}
