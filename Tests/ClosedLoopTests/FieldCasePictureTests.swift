import ClosedLoop
import GrayCard
import SimulatedCamera
import Testing

/// Field cases about what is exposed for, and with what: units, rate, windows, time before gain.
@Suite struct FieldCasePictureTests {
  static let target = FieldCaseLoopTests.target

  /// A camera with a number for exposure whose unit nobody knows, and one switch for all automatics.
  @Test(arguments: [0.0005, 0.0018, 0.02])
  func b23AnExposureWithoutAUnitIsAnActuator(_ radiance: Double) throws {
    var camera = CameraDescription.fieldCase(exposureLatency: 2, gainLatency: 2)
    camera.controls = [
      SimulatedControl(
        .exposureTime, minimum: 0, maximum: 255, defaultValue: 120, latency: 2,
        law: .linear(perCode: 0.00004)),
      SimulatedControl(
        .gain, minimum: 0, maximum: 63, defaultValue: 0, latency: 2, law: .ratio(range: 80)),
      .toggle(.autogain, defaultValue: 1),
    ]
    var loop = try Loop(camera, scene: Scene(uniform: radiance))
    let steps = try loop.run(90)
    #expect(try loop.run.camera.read(.autogain) == 0)
    #expect(steps.allSatisfy { !$0.frame.truth.isFirmwareExposing || $0.frame.sequence < 4 })
    #expect(Self.target.contains(steps.last?.level ?? 0), "\(steps.last?.level ?? 0)")
    #expect(try loop.run(60).writes == 0)
  }

  /// A dark scene wants 90 ms at 30 frames/s.
  @Test(arguments: [false, true])
  func b24TheFrameRateIsKeptOrMayFall(_ maySlow: Bool) throws {
    var camera = CameraDescription.fieldCase(exposureLatency: 2, gainLatency: 2)
    camera.controls[2] = .toggle(.exposurePriority, defaultValue: 1)
    let simulated = try SimulatedCamera(camera, scenes: [Scene(uniform: 0.18 / 900)])
    var run = try SimulatedExposure(
      simulated,
      configuration: AutoExposure.Configuration(
        metering: MeteringConfiguration(pattern: .average, response: camera.sensor.response),
        splitter: ExposureSplitter(program: .long)), maySlow: maySlow)
    var last = try run.step()
    var slowest = 0.0
    for _ in 0..<90 {
      let step = try run.step()
      slowest = max(slowest, step.frame.timestamp - last.frame.timestamp)
      last = step
    }
    #expect(try run.camera.read(.exposurePriority) == (maySlow ? 1 : 0))
    #expect(Self.target.contains(last.level), "\(last.level)")
    if maySlow {
      #expect(last.frame.truth.exposureTime > 0.08)
      #expect(slowest > 0.06)
    } else {
      #expect(slowest < 0.034)
      #expect(last.frame.truth.exposureTime <= 1.0 / 30)
      #expect(last.frame.truth.gain > 2.5)
    }
  }

  private func automatic(_ quirks: [Quirk]) -> CameraDescription {
    var camera = CameraDescription.fieldCase(exposureLatency: 2, gainLatency: 2)
    camera.controls.append(
      SimulatedControl(.autoExposure, minimum: 1, maximum: 3, step: 2, defaultValue: 3))
    camera.quirks = quirks
    return camera
  }

  @Test func b26TheDevicesLoopIsTakenOffBeforeOurs() throws {
    var loop = try Loop(automatic([])) { $0.exposure.target = 0.26 }
    try loop.run(60)
    let steady = try loop.run(120)
    #expect(try loop.run.camera.read(.autoExposure) == 1)
    #expect(steady.writes == 0)
    #expect(steady.levels.upperBound - steady.levels.lowerBound <= 3)
    #expect(abs(steady.last?.trueError ?? 9) < 0.7)
  }

  @Test func b26ALoopThatCannotBeTakenOffIsLeftToItself() throws {
    var loop = try Loop(automatic([.cannotBeWritten(.autoExposure)])) { $0.exposure.target = 0.26 }
    try loop.run(60)
    let steady = try loop.run(120)
    #expect(loop.steps.writes == 0)
    #expect(steady.allSatisfy { $0.report.decision.reason == .deviceControlled })
    #expect(steady.levels.upperBound - steady.levels.lowerBound <= 3)
    // Passive metering goes on.
    #expect(steady.allSatisfy { $0.report.metered != nil })
  }

  /// Lamps on 50 and 60 Hz mains under a rolling shutter; the exposure that light asks for in 100 µs.
  @Test(arguments: [FlickerAvoidance.mains50, .mains60], [260.0, 45, 110, 320, 1000])
  func b29TimesKeepToTheLampsPeriods(_ mains: FlickerAvoidance, _ ideal: Double) throws {
    var camera = CameraDescription.fieldCase(width: 32, height: 480)
    camera.sensor.shutter = .rolling(readOut: 1.0 / 30)
    camera.sensor.exposureMargin = 0
    let frequency = mains == .mains50 ? 100.0 : 120
    var loop = try Loop(
      camera, scene: Scene(uniform: 0.18 / ideal),
      script: SceneScript(flicker: Flicker(frequency: frequency, depth: 0.9))
    ) {
      $0.splitter.flicker = mains
      $0.splitter.program = .long
    }
    let last = try #require(try loop.run(90).last)
    let time = last.frame.truth.exposureTime
    let period = 1 / frequency
    let periods = time / period
    if ideal * 1e-4 < period {
      // No multiple fits into the light there is: bands are said to be possible.
      #expect(time < period)
      #expect(last.report.decision.mayBand)
    } else {
      // The control counts in 100 µs: 83, 167, 250, 333 at 60 Hz.
      #expect(abs(periods - periods.rounded()) * period <= 0.0001, "\(time)")
      #expect(
        periods.rounded() == min((ideal * 1e-4 / period).rounded(.down), mains == .mains50 ? 3 : 4))
      #expect(!last.report.decision.mayBand)
      #expect(rowRipple(last.frame) < 0.02)
    }
    #expect(abs(last.trueError) < 0.12, "\(last.trueError)")
  }

  /// The largest deviation of a row's light from the frame's mean.
  private func rowRipple(_ frame: SimulatedFrame) -> Double {
    let curve = ResponseCurve.power22
    let rows = (0..<frame.layout.height).map { y in
      let start = frame.layout.planes[0].offset + y * frame.layout.planes[0].stride
      return (0..<frame.layout.width).reduce(0.0) {
        $0 + curve.linear(fromEncoded: Double(frame.bytes[start + $1]) / 255)
      } / Double(frame.layout.width)
    }
    let mean = rows.reduce(0, +) / Double(rows.count)
    return rows.map { abs($0 / mean - 1) }.max() ?? 9
  }

  @Test func b30AWindowDoesNotBuryTheSubject() throws {
    // An eighth of the picture, 16 times as bright; the rest 40/255 at the default exposure.
    let light = ResponseCurve.power22.linear(fromEncoded: 40.0 / 255) / 100
    var loop = try Loop(
      .fieldCase(width: 160, height: 120), scene: Scene(uniform: light),
      script: SceneScript(rectangles: [
        SceneScript.MovingRectangle(
          start: -1, end: 1000, from: .init(x: 0.55, y: 0.05, width: 0.4, height: 0.3)!,
          effect: .stops(4))
      ])
    ) { $0.metering.pattern = .matrix }
    let last = try #require(try loop.run(60).last)
    #expect((90.0...140).contains(subject(last.frame)), "\(subject(last.frame))")
    #expect((last.report.metered?.clippedHighShare ?? 1) <= 0.125)
    #expect(clippedArea(last.frame) <= 0.121)
  }

  @Test func b30SkyThatMovesDoesNotPump() throws {
    func exposure(_ share: Double) throws -> (stops: Double, subject: Double) {
      var loop = try Loop(
        .fieldCase(width: 160, height: 120), scene: Scene(uniform: 0.0004),
        script: SceneScript(rectangles: [
          SceneScript.MovingRectangle(
            start: -1, end: 1000, from: .init(x: 0, y: 0, width: 1, height: share)!,
            effect: .stops(3))
        ])
      ) { $0.metering.pattern = .matrix }
      let last = try #require(try loop.run(60).last)
      return (Exact.log2(last.trueExposure), subject(last.frame))
    }
    let middle = try exposure(0.55)
    #expect((90.0...140).contains(middle.subject), "\(middle.subject)")
    for share in [0.495, 0.605] {
      let other = try exposure(share)
      #expect(abs(other.stops - middle.stops) <= 0.3, "\(share): \(other.stops - middle.stops)")
    }
  }

  /// The mean code of the lower centre.
  private func subject(_ frame: SimulatedFrame) -> Double {
    var (sum, count) = (0.0, 0.0)
    for y in frame.layout.height * 2 / 3..<frame.layout.height {
      for x in frame.layout.width / 3..<frame.layout.width * 2 / 3 {
        sum += Double(
          frame.bytes[frame.layout.planes[0].offset + y * frame.layout.planes[0].stride + x])
        count += 1
      }
    }
    return sum / count
  }

  private func clippedArea(_ frame: SimulatedFrame) -> Double {
    Double(frame.bytes.count { $0 == 255 }) / Double(frame.bytes.count)
  }

  /// The light falls by 8 stops and returns: time first, then gain, and the other way back.
  @Test(arguments: [ExposureProgram.long, .balanced])
  func b32TimeBeforeGain(_ program: ExposureProgram) throws {
    var loop = try Loop(
      .fieldCase(exposureLatency: 2, gainLatency: 1),
      scene: Scene(uniform: 0.05),
      script: SceneScript(events: [
        .light(at: 2, stops: -8, over: 10), .light(at: 13, stops: 0, over: 10),
      ])
    ) { $0.splitter.program = program }
    let steps = try loop.run(780)
    #expect(steps.suffix(60).writes == 0)
    #expect(abs(steps.last?.trueError ?? 9) < 0.15)
    let longest = program == .long ? 1.0 / 30 : 1.0 / 125
    for step in steps.dropFirst(30) {
      // Gain only where time has reached its first limit, and to make up for its steps of 100 µs.
      let time = step.frame.truth.exposureTime
      let gain = step.frame.truth.gain
      #expect(time > longest * 0.93 || gain < 1.07 + 0.0001 / time, "\(step.frame.truth)")
    }
    // Time and gain trade places at most once a stop: count changes of time against its trend.
    let half = steps.count / 2
    #expect(swaps(steps[30..<half].map(\.frame.truth.exposureTime), rising: true) <= 8)
    #expect(swaps(steps[half...].map(\.frame.truth.exposureTime), rising: false) <= 8)
  }

  private func swaps(_ times: [Double], rising: Bool) -> Int {
    zip(times, times.dropFirst()).count { rising ? $1 < $0 * 0.98 : $1 > $0 * 1.02 }
  }
}

extension ResponseCurve {
  /// The field cases' curve.
  static let power22 = (try? ResponseCurve.gamma(2.2)) ?? .sRGB
}
