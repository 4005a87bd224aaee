internal import Photometry

/// What the frames say for and against one frequency of the mains.
struct FlickerEvidence: Hashable, Sendable {
  /// Bits of evidence below which nothing is believed: one in 16 million windows of noise.
  static let neededBits = 24.0
  /// Bits by which one explanation must lead another.
  static let neededLead = 10.0
  /// A ripple of the rows' light below which none has to be avoided, relative to the mean.
  static let leastRipple = 0.005
  /// The share of a course that must not look like something that stands still.
  static let leastVisible = 0.2

  /// The best fit among all waves.
  var fit = FlickerFit.Result()
  /// The ripple that this fit means in the frames, relative to the mean: its root mean square over
  /// the frames of the amplitude.
  var ripple = 0.0
  /// The largest ripple that the frames leave room for.
  var bound = 0.0
  /// How far the frames tell the frequency from what stands still, whatever the timestamps' noise.
  var visible = 0.0
  /// Whether the phase alone, without changes of the exposure time, stands still.
  var isStanding = false
  /// Whether the exposure times extinguish the ripple.
  var isHidden = false
  /// Whether only one wave changes, as a ripple does, and not the picture.
  var isPure = false
  /// Evidence for the frequency against none, in bits.
  var bits = 0.0
  /// The share of the wave's changes that a moving thing explains at best.
  var motionShare = 0.0
  /// The same as evidence in bits.
  var motionBits = 0.0
  /// Changes of the exposure time within the frames.
  var exposureChanges = 0

  /// Whether the frames ripple as this frequency's light does.
  var isCandidate: Bool {
    ripple >= Self.leastRipple && bits >= Self.neededBits && isPure && !isHidden
      && fit.share >= 0.75 * motionShare && (!isStanding || exposureChanges >= 2)
  }

  /// Whether the ripple answers to exposure as no moving thing does.
  ///
  /// Of a ripple that stands still the answer is all there is; a shadow might come and go with one
  /// try, so that it takes another.
  var isConfirmed: Bool {
    isCandidate && fit.share >= 0.6 && exposureChanges >= (isStanding ? 3 : 1)
      && bits - motionBits >= Self.neededLead
  }

  /// Whether the phase alone would do, where the exposure time cannot be changed.
  var isConvincing: Bool {
    isCandidate && !isStanding && exposureChanges == 0 && fit.share >= 0.7
  }

  /// Whether something moves that is not this frequency's ripple.
  var isMotion: Bool {
    motionBits >= Self.neededBits && motionBits - bits >= Self.neededLead
      && ripple >= Self.leastRipple
  }

  /// Whether the frames would show this frequency's ripple.
  ///
  /// Exposure times that come and go leave a mark of their own, of which a small share will do.
  var canShow: Bool {
    !isHidden && visible >= (exposureChanges >= 2 ? 0.02 : Self.leastVisible)
  }

  /// Whether the frames would show this frequency's ripple, and do not.
  var isExcluded: Bool {
    canShow && bound < Self.leastRipple * 1.2
      && bound < 0.15 * fit.weight
  }

  /// Whether the lamps that were found are gone, and not only out of sight: a tenth of a lamp's
  /// light that is left would show.
  var isGone: Bool { isExcluded && bound < 0.03 * fit.weight }

  /// The chance, as bits, that noise alone explains a share of a wave's changes.
  ///
  /// For complex Gaussian noise in *n* frames, of which two numbers are taken out, the chance of a
  /// share *r* or more is (1 − *r*)^(*n* − 3).
  ///
  /// - Parameters:
  ///   - share: 0…1.
  ///   - frames: *n*.
  /// - Returns: Bits, 0 or more.
  static func bits(share: Double, frames: Int) -> Double {
    guard frames > 3 else { return 0 }
    return -Double(frames - 3) * Exact.log2(max(1 - share, 1e-6))
  }
}
