/// A way in which a camera differs from what its controls promise.
public enum Quirk: Hashable, Sendable {
  /// Only these values act: the greatest that is not above the code, or the least of them. The
  /// code reads back as written.
  case ladder(ControlID, [Int])
  /// Codes act modulo a number above 0: one too many begins anew.
  case wrapAround(ControlID, modulus: Int)
  /// Writes are accepted and read back, but nothing changes.
  case dead(ControlID)
  /// The least code acts as the greatest.
  case inverted(ControlID)
  /// Of every so many writes, 1 or more, the last is dropped silently; 1 drops all. It reads back.
  case ignoredWrites(ControlID, every: Int)
  /// Codes off the multiples of a step are dropped silently (field case B52).
  case ignoredOffStep(ControlID, step: Int)
  /// Reading always gives one number, whatever is in force (field case B19).
  case staleReadBack(ControlID, Int)
  /// The control goes back to its default when the stream starts.
  case lostAtStreamStart(ControlID)
  /// Turning the automatic off brings the last manual exposure back (field case B20).
  case exposureJumpsOnManual
  /// The automatic cannot be turned off: writes of the control are refused (field case B26).
  case cannotBeWritten(ControlID)
  /// Writes to controls that an automatic governs are accepted and have no effect.
  case inactiveWritesAccepted
  /// The first writes after the camera was opened are refused as busy (field case B54).
  case busyAtFirst(writes: Int)
  /// Another program writes a control before a frame of the stream (field case B22).
  case foreignWrite(ControlID, Int, beforeFrame: Int)
  /// The first frames of a stream get another share of their light, 0…16 (field case B35).
  case warmUp(frames: Int, lightShare: Double)
  /// Frames with these numbers are lost: the sequence has a gap.
  case lostFrames(Set<Int>)
  /// A frame's timestamp is off by seconds (field case B56).
  case timestampOffset(frame: Int, seconds: Double)
}
