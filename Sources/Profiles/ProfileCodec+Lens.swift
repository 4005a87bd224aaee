internal import Documents
internal import Controls

/// Colour and focus.
extension ProfileCodec {
  static func sensorMatrix(_ node: JSONNode) throws(JSONFault) -> SensorMatrix {
    var elements: [Double] = []
    for row in try node.array(3...3) {
      for item in try row.array(3...3) { elements.append(try item.number(SensorMatrix.range)) }
    }
    guard let matrix = SensorMatrix(elements) else { throw node.fault(.singularMatrix) }
    return matrix
  }

  static func locus(_ node: JSONNode) throws(JSONFault) -> WhiteBalanceLocus {
    var entries: [WhiteBalanceLocus.Entry] = []
    for item in try node.array(WhiteBalanceLocus.counts) {
      let members = try item.object(["kelvin", "red", "blue"])
      entries.append(
        WhiteBalanceLocus.Entry(
          kelvin: try members.required("kelvin").number(WhiteBalanceLocus.kelvins),
          red: try members.required("red").number(WhiteBalanceLocus.ratios),
          blue: try members.required("blue").number(WhiteBalanceLocus.ratios)))
    }
    guard let locus = WhiteBalanceLocus(entries) else {
      throw node.fault(.notRising("temperatures"))
    }
    return locus
  }

  static func focusRange(_ node: JSONNode) throws(JSONFault) -> FocusRange {
    let members = try node.object(["farthest", "nearest", "dioptres"])
    let farthest = try members.required("farthest").number(FocusRange.codes)
    let nearest = try members.required("nearest").number(FocusRange.codes)
    var ends: FocusRange.Dioptres?
    if let dioptres = members["dioptres"] {
      let members = try dioptres.object(["farthest", "nearest"])
      ends = FocusRange.Dioptres(
        farthest: try members.required("farthest").number(FocusRange.Dioptres.range),
        nearest: try members.required("nearest").number(FocusRange.Dioptres.range))
      guard ends != nil else { throw dioptres.fault(.notRising("farthest and nearest")) }
    }
    guard let range = FocusRange(farthest: farthest, nearest: nearest, dioptres: ends) else {
      throw node.fault(
        .outOfRange("the same code for farthest and nearest", range: "two different ones"))
    }
    return range
  }

  static func json(_ matrix: SensorMatrix) -> JSONValue {
    .array(
      [0, 3, 6].map { start in .array(matrix.elements.dropFirst(start).prefix(3).map { .real($0) })
      })
  }

  static func json(_ locus: WhiteBalanceLocus) -> JSONValue {
    .array(
      locus.entries.map {
        .object([
          .init("kelvin", .real($0.kelvin)), .init("red", .real($0.red)),
          .init("blue", .real($0.blue)),
        ])
      })
  }

  static func json(_ range: FocusRange) -> JSONValue {
    var members = [
      JSONValue.Member("farthest", .real(range.farthest)),
      JSONValue.Member("nearest", .real(range.nearest)),
    ]
    if let dioptres = range.dioptres {
      let ends = [
        JSONValue.Member("farthest", .real(dioptres.farthest)),
        JSONValue.Member("nearest", .real(dioptres.nearest)),
      ]
      members.append(JSONValue.Member("dioptres", .object(ends)))
    }
    return .object(members)
  }
}
