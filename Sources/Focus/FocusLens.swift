internal import Photometry

/// What is known of a lens that is driven, in the codes of its control.
public struct FocusLens: Hashable, Sendable {
  /// The code that focuses farthest.
  public let farthest: Double
  /// The code that focuses nearest; below the other where a lens counts backwards.
  public let nearest: Double
  /// The codes between positions that the control takes, above 0.
  public let step: Double
  /// The codes by which the lens falls short after it has turned round; 0 where that is not known.
  public var backlash: Double
  /// Seconds from a write until the lens rests and a frame shows it.
  public var settleTime: Double
  /// The codes from the focus to where detail of 4×4 samples has half its energy, where they were learned.
  public var modelWidth: Double?
  /// Where the lens rests when there is nothing to focus on, as the hyperfocal distance; `nil` for where
  /// it was.
  public var restPosition: Double?

  /// Describes a lens. The result is `nil` unless both ends are different numbers within ±2³¹ and the step
  /// is above 0; the other values are brought into their ranges.
  ///
  /// - Parameters:
  ///   - farthest: The code that focuses farthest.
  ///   - nearest: The code that focuses nearest.
  ///   - step: The codes between positions.
  ///   - backlash: The codes by which the lens falls short after it has turned round.
  ///   - settleTime: Seconds from a write until a frame shows the lens at rest, 0…10.
  ///   - modelWidth: The codes from the focus to half the energy.
  ///   - restPosition: Where the lens rests when there is nothing to focus on.
  public init?(
    farthest: Double, nearest: Double, step: Double = 1, backlash: Double = 0,
    settleTime: Double = 0.1, modelWidth: Double? = nil, restPosition: Double? = nil
  ) {
    let codes = -0x1p31...0x1p31
    guard codes.contains(farthest), codes.contains(nearest), farthest != nearest, step > 0,
      step <= 0x1p31
    else { return nil }
    self.farthest = farthest
    self.nearest = nearest
    self.step = step
    self.backlash = backlash > 0 ? min(backlash, (nearest - farthest).magnitude / 2) : 0
    self.settleTime = settleTime > 0 ? min(settleTime, 10) : 0
    self.modelWidth = modelWidth.flatMap { $0 > 0 && $0 < 0x1p31 ? $0 : nil }
    self.restPosition = restPosition
  }

  var least: Double { min(farthest, nearest) }
  var greatest: Double { max(farthest, nearest) }

  /// The position that the control takes nearest to a wish (field case B52).
  ///
  /// - Parameter wish: Any code; NaN counts as the least.
  /// - Returns: A position of the lens.
  public func snapped(_ wish: Double) -> Double {
    let inside = wish > least ? min(wish, greatest) : least
    let position = least + ((inside - least) / step).rounded() * step
    return position > greatest ? position - step : position
  }

  /// The samples of blur radius at which the energy of 4×4 means has fallen to half: `DefocusModel`'s.
  static let halfRadius = 3.26
}

/// The part of a lens's range in which is focused.
public enum FocusSpan: String, Hashable, Sendable, CaseIterable {
  /// All of it.
  case full
  /// All but the nearest third, as scenes commonly are.
  case normal
  /// The nearer half.
  case macro
}

/// The places of a lens that a search tells apart.
struct FocusGrid: Hashable, Sendable {
  let lens: FocusLens
  let first: Double
  let last: Double
  let places: Int

  init(_ lens: FocusLens, _ span: FocusSpan) {
    let reach = lens.nearest - lens.farthest
    self.lens = lens
    switch span {
    case .full: (first, last) = (lens.farthest, lens.nearest)
    case .normal: (first, last) = (lens.farthest, lens.farthest + reach * 2 / 3)
    case .macro: (first, last) = (lens.farthest + reach / 2, lens.nearest)
    }
    let positions = ((last - first).magnitude / lens.step).rounded(.down) + 1
    places = Int(min(max(positions, 1), Double(FocusPosterior.mostPlaces)))
  }

  /// Codes from a place to the next; negative where codes fall.
  var pitch: Double { places > 1 ? (last - first) / Double(places - 1) : 0 }

  /// The code of a place.
  func position(_ place: Double) -> Double { lens.snapped(first + pitch * place) }

  /// The place of a code, between two where it lies so; inside the grid.
  func place(_ position: Double) -> Double {
    guard pitch != 0, position.isFinite else { return 0 }
    return min(max((position - first) / pitch, 0), Double(places - 1))
  }

  /// The learned width in samples of blur radius a place.
  var width: Double? { lens.modelWidth.map { FocusLens.halfRadius / $0 * pitch.magnitude } }
}
