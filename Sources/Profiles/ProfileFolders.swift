internal import Documents
internal import Glibc

/// Where profiles lie; Documentation/Decisions/0008 says why there.
public struct ProfileFolders: Hashable, Sendable {
  /// Folders of shipped profiles, the farthest first. Those that don't exist count as empty.
  public var shipped: [String]
  /// The user's folder, or `nil` where the user has no home.
  public var user: String?

  /// Takes folders.
  ///
  /// - Parameters:
  ///   - shipped: Folders of shipped profiles, the farthest first.
  ///   - user: The user's folder.
  public init(shipped: [String] = [], user: String? = nil) {
    self.shipped = shipped
    self.user = user
  }

  /// The folders that an environment means: `graycard/profiles` in each of `$XDG_DATA_DIRS` (by default
  /// `/usr/local/share` and `/usr/share`), in `share` beside the program's own folder, and in
  /// `$XDG_CONFIG_HOME` (by default `.config` in `$HOME`).
  ///
  /// Relative paths in the variables are ignored, as the XDG Base Directory Specification 0.8 demands.
  ///
  /// - Parameters:
  ///   - environment: The environment's variables.
  ///   - program: The program's absolute path, for what is installed beside it.
  public init(environment: [String: String], program: String?) {
    func absolute(_ path: some StringProtocol) -> String? {
      guard path.hasPrefix("/") else { return nil }
      // A last slash less, so that paths look alike.
      return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : String(path)
    }
    func set(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let places = (set("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":")
      .compactMap { absolute($0) }
    // The first of the list is the most important one, so it comes last.
    var shipped = places.reversed().map { "\($0)/graycard/profiles" }
    if let program, program.hasPrefix("/") {
      let prefix = Files.split(Files.split(program).folder).folder
      let beside = (prefix == "/" ? "" : prefix) + "/share/graycard/profiles"
      shipped.removeAll { $0 == beside }
      shipped.append(beside)
    }
    let home = set("HOME").flatMap { absolute($0) }.map { "\($0)/.config" }
    let configuration = set("XDG_CONFIG_HOME").flatMap { absolute($0) } ?? home
    self.init(shipped: shipped, user: configuration.map { "\($0)/graycard/profiles" })
  }

  /// The folders of this process.
  public static var standard: ProfileFolders {
    var environment: [String: String] = [:]
    for name in ["XDG_DATA_DIRS", "XDG_CONFIG_HOME", "HOME"] {
      if let value = unsafe getenv(name) { environment[name] = unsafe String(cString: value) }
    }
    let program = unsafe realpath("/proc/self/exe", nil).map { path in
      defer { unsafe free(path) }
      return unsafe String(cString: path)
    }
    return ProfileFolders(environment: environment, program: program)
  }
}
