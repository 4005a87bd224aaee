/// Watches whether the picture, once it has answered a change of settings, creeps back to where it
/// was: the mark of a camera's own exposure, which counteracts every change (field case B26).
struct ReturnWatch: Hashable, Sendable {
  /// So many returns in a row are believed.
  static let enough = 2
  /// Frames within which a picture must have returned; firmware takes less than a second.
  private static let frames = 28
  /// So many waits for a return that did not come, and nothing is held up any more.
  private static let greatestWaits = 3

  private var from = 0.0
  private var to = 0.0
  private var framesLeft = 0
  private var moves = 0
  /// The greatest and the last step of the way back, as shares of it: firmware slows down.
  private var greatestStep = 0.0
  private var lastStep = 0.0
  private var restFrames = 0
  private var lastStops = 0.0
  private var returns = 0
  private var waits = 0

  /// Whether the picture is on its way back, so that nothing should be written.
  private(set) var isHolding = false

  /// The change that was counteracted, in stops.
  var seen: Double { to - from }

  /// Begins behind a change that was answered.
  mutating func begin(from: Double, to: Double) {
    guard (to - from).magnitude >= 0.3 else { return }
    (self.from, self.to, lastStops) = (from, to, to)
    (framesLeft, moves, restFrames, isHolding) = (Self.frames, 0, 0, false)
    (greatestStep, lastStep) = (0, 0)
  }

  /// A write of ours ends the watch.
  mutating func interrupt() {
    if framesLeft > 0, !isHolding, moves == 0 { returns = 0 }
    framesLeft = 0
    isHolding = false
  }

  /// Takes a frame.
  ///
  /// - Returns: Whether the picture has returned often enough.
  mutating func step(_ stops: Double) -> Bool {
    guard framesLeft > 0 else { return false }
    framesLeft -= 1
    let size = (to - from).magnitude
    // The way back, as a share of the change: 0 where the write brought it, 1 where it was.
    let back = (to - stops) / (to - from)
    let step = (lastStops - stops) / (to - from)
    lastStops = stops
    if back > 1.2 || step < -0.1 || step > 0.8 || back < -0.2 { return end(hasReturned: false) }
    if step > 0.04 {
      moves += 1
      greatestStep = max(greatestStep, step)
      lastStep = step
    }
    if !isHolding, back > 0.15, waits < Self.greatestWaits { isHolding = true }
    restFrames = (back - 1).magnitude <= 0.15 && step.magnitude * size < 0.1 ? restFrames + 1 : 0
    if restFrames >= 2, moves >= 2 { return end(hasReturned: lastStep < 0.5 * greatestStep) }
    return framesLeft == 0 ? end(hasReturned: false) : false
  }

  private mutating func end(hasReturned: Bool) -> Bool {
    if isHolding, !hasReturned { waits += 1 }
    framesLeft = 0
    isHolding = false
    returns = hasReturned ? returns + 1 : 0
    return returns >= Self.enough
  }
}
