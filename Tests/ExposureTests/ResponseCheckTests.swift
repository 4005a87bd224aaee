import Controls
import Exposure
import Photometry
import SimulatedCamera
import Testing

/// One quirk each in a closed loop: the picture gets right, the quirk is reported once, and then
/// nothing is written any more.
@Suite struct ResponseCheckTests {
  struct Case: CustomStringConvertible, Sendable {
    let name: String
    var quirks: [Quirk] = []
    /// Light in stops relative to mid-grey at 10 ms and gain 1, each from a second on.
    var light: [Double] = [-3.5]
    let expected: [DeviceProfile.Quirk]
    /// Stops within which the picture must end.
    var within = 0.1
    /// Whether what is left may not be enough in some light, which then is said.
    var mayBeLimited = false
    var description: String { name }
  }

  static func camera(
    _ quirks: [Quirk], light: [Double], seconds: Double = 5, latency: (Int, Int) = (2, 1),
    edit: (inout CameraDescription) -> Void = { _ in }
  ) throws -> SimulatedCamera {
    var description = CameraDescription.fieldCase(
      exposureLatency: latency.0, gainLatency: latency.1)
    description.quirks = quirks
    edit(&description)
    let events = light.enumerated().map {
      SceneScript.Event.light(at: Double($0.offset) * seconds, stops: $0.element)
    }
    return try SimulatedCamera(
      description, scenes: [Scene(uniform: 0.0018)], script: SceneScript(events: events))
  }

  static let cases: [Case] = [
    Case(name: "no quirk", light: [-3.5, 2, -1], expected: []),
    Case(name: "dead gain", quirks: [.dead(.gain)], light: [-1.5], expected: [.deadGain]),
    Case(
      name: "dead gain, later brighter", quirks: [.dead(.gain)], light: [-1.5, 2, -1],
      expected: [.deadGain]),
    Case(
      name: "dead exposure time", quirks: [.dead(.exposureTime)], light: [-1.5, -4, -2],
      expected: [.deadExposureTime]),
    Case(
      name: "time ladder", quirks: [.ladder(.exposureTime, [10, 40, 160, 320])],
      light: [-0.5, 1, -1], expected: [.hiddenSteps], within: 1.1),
    Case(
      name: "gain ladder", quirks: [.ladder(.gain, [16, 32, 64, 128, 256, 512])],
      light: [-3.5, -5, -2.3], expected: [.hiddenSteps], within: 0.6),
    Case(
      name: "time wraps", quirks: [.wrapAround(.exposureTime, modulus: 150)],
      light: [0, -0.9, -1.7, -2.5], expected: [.wrapsAround]),
    Case(
      name: "gain wraps", quirks: [.wrapAround(.gain, modulus: 128)],
      light: [-2.5, -4.2, -5.5, -4], expected: [.wrapsAround], within: 0.15,
      mayBeLimited: true),
    Case(
      name: "every third write ignored",
      quirks: [.ignoredWrites(.exposureTime, every: 3), .ignoredWrites(.gain, every: 3)],
      light: [0, -2.5, 1, -1, 2, -2, 0.5, -3], expected: [.ignoresWrites]),
    Case(
      name: "off-step values ignored", quirks: [.ignoredOffStep(.exposureTime, step: 5)],
      light: [-0.3, 1.2, 0.6, -1.1], expected: [.ignoresOffStep]),
  ]

  /// How late a camera is, in frames, and whether that is known.
  struct Lateness: Sendable {
    let time: Int
    let gain: Int
    let isKnown: Bool
  }

  static let latenesses = [
    Lateness(time: 2, gain: 1, isKnown: true), Lateness(time: 2, gain: 1, isKnown: false),
    Lateness(time: 0, gain: 0, isKnown: true), Lateness(time: 3, gain: 6, isKnown: true),
  ]

  @Test(arguments: cases, latenesses)
  func findsAWayOn(_ test: Case, _ late: Lateness) throws {
    let seconds = late.isKnown ? 8.0 : 18.0
    let camera = try Self.camera(
      test.quirks, light: test.light, seconds: seconds, latency: (late.time, late.gain))
    var loop = try QuirkLoop(
      camera,
      QuirkLoop.Setup(
        delays: late.isKnown
          ? ControlDelays(exposureTime: late.time, analogueGain: late.gain) : nil))
    let frames = Int(30 * seconds)
    for index in test.light.indices {
      try loop.run(frames)
      let error = loop.steps.last?.error ?? .infinity
      if test.mayBeLimited, case .limitedDark = loop.steps.last?.decision.progress {
        #expect(index < test.light.count - 1)
      } else {
        #expect(error.magnitude <= test.within, "light \(index): \(error) EV")
      }
      #expect(loop.writes(last: 100) == 0, "light \(index)")
    }
    // Where a write shows on the next frame, the loop is past some quirks before they can be proved.
    if late.time == 0, loop.quirks.isEmpty { return }
    #expect(loop.quirks == test.expected, "\(loop.findings)")
    #expect(loop.check.quirks == Set(test.expected))
  }
}
