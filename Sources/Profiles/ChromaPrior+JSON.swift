internal import Controls
public import WhiteBalance

extension ChromaPrior {
  /// The version of the documents that this program reads.
  public static let schema = 1

  private static let keys = [
    "schema", "kind", "origin", "date", "bins", "step", "unit", "tolerance", "strays", "mireds",
    "temperatures", "zones", "edges",
  ]

  /// Reads a prior from JSON; Documentation/WhiteBalanceAccuracy.md describes it.
  ///
  /// - Parameter json: The document.
  /// - Throws: ``ProfileError``, for the first fault.
  public init(json: [UInt8]) throws(ProfileError) {
    let root = try ProfileReader(value: JSONValue(json), path: "").members(Self.keys)
    func member(_ name: String) throws(ProfileError) -> ProfileReader {
      guard let reader = root[name] else { throw .missing(path: name) }
      return reader
    }
    let version = try member("schema").integer(0...1_000_000)
    guard version == Self.schema else { throw .schema(version) }
    let kind = try member("kind").text()
    guard kind == "chroma-prior" else {
      throw .value(path: "kind", reason: "\(kind) is not chroma-prior")
    }
    _ = try member("bins").integer(Self.bins...Self.bins)
    _ = try member("step").number(Self.step...Self.step)
    let unit = try member("unit").number(1e-6...1)
    let tolerance = try member("tolerance").number(Self.tolerances)
    let strays = try member("strays").number(Self.shares)
    let mireds = try Self.numbers(member("mireds"), 0...1e6, Self.mireds.count)
    guard mireds == Self.mireds else {
      throw .value(path: "mireds", reason: "they must be \(Self.mireds)")
    }
    let temperatures = try Self.numbers(member("temperatures"), Self.values, mireds.count)
    let zones = try Self.filter(member("zones"), unit)
    let edges = try Self.filter(member("edges"), unit)
    guard
      let prior = ChromaPrior(
        zones: zones, edges: edges, temperatures: temperatures, tolerance: tolerance,
        strays: strays)
    else { throw .value(path: "unit", reason: "it brings values outside \(Self.values)") }
    self = prior
  }

  private static func numbers(
    _ reader: ProfileReader, _ range: ClosedRange<Double>, _ count: Int
  ) throws(ProfileError) -> [Double] {
    let items = try reader.list()
    guard items.count == count else {
      throw .value(path: reader.path, reason: "it has \(items.count) entries, not \(count)")
    }
    var numbers: [Double] = []
    for item in items { numbers.append(try item.number(range)) }
    return numbers
  }

  /// Rows of whole numbers, each times the unit.
  private static func filter(
    _ reader: ProfileReader, _ unit: Double
  ) throws(ProfileError) -> [Float] {
    let rows = try reader.list()
    guard rows.count == bins else {
      throw .value(path: reader.path, reason: "it has \(rows.count) rows, not \(bins)")
    }
    var values: [Float] = []
    for row in rows {
      let items = try row.list()
      guard items.count == bins else {
        throw .value(path: row.path, reason: "it has \(items.count) entries, not \(bins)")
      }
      for item in items {
        values.append(Float(Double(try item.integer(-1_000_000...1_000_000)) * unit))
      }
    }
    return values
  }
}

extension ProfileLibrary {
  /// Reads a prior of common surfaces from a file.
  ///
  /// - Parameter file: The file.
  /// - Returns: The prior.
  /// - Throws: ``ProfileError``.
  public static func chromaPrior(file: String) throws(ProfileError) -> ChromaPrior {
    try ChromaPrior(json: contents(of: file))
  }
}
