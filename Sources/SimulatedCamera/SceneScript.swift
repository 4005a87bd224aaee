public import Frames

/// What happens before the camera, by time in seconds from the first frame on.
public struct SceneScript: Hashable, Sendable {
  /// A rectangle that moves steadily while it is there.
  public struct MovingRectangle: Hashable, Sendable {
    /// What a rectangle does to the light in it.
    public enum Effect: Hashable, Sendable {
      /// Changes the scene's light by stops, as a shadow or a lamp's beam does.
      case stops(Double)
      /// Covers the scene with a radiance of its own in cd/m², which lamps do not change: a window,
      /// the sun.
      case radiance(Double)
    }

    /// When it appears, in seconds.
    public var start: Double
    /// When it has gone, in seconds.
    public var end: Double
    /// Where it appears.
    public var from: NormalisedRectangle
    /// Where it is when it goes.
    public var to: NormalisedRectangle
    /// What it does.
    public var effect: Effect

    /// Describes a rectangle.
    ///
    /// - Parameters:
    ///   - start: When it appears, in seconds.
    ///   - end: When it has gone.
    ///   - from: Where it appears.
    ///   - to: Where it is when it goes; `nil` for a place that does not change.
    ///   - effect: What it does to the light.
    public init(
      start: Double, end: Double, from: NormalisedRectangle, to: NormalisedRectangle? = nil,
      effect: Effect
    ) {
      self.start = start
      self.end = end
      self.from = from
      self.to = to ?? from
      self.effect = effect
    }
  }

  /// Something that happens.
  public enum Event: Hashable, Sendable {
    /// The light goes to a level in stops relative to the scene's own, −40…40, steadily over
    /// seconds; 0 seconds is a switch.
    case light(at: Double, stops: Double, over: Double = 0)
    /// Another of the camera's scenes is seen from then on.
    case scene(at: Double, index: Int)
    /// The light's colour changes.
    case illuminant(at: Double, Illuminant)
  }

  /// What happens, in any order; of two events of a kind at one time the later in the list counts.
  public var events: [Event]
  /// Rectangles that pass; where they overlap the later covers the earlier.
  public var rectangles: [MovingRectangle]
  /// How the lamps flicker, if they do.
  public var flicker: Flicker?

  /// Writes a script.
  ///
  /// - Parameters:
  ///   - events: What happens.
  ///   - rectangles: What passes.
  ///   - flicker: How the lamps flicker.
  public init(
    events: [Event] = [], rectangles: [MovingRectangle] = [], flicker: Flicker? = nil
  ) {
    self.events = events
    self.rectangles = rectangles
    self.flicker = flicker
  }
}
