import LoopMeasures
import Exposure
import Testing

/// `.smooth` in seconds, and brightness that runs on evenly.
@Suite struct SmoothTests {
  @Test(arguments: [15.0, 30, 60])
  func smoothTakesSecondsAndNotFrames(_ rate: Double) throws {
    var camera = StepTests.camera(rate == 30 ? .webcam : .raw, latency: 2)
    camera.frameRate = rate
    let scene = LoopScenes.texture(camera)
    let up = try SmoothResponse(stops: 1, camera, scene: scene)
    let down = try SmoothResponse(stops: -1, camera, scene: scene)
    #expect(up.faults == [], "up: \(up)")
    #expect(down.faults == [], "down: \(down)")
    #expect(up.asymmetry(to: down) <= SmoothResponse.asymmetryBar)
  }

  struct Road: Sendable {
    let program: ExposureProgram
    let flicker: FlickerAvoidance
    let speed: ExposureSpeed
    let stops: Double
  }

  /// The short program under lamps trades a whole period for gain, both ways.
  static let roads = [
    Road(program: .balanced, flicker: .off, speed: .fast, stops: -14),
    Road(program: .short, flicker: .mains50, speed: .smooth(timeConstant: 0.3), stops: -14),
    Road(program: .short, flicker: .mains60, speed: .fast, stops: 14),
    Road(program: .long, flicker: .mains50, speed: .smooth(timeConstant: 0.3), stops: 14),
  ]

  @Test(arguments: roads)
  func kneesAreNotSeen(_ road: Road) throws {
    let camera = StepTests.camera(.raw, latency: 3)
    let splitter = ExposureSplitter(program: road.program, flicker: road.flicker)
    let ramp = try LightRamp(
      stops: road.stops, seconds: 28, from: road.stops > 0 ? -2 : -16, camera,
      scene: LoopScenes.texture(camera), GrayCardLoop.maker(road.speed, splitter))
    #expect(ramp.knees >= 2)
    let worst = try #require(ramp.worstAtKnee)
    #expect(worst.deviation.magnitude <= LightRamp.bar(.raw), "\(worst)")
  }

  @Test func theSameLoopGivesTheSameBits() throws {
    func run() throws -> [LoopRecord] {
      let camera = StepTests.camera(.webcam, latency: 2)
      var rig = try LoopRig(
        camera, scene: LoopScenes.texture(camera), total: -7,
        GrayCardLoop.maker(.smooth(timeConstant: 0.2)))
      var records = try rig.run(20)
      rig.switchLight(to: 2.5)
      records += try rig.run(40)
      rig.switchLight(to: -4)
      return records + (try rig.run(60))
    }
    let first = try run()
    #expect(first == (try run()))
    // Two runs in which nothing happens would be equal, too.
    #expect(first.count { $0.writes > 0 } > 20)
  }
}
