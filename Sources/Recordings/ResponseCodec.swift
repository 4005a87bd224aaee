import Documents
import Photometry

/// A response curve as JSON: a word, an exponent or a table.
enum ResponseCodec {
  private static let words: [(String, ResponseCurve)] = [
    ("linear", .linear), ("bt709", .bt709), ("srgb", .sRGB),
  ]

  static func response(_ node: JSONNode) throws(JSONFault) -> ResponseCurve {
    if case .string = node.value {
      let word = try node.word(words.map(\.0))
      return words.first { $0.0 == word }?.1 ?? .linear
    }
    let members = try node.object(["gamma", "table"])
    if let gamma = members["gamma"] {
      let exponent = try gamma.number(0.1...10)
      do throws(ResponseCurveError) {
        return try .gamma(exponent)
      } catch {
        throw gamma.fault(.outOfRange("\(exponent)", range: "0.1 to 10"))
      }
    }
    let table = try members.required("table")
    var values: [Double] = []
    for value in try table.array(ResponseTable.counts) { values.append(try value.number(0...1)) }
    do throws(ResponseTableError) {
      return .table(try ResponseTable(values))
    } catch {
      throw table.fault(.response(error))
    }
  }

  static func value(_ response: ResponseCurve) -> JSONValue {
    switch response {
    case .linear: .string("linear")
    case .bt709: .string("bt709")
    case .sRGB: .string("srgb")
    case .power(let exponent): .object([.init("gamma", .real(exponent.value))])
    case .table(let table): .object([.init("table", .array(table.values.map { .real($0) }))])
    }
  }
}
