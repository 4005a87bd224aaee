public import Documents
public import WhiteBalance

/// A prior of common surfaces as JSON text; Documentation/WhiteBalanceAccuracy.md describes it.
extension ChromaPrior {
  /// The version of the documents that this program reads.
  public static let schema = 1

  private static let keys = [
    "schema", "kind", "origin", "date", "bins", "step", "unit", "tolerance", "strays", "mireds",
    "temperatures", "zones", "edges",
  ]

  /// Reads a prior from a file.
  ///
  /// - Parameter path: The file.
  /// - Throws: `DocumentError`, for the first fault.
  public init(file path: String) throws(DocumentError) {
    try self.init(json: Files.read(path, most: JSONParser.mostBytes), name: path)
  }

  /// Reads a prior from JSON.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text, at most 1 MiB.
  ///   - name: What errors call it.
  /// - Throws: `DocumentError`, for the first fault.
  public init(json bytes: [UInt8], name: String) throws(DocumentError) {
    let document: JSONValue
    do throws(JSONParser.Failure) {
      document = try JSONParser.parse(bytes)
    } catch {
      throw DocumentError(
        file: name, place: .init(line: error.line, column: error.column, path: ""),
        fault: error.fault)
    }
    do throws(JSONFault) {
      try self.init(JSONNode(document))
    } catch {
      let locator = JSONLocator(bytes)
      let place = locator.place(of: locator.offset(of: error.path, atKey: error.atKey))
      throw DocumentError(
        file: name,
        place: .init(line: place.line, column: place.column, path: error.path.text),
        fault: error.fault)
    }
  }

  private init(_ root: JSONNode) throws(JSONFault) {
    let members = try root.object(Self.keys)
    let version = try members.required("schema")
    let number = try version.integer(0...1_000_000)
    guard number == Self.schema else { throw version.fault(.schema(number, known: Self.schema)) }
    _ = try members.required("kind").word(["chroma-prior"])
    _ = try members.required("bins").integer(Self.bins...Self.bins)
    _ = try members.required("step").number(Self.step...Self.step)
    let unit = try members.required("unit").number(1e-6...1)
    let tolerance = try members.required("tolerance").number(Self.tolerances)
    let strays = try members.required("strays").number(Self.shares)
    let scale = try members.required("mireds")
    let mireds = try Self.numbers(scale, 0...1e6, Self.mireds.count)
    guard mireds == Self.mireds else {
      throw scale.fault(.outOfRange("\(mireds)", range: "\(Self.mireds)"))
    }
    let temperatures = try Self.numbers(
      members.required("temperatures"), Self.values, mireds.count)
    let zones = try Self.filter(members.required("zones"), unit)
    let edges = try Self.filter(members.required("edges"), unit)
    guard
      let prior = ChromaPrior(
        zones: zones, edges: edges, temperatures: temperatures, tolerance: tolerance,
        strays: strays)
    else {
      throw root.fault(.outOfRange("an entry times unit", range: "values of \(Self.values)"))
    }
    self = prior
  }

  private static func numbers(
    _ node: JSONNode, _ range: ClosedRange<Double>, _ count: Int
  ) throws(JSONFault) -> [Double] {
    var numbers: [Double] = []
    for item in try node.array(count...count) { numbers.append(try item.number(range)) }
    return numbers
  }

  /// Rows of whole numbers, each times the unit.
  private static func filter(_ node: JSONNode, _ unit: Double) throws(JSONFault) -> [Float] {
    var values: [Float] = []
    for row in try node.array(bins...bins) {
      for item in try row.array(bins...bins) {
        values.append(Float(Double(try item.integer(-1_000_000...1_000_000)) * unit))
      }
    }
    return values
  }
}
