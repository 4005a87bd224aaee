import Controls
import LockStates
import Testing

@testable import WhiteBalance

/// Whatever comes in, gains stay gains, and locks hold.
@Suite struct WhiteBalanceRandomTests {
  private static let odd: [Double] = [
    0, -1, 1e-300, 1e300, .nan, .infinity, -.infinity, 0.01, 100,
  ]

  private static func number(_ random: inout Generator) -> Double {
    random.next() % 4 == 0
      ? odd[Int(random.next() % UInt64(odd.count))]
      : Double(random.next() >> 11) * 0x1p-53 * 4
  }

  private static func frame(_ random: inout Generator) -> WhiteBalanceController.Frame {
    let evidence = ColourEvidence.allCases[
      Int(random.next() % UInt64(ColourEvidence.allCases.count))]
    return .init(
      estimate: IlluminantEstimate(
        red: number(&random), blue: number(&random), confidence: number(&random)),
      evidence: random.next() % 3 == 0 ? evidence : .usable, isSettled: random.next() % 4 > 0,
      time: random.next() % 5 == 0 ? nil : number(&random) * 10)
  }

  private static func requests(_ random: inout Generator) -> WhiteBalanceRequests {
    var requests = WhiteBalanceRequests(streamConfigurationChanged: random.next() % 40 == 0)
    if random.next() % 20 == 0 {
      requests.lock = LockRequest.allCases[Int(random.next() % 3)]
    }
    guard random.next() % 20 == 0 else { return requests }
    switch random.next() % 5 {
    case 0: requests.mode = .automatic
    case 1: requests.mode = .once
    case 2: requests.mode = .preset(WhiteBalancePreset.allCases[Int(random.next() % 8)])
    case 3:
      requests.mode = ColourTemperature(kelvin: 1000 + number(&random) * 5000, tint: 0)
        .map { .light($0) }
    default:
      requests.mode = WhiteBalanceGains(red: number(&random), blue: number(&random))
        .map { .gains($0) }
    }
    return requests
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func decisionsAreSound(_ seed: UInt64) {
    var random = Generator(seed: seed)
    var configuration = WhiteBalanceConfiguration()
    if seed % 3 == 0 {
      configuration = WhiteBalanceConfiguration(
        settleTime: Self.number(&random), band: Self.number(&random),
        leastConfidence: Self.number(&random), fullConfidence: Self.number(&random),
        greatestGain: Self.number(&random))
    }
    var controller = WhiteBalanceController(configuration)
    var last: WhiteBalanceDecision?
    for _ in 0..<400 {
      let decision = controller.step(Self.frame(&random), requests: Self.requests(&random))
      #expect(WhiteBalanceGains.range.contains(decision.gains.red), "seed \(seed)")
      #expect(WhiteBalanceGains.range.contains(decision.gains.blue), "seed \(seed)")
      #expect((0...1).contains(decision.confidence))
      #expect(decision.state == controller.state)
      if decision.state == .locked, last?.state == .locked {
        #expect(decision.gains == last?.gains, "seed \(seed)")
      }
      if controller.mode.lockMode != .automatic {
        #expect(decision.state == .inactive)
      }
      last = decision
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func outputsAreSound(_ seed: UInt64) throws {
    var random = Generator(seed: seed)
    let codes = try #require(
      ControlRange(minimum: 0, maximum: 255, step: Double(random.next() % 9)))
    let range = try #require(ControlRange(minimum: 2000, maximum: 9000, step: 100))
    let capabilities = BalanceCapabilities(
      temperature: range, red: codes, blue: codes, presets: [.daylight, .shade])
    let firsts: [BalanceSetting] = [
      .temperature(Self.number(&random)), .preset(.cloudy),
      .components(red: Self.number(&random), blue: Self.number(&random)),
    ]
    let first = firsts[Int(random.next() % 3)]
    var output = BalanceOutput(capabilities, present: first)
    for index in 0..<300 {
      let sequence = random.next() % 50 == 0 ? Int(random.next() % 100) : index
      let picture = ChannelMeans(
        red: Self.number(&random), green: Self.number(&random), blue: Self.number(&random))
      let inForce = output.frame(sequence, picture: random.next() % 3 == 0 ? nil : picture)
      #expect(WhiteBalanceGains.range.contains(inForce.gains.red), "seed \(seed)")
      #expect(WhiteBalanceGains.range.contains(inForce.gains.blue), "seed \(seed)")
      guard let gains = WhiteBalanceGains(red: Self.number(&random), blue: Self.number(&random)),
        let setting = output.setting(for: gains)
      else { continue }
      switch setting {
      case .temperature(let kelvin): #expect(range.nearest(kelvin) == kelvin, "seed \(seed)")
      case .components(let red, let blue):
        // A code that was never written may be anything.
        #expect(red.isFinite || first == setting, "seed \(seed)")
        #expect(blue.isFinite || first == setting, "seed \(seed)")
      case .preset(let preset): #expect(capabilities.presets.contains(preset), "seed \(seed)")
      }
      if random.next() % 4 > 0 { output.wrote(setting, after: sequence) }
    }
  }
}
