import Frames
import Photometry
import Testing

@testable import SimulatedCamera

@Suite("Firmware's exposure")
struct FirmwareTests {
  @Test("it reaches its target and stays", arguments: [0.3, 20, 100, 1000, 4000])
  func converges(radiance: Double) throws {
    var description = Rig.withAutomatic(on: true)
    description.controls[0] = SimulatedControl(
      .exposureTime, minimum: 1, maximum: 5000, defaultValue: 157)
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: radiance)])
    let means = (0..<60).map { _ in camera.nextFrame().truth.meanEncoded }
    let late = means.suffix(20)
    // One code of 100 µs is a large part of the shortest times.
    let tolerance = radiance > 500 ? 0.1 : 0.03
    if radiance > 1 {
      #expect(late.allSatisfy { abs($0 - 0.43) < tolerance }, "\(late)")
    }
    #expect((late.max() ?? 1) - (late.min() ?? 0) < 0.001)
  }

  @Test("cameras without an exposure mode have a switch for gain and exposure")
  func autogain() throws {
    var description = Rig.plain()
    description.controls.append(.toggle(.autogain, defaultValue: 1))
    description.sensor.response = .sRGB
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 400)])
    #expect(throws: ControlError.inactive(.gain)) { try camera.write(.gain, 20) }
    for _ in 0..<40 { _ = camera.nextFrame() }
    // The gain's least code, 0, leaves steps of time alone.
    #expect(abs(camera.nextFrame().truth.meanEncoded - 0.43) < 0.05)
    try camera.write(.autogain, 0)
    try camera.write(.exposureTime, 10)
    let truth = camera.nextFrame().truth
    #expect(!truth.isFirmwareExposing)
    #expect(truth.exposureTime == 0.001)
  }

  @Test("its exposure can be read, and stays when it is turned off")
  func handOver() throws {
    var camera = try SimulatedCamera(
      Rig.withAutomatic(on: true), scenes: [Scene(uniform: 400)])
    var last = camera.nextFrame()
    for _ in 0..<40 { last = camera.nextFrame() }
    let code = try camera.read(.exposureTime)
    #expect(abs(Double(code) * 0.0001 - last.truth.exposureTime) < 1e-9)
    try camera.write(.autoExposure, 1)
    let after = camera.nextFrame()
    #expect(!after.truth.isFirmwareExposing)
    #expect(after.truth.exposureTime == last.truth.exposureTime)
  }

  @Test("some cameras jump back to the last manual exposure")
  func jump() throws {
    var description = Rig.withAutomatic(on: false)
    description.quirks = [.exposureJumpsOnManual]
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 400)])
    try camera.write(.exposureTime, 30)
    _ = camera.nextFrame()
    try camera.write(.autoExposure, 3)
    for _ in 0..<40 { _ = camera.nextFrame() }
    #expect(try camera.read(.exposureTime) != 30)
    try camera.write(.autoExposure, 1)
    #expect(camera.nextFrame().truth.exposureTime == 0.003)
    #expect(try camera.read(.exposureTime) == 30)
  }

  @Test("what is written for manual work acts when the automatic has let go")
  func modeLatency() throws {
    var camera = try SimulatedCamera(
      Rig.withAutomatic(on: true, latency: 3), scenes: [Scene(uniform: 100)])
    try camera.write(.autoExposure, 1)
    try camera.write(.exposureTime, 20)
    let truths = (0..<5).map { _ in camera.nextFrame().truth }
    #expect(truths.map(\.isFirmwareExposing) == [true, true, true, false, false])
    #expect(truths[3].exposureTime == 0.002)
    #expect(truths[2].exposureTime != 0.002)
  }

  @Test("it keeps to whole periods of the mains")
  func flickerFree() throws {
    var description = Rig.withAutomatic(on: true)
    description.controls.append(
      SimulatedControl(.powerLineFrequency, minimum: 0, maximum: 2, defaultValue: 1))
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 60)])
    for _ in 0..<40 { _ = camera.nextFrame() }
    let truth = camera.nextFrame().truth
    #expect(truth.exposureTime == 0.01)
    #expect(truth.gain > 1)
  }
}
