internal import Documents
internal import Exposure
internal import GrayCard
internal import Metering
internal import Photometry

/// Reads the tuning's values out of JSON, each within the ranges of its type, and writes them.
enum TuningCodec {
  static func flag(_ node: JSONNode) throws(JSONFault) -> Bool {
    guard case .bool(let flag) = node.value else {
      throw node.fault(.wrongType(found: node.value.kind, wanted: "true or false"))
    }
    return flag
  }

  static func strategy(_ node: JSONNode) throws(JSONFault) -> Strategy {
    let word = try node.word(Strategy.allCases.map(\.rawValue))
    return Strategy(rawValue: word) ?? .software
  }

  static func response(_ node: JSONNode) throws(JSONFault) -> ResponseCurve? {
    if case .null = node.value { return nil }
    return try ProfileCodec.response(node)
  }

  static func json(_ response: ResponseCurve?) -> JSONValue {
    response.map { ProfileCodec.json($0) } ?? .null
  }

  static func pattern(_ node: JSONNode) throws(JSONFault) -> MeteringPattern {
    if case .string = node.value {
      return switch try node.word(["average", "centreWeighted", "matrix", "highlightWeighted"]) {
      case "average": .average
      case "centreWeighted": .centreWeighted
      case "highlightWeighted": .highlightWeighted
      default: .matrix
      }
    }
    let members = try node.object(["spot", "custom"])
    if let spot = members["spot"] {
      let parts = try spot.object(["x", "y", "diameter"])
      let made = MeteringPattern.Spot(
        x: try parts.required("x").number(0...1), y: try parts.required("y").number(0...1),
        diameter: try parts.required("diameter").number(0...2, openBelow: true))
      guard let made else { throw spot.fault(.missingKey("diameter")) }
      return .spot(made)
    }
    let custom = try members.required("custom")
    let parts = try custom.object(["columns", "rows", "weights"])
    let columns = try parts.required("columns").integer(1...64)
    let rows = try parts.required("rows").integer(1...64)
    var weights: [Double] = []
    let list = try parts.required("weights")
    for item in try list.array((columns * rows)...(columns * rows)) {
      weights.append(try item.number(0...1e9))
    }
    let grid = MeteringPattern.WeightGrid(columns: columns, rows: rows, weights: weights)
    guard let grid else { throw list.fault(.outOfRange("only zeros", range: "one above 0")) }
    return .custom(grid)
  }

  static func json(_ pattern: MeteringPattern) -> JSONValue {
    switch pattern {
    case .average: .string("average")
    case .centreWeighted: .string("centreWeighted")
    case .matrix: .string("matrix")
    case .highlightWeighted: .string("highlightWeighted")
    case .spot(let spot):
      .object([
        .init(
          "spot",
          .object([
            .init("x", .real(spot.x)), .init("y", .real(spot.y)),
            .init("diameter", .real(spot.diameter)),
          ]))
      ])
    case .custom(let grid):
      .object([
        .init(
          "custom",
          .object([
            .init("columns", .integer(grid.columns)), .init("rows", .integer(grid.rows)),
            .init("weights", .array(grid.weights.map { .real($0) })),
          ]))
      ])
    }
  }

  static func speed(_ node: JSONNode) throws(JSONFault) -> ExposureSpeed {
    if case .string = node.value {
      _ = try node.word(["fast"])
      return .fast
    }
    let seconds = try node.object(["smooth"]).required("smooth").number(0.01...60)
    return .smooth(timeConstant: seconds)
  }

  static func json(_ speed: ExposureSpeed) -> JSONValue {
    switch speed {
    case .fast: .string("fast")
    case .smooth(let constant): .object([.init("smooth", .real(constant))])
    }
  }

  static func flicker(_ node: JSONNode) throws(JSONFault) -> FlickerAvoidance {
    switch try node.word(["off", "50", "60"]) {
    case "50": .mains50
    case "60": .mains60
    default: .off
    }
  }

  static func json(_ flicker: FlickerAvoidance) -> JSONValue {
    switch flicker {
    case .off: .string("off")
    case .mains50: .string("50")
    case .mains60: .string("60")
    }
  }

  static func biasRange(_ node: JSONNode) throws(JSONFault) -> ClosedRange<Double> {
    let ends = try node.array(2...2)
    let (least, greatest) = (try ends[0].number(-10...10), try ends[1].number(-10...10))
    guard least <= greatest else { throw node.fault(.notRising("the two ends")) }
    return least...greatest
  }
}
