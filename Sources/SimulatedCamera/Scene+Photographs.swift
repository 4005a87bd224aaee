extension Scene {
  /// Makes a scene of a photograph; what was clipped in it stays at its white.
  ///
  /// - Parameters:
  ///   - picture: The photograph.
  ///   - luminance: The mean luminance that the scene shall have, in cd/m², above 0 to 10⁶.
  ///   - depth: Distance in dioptres, 0…100.
  /// - Throws: ``SimulationError``.
  public init(
    photograph picture: EncodedPicture, luminance: Double, depth: Depth = .uniform(1)
  ) throws(SimulationError) {
    let linear = picture.linearOfCodes()
    let planes = (0..<3).map { channel in
      (0..<picture.width * picture.height).map { linear[picture.code($0, channel)] }
    }
    try self.init(picture, planes: planes, luminance: luminance, depth: depth)
  }

  /// Merges a bracket of exposures into true radiance, so that highlights are not clipped.
  ///
  /// Radiance is the light that all pictures together caught over their time, each weighed by its
  /// code's distance to black and white (the weights of Debevec and Malik 1997, equation 4, with a
  /// known curve). So long exposures count for more than short ones, whose blacks are noise and
  /// offset. Where every picture is clipped the shortest counts, where all are black the longest.
  ///
  /// - Parameters:
  ///   - bracket: Exposure times in seconds, above 0, with their registered pictures.
  ///   - luminance: The mean luminance that the scene shall have, in cd/m², above 0 to 10⁶.
  ///   - depth: Distance in dioptres, 0…100.
  /// - Throws: ``SimulationError``.
  public init(
    bracket: [(time: Double, picture: EncodedPicture)], luminance: Double,
    depth: Depth = .uniform(1)
  ) throws(SimulationError) {
    guard let first = bracket.first?.picture else { throw .bracket(index: 0) }
    for (index, (time, picture)) in bracket.enumerated() {
      let fits = picture.width == first.width && picture.height == first.height
      guard fits, time > 0, time.isFinite else { throw .bracket(index: index) }
    }
    let rising = bracket.sorted { $0.time < $1.time }
    let tables = rising.map { $0.picture.linearOfCodes() }
    var planes: [[Double]] = []
    for channel in 0..<3 {
      planes.append(
        (0..<first.width * first.height).map { pixel in
          Self.merged(rising, tables, pixel: pixel, channel: channel)
        })
    }
    try self.init(first, planes: planes, luminance: luminance, depth: depth)
  }

  /// One pixel's radiance in units of full scale a second.
  private static func merged(
    _ bracket: [(time: Double, picture: EncodedPicture)], _ tables: [[Double]],
    pixel: Int, channel: Int
  ) -> Double {
    var (sum, weights) = (0.0, 0.0)
    for (exposure, table) in zip(bracket, tables) {
      let code = exposure.picture.code(pixel, channel)
      // Codes within 2 % of an end are clipped or bent by the camera's shoulder and toe.
      let share = exposure.picture.share(of: code)
      guard share > 0.02, share < 0.98 else { continue }
      let weight = min(share, 1 - share)
      sum += weight * table[code]
      weights += weight * exposure.time
    }
    if weights > 0 { return sum / weights }
    let shortest = bracket[0].picture.code(pixel, channel)
    if bracket[0].picture.share(of: shortest) >= 0.98 {
      return tables[0][shortest] / bracket[0].time
    }
    let last = bracket.count - 1
    return tables[last][bracket[last].picture.code(pixel, channel)] / bracket[last].time
  }

  /// Scales planes so that luma (BT.709 weights, as sRGB's primaries have) has a mean.
  private init(
    _ picture: EncodedPicture, planes: [[Double]], luminance: Double, depth: Depth
  ) throws(SimulationError) {
    guard luminance > 0, luminance <= 1e6 else { throw .sceneValue(index: 0, value: luminance) }
    var sum = 0.0
    for pixel in planes[1].indices {
      sum += 0.2126 * planes[0][pixel] + 0.7152 * planes[1][pixel] + 0.0722 * planes[2][pixel]
    }
    let scale = sum > 0 ? luminance * Double(planes[1].count) / sum : 0
    let scaled = planes.map { plane in plane.map { Float(min($0 * scale, 1e10)) } }
    try self.init(
      width: picture.width, height: picture.height, red: scaled[0], green: scaled[1],
      blue: scaled[2], depth: depth)
  }
}
