import Profiles
import Testing
import WhiteBalance

@Suite struct ChromaPriorFileTests {
  private static func document(
    kind: String = "chroma-prior", bins: Int = 64, unit: String = "0.01", rows: Int = 64,
    mireds: [Double] = ChromaPrior.mireds, more: String = ""
  ) -> [UInt8] {
    let row = "[" + [String](repeating: "-100", count: 64).joined(separator: ",") + "]"
    let filter = "[" + [String](repeating: row, count: rows).joined(separator: ",") + "]"
    let text = """
      {"schema": 1, "kind": "\(kind)", "origin": "a test", "bins": \(bins), "step": 0.0625,
       "unit": \(unit), "tolerance": 0.06, "strays": 0.25, "mireds": \(mireds),
       "temperatures": \(mireds.map { -$0 / 1000 }), "zones": \(filter), "edges": \(filter)\(more)}
      """
    return Array(text.utf8)
  }

  @Test func valuesAreReadTimesTheUnit() throws {
    let prior = try ChromaPrior(json: Self.document())
    #expect(prior.zones == [Float](repeating: -1, count: 4096))
    #expect(prior.edges == prior.zones)
    #expect(prior.temperatures == ChromaPrior.mireds.map { -$0 / 1000 })
    #expect(prior.tolerance == 0.06 && prior.strays == 0.25)
  }

  @Test func faultsAreNamed() {
    #expect(throws: ProfileError.value(path: "kind", reason: "cheese is not chroma-prior")) {
      try ChromaPrior(json: Self.document(kind: "cheese"))
    }
    #expect(throws: ProfileError.value(path: "bins", reason: "32 is outside 64...64")) {
      try ChromaPrior(json: Self.document(bins: 32))
    }
    #expect(throws: ProfileError.value(path: "zones", reason: "it has 63 rows, not 64")) {
      try ChromaPrior(json: Self.document(rows: 63))
    }
    #expect(throws: ProfileError.value(path: "mireds", reason: "it has 1 entries, not 15")) {
      try ChromaPrior(json: Self.document(mireds: [100]))
    }
    #expect(throws: ProfileError.unknownKey(path: "zone", suggestion: "zones")) {
      try ChromaPrior(json: Self.document(more: #", "zone": 1"#))
    }
    #expect(throws: ProfileError.missing(path: "schema")) {
      try ChromaPrior(json: Array("{}".utf8))
    }
    // Within the range of entries, but not of values.
    #expect(throws: ProfileError.self) {
      try ChromaPrior(
        json: Self.document(unit: "1", more: "").map { $0 == UInt8(ascii: "-") ? 57 : $0 })
    }
  }

  @Test func thePriorThatShipsIsOne() throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let prior = try ProfileLibrary.chromaPrior(
      file: root + "/share/graycard/priors/simulated.json")
    // Evidence is measured from grey.
    #expect(prior.zones[0] == 0 && prior.edges[0] == 0)
    #expect(prior.zones.contains { $0 < -1 })
    #expect(throws: ProfileError.reading(file: "/nowhere.json", errno: 2)) {
      try ProfileLibrary.chromaPrior(file: "/nowhere.json")
    }
  }
}
