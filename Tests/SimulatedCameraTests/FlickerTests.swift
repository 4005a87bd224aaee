import Frames
import Testing

@testable import SimulatedCamera

@Suite("Flicker")
struct FlickerTests {
  @Test("sine by series is the sine")
  func sine() {
    #expect(Circle.sine(turns: 0) == 0)
    #expect(abs(Circle.sine(turns: 0.25) - 1) < 1e-11)
    #expect(abs(Circle.sine(turns: 1.0 / 12) - 0.5) < 1e-11)
    #expect(abs(Circle.sine(turns: -5.125) + 0.5.squareRoot()) < 1e-11)
    #expect(abs(Circle.cosine(turns: 0.5) + 1) < 1e-11)
    #expect(Circle.sine(turns: .infinity) == 0)
  }

  @Test("a sine's mean is its integral", arguments: [0.0, 0.0013, 0.0049, 0.01, 0.0171])
  func integral(length: Double) {
    let flicker = Flicker(frequency: 100, depth: 0.9, phase: 0.3)
    let steps = 20_000
    var sum = 0.0
    for step in 0..<steps {
      let time = 0.002 + length * (Double(step) + 0.5) / Double(steps)
      sum += 1 + 0.9 * Circle.sine(turns: time * 100 + 0.3)
    }
    #expect(abs(flicker.mean(from: 0.002, to: 0.002 + length) - sum / Double(steps)) < 1e-7)
  }

  @Test("a square wave's mean is 1 over whole periods, and all or nothing within one")
  func square() {
    let flicker = Flicker(frequency: 100, depth: 1, waveform: .square(share: 0.25))
    #expect(abs(flicker.mean(from: 0.0037, to: 0.0237) - 1) < 1e-12)
    #expect(abs(flicker.mean(from: 0.001, to: 0.002) - 4) < 1e-9)
    #expect(abs(flicker.mean(from: 0.005, to: 0.006)) < 1e-9)
  }

  /// Amplitude of the row means' ripple relative to their mean, over one whole band.
  private func ripple(code: Int, shutter: Sensor.Shutter) throws -> Double {
    var description = Rig.plain(width: 2, height: 300, format: .grey(.bits16))
    description.sensor.bitDepth = 16
    description.sensor.shutter = shutter
    let script = SceneScript(flicker: Flicker(frequency: 100, depth: 0.9))
    var camera = try SimulatedCamera(
      description, scenes: [Scene(uniform: 100)], script: script)
    try camera.write(.exposureTime, code)
    let samples = Rig.samples(camera.nextFrame()).map(Double.init)
    let (low, high) = (samples.min() ?? 0, samples.max() ?? 0)
    return (high - low) / (high + low)
  }

  @Test("rows ripple as the formula says", arguments: [5, 20, 45, 75, 130, 260])
  func rows(code: Int) throws {
    let measured = try ripple(code: code, shutter: .rolling(readOut: 0.03))
    let periods = Double(code) * 0.0001 * 100
    let sine = Circle.sine(turns: periods / 2)
    let expected = 0.9 * abs(sine) / (3.141592653589793 * periods)
    #expect(abs(measured - expected) < 0.002, "\(measured) against \(expected)")
  }

  @Test("whole periods and a global shutter leave none", arguments: [100, 200, 300])
  func none(code: Int) throws {
    #expect(try ripple(code: code, shutter: .rolling(readOut: 0.03)) < 0.0005)
    #expect(try ripple(code: 45, shutter: .global) == 0)
  }

  @Test("under a global shutter the frame's mean ripples instead")
  func aliased() throws {
    let script = SceneScript(flicker: Flicker(frequency: 100, depth: 0.5))
    var description = Rig.plain()
    description.frameInterval = 1.0 / 31
    var camera = try SimulatedCamera(
      description, scenes: [Scene(uniform: 40)], script: script)
    try camera.write(.exposureTime, 20)
    let means = (0..<20).map { _ in camera.nextFrame().truth.meanLinear }
    #expect((means.max() ?? 0) / (means.min() ?? 1) > 1.5)
  }
}

@Suite("Script")
struct ScriptTests {
  @Test("light steps, ramps and stays")
  func level() {
    let level = LightLevel([
      .light(at: 1, stops: 2), .light(at: 2, stops: -2, over: 4), .light(at: 4, stops: 1),
    ])
    #expect(level.stops(at: 0.99) == 0)
    #expect(level.stops(at: 1) == 2)
    #expect(level.stops(at: 3) == 1)
    #expect(level.stops(at: 4.1) == 1)
    #expect(level.stops(at: 100) == 1)
    // Half the window before a switch to two stops, half after.
    #expect(abs(level.meanFactor(from: 0.9, to: 1.1) - 2.5) < 1e-12)
    #expect(level.isSteady(from: 0, to: 0.9))
    #expect(!level.isSteady(from: 0.9, to: 1.1))
  }

  @Test("a step of light changes the next frame")
  func step() throws {
    let script = SceneScript(events: [.light(at: 0.1, stops: 2)])
    var camera = try SimulatedCamera(
      Rig.plain(), scenes: [Scene(uniform: 10)], script: script)
    let means = (0..<5).map { _ in camera.nextFrame().truth.meanLinear }
    #expect(abs(means[3] / means[2] - 4) < 1e-5)
    #expect(means[0] == means[2])
  }

  @Test("within a rolling frame the rows tell when the light went on")
  func stepWithinFrame() throws {
    var description = Rig.plain(width: 2, height: 100)
    description.sensor.shutter = .rolling(readOut: 0.02)
    let script = SceneScript(events: [.light(at: 1.0 / 30 + 0.01, stops: 1)])
    var camera = try SimulatedCamera(
      description, scenes: [Scene(uniform: 40)], script: script)
    try camera.write(.exposureTime, 10)
    let frame = camera.nextFrame()
    #expect(Rig.sample(frame, 0, 99) == 2 * Rig.sample(frame, 0, 0))
    #expect(Rig.sample(frame, 0, 52) > Rig.sample(frame, 0, 40))
  }

  @Test("a highlight passes and a window shows its own light")
  func rectangles() throws {
    let left = try #require(NormalisedRectangle(x: 0, y: 0, width: 0.25, height: 1))
    let right = try #require(NormalisedRectangle(x: 0.75, y: 0, width: 0.25, height: 1))
    let lower = try #require(NormalisedRectangle(x: 0, y: 0.5, width: 1, height: 0.5))
    let script = SceneScript(
      events: [.light(at: 0, stops: -40)],
      rectangles: [
        .init(start: 0, end: 0.4, from: left, to: right, effect: .radiance(50)),
        .init(start: 0.5, end: 1, from: lower, effect: .stops(40)),
      ])
    var camera = try SimulatedCamera(
      Rig.plain(width: 16), scenes: [Scene(uniform: 20)], script: script)
    let frames = (0..<18).map { _ in camera.nextFrame() }
    func lit(_ frame: SimulatedFrame, _ y: Int) -> [Int] {
      (0..<16).filter { Rig.sample(frame, $0, y) > 0 }
    }
    #expect(lit(frames[0], 0) == [1, 2, 3, 4])
    #expect(lit(frames[11], 7) == [12, 13, 14, 15])
    #expect(lit(frames[13], 0).isEmpty)
    #expect(lit(frames[16], 0).isEmpty)
    #expect(lit(frames[16], 4).count == 16)
    #expect(Rig.sample(frames[0], 2, 0) == 23)
    #expect(Rig.sample(frames[16], 2, 5) == 9)
  }

  @Test("a cut shows another scene")
  func cut() throws {
    let script = SceneScript(events: [.scene(at: 0.05, index: 1), .scene(at: 0.2, index: 9)])
    var camera = try SimulatedCamera(
      Rig.plain(), scenes: [Scene(uniform: 10), Scene(uniform: 30)], script: script)
    let frames = (0..<10).map { _ in camera.nextFrame().truth }
    #expect(frames.map(\.scene) == [0, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    #expect(abs(frames[1].meanLinear / frames[0].meanLinear - 3) < 1e-6)
  }
}
