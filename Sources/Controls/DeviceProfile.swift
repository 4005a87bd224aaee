public import Photometry

/// What is known of one camera model or one camera, each value with its origin.
///
/// Shipped profiles, then the user's, then what this session learned: the nearest wins, value by value
/// (``merging(_:)``). Profiles are JSON at the edge; this type holds values only.
public struct DeviceProfile: Hashable, Sendable {
  /// The version of the JSON form.
  public static let schema = 1

  /// Where a value comes from; a later case wins over an earlier one.
  public enum Origin: Int, Hashable, Sendable, Comparable {
    /// Assumed, for want of better.
    case prior
    /// Shipped with the library.
    case shipped
    /// From the user's folder.
    case user
    /// Learned in this session.
    case session

    /// Whether an origin loses against another.
    public static func < (left: Origin, right: Origin) -> Bool { left.rawValue < right.rawValue }
  }

  /// A value with its origin and date.
  public struct Known<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The value.
    public let value: Value
    /// Where it comes from.
    public let origin: Origin
    /// The day on which it was measured, as in 2026-12-01; empty where nobody noted it.
    public let date: String

    /// Makes a known value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - origin: Where it comes from.
    ///   - date: The day on which it was measured.
    public init(_ value: Value, origin: Origin, date: String = "") {
      self.value = value
      self.origin = origin
      self.date = date
    }
  }

  /// By what a camera is recognised; a field that is `nil` fits every camera.
  public struct Match: Hashable, Sendable {
    /// The driver's name, as `uvcvideo`.
    public var driver: String?
    /// The card's name.
    public var card: String?
    /// The USB vendor and product, as `046d:0825`.
    public var usbIdentifier: String?

    /// Makes a match.
    ///
    /// - Parameters:
    ///   - driver: The driver's name.
    ///   - card: The card's name.
    ///   - usbIdentifier: The USB vendor and product.
    public init(driver: String? = nil, card: String? = nil, usbIdentifier: String? = nil) {
      self.driver = driver
      self.card = card
      self.usbIdentifier = usbIdentifier
    }

    /// How well a camera fits: the number of fields that are given and agree, or `nil` where one
    /// disagrees.
    ///
    /// - Parameter camera: The camera's own names.
    /// - Returns: 0…3.
    public func score(_ camera: Match) -> Int? {
      var score = 0
      for (wanted, given) in [
        (driver, camera.driver), (card, camera.card), (usbIdentifier, camera.usbIdentifier),
      ] {
        guard let wanted else { continue }
        guard wanted == given else { return nil }
        score += 1
      }
      return score
    }
  }

  /// How a camera misbehaves.
  public enum Quirk: String, Hashable, Sendable, CaseIterable {
    /// The gain control changes nothing.
    case deadGain
    /// A greater gain code makes the picture darker (field case B16).
    case invertedGain
    /// The exposure time changes nothing.
    case deadExposureTime
    /// A longer exposure time makes the picture darker.
    case invertedExposureTime
    /// The camera takes fewer values than it says.
    case hiddenSteps
    /// Values past some point wrap to small ones.
    case wrapsAround
    /// What is read back is not what is in force (field case B19).
    case staleReadBack
    /// Some writes are dropped silently.
    case ignoresWrites
    /// Values beside a coarser step than the camera says are dropped silently (field case B52).
    case ignoresOffStep
    /// Settings are lost when a stream starts (field case B12).
    case losesSettingsAtStart
    /// Switching the camera's own exposure off brings older settings back (field case B20).
    case jumpsOnManual
    /// The camera's own exposure cannot be stopped (field case B26).
    case permanentAutoExposure
  }

  /// By what the camera is recognised.
  public var match: Match
  /// How long each control takes.
  public var delays: Known<ControlDelays>?
  /// How light becomes codes.
  public var response: Known<ResponseCurve>?
  /// How gain codes become a factor.
  public var gainLaw: Known<GainLaw>?
  /// The code of no light, in codes of the sensor's depth.
  public var blackLevel: Known<Int>?
  /// How noisy linear light is.
  public var noise: Known<SensorNoise>?
  /// How the codes of the red and blue balance become factors.
  public var whiteBalanceResponse: Known<WhiteBalanceResponse>?
  /// The matrix from CIE XYZ to the sensor's colours.
  public var sensorMatrix: Known<SensorMatrix>?
  /// What the sensor makes of grey under several lights.
  public var whiteBalanceLocus: Known<WhiteBalanceLocus>?
  /// Between which codes the lens focuses.
  public var focusRange: Known<FocusRange>?
  /// The codes of the focus control from the focus to where the focus measure has half its height;
  /// in ``focusCodes`` and above 0.
  public var focusModelWidth: Known<Double>?
  /// The codes by which the lens falls short after it has turned round, in ``focusCodes``.
  public var backlash: Known<Double>?
  /// The seconds from a write to the focus control until the lens rests, in ``settleTimes``.
  public var settleTime: Known<Double>?
  /// How the camera misbehaves.
  public var quirks: Known<Set<Quirk>>?

  /// The black levels that are taken: codes of 16 bits.
  public static let blackLevels = 0...65_535
  /// The distances on the scale of a focus control that are taken.
  public static let focusCodes = 0.0...0x1p31
  /// The settle times that are taken, in seconds.
  public static let settleTimes = 0.0...60.0

  /// Makes an empty profile.
  ///
  /// - Parameter match: By what the camera is recognised.
  public init(match: Match = Match()) { self.match = match }

  /// This profile with another laid over it: each of the other's values whose origin does not lose
  /// takes the place of this one's.
  ///
  /// - Parameter nearer: The profile that is nearer to the camera or to now.
  /// - Returns: Both in one.
  public func merging(_ nearer: DeviceProfile) -> DeviceProfile {
    var merged = self
    merged.match = nearer.match
    merged.delays = Self.winner(delays, nearer.delays)
    merged.response = Self.winner(response, nearer.response)
    merged.gainLaw = Self.winner(gainLaw, nearer.gainLaw)
    merged.blackLevel = Self.winner(blackLevel, nearer.blackLevel)
    merged.noise = Self.winner(noise, nearer.noise)
    merged.whiteBalanceResponse = Self.winner(whiteBalanceResponse, nearer.whiteBalanceResponse)
    merged.sensorMatrix = Self.winner(sensorMatrix, nearer.sensorMatrix)
    merged.whiteBalanceLocus = Self.winner(whiteBalanceLocus, nearer.whiteBalanceLocus)
    merged.focusRange = Self.winner(focusRange, nearer.focusRange)
    merged.focusModelWidth = Self.winner(focusModelWidth, nearer.focusModelWidth)
    merged.backlash = Self.winner(backlash, nearer.backlash)
    merged.settleTime = Self.winner(settleTime, nearer.settleTime)
    merged.quirks = Self.winner(quirks, nearer.quirks)
    return merged
  }

  /// The best of several profiles for a camera: all that fit, the better fits over the others.
  ///
  /// - Parameters:
  ///   - profiles: Any profiles.
  ///   - camera: The camera's own names.
  /// - Returns: One profile, empty where none fits.
  public static func best(of profiles: [DeviceProfile], for camera: Match) -> DeviceProfile {
    var result = DeviceProfile(match: camera)
    for index in ranking(of: profiles, for: camera) { result = result.merging(profiles[index]) }
    result.match = camera
    return result
  }

  /// The order in which profiles are laid over one another for a camera.
  ///
  /// - Parameters:
  ///   - profiles: Any profiles.
  ///   - camera: The camera's own names.
  /// - Returns: The indices of those that fit, the worst fit first, equal fits in their order.
  public static func ranking(of profiles: [DeviceProfile], for camera: Match) -> [Int] {
    let scores = profiles.map { $0.match.score(camera) }
    return (0...3).flatMap { score in scores.indices.filter { scores[$0] == score } }
  }

  private static func winner<Value>(_ far: Known<Value>?, _ near: Known<Value>?) -> Known<Value>? {
    guard let near else { return far }
    guard let far else { return near }
    return near.origin < far.origin ? far : near
  }
}
