public import Documents
public import Controls

/// A profile as JSON text; Documentation/Profiles.md describes every key.
public enum ProfileDocument {
  /// Reads a profile.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text, at most 1 MiB.
  ///   - name: What errors call it.
  ///   - place: Where it comes from. No value becomes nearer than this, whatever the text says.
  /// - Returns: The profile.
  /// - Throws: `DocumentError` with the first thing that is wrong.
  public static func read(
    _ bytes: [UInt8], name: String, place: DeviceProfile.Origin
  ) throws(DocumentError) -> DeviceProfile {
    let document: JSONValue
    do throws(JSONParser.Failure) {
      document = try JSONParser.parse(bytes)
    } catch {
      throw DocumentError(
        file: name, place: .init(line: error.line, column: error.column, path: ""),
        fault: error.fault)
    }
    do throws(JSONFault) {
      return try profile(JSONNode(document), place)
    } catch {
      let locator = JSONLocator(bytes)
      let place = locator.place(of: locator.offset(of: error.path, atKey: error.atKey))
      throw DocumentError(
        file: name,
        place: .init(line: place.line, column: place.column, path: error.path.text),
        fault: error.fault)
    }
  }

  private static func profile(
    _ node: JSONNode, _ place: DeviceProfile.Origin
  ) throws(JSONFault) -> DeviceProfile {
    // The version first: a later one may have keys that this one does not know.
    if case .object(let members) = node.value,
      let found = members.first(where: { $0.key == "schema" })
    {
      let schema = JSONNode(found.value, path: [.key("schema")])
      let number = try schema.integer(0 ... .max)
      guard number == DeviceProfile.schema else {
        throw schema.fault(.schema(number, known: DeviceProfile.schema))
      }
    }
    let members = try node.object(["schema", "match"] + ProfileField.all.map(\.key))
    _ = try members.required("schema")
    var profile = DeviceProfile(match: try ProfileCodec.match(members.required("match")))
    for field in ProfileField.all {
      guard let value = members[field.key] else { continue }
      try field.read(value, place, &profile)
    }
    return profile
  }

  /// Writes a profile. Reading it again, from the session, gives the same to the bit.
  ///
  /// - Parameters:
  ///   - profile: The profile.
  ///   - name: What errors call it.
  /// - Returns: UTF-8 text with a line feed at its end.
  /// - Throws: `DocumentError` where a value is outside what is read.
  public static func text(
    of profile: DeviceProfile, name: String = "profile"
  ) throws(DocumentError) -> String {
    let document = JSONValue.object(
      [
        JSONValue.Member("schema", .integer(DeviceProfile.schema)),
        JSONValue.Member("match", ProfileCodec.json(profile.match)),
      ] + ProfileField.all.compactMap { $0.member(of: profile) })
    let text: String
    do throws(JSONText.NotFinite) {
      text = try JSONText.text(document)
    } catch {
      throw DocumentError(file: name, place: nil, fault: .notFinite)
    }
    // Values can be made that no file may hold, as a law of gain with unity 0.
    _ = try read(Array(text.utf8), name: name, place: .session)
    return text
  }
}
