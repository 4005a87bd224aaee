public import Frames

/// What a gesture asks of the three algorithms, all for one frame.
public struct GestureRequests: Hashable, Sendable {
  /// What becomes of the places at which is metered.
  public enum Place: Hashable, Sendable {
    /// Nothing.
    case unchanged
    /// The algorithms choose again.
    case automatic
    /// Exposure and focus look at a point.
    case point(NormalisedPoint)
  }

  /// For exposure and its lock.
  public var exposure: ExposureLock.Requests
  /// For focus.
  public var focus: FocusLock.Requests
  /// For white balance and its lock.
  public var whiteBalance: WhiteBalanceLock.Requests
  /// Where to meter.
  public var place: Place

  /// Gathers requests; none, unless said.
  ///
  /// - Parameters:
  ///   - exposure: For exposure and its lock.
  ///   - focus: For focus.
  ///   - whiteBalance: For white balance and its lock.
  ///   - place: Where to meter.
  public init(
    exposure: ExposureLock.Requests = ExposureLock.Requests(),
    focus: FocusLock.Requests = FocusLock.Requests(),
    whiteBalance: WhiteBalanceLock.Requests = WhiteBalanceLock.Requests(),
    place: Place = .unchanged
  ) {
    self.exposure = exposure
    self.focus = focus
    self.whiteBalance = whiteBalance
    self.place = place
  }

  /// Adds what was asked for later in the same frame; the later of each kind replaces the earlier.
  ///
  /// - Parameter later: The later requests.
  public mutating func add(_ later: GestureRequests) {
    exposure.add(later.exposure)
    focus.add(later.focus)
    whiteBalance.add(later.whiteBalance)
    if later.place != .unchanged { place = later.place }
  }
}
