/// One scene as the lens draws it on the sensor, at every focus that was asked for.
///
/// Copies of the scene blurred by some radii are made when they are first needed; what lies between
/// two radii is interpolated, pixel by pixel where the scene has a map of depths. Light that spreads
/// over an edge between depths is not modelled.
struct SceneOptics: Sendable {
  /// Radii of the blurred copies, in pixels; beyond the last nothing gets more blurred.
  private static let radii: [Double] = [0, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32]

  let width: Int
  let height: Int
  /// One plane for a sensor without colours, or red, green and blue.
  private let sharp: [[Float]]
  private let depth: Scene.Depth
  private let pixelsPerDioptre: Double
  private let breathing: Double
  private var blurred: [Int: [[Float]]] = [:]

  init(_ scene: Scene, width: Int, height: Int, isMono: Bool, lens: Lens) {
    self.width = width
    self.height = height
    breathing = lens.breathing
    pixelsPerDioptre = lens.blurPerDioptre * Double(width)
    let resampling = Resampling(from: (scene.width, scene.height), to: (width, height))
    let planes = [scene.red, scene.green, scene.blue].map(resampling.apply)
    if isMono {
      // The weights of luma, BT.601: near enough to a sensor without filters.
      sharp = [
        planes[1].indices.map { pixel in
          0.299 * planes[0][pixel] + 0.587 * planes[1][pixel] + 0.114 * planes[2][pixel]
        }
      ]
    } else {
      sharp = planes
    }
    switch scene.depth {
    case .uniform: depth = scene.depth
    case .map(let map): depth = .map(resampling.apply(map))
    }
  }

  /// Draws the planes with the lens at a position in dioptres.
  mutating func planes(at dioptres: Double) -> [[Float]] {
    let planes: [[Float]]
    switch depth {
    case .uniform(let distance): planes = interpolated(radius: radius(distance, dioptres))
    case .map(let map): planes = interpolated(map, dioptres)
    }
    guard breathing > 0, dioptres > 0 else { return planes }
    let magnification = Magnification(1 + breathing * dioptres, width: width, height: height)
    return planes.map(magnification.apply)
  }

  private func radius(_ distance: Double, _ dioptres: Double) -> Double {
    min(abs(distance - dioptres) * pixelsPerDioptre, Self.radii[Self.radii.count - 1])
  }

  /// The copy below a radius and the share of the next one.
  private static func place(of radius: Double) -> (level: Int, share: Float) {
    var level = 0
    while level + 2 < radii.count, radii[level + 1] <= radius { level += 1 }
    return (level, Float((radius - radii[level]) / (radii[level + 1] - radii[level])))
  }

  private mutating func interpolated(radius: Double) -> [[Float]] {
    let (level, share) = Self.place(of: radius)
    let lower = copy(level)
    if share == 0 { return lower }
    let upper = copy(level + 1)
    return zip(lower, upper).map { low, high in
      low.indices.map { low[$0] + (high[$0] - low[$0]) * share }
    }
  }

  private mutating func interpolated(_ map: [Float], _ dioptres: Double) -> [[Float]] {
    let places = map.map { Self.place(of: radius(Double($0), dioptres)) }
    var copies: [[[Float]]] = []
    let (first, last) = places.reduce((Self.radii.count, 0)) {
      (min($0.0, $1.level), max($0.1, $1.level + 1))
    }
    for level in first...last { copies.append(copy(level)) }
    return sharp.indices.map { channel in
      places.indices.map { pixel in
        let (level, share) = places[pixel]
        let low = copies[level - first][channel][pixel]
        let high = copies[level - first + 1][channel][pixel]
        return low + (high - low) * share
      }
    }
  }

  private mutating func copy(_ level: Int) -> [[Float]] {
    if level == 0 { return sharp }
    if let known = blurred[level] { return known }
    let made = sharp.map {
      DiscBlur.blurred($0, width: width, height: height, radius: Self.radii[level])
    }
    blurred[level] = made
    return made
  }
}
