public import Documents
public import Controls

extension ProfileLibrary {
  /// Saves what was learned of a camera in the user's folder, over what a file there says of the same
  /// camera; values that were not learned stay as they are in it.
  ///
  /// The file is written whole or not at all, also where the power fails. A file of another camera, or
  /// one that can't be read, is never written over.
  ///
  /// - Parameter learned: What was learned.
  /// - Returns: The file.
  /// - Throws: `DocumentError`.
  public func save(learned: DeviceProfile) throws(DocumentError) -> String {
    guard let folder = folders.user else {
      throw DocumentError(file: "profile", place: nil, fault: .noUserFolder)
    }
    try Files.makeFolder(folder)
    let (path, old) = try Self.place(for: learned.match, inFolder: folder)
    let text = try ProfileDocument.text(of: old?.merging(learned) ?? learned, name: path)
    try Files.replace(path, with: Array(text.utf8))
    return path
  }

  /// The file of a camera in a folder, and what it holds: that which has the same match, or the first
  /// free name.
  private static func place(
    for match: DeviceProfile.Match, inFolder folder: String
  ) throws(DocumentError) -> (path: String, old: DeviceProfile?) {
    for path in try Files.documents(inFolder: folder) {
      do throws(DocumentError) {
        // The user's origin at most, so that what is learned wins.
        let old = try read(path, place: .user)
        if old.match == match { return (path, old) }
      } catch {
        continue
      }
    }
    let taken = Set(try Files.documents(inFolder: folder))
    let name = fileName(for: match)
    let names = [name] + (2...taken.count + 2).map { "\(name)-\($0)" }
    let free = names.map { "\(folder)/\($0).json" }.first { !taken.contains($0) }
    return (free ?? "\(folder)/\(name).json", nil)
  }

  /// A name of ASCII letters, digits and hyphens, of any camera's names.
  static func fileName(for match: DeviceProfile.Match) -> String {
    let parts = [match.driver, match.card, match.usbIdentifier].compactMap { $0 }
    let words = parts.joined(separator: "-").lowercased().utf8
      .map { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) ? $0 : UInt8(ascii: "-") }
      .split(separator: UInt8(ascii: "-"))
      .map { String(decoding: $0, as: UTF8.self) }
    let name = String(words.joined(separator: "-").prefix(100))
    return name.isEmpty ? "camera" : name
  }
}
