internal import Photometry

/// Paints scenes of simple shapes in radiance: enough structure for metering to have to choose.
struct ScenePainting {
  typealias Colour = (red: Double, green: Double, blue: Double)

  /// A shape over what is painted so far; coordinates are normalised.
  struct Shape {
    let holds: (Double, Double) -> Bool
    let radiance: Double
    let colour: Colour
    /// How strongly texture changes the radiance, 0…1.
    let texture: Double
  }

  static let grey: Colour = (1, 1, 1)
  static let skin: Colour = (1.25, 0.95, 0.75)
  static let sky: Colour = (0.75, 0.95, 1.35)
  static let foliage: Colour = (0.7, 1.15, 0.5)
  static let brick: Colour = (1.4, 0.85, 0.7)
  static let lamp: Colour = (1.3, 1, 0.6)

  private var shapes: [Shape] = []

  /// Begins with a background of a radiance in cd/m².
  init(_ radiance: Double, _ colour: Colour = grey, texture: Double = 0.5) {
    shapes = [Shape(holds: { _, _ in true }, radiance: radiance, colour: colour, texture: texture)]
  }

  /// Adds a rectangle.
  func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radiance: Double,
    _ colour: Colour = grey, texture: Double = 0.3
  ) -> ScenePainting {
    adding(radiance, colour, texture) { px, py in
      px >= x && px < x + width && py >= y && py < y + height
    }
  }

  /// Adds an ellipse.
  func ellipse(
    _ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double, _ radiance: Double,
    _ colour: Colour = grey, texture: Double = 0.3
  ) -> ScenePainting {
    adding(radiance, colour, texture) { px, py in
      let (dx, dy) = ((px - x) / radiusX, (py - y) / radiusY)
      return dx * dx + dy * dy <= 1
    }
  }

  private func adding(
    _ radiance: Double, _ colour: Colour, _ texture: Double,
    _ holds: @escaping (Double, Double) -> Bool
  ) -> ScenePainting {
    var more = self
    more.shapes.append(
      Shape(holds: holds, radiance: radiance, colour: colour, texture: texture))
    return more
  }

  /// The painting as a scene, 320×240 pixels at one metre.
  func scene() -> Scene {
    let (width, height) = (320, 240)
    var planes: [[Float]] = [[], [], []]
    for y in 0..<height {
      for x in 0..<width {
        let place = (Double(x) / Double(width), Double(y) / Double(height))
        let shape = shapes.last { $0.holds(place.0, place.1) } ?? shapes[0]
        // Texture of about a stop either way at full strength, in cells of one and of eight pixels.
        let fine = Self.noise(x, y), coarse = Self.noise(x / 8 + 1000, y / 8)
        let light = shape.radiance * Exact.exp2(shape.texture * (fine + coarse - 1))
        planes[0].append(Float(light * shape.colour.red))
        planes[1].append(Float(light * shape.colour.green))
        planes[2].append(Float(light * shape.colour.blue))
      }
    }
    return Scene(
      checkedWidth: width, height: height, red: planes[0], green: planes[1], blue: planes[2],
      depth: .uniform(1))
  }

  private static func noise(_ x: Int, _ y: Int) -> Double {
    Double(CounterNoise.mixed(UInt64(x) << 32 | UInt64(y)) >> 40) * 0x1p-24
  }
}
