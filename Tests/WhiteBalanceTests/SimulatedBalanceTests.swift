import Controls
import Frames
import LockStates
import Photometry
import SimulatedCamera
import Statistics
import Testing

@testable import WhiteBalance

/// Closed loops at the simulated camera: pixels, statistics, controls that show late.
@Suite struct SimulatedBalanceTests {
  static let lights: [Illuminant] = [
    .incandescent, .daylight, .led, .fluorescent, .blackBody(kelvin: 4000),
  ]

  /// A camera on a neutral scene whose light changes every three seconds.
  private static func camera(_ description: CameraDescription) throws -> SimulatedCamera {
    let events = lights.enumerated().map {
      SceneScript.Event.illuminant(at: 3 * Double($0.offset), $0.element)
    }
    return try SimulatedCamera(
      description,
      scenes: [.texture(width: description.width, height: description.height, white: 1500)],
      script: SceneScript(events: events))
  }

  /// What is left at the end of each light.
  private struct Rest {
    /// The angle between what grey comes out as and grey, in degrees.
    let angle: Double
    /// Red against blue, in stops.
    let warmth: Double
    let state: WhiteBalanceLock.State
  }

  private static func run(
    _ camera: inout SimulatedCamera, _ output: inout BalanceOutput,
    _ controller: inout WhiteBalanceController,
    write: (inout SimulatedCamera, BalanceSetting) throws -> BalanceSetting
  ) throws -> [Rest] {
    let configuration = StatisticsConfiguration(
      grid: try #require(ZoneGridSize(columns: 8, rows: 6)))
    var extractor = try StatisticsExtractor(camera.layout, configuration: configuration)
    var rests: [Rest] = []
    for index in 0..<lights.count * 90 {
      let frame = camera.nextFrame()
      let statistics = try extractor.extract(FrameView(frame.layout, frame.bytes.span))
      let means = ChannelMeans(statistics, response: .sRGB)
      let inForce = output.frame(frame.sequence, picture: means)
      let gains = means?.grayWorldGains.flatMap {
        WhiteBalanceGains(
          red: $0.red * inForce.gains.red, blue: $0.blue * inForce.gains.blue)
      }
      let decision = controller.step(
        .init(
          estimate: gains.flatMap {
            IlluminantEstimate(red: 1 / $0.red, blue: 1 / $0.blue, confidence: 1)
          },
          evidence: ColourEvidence(statistics, response: .sRGB), isSettled: inForce.isSettled,
          time: frame.timestamp))
      if let setting = output.setting(for: decision.gains) {
        output.wrote(try write(&camera, setting), after: frame.sequence)
      }
      if index % 90 == 84 {
        let (white, balance) = (frame.truth.white, frame.truth.balance)
        let (red, blue) = (white.red * balance.red, white.blue * balance.blue)
        let left = try #require(WhiteBalanceGains(red: 1 / red, blue: 1 / blue))
        rests.append(
          Rest(
            angle: left.angle(to: .unity), warmth: Exact.log2(red / blue), state: decision.state))
      }
    }
    return rests
  }

  private static func webcam() -> CameraDescription {
    var description = CameraDescription.webcam(width: 64, height: 48)
    description.sensor.noise = .none
    return description
  }

  @Test func aTemperatureFindsFiveLights() throws {
    var camera = try Self.camera(Self.webcam())
    try camera.write(.autoWhiteBalance, 0)
    let range = try #require(ControlRange(minimum: 2800, maximum: 6500, step: 10))
    var output = BalanceOutput(
      BalanceCapabilities(temperature: range), present: .temperature(4600))
    var controller = WhiteBalanceController()
    let rests = try Self.run(&camera, &output, &controller) { camera, setting in
      guard case .temperature(let kelvin) = setting else { return setting }
      return .temperature(Double(try camera.write(.whiteBalanceTemperature, Int(kelvin))))
    }
    for rest in rests { print("loop: temperature: left \(rest.angle)°, \(rest.warmth) stops") }
    // A temperature cannot take a lamp's green away, but warm against cold comes out even.
    #expect(rests.allSatisfy { abs($0.warmth) < 0.06 })
    #expect(rests.allSatisfy { $0.state == .converged })
    #expect(output.delay == 2)
  }

  @Test func redAndBlueFindFiveLights() throws {
    var description = Self.webcam()
    description.controls.removeAll {
      $0.id == .autoWhiteBalance || $0.id == .whiteBalanceTemperature
    }
    description.controls += [
      SimulatedControl(.redBalance, minimum: 0, maximum: 511, defaultValue: 192, latency: 3),
      SimulatedControl(.blueBalance, minimum: 0, maximum: 511, defaultValue: 192, latency: 3),
    ]
    var camera = try Self.camera(description)
    let codes = try #require(ControlRange(minimum: 0, maximum: 511, step: 1))
    var output = BalanceOutput(
      BalanceCapabilities(red: codes, blue: codes), present: .components(red: 192, blue: 192))
    var controller = WhiteBalanceController()
    let rests = try Self.run(&camera, &output, &controller) { camera, setting in
      guard case .components(let red, let blue) = setting else { return setting }
      return .components(
        red: Double(try camera.write(.redBalance, Int(red))),
        blue: Double(try camera.write(.blueBalance, Int(blue))))
    }
    for rest in rests { print("loop: components: left \(rest.angle)°") }
    #expect(rests.allSatisfy { $0.angle < 0.7 })
    #expect(rests.allSatisfy { $0.state == .converged })
    #expect(output.delay == 3)
  }
}
