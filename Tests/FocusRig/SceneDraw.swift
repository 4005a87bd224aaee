public import Frames

/// Everything about a simulated scene and its camera that is drawn from a seed.
public struct SceneDraw: Hashable, Sendable {
  /// Its seed.
  public private(set) var seed: UInt64
  /// What there is to focus on.
  public private(set) var kind: FocusLabel.Kind
  /// The positions of the lens, 21…61.
  public private(set) var count: Int
  /// Where the lens stands at first.
  public private(set) var start: Int
  /// Where each depth is sharp, in positions, not whole: one, two, or none that shows.
  public private(set) var depths: [Double]
  /// What is focused on.
  public private(set) var window: NormalisedRectangle
  /// Contrast: detail is multiplied by it.
  public private(set) var contrast: Double
  /// The mean light, 1 is white.
  public private(set) var mean: Double
  /// Electrons at white; the fewer, the noisier.
  public let electrons: Double
  /// Electrons of noise in the dark.
  public let readNoise: Double
  /// The shape of the blur.
  public let shape: PointSpread
  /// The radius that the blur grows by each position near the depth, in pixels of 160.
  public let blurPerPosition: Double
  /// How much faster it grows at the last position than at the first, as a share.
  public let bend: Double
  /// The standard deviation of the lens's own blur, in pixels.
  public let softness: Double
  /// The curve from light to codes.
  public let curve: CodeCurve
  /// How much of the 3×3 mean replaces a pixel.
  public let denoising: Double
  /// How much of the difference from it is added.
  public let sharpening: Double
  private(set) var photograph: Int
  private(set) var left: Double
  private(set) var top: Double
  private(set) var scale: Double

  /// Draws a scene.
  ///
  /// Nine of ten hold one depth, one in twenty two depths side by side, one in twenty nothing.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - kind: What there is to focus on, in place of what is drawn.
  ///   - photographs: How many photographs there are.
  init(seed: UInt64, kind: FocusLabel.Kind? = nil, photographs: Int) {
    var random = SceneRandom(seed: seed)
    self.seed = seed
    let share = random.unit()
    self.kind = kind ?? (share < 0.9 ? .focusable : share < 0.95 ? .twoDepths : .flat)
    let kind = self.kind
    count = 21 + random.index(41)
    start = random.index(count)
    shape = PointSpread.allCases[random.index(4)]
    blurPerPosition = random.logUniform(0.12...0.5) * 41 / Double(count)
    bend = random.uniform(-0.3...0.3)
    softness = random.uniform(0.3...0.9)
    let last = Double(count - 1)
    let first = random.uniform(0...last)
    if kind == .twoDepths {
      // Far enough that the blur of one at the other's focus is 2.5 pixels at the least.
      let apart = min(last, max(5, 3 / blurPerPosition) + random.uniform(0...last / 4))
      let low = random.uniform(0...(last - apart))
      depths = [low, low + apart]
      window = .full
    } else {
      depths = [first]
      let isWhole = random.unit() < 0.5
      let middle = NormalisedRectangle(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
      window = isWhole ? .full : middle ?? .full
    }
    contrast = kind == .flat ? 0 : random.logUniform(0.15...1)
    mean = random.logUniform(0.03...0.35)
    electrons = random.logUniform(800...20_000)
    readNoise = random.logUniform(1.5...10)
    curve = CodeCurve.allCases[random.index(CodeCurve.allCases.count)]
    denoising = random.unit() < 0.4 ? random.uniform(0.2...0.9) : 0
    sharpening = random.unit() < 0.6 ? random.uniform(0.2...2) : 0
    photograph = random.index(photographs)
    left = random.unit()
    top = random.unit()
    scale = random.uniform(0.7...1.4)
  }

  /// Another subject before the same lens and camera: one depth, drawn from a further seed.
  ///
  /// - Parameters:
  ///   - other: What has the lens and the camera.
  ///   - seed: The seed.
  ///   - photographs: How many photographs there are.
  init(besides other: SceneDraw, seed: UInt64, photographs: Int) {
    var random = SceneRandom(seed: seed)
    self = other
    self.seed = seed
    kind = .focusable
    window = .full
    depths = [random.uniform(0...Double(count - 1))]
    start = random.index(count)
    contrast = random.logUniform(0.3...1)
    mean = random.logUniform(0.1...0.35)
    photograph = random.index(photographs)
    left = random.unit()
    top = random.unit()
    scale = random.uniform(0.7...1.4)
  }

  /// The variance of the noise at the mean light, white being 1.
  var noiseVariance: Double {
    (mean * electrons + readNoise * readNoise) / (electrons * electrons)
  }

  /// The blur's radius at a position for something sharp at another.
  func radius(at position: Int, depth: Double) -> Double {
    let middle = (Double(position) + depth) / 2 / Double(max(count - 1, 1)) - 0.5
    return (Double(position) - depth).magnitude * blurPerPosition * (1 + bend * 2 * middle)
  }
}
