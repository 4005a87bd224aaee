internal import Controls
internal import Photometry

/// Red and blue against green, in stops, or a change of them.
struct Stops: Hashable, Sendable {
  var red: Double
  var blue: Double

  init(red: Double, blue: Double) {
    self.red = red
    self.blue = blue
  }

  /// Those of a picture; `nil` where a channel has no light.
  init?(_ means: ChannelMeans) {
    guard let gains = means.grayWorldGains else { return nil }
    self.init(red: -Exact.log2(gains.red), blue: -Exact.log2(gains.blue))
  }

  static func - (a: Stops, b: Stops) -> Stops { Stops(red: a.red - b.red, blue: a.blue - b.blue) }

  /// The greater of both, without sign.
  var size: Double { max(red.magnitude, blue.magnitude) }

  /// How much of another change this one is, in its direction.
  func share(of other: Stops) -> Double {
    let square = other.red * other.red + other.blue * other.blue
    return square > 0 ? (red * other.red + blue * other.blue) / square : 0
  }
}

/// Learns a camera's response to its white-balance settings from frames whose settings are known.
///
/// The last frame before the settings move is the anchor, and what moved the picture behind it is
/// taken for their doing. A light that changes moves the picture while the settings stand still, and
/// so moves the anchor.
struct BalanceLearner: Hashable, Sendable {
  /// The change in stops that has to be predicted or seen before it teaches.
  static let leastStops = 0.15

  private let learnsLaws: Bool
  private var red: CodeLawFit?
  private var blue: CodeLawFit?
  private var anchor: (setting: BalanceSetting, picture: Stops)? {
    get {
      guard let anchorSetting, let anchorPicture else { return nil }
      return (anchorSetting, anchorPicture)
    }
    set { (anchorSetting, anchorPicture) = (newValue?.setting, newValue?.picture) }
  }
  private var anchorSetting: BalanceSetting?
  private var anchorPicture: Stops?
  private var last: BalanceSetting?
  /// Σ of seen times predicted, and of predicted squared, for the slope of the temperature.
  private var product = 0.0
  private var square = 0.0

  init(_ capabilities: BalanceCapabilities, learnsLaws: Bool) {
    self.learnsLaws = learnsLaws
    red = capabilities.red.map { CodeLawFit(codes: $0) }
    blue = capabilities.blue.map { CodeLawFit(codes: $0) }
  }

  /// Takes a frame and puts what it taught into the codes.
  mutating func observe(_ setting: BalanceSetting, _ picture: Stops, _ codes: inout BalanceCodes) {
    defer { last = setting }
    guard setting != last, let anchor else {
      anchor = (setting, picture)
      return
    }
    let seen = picture - anchor.picture
    switch (anchor.setting, setting) {
    case (.components(let redFrom, let blueFrom), .components(let redTo, let blueTo)):
      let (old, new) = (codes.gains(of: anchor.setting), codes.gains(of: setting))
      let predicted = Stops(
        red: Exact.log2(new.red / old.red), blue: Exact.log2(new.blue / old.blue))
      guard learnsLaws, max(predicted.size, seen.size) >= Self.leastStops else { return }
      red?.observe(from: redFrom, to: redTo, stops: seen.red)
      blue?.observe(from: blueFrom, to: blueTo, stops: seen.blue)
      if let law = red?.law { codes.red = law }
      if let law = blue?.law { codes.blue = law }
    case (.temperature(let from), .temperature(let to)):
      let predicted = Self.warmth(to, codes) - Self.warmth(from, codes)
      guard predicted.magnitude >= Self.leastStops else { return }
      product += (seen.red - seen.blue) * predicted
      square += predicted * predicted
      // Beyond these something else moves the picture.
      codes.slope = min(max(product / square, 0.25), 4)
    default: break
    }
    self.anchor = (setting, picture)
  }

  /// Red's gain against blue's in stops that a temperature gives a camera that keeps to its sensor's
  /// scale.
  private static func warmth(_ kelvin: Double, _ codes: BalanceCodes) -> Double {
    let mired = 1e6 / min(max(kelvin, 500), 100_000)
    let stops = codes.sensor.scale.stops(MiredTint(mired: mired, tint: 0))
    return stops.blue - stops.red
  }
}
