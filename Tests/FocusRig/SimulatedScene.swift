internal import Foundation
internal import Frames
public import Statistics

/// A scene that is rendered at each position of a lens, and what is true of it.
///
/// Shares no code with the library's simulated camera: blur is applied to waves, see ``PointSpread``.
/// Pictures of 160×120 pixels are cut from the middle of 256×256.
public final class SimulatedScene {
  /// What was drawn.
  public let draw: SceneDraw
  /// The position of best focus, nearest to the depth; two of two depths, none of a flat scene.
  public let best: [Int]
  /// The positions one step off, or where 88 % of the detail's energy is left.
  public let inFocus: Set<Int>
  private var known: [Int: FrameStatistics] = [:]
  private let waves: Spectrum
  private let codes: [Float]

  static let width = 160
  static let height = 120

  /// Draws a scene; draws again, from further seeds, what would be lost in its own noise.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - photographs: What scenes are cut from; at least one.
  public convenience init(seed: UInt64, photographs: ScenePhotographs) {
    // Kinds that are harder to see must not become rarer by being drawn again.
    let kind = SceneDraw(seed: seed &* 1_000, photographs: photographs.count).kind
    self.init(photographs, firstSeed: seed &* 1_000) {
      SceneDraw(seed: $0, kind: kind, photographs: photographs.count)
    }
  }

  /// Draws another subject of one depth before the same lens and camera, for a search to learn on.
  ///
  /// - Parameters:
  ///   - other: The scene that has the lens and the camera.
  ///   - photographs: What scenes are cut from; at least one.
  public convenience init(besides other: SimulatedScene, photographs: ScenePhotographs) {
    let draw = other.draw
    self.init(photographs, firstSeed: draw.seed &+ 0x10_0000_0000) {
      SceneDraw(besides: draw, seed: $0, photographs: photographs.count)
    }
  }

  private init(
    _ photographs: ScenePhotographs, firstSeed: UInt64, draw make: (UInt64) -> SceneDraw
  ) {
    var attempt: UInt64 = 0
    while true {
      let draw = make(firstSeed &+ attempt)
      let (waves, spread) = Self.waves(draw, photographs)
      let detail = SceneDetail(waves)
      let truth = Self.truth(draw, detail)
      // Of two depths each holds a part only, at the least a sixth.
      let part = draw.kind == .twoDepths ? 0.25 : 1
      let isSeen = detail.stands(
        out: draw, inFocus: truth.inFocus, share: part * spread.ofWindow, points: spread.points)
      let isDrawn = isSeen && (spread.areHalvesAlike || draw.kind != .twoDepths)
      if draw.kind == .flat || isDrawn || attempt == 999 {
        self.draw = draw
        self.waves = waves
        codes = draw.curve.table()
        best = truth.best
        inFocus = truth.inFocus.reduce(into: []) { $0.formUnion($1) }
        return
      }
      attempt += 1
    }
  }

  /// The nearest position to each depth, and those in focus for it.
  private static func truth(
    _ draw: SceneDraw, _ detail: SceneDetail
  ) -> (best: [Int], inFocus: [Set<Int>]) {
    guard draw.kind != .flat else { return ([], []) }
    var result: (best: [Int], inFocus: [Set<Int>]) = ([], [])
    for depth in draw.depths {
      let nearest = Int(depth.rounded())
      let energies = (0..<draw.count).map { position in
        detail.fine(draw, radius: draw.radius(at: position, depth: depth))
      }
      let greatest = energies.max() ?? 0
      result.best.append(nearest)
      result.inFocus.append(
        Set(
          energies.indices.filter { position in
            energies[position] >= 0.88 * greatest || abs(position - nearest) <= 1
          }))
    }
    return result
  }

  /// A lens before the scene, at the start that was drawn.
  public var lens: ReplayLens {
    ReplayLens(count: draw.count, window: draw.window, start: draw.start) { [self] position in
      try statistics(at: position)
    }
  }

  /// The statistics of the picture at a position, always the same for the same position.
  ///
  /// - Parameter position: The position.
  /// - Returns: The statistics.
  /// - Throws: What the statistics throw.
  public func statistics(at position: Int) throws -> FrameStatistics {
    if let statistics = known[position] { return statistics }
    let layout = try FrameLayout(
      format: .grey(.bits8), width: Self.width, height: Self.height, range: .full)
    var extractor = try StatisticsExtractor(layout)
    if draw.kind == .twoDepths {
      let light = light([(position, draw.depths[0]), (position, draw.depths[1])])
      known[position] = try extractor.extract(
        FrameView(layout, picture(Self.sideBySide(light.0, light.1), position).span))
      return try statistics(at: position)
    }
    // Two positions at the price of one: a real and an imaginary picture.
    let pair = [position & ~1, position | 1]
    let light = light(pair.map { ($0, draw.depths[0]) })
    for (place, plane) in zip(pair, [light.0, light.1]) {
      known[place] = try extractor.extract(FrameView(layout, picture(plane, place).span))
    }
    return try statistics(at: position)
  }

  /// The blurred light of two pictures.
  private func light(_ pictures: [(position: Int, depth: Double)]) -> ([Float], [Float]) {
    let responses = pictures.map {
      WaveResponse(draw, radius: draw.radius(at: $0.position, depth: $0.depth))
    }
    var blurred = waves
    let (first, second) = (responses[0], responses[1])
    for place in blurred.real.indices {
      let (a, b) = (first.values[place], second.values[place])
      let (real, imaginary) = (waves.real[place], waves.imaginary[place])
      blurred.real[place] = real * a - imaginary * b
      blurred.imaginary[place] = imaginary * a + real * b
    }
    blurred.backward()
    return (Self.middle(blurred.real), Self.middle(blurred.imaginary))
  }

  private static func middle(_ plane: [SIMD8<Float>]) -> [Float] {
    let (left, top) = ((Spectrum.side - width) / 16, (Spectrum.side - height) / 2)
    var result: [Float] = []
    result.reserveCapacity(width * height)
    for y in 0..<height {
      for v in 0..<width / 8 {
        let vector = plane[(top + y) * Spectrum.vectors + left + v]
        for x in 0..<8 { result.append(vector[x]) }
      }
    }
    return result
  }

  /// The left half of one and the right half of another, with a soft edge.
  private static func sideBySide(_ left: [Float], _ right: [Float]) -> [Float] {
    left.indices.map { place in
      let share = min(max(Float(place % width - width / 2) / 4 + 0.5, 0), 1)
      return left[place] * (1 - share) + right[place] * share
    }
  }

  /// Noise, the code curve and the camera's processing.
  private func picture(_ light: [Float], _ position: Int) -> [UInt8] {
    var random = SceneRandom(seed: draw.seed &* 4_096 &+ UInt64(position) &+ 1)
    let (electrons, read) = (Float(draw.electrons), Float(draw.readNoise * draw.readNoise))
    var plane = light.map { light in
      let charge = max(light, 0) * electrons
      let noisy = (charge + (charge + read).squareRoot() * random.normal()) / electrons
      return codes[Int(min(max(noisy, 0), 1) * 4_095 + 0.5)]
    }
    CodeProcessing(denoising: Float(draw.denoising), sharpening: Float(draw.sharpening))
      .apply(&plane, width: Self.width, height: Self.height)
    return plane.map { UInt8(min(max($0 + 0.5, 0), 255)) }
  }

  /// A photograph's part, its mean brought to what was drawn, as waves, and where its detail lies.
  private static func waves(
    _ draw: SceneDraw, _ photographs: ScenePhotographs
  ) -> (Spectrum, DetailSpread) {
    var result = Spectrum()
    let photograph = photographs.all[draw.photograph]
    let side = Spectrum.side
    let reach = Double(side) * draw.scale
    let left = draw.left * max(0, Double(photograph.width) - reach)
    let top = draw.top * max(0, Double(photograph.height) - reach)
    var sum = 0.0
    for y in 0..<side {
      for x in 0..<side {
        let value = photograph.value(left + Double(x) * draw.scale, top + Double(y) * draw.scale)
        result[y, x] = (value, 0)
        sum += Double(value)
      }
    }
    let mean = Float(sum / Double(side * side))
    let gain = Float(draw.mean * draw.contrast) / max(mean, 1e-4)
    let base = Float(draw.mean) - gain * mean
    for place in result.real.indices { result.real[place] = result.real[place] * gain + base }
    let spread = DetailSpread(result, draw.window)
    result.forward()
    return (result, spread)
  }
}

extension ScenePhotographs.Photograph {
  /// The light between pixels; beyond the edges the picture is mirrored.
  func value(_ x: Double, _ y: Double) -> Float {
    let (column, row) = (Int(x), Int(y))
    let (dx, dy) = (Float(x - Double(column)), Float(y - Double(row)))
    func at(_ column: Int, _ row: Int) -> Float {
      light[Self.mirrored(row, height) * width + Self.mirrored(column, width)]
    }
    let upper = at(column, row) * (1 - dx) + at(column + 1, row) * dx
    let lower = at(column, row + 1) * (1 - dx) + at(column + 1, row + 1) * dx
    return upper * (1 - dy) + lower * dy
  }

  private static func mirrored(_ place: Int, _ count: Int) -> Int {
    let turn = place % (2 * count)
    return turn < count ? turn : 2 * count - 1 - turn
  }
}
