import ClosedLoop
import GrayCard
import SimulatedCamera
import Testing

/// The scenes that ship, with the webcam that nobody told anything of.
@Suite struct NamedSceneTests {
  private func loop(
    _ camera: SimulatedCamera, _ pattern: MeteringPattern, smooth: Double?
  ) throws -> SimulatedExposure {
    var configuration = AutoExposure.Configuration(
      metering: MeteringConfiguration(
        pattern: pattern, response: camera.description.sensor.response))
    if let smooth { configuration.exposure.speed = .smooth(timeConstant: smooth) }
    return try SimulatedExposure(camera, configuration: configuration)
  }

  /// Every scene ends where it should, the delays are found, and what is believed of the settings
  /// is what the camera really had.
  @Test(arguments: NamedScene.all.map(\.name), [nil, 0.3])
  func everySceneIsFollowed(_ name: String, _ smooth: Double?) throws {
    let scene = try #require(NamedScene.named(name))
    var loop = try loop(scene.camera(.webcam(width: 96, height: 64)), .matrix, smooth: smooth)
    var last = try loop.step()
    var believedWrongly = 0
    // The scripts are over after 6 seconds, the sunset's after 21.
    for frame in 1..<(name == "sunset" ? 700 : 330) {
      last = try loop.step()
      #expect(last.report.decision.error.isFinite)
      // At the frame rate's limit the camera takes a little less than it says, and on a steady ramp
      // of half a stop a second a delay that is one frame off is 1.2 % of exposure.
      let time = last.report.settings.settings.exposureTime
      if frame > 60, abs(time / last.frame.truth.exposureTime - 1) > 0.05 { believedWrongly += 1 }
    }
    #expect([.converged, .flashRequired].contains(last.report.state), "\(last.report)")
    // The dead band, and half a step of a gain in sixteenths.
    if last.report.decision.progress == .converged {
      #expect(abs(last.report.decision.error) < 0.125)
    }
    #expect(believedWrongly <= 45, "\(believedWrongly) frames, delays \(last.report.delays)")
    // The webcam's controls take 2 frames.
    #expect(abs(last.report.delays.exposureTime - 2) <= 1)
  }

  /// What was learned while moving smoothly must serve a fast loop: a step settles, nothing swings.
  @Test func smoothAndThenFast() throws {
    let scene = try #require(NamedScene.named("tunnel"))
    let script = SceneScript(events: [
      .light(at: 2, stops: -5, over: 0.3), .light(at: 5, stops: 0), .light(at: 8, stops: -3),
    ])
    var loop = try loop(
      scene.camera(.webcam(width: 96, height: 64), script: script), .average, smooth: 0.3)
    for _ in 0..<140 { _ = try loop.step() }
    loop.configuration.exposure.speed = .fast
    var off = 0
    for frame in 140..<300 {
      let step = try loop.step()
      if frame >= 240, abs(step.report.decision.error) > 0.2 { off += 1 }
    }
    // Of the step at 8 s: search, delay and one frame more.
    #expect(off <= 10)
  }
}
