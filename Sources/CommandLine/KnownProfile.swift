internal import Controls
internal import Documents
internal import Profiles
internal import V4L2

/// What profiles say of an attached camera.
enum KnownProfile {
  /// Finds a camera's profile; files that are broken are told of and left out.
  ///
  /// - Parameters:
  ///   - path: The camera's path, also one of those that stay the same.
  ///   - nodes: What is attached.
  ///   - folders: Where profiles lie.
  /// - Returns: The profile, empty where nothing is known or nothing attached has the path.
  static func of(
    _ path: String, among nodes: [DeviceNode] = DeviceList.nodes(),
    in folders: ProfileFolders = .standard
  ) -> DeviceProfile {
    guard let node = nodes.first(where: { $0.path == path || $0.stablePaths.contains(path) })
    else { return DeviceProfile() }
    let library = ProfileLibrary(folders)
    for problem in library.problems {
      Output.standardError.write(
        "graycard: a profile is left out: \(ReportText.printable(problem.description))\n")
    }
    return library.profile(for: node.match)
  }
}
