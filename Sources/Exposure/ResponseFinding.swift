public import Controls

/// A way in which a camera was found not to do what its controls promise, with the evidence.
///
/// Each is found by at least two trials that agree, and reported once. Words for it belong to the
/// program.
public struct ResponseFinding: Hashable, Sendable {
  /// What was found.
  public enum Kind: Hashable, Sendable {
    /// The control changes nothing; it is no longer used.
    case dead
    /// More of the control is a darker picture; it is no longer used (field case B16).
    case inverted
    /// Only some values act; the dead band is widened to half of what cannot be reached between.
    case hiddenSteps
    /// Values past some point act as small ones; those above a cap are no longer used.
    case wrapsAround(cap: Double)
    /// Some writes are dropped; they are repeated.
    case ignoresWrites
    /// Values beside the multiples of a step are dropped; only the multiples are used.
    case ignoresOffStep(step: Double)
    /// What is read back is not what the picture shows to be in force (field case B19).
    case staleReadBack
    /// Settings were lost and have been written again (field cases B12 and B20).
    case settingsLost(ResponseCheck.Moment)
    /// The camera runs its own exposure against ours, which stops writing (field case B26).
    case deviceControlled
  }

  /// What was found.
  public let kind: Kind
  /// The control that it was found of; `nil` where it is of no single one.
  public let control: DelayedControl?
  /// The change in stops that was to be expected of the trial that told most.
  public let predictedStops: Double
  /// The change in stops that was seen.
  public let seenStops: Double
  /// How many trials led to it.
  public let trials: Int

  /// Describes a finding.
  ///
  /// - Parameters:
  ///   - kind: What was found.
  ///   - control: The control that it was found of.
  ///   - predictedStops: The change in stops that was to be expected.
  ///   - seenStops: The change in stops that was seen.
  ///   - trials: How many trials led to it.
  public init(
    kind: Kind, control: DelayedControl?, predictedStops: Double, seenStops: Double, trials: Int
  ) {
    self.kind = kind
    self.control = control
    self.predictedStops = predictedStops
    self.seenStops = seenStops
    self.trials = trials
  }

  /// The same for a device's profile.
  public var quirk: DeviceProfile.Quirk {
    switch kind {
    case .dead: control == .exposureTime ? .deadExposureTime : .deadGain
    case .inverted: control == .exposureTime ? .invertedExposureTime : .invertedGain
    case .hiddenSteps: .hiddenSteps
    case .wrapsAround: .wrapsAround
    case .ignoresWrites: .ignoresWrites
    case .ignoresOffStep: .ignoresOffStep
    case .staleReadBack: .staleReadBack
    case .settingsLost(.streamStart): .losesSettingsAtStart
    case .settingsLost(.manualSwitch): .jumpsOnManual
    case .deviceControlled: .permanentAutoExposure
    }
  }
}
