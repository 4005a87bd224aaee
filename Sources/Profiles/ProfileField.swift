internal import Documents
public import Controls

/// A value that a profile can have: its key, its unit, how it is read and written.
///
/// One table, so that reading, writing and showing a profile can't diverge.
public struct ProfileField: Sendable {
  /// The key in the JSON document, as the property of `DeviceProfile` is called.
  public let key: String
  /// The unit; empty where the value says it itself or has none.
  public let unit: String
  /// Reads the value, its date and its origin into a profile.
  let read:
    @Sendable (JSONNode, DeviceProfile.Origin, inout DeviceProfile) throws(JSONFault) -> Void
  private let find: @Sendable (DeviceProfile) -> Found?

  /// A value that a profile has.
  struct Found {
    let value: JSONValue
    let origin: DeviceProfile.Origin
    let date: String
  }

  private init<Value>(
    _ key: String, unit: String = "",
    _ property: any WritableKeyPath<DeviceProfile, DeviceProfile.Known<Value>?> & Sendable,
    read: @escaping @Sendable (JSONNode) throws(JSONFault) -> Value,
    write: @escaping @Sendable (Value) -> JSONValue
  ) {
    self.key = key
    self.unit = unit
    self.read = { (node, place, profile) throws(JSONFault) in
      let members = try node.object(["value", "date", "origin"])
      let value = try read(members.required("value"))
      let date = try members["date"].map { (node) throws(JSONFault) in try ProfileCodec.date(node) }
      let origin = try members["origin"].map { (node) throws(JSONFault) in
        try ProfileCodec.origin(node)
      }
      // A file cannot be nearer than the folder that it lies in.
      profile[keyPath: property] = DeviceProfile.Known(
        value, origin: min(origin ?? place, place), date: date ?? "")
    }
    find = { profile in
      profile[keyPath: property].map {
        Found(value: write($0.value), origin: $0.origin, date: $0.date)
      }
    }
  }

  /// The value as a member of the document, or `nil` where the profile has none.
  func member(of profile: DeviceProfile) -> JSONValue.Member? {
    find(profile).map { found in
      var members = [JSONValue.Member("value", found.value)]
      if !found.date.isEmpty { members.append(JSONValue.Member("date", .string(found.date))) }
      members.append(JSONValue.Member("origin", .string(found.origin.word)))
      return JSONValue.Member(key, .object(members))
    }
  }

  /// Where a profile's value comes from.
  ///
  /// - Parameter profile: The profile.
  /// - Returns: The origin, or `nil` where the profile has no such value.
  public func origin(in profile: DeviceProfile) -> DeviceProfile.Origin? { find(profile)?.origin }

  /// When a profile's value was measured.
  ///
  /// - Parameter profile: The profile.
  /// - Returns: The day; empty where nobody noted it, `nil` where the profile has no such value.
  public func date(in profile: DeviceProfile) -> String? { find(profile)?.date }

  /// A profile's value as JSON on one line.
  ///
  /// - Parameter profile: The profile.
  /// - Returns: The text, or `nil` where the profile has no such value.
  public func text(in profile: DeviceProfile) -> String? {
    guard let found = find(profile) else { return nil }
    do throws(JSONText.NotFinite) {
      return try JSONText.line(found.value)
    } catch {
      return "not finite"
    }
  }

  /// Every value that a profile can have, in the order in which they are written.
  public static let all: [ProfileField] = [
    ProfileField(
      "delays", unit: "frames", \.delays, read: ProfileCodec.delays, write: ProfileCodec.json),
    ProfileField("response", \.response, read: ProfileCodec.response, write: ProfileCodec.json),
    ProfileField(
      "gainLaw", unit: "codes", \.gainLaw, read: ProfileCodec.gainLaw, write: ProfileCodec.json),
    ProfileField(
      "blackLevel", unit: "codes", \.blackLevel,
      read: { (node) throws(JSONFault) in try node.integer(DeviceProfile.blackLevels) },
      write: { .integer($0) }),
    ProfileField(
      "noise", unit: "range²", \.noise, read: ProfileCodec.noise, write: ProfileCodec.json),
    ProfileField(
      "whiteBalanceResponse", unit: "codes", \.whiteBalanceResponse,
      read: ProfileCodec.whiteBalanceResponse, write: ProfileCodec.json),
    ProfileField(
      "sensorMatrix", \.sensorMatrix, read: ProfileCodec.sensorMatrix, write: ProfileCodec.json),
    ProfileField(
      "whiteBalanceLocus", unit: "K, ratios", \.whiteBalanceLocus, read: ProfileCodec.locus,
      write: ProfileCodec.json),
    ProfileField(
      "focusRange", unit: "codes, dpt", \.focusRange, read: ProfileCodec.focusRange,
      write: ProfileCodec.json),
    ProfileField(
      "focusModelWidth", unit: "codes", \.focusModelWidth,
      read: { (node) throws(JSONFault) in
        try node.number(DeviceProfile.focusCodes, openBelow: true)
      },
      write: { .real($0) }),
    ProfileField(
      "backlash", unit: "codes", \.backlash,
      read: { (node) throws(JSONFault) in try node.number(DeviceProfile.focusCodes) },
      write: { .real($0) }),
    ProfileField(
      "settleTime", unit: "s", \.settleTime,
      read: { (node) throws(JSONFault) in try node.number(DeviceProfile.settleTimes) },
      write: { .real($0) }),
    ProfileField("quirks", \.quirks, read: ProfileCodec.quirks, write: ProfileCodec.json),
  ]
}

extension DeviceProfile.Origin {
  /// All origins, the farthest first.
  static let all: [DeviceProfile.Origin] = [.prior, .shipped, .user, .session]

  /// The origin as files have it.
  public var word: String {
    switch self {
    case .prior: "prior"
    case .shipped: "shipped"
    case .user: "user"
    case .session: "session"
    }
  }
}
