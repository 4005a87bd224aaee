import ClosedLoop
import GrayCard
import SimulatedCamera
import Testing

/// The lock's contract in the closed loop: what is held, what compensation still does, and how it ends.
@Suite struct LockTests {
  private func webcam(_ events: [SceneScript.Event] = [], smooths: Bool = true) throws -> Loop {
    var camera = CameraDescription.webcam(width: 64, height: 48)
    camera.processing = PictureProcessing()
    return try Loop(
      camera, scene: Scene(uniform: 60), script: SceneScript(events: events)
    ) { $0.smoothsBias = smooths }
  }

  @Test func aLockHoldsToTheBitWhateverTheSceneDoes() throws {
    var loop = try webcam([.light(at: 2, stops: -3), .light(at: 3, stops: 2)])
    try loop.run(45)
    #expect(loop.run.exposure.lock.state == .converged)
    loop.run.requests.lock.lock = .immediately
    let locked = try loop.run(90)
    #expect(locked.allSatisfy { $0.report.state == .locked })
    #expect(locked.writes == 0)
    #expect(Set(locked.map(\.frame.truth.exposureTime)).count == 1)
    #expect(Set(locked.map(\.frame.truth.gain)).count == 1)

    loop.run.requests.lock.lock = .off
    let released = try loop.run(40)
    #expect(released.first?.report.state == .searching)
    #expect(released.last?.report.state == .converged)
    #expect(abs(released.last?.trueError ?? 9) < 0.15)
  }

  @Test(arguments: [-2.0, -1, 1, 2])
  func compensationShiftsALock(_ bias: Double) throws {
    var loop = try webcam(smooths: false)
    try loop.run(45)
    loop.run.requests.lock.lock = .immediately
    let before = try loop.run(10).last?.trueExposure ?? 0
    loop.run.requests.bias = bias
    let shifted = try loop.run(20)
    // camera2's limit: locked again within 8 frames of the change.
    let again = shifted.firstIndex { $0.report.state == .locked } ?? 99
    #expect(shifted[0].report.state == .searching)
    #expect(again <= 8)
    let after = shifted.last?.trueExposure ?? 0
    #expect(abs(Exact.log2(after / before) - bias) < 0.06)
    // And back: exactly what was locked.
    loop.run.requests.bias = 0
    #expect(try loop.run(20).last?.trueExposure == before)
  }

  @Test func aSmoothCompensationUnderALockTakesItsTimeAndArrives() throws {
    var loop = try webcam()
    try loop.run(45)
    loop.run.requests.lock.lock = .immediately
    let before = try loop.run(5).last?.trueExposure ?? 0
    loop.run.requests.bias = 2
    let way = try loop.run(60)
    let stops = way.map { Exact.log2($0.trueExposure / before) }
    #expect(zip(stops, stops.dropFirst()).allSatisfy { $0 <= $1 + 1e-9 })
    #expect(abs((stops.last ?? 0) - 2) < 0.06)
    #expect(stops[10] < 1.9)
    #expect(way.last?.report.state == .locked)
  }

  @Test func lockWhenConvergedWaitsAndIsFast() throws {
    var loop = try webcam([.light(at: 1.5, stops: -3)])
    loop.run.configuration.exposure.speed = .smooth(timeConstant: 1)
    try loop.run(46)
    loop.run.requests.lock.lock = .whenConverged
    let search = try loop.run(30)
    let locked = search.firstIndex { $0.report.state == .locked } ?? 99
    #expect((4...14).contains(locked))
    #expect(search[locked...].allSatisfy { $0.report.state == .locked })
    #expect(abs(search.last?.trueError ?? 9) < 0.15)
  }

  @Test func aLockInFlightHoldsWhatWasAskedFor() throws {
    var loop = try webcam([.light(at: 1.5, stops: -4)])
    loop.run.configuration.exposure.speed = .smooth(timeConstant: 0.5)
    try loop.run(55)
    loop.run.requests.lock.lock = .immediately
    let locked = try loop.run(30)
    #expect(locked.allSatisfy { $0.report.state == .locked })
    // What is on its way arrives within the delays; nothing moves from then on.
    #expect(Set(locked.dropFirst(4).map(\.trueExposure)).count == 1)
    #expect(locked.dropFirst(4).writes == 0)
  }

  @Test func manualSettingsHoldWhileTheModeIsOff() throws {
    var loop = try webcam([.light(at: 2, stops: -3)])
    try loop.run(30)
    loop.run.requests.lock.mode = .off
    loop.run.requests.manual = CameraSettings(exposureTime: 0.01, analogueGain: 2)
    let manual = try loop.run(60)
    #expect(manual.allSatisfy { $0.report.state == .inactive })
    #expect(manual.dropFirst(5).allSatisfy { $0.frame.truth.exposureTime == 0.01 })
    #expect(manual.dropFirst(5).allSatisfy { $0.frame.truth.gain == 2 })
    loop.run.requests.lock.mode = .automatic
    let automatic = try loop.run(40)
    #expect(automatic.last?.report.state == .converged)
    #expect(abs(automatic.last?.trueError ?? 9) < 0.15)
  }

  @Test func precaptureIsFastAndEnds() throws {
    var loop = try webcam([.light(at: 1.5, stops: 2)])
    loop.run.configuration.exposure.speed = .smooth(timeConstant: 2)
    try loop.run(46)
    loop.run.requests.lock.precapture = .start
    let sequence = try loop.run(20)
    #expect(sequence[0].report.state == .precapture)
    let end = sequence.firstIndex { $0.report.state == .converged } ?? 99
    #expect(end <= 10)
    #expect(abs(sequence.last?.trueError ?? 9) < 0.15)
  }

  @Test func darknessBeyondTheLimitsAsksForAFlashAndBrightnessIsLimited() throws {
    var dark = try Loop(scene: Scene(uniform: 0.0000001))
    #expect(try dark.run(60).last?.report.state == .flashRequired)
    var bright = try Loop(scene: Scene(uniform: 10))
    let last = try bright.run(60).last
    #expect(last?.report.state == .converged)
    #expect(bright.run.exposure.lock.isLimited)
  }
}
