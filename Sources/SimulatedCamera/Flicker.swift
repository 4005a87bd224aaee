/// Light that a mains-driven lamp modulates.
public struct Flicker: Hashable, Sendable {
  /// The course of the light over one period.
  public enum Waveform: Hashable, Sendable {
    /// 1 + depth · sin 2π*ft*: incandescent and most fluorescent lamps.
    case sine
    /// 1 ± depth, on for a share of the period, 0.01…0.99; mean 1 whatever the share: dimmed LED.
    case square(share: Double)
  }

  /// Periods of light a second: 100 or 120 for mains of 50 or 60 Hz.
  public let frequency: Double
  /// The part of the light that changes, 0…1.
  public let depth: Double
  /// The course over a period.
  public let waveform: Waveform
  /// Where in the period the light stands at time 0, in periods.
  public let phase: Double

  /// Describes a lamp's modulation; values outside their ranges are limited to them.
  ///
  /// - Parameters:
  ///   - frequency: Periods of light a second, 0.001…100,000.
  ///   - depth: The part that changes, 0…1.
  ///   - waveform: The course over a period.
  ///   - phase: Where in the period time 0 lies, in periods.
  public init(
    frequency: Double, depth: Double, waveform: Waveform = .sine, phase: Double = 0
  ) {
    self.frequency = frequency > 0.001 ? min(frequency, 100_000) : 0.001
    self.depth = depth > 0 ? min(depth, 1) : 0
    self.waveform = waveform
    self.phase = phase.isFinite ? phase : 0
  }

  /// Averages the light over a time, by integrating the waveform exactly.
  ///
  /// For the sine the ripple that remains of an exposure time *t* is depth · |sin π*ft*| / π*ft*:
  /// none where *t* is a whole number of periods.
  ///
  /// - Parameters:
  ///   - start: The beginning in seconds.
  ///   - end: The end in seconds; not after the beginning gives the light at the beginning.
  /// - Returns: The mean relative to the lamp's mean light, 0…2; of a square wave up to 1/share.
  public func mean(from start: Double, to end: Double) -> Double {
    let first = start * frequency + phase
    let periods = (end - start) * frequency
    switch waveform {
    case .sine:
      let middle = Circle.sine(turns: first + periods / 2)
      guard periods > 1e-9 else { return 1 + depth * Circle.sine(turns: first) }
      let width = 3.141_592_653_589_793 * periods
      return 1 + depth * middle * Circle.sine(turns: periods / 2) / width
    case .square(let share):
      let share = share > 0.01 ? min(share, 0.99) : 0.01
      let on = Self.timeOn(until: first + max(periods, 1e-9), share: share)
      let part = (on - Self.timeOn(until: first, share: share)) / max(periods, 1e-9)
      return 1 - depth + depth * part / share
    }
  }

  /// How long a square wave was on since period 0 began, in periods.
  private static func timeOn(until period: Double, share: Double) -> Double {
    let whole = period.rounded(.down)
    return whole * share + min(period - whole, share)
  }
}
