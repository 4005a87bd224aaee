public import Controls

/// What to do to the camera behind one frame, in the order of the properties.
///
/// A function is taken, its automatic switched off, in a call of its own before its values are written:
/// drivers sort the controls of one call by their own order.
public struct FramePlan: Hashable, Sendable {
  /// What is to be taken from the camera's own automatics, once.
  public var takes: Set<Algorithm> = []
  /// Exposure time and gain, in this order.
  public var exposure = ControlWrites()
  /// For the camera's own automatics, where they run and can be steered; `nil` for no change.
  public var hardware: HardwarePlan?
  /// The gain that is left for the application to apply to pixels; 1 for none.
  public var digitalGain = 1.0

  /// Nothing.
  public init() {}

  /// Whether nothing is to be written.
  public var isEmpty: Bool { takes.isEmpty && exposure.isEmpty && hardware == nil }
}

/// How the camera's own automatics are steered.
public struct HardwarePlan: Hashable, Sendable {
  /// The bias of its automatic exposure in EV.
  public var bias: Double
  /// Which of its automatics it is to hold.
  public var locks: Set<Algorithm>

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - bias: The bias of its automatic exposure in EV.
  ///   - locks: Which of its automatics it is to hold.
  public init(bias: Double = 0, locks: Set<Algorithm> = []) {
    self.bias = bias
    self.locks = locks
  }
}
