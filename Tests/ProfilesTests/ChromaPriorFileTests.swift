import Documents
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

  private func read(_ bytes: [UInt8]) throws -> ChromaPrior {
    try ChromaPrior(json: bytes, name: "p.json")
  }

  @Test func valuesAreReadTimesTheUnit() throws {
    let prior = try read(Self.document())
    #expect(prior.zones == [Float](repeating: -1, count: 4096))
    #expect(prior.edges == prior.zones)
    #expect(prior.temperatures == ChromaPrior.mireds.map { -$0 / 1000 })
    #expect(prior.tolerance == 0.06 && prior.strays == 0.25)
  }

  @Test func faultsAreNamed() {
    func fault(_ bytes: [UInt8]) -> String {
      #expect(throws: DocumentError.self) { try read(bytes) }?.description ?? ""
    }
    #expect(fault(Self.document(kind: "cheese")).contains("kind: “cheese” is not known"))
    #expect(fault(Self.document(bins: 32)).contains("bins: 32 is refused; write 64 to 64"))
    #expect(fault(Self.document(rows: 63)).contains("zones: 63 elements is refused"))
    #expect(fault(Self.document(mireds: [100])).contains("mireds: 1 elements is refused"))
    #expect(fault(Self.document(more: #", "zone": 1"#)).contains("did you mean “zones”?"))
    #expect(fault(Array("{}".utf8)).contains("the key “schema” is missing"))
    // Within the range of entries, but not of values.
    let large = Self.document(unit: "1", more: "").map { $0 == UInt8(ascii: "-") ? 57 : $0 }
    #expect(!fault(large).isEmpty)
  }

  @Test func thePriorThatShipsIsOne() throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let prior = try ChromaPrior(file: root + "/share/graycard/priors/simulated.json")
    // Evidence is measured from grey.
    #expect(prior.zones[0] == 0 && prior.edges[0] == 0)
    #expect(prior.zones.contains { $0 < -1 })
    let missing = #expect(throws: DocumentError.self) { try ChromaPrior(file: "/nowhere.json") }
    #expect(missing?.fault == .notFound)
  }
}
