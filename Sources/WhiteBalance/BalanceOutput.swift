public import Controls
internal import Photometry

/// Brings gains to a camera's own white balance, knows which frames were taken with which, and learns
/// delay and response from the picture on the way.
///
/// Red and blue balance are used where a camera has both, else the temperature, else presets; where it
/// has none, the application applies gains itself, and frames are always taken with none.
///
/// Nothing is written for learning's sake. Until the delay is known, one change is made at a time, and
/// frames count when the picture has answered. Wrong beliefs of the response do no lasting harm: where
/// the picture is grey, what is believed and what is so agree on changing nothing.
public struct BalanceOutput: Hashable, Sendable {
  /// By what the camera is set.
  public enum Means: Hashable, Sendable, CaseIterable {
    /// Red and blue balance.
    case components
    /// The temperature.
    case temperature
    /// Presets.
    case presets
    /// Nothing: gains are the application's.
    case application
  }

  /// What a frame was taken with.
  public struct InForce: Hashable, Sendable {
    /// The gains, as far as is known; divide them out of the estimate.
    public let gains: WhiteBalanceGains
    /// Whether that is known well enough for the frame to count.
    public let isSettled: Bool
  }

  /// Frames for which an answer is waited for while the delay is not known.
  public static let longestWait = 10
  /// The smallest change in stops whose answer is looked for.
  public static let leastStops = 0.08

  /// By what the camera is set.
  public let means: Means
  /// How many frames a write takes; `nil` until it is known.
  public private(set) var delay: Int?
  /// What was written last, or found at first.
  public private(set) var written: BalanceSetting?
  let capabilities: BalanceCapabilities
  var codes: BalanceCodes?
  var learner: BalanceLearner
  private var inForce: BalanceSetting?
  private var pending: [Write] = []
  private var watch: Watch?
  private var lastPicture: Stops?
  private var lastFrame = Int.min

  private struct Write: Hashable, Sendable {
    let frame: Int
    let setting: BalanceSetting
  }

  private struct Watch: Hashable, Sendable {
    let frame: Int
    let before: Stops?
    let predicted: Stops
    var firstSeen: Int?
  }

  /// Begins with what the camera is set to, its automatic off.
  ///
  /// - Parameters:
  ///   - capabilities: What the camera can be set to.
  ///   - present: What it is set to; `nil` where there is nothing to set.
  ///   - sensor: The sensor's scale.
  ///   - response: The response of the red and blue balance, where a profile knows it.
  ///   - delay: Frames from a write to its effect, 0…40, where a profile knows it.
  public init(
    _ capabilities: BalanceCapabilities, present: BalanceSetting?, sensor: SensorColour = .generic,
    response: WhiteBalanceResponse? = nil, delay: Int? = nil
  ) {
    self.capabilities = capabilities
    switch present {
    case .components? where capabilities.red != nil && capabilities.blue != nil: means = .components
    case .temperature? where capabilities.temperature != nil: means = .temperature
    case .preset? where !capabilities.presets.isEmpty: means = .presets
    default: means = .application
    }
    written = means == .application ? nil : present
    inForce = written
    codes = written.map { BalanceCodes($0, sensor: sensor, response: response) }
    learner = BalanceLearner(capabilities, learnsLaws: response == nil)
    self.delay = delay.map { min(max($0, 0), ControlDelays.greatest) }
  }

  /// Takes a frame.
  ///
  /// - Parameters:
  ///   - sequence: Its sequence number; one below the last forgets what is under way.
  ///   - picture: Its channels' means in linear light, as delivered; `nil` where it tells nothing.
  /// - Returns: What it was taken with.
  public mutating func frame(_ sequence: Int, picture: ChannelMeans?) -> InForce {
    if sequence < lastFrame {
      pending.removeAll(keepingCapacity: true)
      inForce = written
      watch = nil
    }
    lastFrame = sequence
    guard means != .application, var codes else { return InForce(gains: .unity, isSettled: true) }
    let stops = picture.flatMap(Stops.init)
    look(at: stops, sequence)
    while let first = pending.first, delay.map({ sequence > first.frame + $0 }) ?? (watch == nil) {
      inForce = first.setting
      pending.removeFirst()
    }
    let isSettled = watch == nil && (delay != nil || pending.isEmpty)
    if let inForce, isSettled, let stops {
      learner.observe(inForce, stops, &codes)
      self.codes = codes
    }
    lastPicture = stops
    return InForce(gains: inForce.map(codes.gains) ?? .unity, isSettled: isSettled)
  }

  /// Says what is to be written so that the camera comes nearest to gains.
  ///
  /// - Parameter gains: What is wanted.
  /// - Returns: What to write before the next frame, to be reported to ``wrote(_:after:)``; `nil` where
  ///   nothing has to be, or an earlier write has to show first.
  public func setting(for gains: WhiteBalanceGains) -> BalanceSetting? {
    guard let written, let codes, watch == nil else { return nil }
    let wish = codes.setting(for: gains, like: written, presets: capabilities.presets)
    let rounded = Self.rounded(wish, from: written, capabilities)
    return rounded == written ? nil : rounded
  }

  /// Takes note of a setting that the driver accepted.
  ///
  /// - Parameters:
  ///   - setting: What it accepted, as it is in force.
  ///   - sequence: The sequence number of the last frame that had been received.
  public mutating func wrote(_ setting: BalanceSetting, after sequence: Int) {
    guard let codes, let before = written, means != .application else { return }
    written = setting
    pending.append(Write(frame: sequence, setting: setting))
    guard delay == nil else { return }
    let (old, new) = (codes.gains(of: before), codes.gains(of: setting))
    watch = Watch(
      frame: sequence, before: lastPicture,
      predicted: Stops(
        red: Exact.log2(new.red / old.red), blue: Exact.log2(new.blue / old.blue)),
      firstSeen: nil)
  }

  /// Looks for the answer to the last write.
  private mutating func look(at picture: Stops?, _ sequence: Int) {
    guard var watch else { return }
    if sequence - watch.frame > Self.longestWait {
      self.watch = nil
      return
    }
    guard let picture, let before = watch.before, watch.predicted.size >= Self.leastStops else {
      return
    }
    guard (picture - before).share(of: watch.predicted) >= 0.5 else {
      watch.firstSeen = nil
      self.watch = watch
      return
    }
    guard let first = watch.firstSeen else {
      watch.firstSeen = sequence
      self.watch = watch
      return
    }
    delay = min(max(first - watch.frame - 1, 0), Self.longestWait)
    self.watch = nil
  }

  /// A setting that the camera takes, with the present one kept where the wish is hardly another.
  static func rounded(
    _ wish: BalanceSetting, from present: BalanceSetting, _ capabilities: BalanceCapabilities
  ) -> BalanceSetting {
    switch (wish, present) {
    case (.temperature(let kelvin), .temperature(let now)):
      guard let range = capabilities.temperature else { return present }
      // Half a reciprocal megakelvin cannot be seen, and a write takes a camera's time.
      let least = max(0.75 * range.step, now * now * 0.5e-6)
      let next = range.nearest(kelvin)
      return (next - now).magnitude < least ? present : .temperature(next)
    case (.components(let red, let blue), .components(let redNow, let blueNow)):
      return .components(
        red: rounded(red, redNow, capabilities.red), blue: rounded(blue, blueNow, capabilities.blue)
      )
    default: return wish
    }
  }

  private static func rounded(_ wish: Double, _ now: Double, _ range: ControlRange?) -> Double {
    guard let range else { return now }
    let inside = min(max(wish, range.minimum), range.greatest)
    return (inside - now).magnitude < 0.75 * range.step ? now : range.nearest(wish)
  }
}
