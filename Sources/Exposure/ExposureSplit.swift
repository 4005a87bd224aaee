public import Controls
internal import Photometry

/// Whether and how exposure times avoid the flicker of lamps.
public enum FlickerAvoidance: Hashable, Sendable {
  /// Any time is taken.
  case off
  /// Times are multiples of the lamps' period, 1/100 s on 50 Hz mains.
  case mains50
  /// Times are multiples of the lamps' period, 1/120 s on 60 Hz mains.
  case mains60

  /// The lamps' period in seconds: light is bright twice in a cycle of the mains.
  public var period: Double? {
    switch self {
    case .off: nil
    case .mains50: 1.0 / 100
    case .mains60: 1.0 / 120
    }
  }
}

/// A total exposure divided into what the camera can hold.
public struct ExposureSplit: Hashable, Sendable {
  /// Time and gain, on the camera's steps.
  public let settings: CameraSettings
  /// What is missing, as a factor for the application to apply to pixels: 1 where nothing is.
  public let digitalGain: Double
  /// Whether the time is shorter than the lamps' period, so that bands may show (field case B29).
  public let mayBand: Bool
}

/// Divides total exposures between time and gain, keeping to steps, limits and flicker-free times.
///
/// Remembers which multiple of the lamps' period it took last, and leaves it only for a tenth of a
/// stop more than is needed: at a knee of the road noise must not make time and gain trade places.
public struct ExposureSplitter: Hashable, Sendable {
  /// The road from light to dark.
  public var program: ExposureProgram
  /// Which times avoid flicker.
  public var flicker: FlickerAvoidance
  /// An exposure time in seconds to try for a while, see ``FlickerFinding/probe``; it is taken where
  /// limits allow it and gain can make up for it, and counts as `nil` elsewhere.
  public var probeTime: Double?
  /// The longest exposure time in seconds that the application allows; `nil` for the camera's.
  public var timeLimit: Double?
  /// The greatest gain that the application allows; `nil` for the camera's.
  public var gainLimit: Double?
  private var periods = 0

  /// Seconds by which a time may miss a multiple of the lamps' period: camera2's own limit.
  private static let tolerance = 0.0001
  /// 2^0.1: what a time must gain before a longer multiple of the period is taken.
  private static let reluctance = 1.0717734625362931

  /// Makes a splitter.
  ///
  /// - Parameters:
  ///   - program: The road from light to dark.
  ///   - flicker: Which times avoid flicker.
  public init(program: ExposureProgram = .balanced, flicker: FlickerAvoidance = .off) {
    self.program = program
    self.flicker = flicker
  }

  /// Takes over what another is configured to, and keeps what this one remembers.
  mutating func take(_ other: ExposureSplitter) {
    program = other.program
    flicker = other.flicker
    timeLimit = other.timeLimit
    gainLimit = other.gainLimit
  }

  /// Divides a total exposure.
  ///
  /// Gain makes up for what the time's steps leave, so that the product follows the wish smoothly; what
  /// gain's own steps leave is given as digital gain.
  ///
  /// - Parameters:
  ///   - total: Seconds at gain 1, positive.
  ///   - camera: What the camera can be told.
  /// - Returns: Time and gain; `nil` where the camera has neither control.
  public mutating func split(_ total: Double, _ camera: CameraCapabilities) -> ExposureSplit? {
    guard camera.exposureTime != nil || camera.analogueGain != nil, total > 0, total.isFinite else {
      return nil
    }
    let times = camera.exposureTime
    let (shortest, longest) = timeLimits(camera)
    let gains = gainLimits(camera)
    let point = program.point(total: total, longest: longest, gains: gains)
    var time = max(point.time, shortest)
    if let period = flicker.period { time = unflickered(time, total, longest, period, gains) }
    let probe = probed(total, shortest, longest, gains)
    if let probe { time = probe }
    let mayBand = flicker.period.map { time < $0 - Self.tolerance } ?? false
    if let times { time = max(times.atMost(min(time, longest)), shortest) }
    var settings = settings(total, time: time, camera, gains)
    // Where time is what moves, the next longer one may be nearer than any gain brings this one; a
    // time that the road or the lamps fixed stays, unless no gain makes up for its step any more.
    let isFree = probe == nil && point.movesTime && (flicker.period == nil || mayBand)
    if let times, isFree || (flicker.period == nil && total / time > gains.greatest) {
      let longer = self.settings(
        total, time: min(times.neighbours(of: time).above, longest), camera, gains)
      if miss(longer, total, camera) < miss(settings, total, camera) { settings = longer }
    }
    let rest = total / settings.totalExposure
    return ExposureSplit(
      settings: settings, digitalGain: min(max(rest, 1), camera.digitalGain),
      mayBand: mayBand)
  }

  /// A time with the gain that brings it nearest to a total.
  private func settings(
    _ total: Double, time: Double, _ camera: CameraCapabilities,
    _ gains: (least: Double, greatest: Double)
  ) -> CameraSettings {
    var gain = min(max(total / time, gains.least), gains.greatest)
    if let range = camera.analogueGain {
      // Digital gain makes up for too little; without it the nearest step is off by half a step.
      gain = camera.digitalGain > 1 ? range.atMost(gain) : min(range.nearest(gain), gains.greatest)
    }
    return CameraSettings(exposureTime: time, analogueGain: max(gain, gains.least))
  }

  /// The probe, where it neither leaves the limits nor changes the total.
  private func probed(
    _ total: Double, _ shortest: Double, _ longest: Double,
    _ gains: (least: Double, greatest: Double)
  ) -> Double? {
    guard let probeTime, probeTime >= shortest, probeTime <= longest else { return nil }
    let gain = total / probeTime
    return gain >= gains.least && gain <= gains.greatest ? probeTime : nil
  }

  /// By what factor settings miss a total; too much never serves where digital gain can make up
  /// for too little.
  private func miss(
    _ settings: CameraSettings, _ total: Double, _ camera: CameraCapabilities
  ) -> Double {
    let ratio = settings.totalExposure / total
    if ratio <= 1 { return 1 / ratio }
    return camera.digitalGain > 1 ? .infinity : ratio
  }

  /// The least and the greatest total exposure that a camera can hold, in stops.
  ///
  /// - Parameter camera: What the camera can be told.
  /// - Returns: log2 of seconds at gain 1; `nil` where the camera has neither control.
  public func range(_ camera: CameraCapabilities) -> (least: Double, greatest: Double)? {
    guard camera.exposureTime != nil || camera.analogueGain != nil else { return nil }
    let (shortest, longest) = timeLimits(camera)
    let gains = gainLimits(camera)
    return (Exact.log2(shortest * gains.least), Exact.log2(longest * gains.greatest))
  }

  private func timeLimits(_ camera: CameraCapabilities) -> (shortest: Double, longest: Double) {
    // A camera without a time control exposes for some fixed time; gain moves relative to it.
    let times = camera.exposureTime
    let camera = (
      least: camera.exposureTime?.minimum ?? 1, greatest: camera.longestExposureTime ?? 1
    )
    let least = max(camera.least, 1e-7)
    var greatest = max(min(camera.greatest, max(timeLimit ?? .infinity, 1e-6)), least)
    if let period = flicker.period, greatest >= period {
      let whole = ((greatest + Self.tolerance) / period).rounded(.down) * period
      greatest = max(min(whole, greatest), least)
    }
    if let times { greatest = max(times.atMost(greatest), least) }
    return (least, greatest)
  }

  private func gainLimits(_ camera: CameraCapabilities) -> (least: Double, greatest: Double) {
    guard let range = camera.analogueGain else { return (1, 1) }
    let greatest = min(range.greatest, max(gainLimit ?? .infinity, range.minimum))
    return (range.minimum, max(greatest, range.minimum))
  }

  /// The greatest multiple of the period that is not above a time, with hysteresis; a greater one where
  /// no gain makes up for what it takes away.
  ///
  /// A road that would take less than a period, with gain, gives way to one period where the light
  /// allows it at the least gain; below that no time avoids bands, and the time stays as it is.
  private mutating func unflickered(
    _ time: Double, _ total: Double, _ longest: Double, _ period: Double,
    _ gains: (least: Double, greatest: Double)
  ) -> Double {
    let time = max(time, min(total / gains.least, period))
    let most = ((longest + Self.tolerance) / period).rounded(.down)
    var fits = min(((time + Self.tolerance) / period).rounded(.down), most)
    guard fits >= 1 else {
      periods = 0
      return min(time, longest)
    }
    let kept = Double(periods)
    if fits < most, total > fits * period * gains.greatest {
      // The road's gain is reached between two multiples, and the camera has too little beyond it.
      fits = min((total / (gains.greatest * period) - 1e-9).rounded(.up), most)
    } else if kept > fits, kept <= most,
      total * Self.reluctance > (kept - 1) * period * gains.greatest
    {
      return min(kept * period, longest)
    }
    let needsLonger = total > fits * period * gains.least * Self.reluctance
    if kept >= 1, kept < fits, !needsLonger, total / (kept * period) <= gains.greatest {
      return min(kept * period, longest)
    }
    periods = Int(min(fits, 1e6))
    return min(fits * period, longest)
  }
}
