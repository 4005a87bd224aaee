/// What a camera looks at, in linear light.
///
/// Radiance is given in units of luminance, cd/m², a plane each for red, green and blue; where they
/// are equal the surface is neutral under the light that the camera's white point belongs to.
/// Starlight is near 0.001, an office near 100, a sunlit street near 5,000, the sun's disc 10⁹.
public struct Scene: Hashable, Sendable {
  /// How far away the parts of a scene are, in dioptres: 1 over metres, 0 at infinity.
  public enum Depth: Hashable, Sendable {
    /// All is equally far.
    case uniform(Double)
    /// One value a pixel.
    case map([Float])
  }

  /// Pixels in a row, 1…65,535.
  public let width: Int
  /// Rows, 1…65,535.
  public let height: Int
  /// Radiance of red, row by row, 0…10¹⁰.
  public let red: [Float]
  /// Radiance of green.
  public let green: [Float]
  /// Radiance of blue.
  public let blue: [Float]
  /// How far away it is.
  public let depth: Depth

  /// Takes radiance.
  ///
  /// - Parameters:
  ///   - width: Pixels in a row.
  ///   - height: Rows.
  ///   - red: Radiance of red, row by row, 0…10¹⁰ cd/m².
  ///   - green: Radiance of green.
  ///   - blue: Radiance of blue.
  ///   - depth: Distance in dioptres, 0…100.
  /// - Throws: ``SimulationError/sceneSize(width:height:samples:)`` and
  ///   ``SimulationError/sceneValue(index:value:)``.
  public init(
    width: Int, height: Int, red: [Float], green: [Float], blue: [Float],
    depth: Depth = .uniform(1)
  ) throws(SimulationError) {
    guard (1...65_535).contains(width), (1...65_535).contains(height) else {
      throw .sceneSize(width: width, height: height, samples: green.count)
    }
    for plane in [red, green, blue] {
      guard plane.count == width * height else {
        throw .sceneSize(width: width, height: height, samples: plane.count)
      }
      try Self.check(plane, below: 1e10)
    }
    switch depth {
    case .uniform(let dioptres):
      try Self.check([Float(dioptres)], below: 100)
    case .map(let map):
      guard map.count == width * height else {
        throw .sceneSize(width: width, height: height, samples: map.count)
      }
      try Self.check(map, below: 100)
    }
    self.width = width
    self.height = height
    self.red = red
    self.green = green
    self.blue = blue
    self.depth = depth
  }

  /// Makes a neutral scene of one radiance.
  ///
  /// - Parameters:
  ///   - radiance: cd/m², limited to 0…10¹⁰; NaN is 0.
  ///   - dioptres: Distance, limited to 0…100.
  public init(uniform radiance: Double, dioptres: Double = 1) {
    let value = Float(radiance > 0 ? min(radiance, 1e10) : 0)
    (width, height) = (1, 1)
    (red, green, blue) = ([value], [value], [value])
    depth = .uniform(dioptres > 0 ? min(dioptres, 100) : 0)
  }

  /// The same scene, all of it at another distance.
  ///
  /// - Parameter dioptres: Distance, limited to 0…100.
  /// - Returns: The scene.
  public func placed(at dioptres: Double) -> Scene {
    Scene(
      checkedWidth: width, height: height, red: red, green: green, blue: blue,
      depth: .uniform(dioptres > 0 ? min(dioptres, 100) : 0))
  }

  /// For the constructors of this module, whose values are sound by construction.
  init(
    checkedWidth width: Int, height: Int, red: [Float], green: [Float], blue: [Float],
    depth: Depth
  ) {
    self.width = width
    self.height = height
    (self.red, self.green, self.blue) = (red, green, blue)
    self.depth = depth
  }

  /// The mean radiance of green in cd/m², summed from the first pixel on.
  public var meanRadiance: Double {
    var sum = 0.0
    for value in green { sum += Double(value) }
    return sum / Double(green.count)
  }

  private static func check(_ values: [Float], below limit: Float) throws(SimulationError) {
    for (index, value) in values.enumerated() where !(value >= 0 && value <= limit) {
      throw .sceneValue(index: index, value: Double(value))
    }
  }
}
