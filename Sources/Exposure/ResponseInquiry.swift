internal import Controls

/// A control under suspicion, and what is being tried.
///
/// The suspicion came with a change of this control alone from one value to another. The trials that
/// follow are told apart from a change of the scene by what they must show: the picture as it was.
struct ResponseInquiry: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    /// The same write again: was it dropped?
    case repeating
    /// Back to the value before: does the picture come back?
    case returning
    /// Far away: does anything happen at all?
    case reaching
    /// Far away on the other side.
    case reachingBack
    /// From far away to one of the values that did nothing.
    case comingBack(Bool)
    /// The same once more, should that have been dropped.
    case repeatingComeback(Bool)
    /// Far away once more, to come back to the other value.
    case reachingAgain
    /// Half the way: does the picture turn there?
    case halving
    /// To the control's least value: is that darker, as it should be?
    case descending
    /// Another control, since this one is dead.
    case asking(DelayedControl)
    /// The other control back again.
    case askingBack(DelayedControl)
  }

  let control: DelayedControl
  let from: Double
  let to: Double
  let answer: ResponseTrial.Answer
  /// The picture in stops at `from` and at `to`.
  let level: Double
  let seen: Double
  let predicted: Double
  var step: Step
  /// What a write of a value that is in force is to change, should it have got lost.
  var expected: Double?
  /// Both controls were changed; the suspicion is to be made sure of first.
  let isJoint: Bool
  var trials = 1
  /// A value far away that acts.
  var far: Double?
  /// A value far away that hardly acted: the control may have stood near it without our knowing.
  var faint: Double?

  /// The value that is come back to: where the control stood first, then what was written.
  func end(_ isFirst: Bool) -> Double { isFirst ? from : to }

  /// The smaller value and the picture at it.
  var low: (value: Double, level: Double) {
    from < to ? (from, level) : (to, level + seen)
  }
  /// The greater value and the picture at it.
  var high: (value: Double, level: Double) {
    from < to ? (to, level + seen) : (from, level)
  }
}
