public import Documents
public import GrayCard

/// A tuning as JSON text; Documentation/Tuning.md describes every knob.
public enum TuningDocument {
  /// The version of the document that is read and written.
  public static let schema = 1

  /// Reads a tuning. What the text leaves out keeps its default.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text, at most 1 MiB.
  ///   - name: What errors call it.
  /// - Returns: The tuning.
  /// - Throws: `DocumentError` with the first thing that is wrong, a guess at what was meant with it.
  public static func read(_ bytes: [UInt8], name: String) throws(DocumentError) -> Tuning {
    let document: JSONValue
    do throws(JSONParser.Failure) {
      document = try JSONParser.parse(bytes)
    } catch {
      throw DocumentError(
        file: name, place: .init(line: error.line, column: error.column, path: ""),
        fault: error.fault)
    }
    do throws(JSONFault) {
      return try tuning(JSONNode(document))
    } catch {
      let locator = JSONLocator(bytes)
      let place = locator.place(of: locator.offset(of: error.path, atKey: error.atKey))
      throw DocumentError(
        file: name,
        place: .init(line: place.line, column: place.column, path: error.path.text),
        fault: error.fault)
    }
  }

  /// Reads a file.
  ///
  /// - Parameter path: The file.
  /// - Returns: The tuning.
  /// - Throws: `DocumentError`.
  public static func read(file path: String) throws(DocumentError) -> Tuning {
    try read(try Files.read(path, most: JSONParser.mostBytes), name: path)
  }

  private static func tuning(_ node: JSONNode) throws(JSONFault) -> Tuning {
    var groups: [String] = []
    for field in TuningField.all where groups.last != field.group { groups.append(field.group) }
    // The version first: a later one may have knobs that this one does not know.
    if case .object(let members) = node.value,
      let found = members.first(where: { $0.key == "schema" })
    {
      let version = JSONNode(found.value, path: [.key("schema")])
      let number = try version.integer(0 ... .max)
      guard number == schema else { throw version.fault(.schema(number, known: schema)) }
    }
    let members = try node.object(["schema"] + groups)
    _ = try members.required("schema")
    var tuning = Tuning()
    for group in groups {
      guard let object = members[group] else { continue }
      let fields = TuningField.all.filter { $0.group == group }
      let values = try object.object(fields.map(\.key))
      for field in fields {
        if let value = values[field.key] { try field.read(value, &tuning) }
      }
    }
    return tuning
  }

  /// Writes a tuning with every knob. Reading it again gives the same, to the bit.
  ///
  /// - Parameters:
  ///   - tuning: The tuning.
  ///   - name: What errors call it.
  /// - Returns: UTF-8 text with a line feed at its end.
  /// - Throws: `DocumentError` where a value is outside what is read.
  public static func text(
    of tuning: Tuning, name: String = "tuning"
  ) throws(DocumentError) -> String {
    var members = [JSONValue.Member("schema", .integer(schema))]
    for field in TuningField.all {
      let member = JSONValue.Member(field.key, field.write(tuning))
      if let last = members.last, last.key == field.group, case .object(let inner) = last.value {
        members[members.count - 1] = .init(field.group, .object(inner + [member]))
      } else {
        members.append(.init(field.group, .object([member])))
      }
    }
    let text: String
    do throws(JSONText.NotFinite) {
      text = try JSONText.text(.object(members))
    } catch {
      throw DocumentError(file: name, place: nil, fault: .notFinite)
    }
    _ = try read(Array(text.utf8), name: name)
    return text
  }
}
