/// A change of a public state, and everything in one frame that brought it about.
///
/// A machine makes at most one a frame. States that were passed within the frame are not listed.
public struct StateTransition<State, Causes>: Hashable, Sendable
where State: Hashable & Sendable, Causes: Hashable & Sendable {
  /// The state before the frame; never equal to the state after it.
  public let from: State
  /// The state after the frame.
  public let to: State
  /// What had an effect in this frame; requests that were ignored are left out.
  public let causes: Causes

  /// Describes a change, or gives `nil` where the state stayed.
  ///
  /// - Parameters:
  ///   - from: The state before the frame.
  ///   - to: The state after the frame.
  ///   - causes: What had an effect in this frame.
  init?(from: State, to: State, causes: Causes) {
    if from == to { return nil }
    self.from = from
    self.to = to
    self.causes = causes
  }
}
