internal import Controls
internal import Frames
internal import Profiles
internal import V4L2

/// Which camera is used, and how its stream is set.
struct DeviceOptions {
  /// The device's path; `nil` where none was named.
  var path: String?
  var wish = StreamWish()
  var policy = ControlPolicy()
  /// A file to take the profile from; `nil` for the best of this machine's.
  var profile: String?

  static let entries: [OptionEntry] = [
    OptionEntry("device", "d", value: "DEVICE", help: "A camera, as /dev/video0 or 0"),
    OptionEntry(
      "device-format", value: "FOURCC", help: "The camera's pixel format, as YUYV or MJPG"),
    OptionEntry("device-size", value: "WxH", help: "The camera's frame size in pixels"),
    OptionEntry(
      "profile", value: "FILE", help: "A device profile instead of those that fit the camera"),
    OptionEntry("device-rate", value: "FPS", help: "The camera's frames a second"),
  ]

  /// Takes an option, and says whether it is one of ``entries``.
  mutating func take(_ name: String, _ value: String) throws(UsageError) -> Bool {
    switch name {
    case "device": path = value.allSatisfy(\.isNumber) ? "/dev/video\(value)" : value
    case "device-format":
      guard let code = FourCC(value) else {
        throw UsageError("“\(value)” is not a four-letter code")
      }
      wish.formats = [code]
    case "device-size":
      let size = try OptionValue.integers(value, separator: "x", count: 2...2)
      wish.size =
        StreamWish(width: size[0], height: size[1]).size
    case "device-rate": wish.frameRate = try OptionValue.positive(value)
    case "profile": profile = value
    default: return false
    }
    return true
  }

  /// What is known of the camera at a path.
  ///
  /// - Returns: The profile; empty where nothing is known.
  /// - Throws: ``Profiles/DocumentError`` for a file that was named and is no profile.
  func knowledge(of path: String) throws -> DeviceProfile {
    if let profile { return try ProfileLibrary.read(profile, place: .user) }
    return KnownProfile.of(path)
  }
}
