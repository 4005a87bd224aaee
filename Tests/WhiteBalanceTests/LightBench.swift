import Testing

@testable import WhiteBalance

/// A sensor in front of lights: what estimates would say, with noise, and what the loop does with it.
struct LightBench {
  var controller: WhiteBalanceController
  var generator: Generator
  /// The standard deviation of an estimate's red and blue, as a share.
  var noise = 0.0
  var confidence = 0.9
  private(set) var time = 0.0
  let frameRate: Double

  init(
    _ configuration: WhiteBalanceConfiguration = WhiteBalanceConfiguration(), seed: UInt64 = 1,
    frameRate: Double = 30, mode: WhiteBalanceMode = .automatic
  ) {
    controller = WhiteBalanceController(configuration, mode: mode)
    generator = Generator(seed: seed)
    self.frameRate = frameRate
  }

  /// A number of about a normal distribution with deviation 1: the sum of twelve even ones.
  private mutating func deviate() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + Double(generator.next() >> 11) * 0x1p-53 }
  }

  /// A frame under a light, and what is decided.
  mutating func step(
    _ truth: WhiteBalanceGains, evidence: ColourEvidence = .usable, isSettled: Bool = true,
    requests: WhiteBalanceRequests = WhiteBalanceRequests()
  ) -> WhiteBalanceDecision {
    time += 1 / frameRate
    let estimate = IlluminantEstimate(
      red: (1 + noise * deviate()) / truth.red, blue: (1 + noise * deviate()) / truth.blue,
      confidence: confidence)
    return controller.step(
      .init(estimate: estimate, evidence: evidence, isSettled: isSettled, time: time),
      requests: requests)
  }

  /// Several frames; the decisions.
  mutating func run(_ truth: WhiteBalanceGains, seconds: Double) -> [WhiteBalanceDecision] {
    (0..<Int((seconds * frameRate).rounded())).map { _ in step(truth) }
  }

  /// What a Nikon D5100 needs under standard lights (white points of its measured sensitivities).
  static let lights: [(name: String, red: Double, blue: Double)] = [
    ("A", 0.9429, 2.2068), ("D50", 1.4957, 1.3718), ("D65", 1.7201, 1.1727),
    ("D75", 1.8237, 1.0962), ("FL2", 1.3863, 1.6481), ("FL11", 1.2756, 1.6766),
    ("LED-B1", 0.8937, 2.4324), ("HP1", 0.5539, 4.6010),
  ]

  static func truth(_ name: String) throws -> WhiteBalanceGains {
    let row = try #require(lights.first { $0.name == name })
    return try #require(WhiteBalanceGains(red: row.red, blue: row.blue))
  }
}
