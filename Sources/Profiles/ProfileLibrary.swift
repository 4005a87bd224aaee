public import Documents
public import Controls

/// All profiles that there are: shipped, the user's, and those that this session learned.
///
/// A file that can't be read is reported in ``problems`` and left out; the others count.
public struct ProfileLibrary: Hashable, Sendable {
  /// A profile and where it comes from.
  public struct Entry: Hashable, Sendable {
    /// The profile.
    public let profile: DeviceProfile
    /// The file, or `nil` where the session learned it.
    public let path: String?
    /// Where it comes from.
    public let place: DeviceProfile.Origin
  }

  /// Who gives a camera one of its values.
  public struct Decision: Sendable {
    /// The value.
    public let field: ProfileField
    /// The entry whose value is used.
    public let winner: Entry
    /// The entries that fit and have the value too, the nearest last.
    public let losers: [Entry]
  }

  /// Where the files lie.
  public let folders: ProfileFolders
  /// Shipped profiles, then the user's, then the session's.
  public private(set) var entries: [Entry] = []
  /// What is wrong with files and folders that were left out.
  public private(set) var problems: [DocumentError] = []

  /// Reads all files of the folders.
  ///
  /// - Parameter folders: Where the files lie.
  public init(_ folders: ProfileFolders = .standard) {
    self.folders = folders
    for folder in folders.shipped { readFolder(folder, .shipped) }
    if let user = folders.user { readFolder(user, .user) }
  }

  private mutating func readFolder(_ folder: String, _ place: DeviceProfile.Origin) {
    do throws(DocumentError) {
      for path in try Files.documents(inFolder: folder) {
        do throws(DocumentError) {
          try add(path, place: place)
        } catch {
          problems.append(error)
        }
      }
    } catch {
      problems.append(error)
    }
  }

  /// Reads one more file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - place: Where it is taken to come from.
  /// - Throws: `DocumentError`, with nothing added.
  public mutating func add(_ path: String, place: DeviceProfile.Origin) throws(DocumentError) {
    let profile = try Self.read(path, place: place)
    entries.append(Entry(profile: profile, path: path, place: place))
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - place: Where it comes from.
  /// - Returns: The profile.
  /// - Throws: `DocumentError`.
  public static func read(
    _ path: String, place: DeviceProfile.Origin
  ) throws(DocumentError) -> DeviceProfile {
    let bytes = try Files.read(path, most: JSONParser.mostBytes)
    return try ProfileDocument.read(bytes, name: path, place: place)
  }

  /// Takes what this session learned, over what it learned before of the same camera.
  ///
  /// - Parameter profile: What was learned.
  public mutating func learn(_ profile: DeviceProfile) {
    let same = entries.firstIndex { $0.place == .session && $0.profile.match == profile.match }
    guard let same else {
      entries.append(Entry(profile: profile, path: nil, place: .session))
      return
    }
    entries[same] = Entry(
      profile: entries[same].profile.merging(profile), path: nil, place: .session)
  }

  /// What is known of a camera.
  ///
  /// - Parameter camera: The camera's own names.
  /// - Returns: One profile, empty where none fits.
  public func profile(for camera: DeviceProfile.Match) -> DeviceProfile {
    DeviceProfile.best(of: entries.map(\.profile), for: camera)
  }

  /// Which entry gives a camera each of its values; agrees with ``profile(for:)``.
  ///
  /// - Parameter camera: The camera's own names.
  /// - Returns: A decision for each value that is known.
  public func decisions(for camera: DeviceProfile.Match) -> [Decision] {
    let ranking = DeviceProfile.ranking(of: entries.map(\.profile), for: camera)
    return ProfileField.all.compactMap { field in
      var winner: (entry: Entry, origin: DeviceProfile.Origin)?
      var losers: [Entry] = []
      for entry in ranking.map({ entries[$0] }) {
        guard let origin = field.origin(in: entry.profile) else { continue }
        if let winner, origin < winner.origin {
          losers.append(entry)
          continue
        }
        if let winner { losers.append(winner.entry) }
        winner = (entry, origin)
      }
      return winner.map { Decision(field: field, winner: $0.entry, losers: losers) }
    }
  }
}
