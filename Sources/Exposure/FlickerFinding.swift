/// What drives the lamps that a picture is lit by, as far as its ripple tells.
public enum FlickerVerdict: Hashable, Sendable {
  /// Not to be told: too few frames yet, or physics forbids it; the reason says which.
  case undetermined
  /// No lamp ripples enough to show at these settings.
  case none
  /// Light of 100 Hz: mains of 50 Hz.
  case mains50
  /// Light of 120 Hz: mains of 60 Hz.
  case mains60

  /// What exposure should avoid; `nil` where nothing is known and nothing should change.
  public var avoidance: FlickerAvoidance? {
    switch self {
    case .undetermined: nil
    case .none: .off
    case .mains50: .mains50
    case .mains60: .mains60
    }
  }
}

/// A frequency of the mains; lamps are bright twice in each of its cycles.
public enum MainsFrequency: Int, Hashable, Sendable, CaseIterable {
  /// 50 Hz, light of 100 Hz.
  case hertz50
  /// 60 Hz, light of 120 Hz.
  case hertz60

  /// Periods of light a second.
  public var lightFrequency: Double {
    switch self {
    case .hertz50: 100
    case .hertz60: 120
    }
  }

  /// The verdict that finds it.
  public var verdict: FlickerVerdict {
    switch self {
    case .hertz50: .mains50
    case .hertz60: .mains60
    }
  }
}

/// Why a verdict is what it is.
public enum FlickerReason: Hashable, Sendable {
  /// Too few frames of known exposure time so far.
  case collecting
  /// The frame is black, white, or has no row profile and nothing to replace it.
  case unusableFrame
  /// At this frame rate the light's ripple stands still, and only a change of exposure time can
  /// tell it from stripes.
  case standsStill(MainsFrequency)
  /// The exposure time is so near to a multiple of the light's period that a ripple would not show;
  /// none has to be avoided then.
  case extinguished(MainsFrequency)
  /// Something moves through the picture as lamps do not, and covers what ripple there is.
  case movingPattern
  /// A ripple fits both frequencies.
  case ambiguous
  /// A ripple advances as this frequency's does; an exposure time is being tried that would
  /// extinguish it.
  case confirming(MainsFrequency)
  /// The ripple's phase follows the frames' times, and its depth the exposure time.
  case phaseAndExposure
  /// The ripple's phase follows the frames' times; its depth could not be tried.
  case phaseOnly
  /// The frames' means, not their rows, ripple at the frequency.
  case frameMeans
  /// No ripple at either frequency, though both would show.
  case noRipple
}

/// What a frame added to the knowledge of the lamps.
public struct FlickerFinding: Hashable, Sendable {
  /// The lamps' mains; once found it is held while the ripple is avoided.
  public let verdict: FlickerVerdict
  /// How much is behind the verdict, 0…1: the share of the ripple's changes that the frequency
  /// explained when it was found; of ``FlickerVerdict/none`` the share of a ripple's changes that
  /// could not have been taken for something that stands still. 0 for undetermined.
  public let confidence: Double
  /// Why.
  public let reason: FlickerReason
  /// An exposure time in seconds that would tell more, at the same total exposure; `nil` for the
  /// one that the light asks for. It may be ignored: what a frame was taken with is what counts.
  public let probe: Double?
  /// The amplitude of the rows' ripple relative to their mean, in the frames that were looked at, of
  /// the likelier frequency; `nil` where nothing was fitted. It may be noise.
  public let ripple: Double?
}
