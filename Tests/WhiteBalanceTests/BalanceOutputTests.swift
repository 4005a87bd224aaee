import Controls
import LockStates
import Photometry
import Testing

@testable import WhiteBalance

/// A camera in numbers: settings show some frames late, and its gains follow laws of its own.
struct BalanceCamera {
  var delay = 2
  var truth: WhiteBalanceGains
  var gainsOf: (BalanceSetting) -> WhiteBalanceGains
  private(set) var sequence = -1
  private var history: [BalanceSetting]

  init(
    _ first: BalanceSetting, truth: WhiteBalanceGains, delay: Int = 2,
    gainsOf: @escaping (BalanceSetting) -> WhiteBalanceGains
  ) {
    self.truth = truth
    self.delay = delay
    self.gainsOf = gainsOf
    history = [BalanceSetting](repeating: first, count: delay + 1)
  }

  mutating func write(_ setting: BalanceSetting) { history[history.count - 1] = setting }

  /// The next frame's channels.
  mutating func next() -> ChannelMeans {
    sequence += 1
    let setting = history.removeFirst()
    history.append(history.last ?? setting)
    let gains = gainsOf(setting)
    return ChannelMeans(
      red: 0.2 * gains.red / truth.red, green: 0.2, blue: 0.2 * gains.blue / truth.blue)
  }
}

@Suite struct BalanceOutputTests {
  /// Runs a loop for some seconds; the angles of what the pictures' grey is off.
  static func loop(
    _ camera: inout BalanceCamera, _ output: inout BalanceOutput,
    _ controller: inout WhiteBalanceController, seconds: Double
  ) throws -> [Double] {
    var angles: [Double] = []
    for _ in 0..<Int(seconds * 30) {
      let means = camera.next()
      let inForce = output.frame(camera.sequence, picture: means)
      let picture = try #require(means.grayWorldGains)
      let estimate = IlluminantEstimate(
        red: 1 / picture.red / inForce.gains.red, blue: 1 / picture.blue / inForce.gains.blue,
        confidence: 1)
      let decision = controller.step(
        .init(
          estimate: estimate, isSettled: inForce.isSettled, time: Double(camera.sequence) / 30))
      if let setting = output.setting(for: decision.gains) {
        camera.write(setting)
        output.wrote(setting, after: camera.sequence)
      }
      angles.append(
        try #require(WhiteBalanceGains(red: picture.red, blue: picture.blue)).angle(to: .unity))
    }
    return angles
  }

  private static let codes = ControlRange(minimum: 0, maximum: 255, step: 1)

  /// Laws that drivers have, all but the first unlike what is assumed.
  static let laws: [GainLaw] = [
    .linear(unity: 64), .offset(span: 90), .exponential(unity: 128, stops: 0.012),
    .linear(unity: 200),
  ]

  @Test(arguments: laws, [0, 1, 3, 6])
  func componentsConvergeWhateverTheirLaw(_ law: GainLaw, _ delay: Int) throws {
    let first = BalanceSetting.components(red: 100, blue: 100)
    // A camera at whose first setting the picture is a little off.
    let base = law.gain(ofCode: 100)
    var camera = BalanceCamera(
      first, truth: try #require(WhiteBalanceGains(red: 0.8 * base, blue: 1.3 * base)), delay: delay
    ) { setting in
      guard case .components(let red, let blue) = setting else { return .unity }
      return .clamped(red: law.gain(ofCode: red), blue: law.gain(ofCode: blue))
    }
    var output = BalanceOutput(
      BalanceCapabilities(red: Self.codes, blue: Self.codes), present: first)
    #expect(output.means == .components)
    var controller = WhiteBalanceController()
    _ = try Self.loop(&camera, &output, &controller, seconds: 3)
    #expect(output.delay == delay)
    for step in 0..<6 {
      let (red, blue) = step % 2 == 0 ? (1.2, 0.8) : (0.7, 1.25)
      camera.truth = try #require(WhiteBalanceGains(red: red * base, blue: blue * base))
      let way = try Self.loop(&camera, &output, &controller, seconds: 2)
      // A code is up to 1.2 % of gain here, a third of a degree.
      #expect(way[45...].allSatisfy { $0 <= 0.6 }, "\(way[45...].max() ?? 0)°")
    }
    // What was learned tells ratios well.
    let learned = try #require(output.codes)
    let (a, b) = (
      learned.gains(of: .components(red: 80, blue: 120)),
      learned.gains(of: .components(red: 120, blue: 80))
    )
    let expected = law.gain(ofCode: 120) / law.gain(ofCode: 80)
    #expect(abs(b.red / a.red / expected - 1) < 0.03)
    #expect(abs(a.blue / b.blue / expected - 1) < 0.03)
  }

  /// A camera whose temperature does less, or more, than its scale says.
  @Test(arguments: [0.6, 1.0, 1.5], [1, 4])
  func temperatureConvergesOnTheCamerasGrid(_ slope: Double, _ delay: Int) throws {
    let first = BalanceSetting.temperature(4600)
    let range = try #require(ControlRange(minimum: 2800, maximum: 6500, step: 10))
    let scale = SensorColour.generic.scale
    func mired(_ kelvin: Double) -> Double { 217 + (1e6 / kelvin - 217) * slope }
    func gains(_ mired: Double) -> WhiteBalanceGains {
      let ratios = scale.ratios(MiredTint(mired: mired, tint: 0))
      return .clamped(red: 1 / ratios.red, blue: 1 / ratios.blue)
    }
    var camera = BalanceCamera(first, truth: gains(mired(4000)), delay: delay) { setting in
      guard case .temperature(let kelvin) = setting else { return .unity }
      return gains(mired(kelvin))
    }
    var output = BalanceOutput(BalanceCapabilities(temperature: range), present: first)
    var controller = WhiteBalanceController()
    for kelvin in [4000.0, 3000, 6000, 3500, 5000] {
      camera.truth = gains(mired(kelvin))
      let way = try Self.loop(&camera, &output, &controller, seconds: 2)
      #expect(way[45...].allSatisfy { $0 <= 0.3 }, "\(kelvin) K: \(way[45...].max() ?? 0)°")
      guard case .temperature(let written)? = output.written else {
        Issue.record("no temperature was written")
        return
      }
      #expect(written.truncatingRemainder(dividingBy: 10) == 0)
      #expect(range.minimum...range.maximum ~= written)
    }
    #expect(output.delay == delay)
    #expect(abs(try #require(output.codes).slope / slope - 1) < 0.1)
    // Beyond the range it stays at its end, and rests there.
    camera.truth = gains(mired(2000))
    _ = try Self.loop(&camera, &output, &controller, seconds: 2)
    #expect(output.written == .temperature(2800))
    #expect(controller.state == .converged)
  }

  @Test func presetsAreTheNearest() throws {
    let presets: Set<WhiteBalancePreset> = [.incandescent, .daylight, .shade]
    var camera = BalanceCamera(
      .preset(.daylight), truth: try #require(WhiteBalanceGains(red: 1.2, blue: 2.2))
    ) { setting in
      guard case .preset(let preset) = setting else { return .unity }
      return SensorColour.generic.gains(for: preset.light) ?? .unity
    }
    var output = BalanceOutput(BalanceCapabilities(presets: presets), present: .preset(.daylight))
    #expect(output.means == .presets)
    var controller = WhiteBalanceController()
    camera.truth = try #require(
      SensorColour.generic.gains(for: WhiteBalancePreset.incandescent.light))
    let way = try Self.loop(&camera, &output, &controller, seconds: 2)
    #expect(output.written == .preset(.incandescent))
    #expect(try #require(way.last) < 0.1)
  }

  @Test func withoutControlsGainsAreTheApplications() {
    var output = BalanceOutput(BalanceCapabilities(), present: nil)
    #expect(output.means == .application)
    #expect(output.setting(for: .unity) == nil)
    let inForce = output.frame(0, picture: nil)
    #expect(inForce.gains == .unity)
    #expect(inForce.isSettled)
    output.wrote(.temperature(5000), after: 0)
    #expect(output.written == nil)
  }

  /// A camera that never answers, or whose picture says nothing, stops nothing.
  @Test func silenceIsNotWaitedForForEver() throws {
    let range = try #require(ControlRange(minimum: 2800, maximum: 6500, step: 10))
    var output = BalanceOutput(BalanceCapabilities(temperature: range), present: .temperature(4600))
    output.wrote(.temperature(3000), after: 0)
    var settled: Int?
    for sequence in 1...30 {
      let inForce = output.frame(
        sequence, picture: sequence % 2 == 0 ? nil : ChannelMeans(red: 0.2, green: 0.2, blue: 0.2))
      if inForce.isSettled, settled == nil { settled = sequence }
    }
    #expect(settled == BalanceOutput.longestWait + 1)
    #expect(output.delay == nil)
    // A stream that begins anew has what was written last.
    let again = output.frame(0, picture: nil)
    #expect(again.isSettled)
  }

  @Test func aLawNeedsChangesThatAgree() throws {
    let codes = try #require(Self.codes)
    var fit = CodeLawFit(codes: codes)
    #expect(fit.law == nil)
    for (from, to) in [(64.0, 128.0), (128, 96), (96, 200)] {
      fit.observe(from: from, to: to, stops: Exact.log2(to / from))
    }
    let law = try #require(fit.law)
    #expect(abs(law.gain(ofCode: 200) / law.gain(ofCode: 100) - 2) < 0.05)
    fit.observe(from: 1, to: 2, stops: .nan)
    #expect(fit.law == law)
    // Dead, and inverted.
    var dead = CodeLawFit(codes: codes)
    var inverted = CodeLawFit(codes: codes)
    for (from, to) in [(64.0, 128.0), (128, 32), (32, 200)] {
      dead.observe(from: from, to: to, stops: 0)
      inverted.observe(from: from, to: to, stops: -Exact.log2(to / from))
    }
    #expect(dead.law == nil)
    #expect(inverted.law == nil)
  }
}
