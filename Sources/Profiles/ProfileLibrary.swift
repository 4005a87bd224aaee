public import Controls
internal import Glibc

/// The profiles of a machine: those that ship, then the user's, the nearer over the farther.
public struct ProfileLibrary: Sendable {
  /// A folder's profiles carry its origin.
  public struct Folder: Hashable, Sendable {
    /// The folder's path; one that does not exist holds none.
    public let path: String
    /// What its values carry.
    public let origin: DeviceProfile.Origin

    /// Names a folder.
    ///
    /// - Parameters:
    ///   - path: The folder's path.
    ///   - origin: What its values carry.
    public init(path: String, origin: DeviceProfile.Origin) {
      self.path = path
      self.origin = origin
    }
  }

  /// A file that is no profile, and why; the others count all the same.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let file: String
    /// What is wrong with it.
    public let error: ProfileError
    /// One sentence.
    public var description: String { "\(file): \(error)" }
  }

  /// The profiles that were found.
  public private(set) var profiles: [DeviceProfile] = []
  /// The files that are none.
  public private(set) var faults: [Fault] = []

  /// Reads the `.json` files of folders, in the order of their names.
  ///
  /// - Parameter folders: The folders.
  public init(_ folders: [Folder]) {
    for folder in folders {
      for name in Self.names(in: folder.path) where name.hasSuffix(".json") {
        let file = folder.path + "/" + name
        do throws(ProfileError) {
          let bytes = try Self.contents(of: file)
          profiles.append(try DeviceProfile(json: bytes, origin: folder.origin))
        } catch {
          faults.append(Fault(file: file, error: error))
        }
      }
    }
  }

  /// Where profiles lie: `share/graycard/profiles` beside the program's folder, then the user's folder,
  /// `graycard/profiles` in `$XDG_CONFIG_HOME` or else in `.config` of the home folder.
  ///
  /// - Parameters:
  ///   - program: The program's path.
  ///   - environment: The environment's variables.
  /// - Returns: The folders.
  public static func standardFolders(
    program: String, environment: [String: String]
  ) -> [Folder] {
    var folders: [Folder] = []
    let parts = program.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    if !parts.isEmpty {
      let prefix = parts.joined(separator: "/")
      folders.append(Folder(path: "\(prefix)/share/graycard/profiles", origin: .shipped))
    }
    if let folder = userFolder(environment) {
      folders.append(Folder(path: folder, origin: .user))
    }
    return folders
  }

  /// The user's folder; `nil` without a home.
  ///
  /// - Parameter environment: The environment's variables.
  /// - Returns: The folder's path.
  public static func userFolder(_ environment: [String: String]) -> String? {
    if let base = environment["XDG_CONFIG_HOME"], base.hasPrefix("/") {
      return base + "/graycard/profiles"
    }
    return environment["HOME"].map { $0 + "/.config/graycard/profiles" }
  }

  /// The best that is known of a camera.
  ///
  /// - Parameter camera: The camera's own names.
  /// - Returns: One profile, empty where nothing fits.
  public func best(for camera: DeviceProfile.Match) -> DeviceProfile {
    DeviceProfile.best(of: profiles, for: camera)
  }

  /// Reads one file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - origin: What its values carry.
  /// - Returns: The profile.
  /// - Throws: ``ProfileError``.
  public static func profile(
    file: String, origin: DeviceProfile.Origin
  ) throws(ProfileError) -> DeviceProfile {
    try DeviceProfile(json: contents(of: file), origin: origin)
  }

  /// Writes a profile so that the file is the old one or the new one, whatever happens meanwhile.
  ///
  /// - Parameters:
  ///   - profile: The profile.
  ///   - file: The file; its folder must exist.
  /// - Throws: ``ProfileError/writing(file:errno:)``.
  public static func write(_ profile: DeviceProfile, to file: String) throws(ProfileError) {
    let temporary = "\(file).\(getpid()).new"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .writing(file: file, errno: errno) }
    let text = Array(profile.json.utf8)
    var done = 0
    while done < text.count {
      let count = unsafe text.withUnsafeBytes { bytes in
        unsafe bytes.baseAddress.map {
          unsafe Glibc.write(descriptor, $0 + done, text.count - done)
        } ?? 0
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      done += count
    }
    let isWhole = done == text.count && fsync(descriptor) == 0
    let code = errno
    close(descriptor)
    guard isWhole, unsafe rename(temporary, file) == 0 else {
      let reason = isWhole ? errno : code
      unsafe unlink(temporary)
      throw .writing(file: file, errno: reason)
    }
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      names.append(
        unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names.sorted()
  }

  static func contents(of file: String) throws(ProfileError) -> [UInt8] {
    let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .reading(file: file, errno: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .reading(file: file, errno: errno) }
      if count == 0 { return bytes }
      bytes += buffer.prefix(count)
      guard bytes.count <= JSONValue.mostBytes else { throw .tooLarge(bytes: bytes.count) }
    }
  }
}
