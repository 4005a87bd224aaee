import Frames
import Photometry
import Testing

@testable import SimulatedCamera

@Suite("Exposure")
struct ExposureTests {
  @Test("twice the time is twice the signal", arguments: [1, 7, 50, 160])
  func time(code: Int) throws {
    var camera = try SimulatedCamera(Rig.plain(), scenes: [Scene(uniform: 50)])
    try camera.write(.exposureTime, code)
    let short = camera.nextFrame().truth
    try camera.write(.exposureTime, 2 * code)
    let long = camera.nextFrame().truth
    #expect(short.exposureTime == Double(code) * 0.0001)
    #expect(abs(long.meanLinear / short.meanLinear - 2) < 1e-6)
    #expect(abs(short.meanLinear / (50 * 1800 * short.exposureTime / 10_000) - 1) < 1e-6)
  }

  @Test("gain multiplies the codes")
  func gain() throws {
    var description = Rig.plain(format: .grey(.bits12))
    description.sensor.fullWell = 4095
    description.sensor.responsivity = 1000
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 50)])
    #expect(Rig.sample(camera.nextFrame(), 3, 3) == 500)
    try camera.write(.gain, 32)
    #expect(Rig.sample(camera.nextFrame(), 3, 3) == 1000)
    try camera.write(.gain, 255)
    #expect(Rig.sample(camera.nextFrame(), 3, 3) == 4095)
  }

  @Test("a full well clips below white where the gain is below 1")
  func fullWell() throws {
    var camera = try SimulatedCamera(
      Rig.plain(format: .grey(.bits12)), scenes: [Scene(uniform: 1e6)])
    try camera.write(.gain, 8)
    #expect(Set(Rig.samples(camera.nextFrame())) == [2048])
  }

  @Test("black level lifts the codes and is told in the layout")
  func blackLevel() throws {
    var description = Rig.plain(format: .bayer(.rggb, .bits10))
    description.sensor.bitDepth = 10
    description.sensor.blackLevel = 64
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 0)])
    let frame = camera.nextFrame()
    #expect(Set(Rig.samples(frame)) == [64])
    #expect(frame.layout.levels.black == 64)
    #expect(frame.layout.levels.white == 1023)
  }

  @Test("the curve is applied after the converter")
  func response() throws {
    var description = Rig.plain()
    description.sensor.response = .sRGB
    // 18 % of full scale is 118 of 255 in sRGB.
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 100)])
    #expect(Set(Rig.samples(camera.nextFrame())) == [118])
    description.sensor.response = Sensor.firmwareCurve
    camera = try SimulatedCamera(description, scenes: [Scene(uniform: 100)])
    #expect(abs(Rig.sample(camera.nextFrame(), 0, 0) - 120) < 6)
  }

  @Test("the frame interval follows the exposure only where that is allowed")
  func interval() throws {
    var description = Rig.plain()
    description.sensor.exposureMargin = 0.001
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 1)])
    try camera.write(.exposureTime, 900)
    let clipped = camera.nextFrame()
    #expect(clipped.truth.interval == 1.0 / 30)
    #expect(clipped.truth.exposureTime == 1.0 / 30 - 0.001)
    try camera.write(.exposurePriority, 1)
    let slow = camera.nextFrame()
    #expect(abs(slow.truth.exposureTime - 0.09) < 1e-12)
    #expect(abs(slow.truth.interval - 0.091) < 1e-12)
    #expect(abs(slow.timestamp - clipped.timestamp - 0.091) < 1e-12)
    try camera.write(.exposureTime, 10)
    #expect(camera.nextFrame().truth.interval == 1.0 / 30)
  }

  @Test(
    "the camera of field cases is light times exposure times gain",
    arguments: [
      (0.0018, 100, 16, 117), (0.0018, 200, 16, 160), (0.0018, 100, 32, 160), (0.02, 100, 16, 255),
    ])
  func fieldCase(light: Double, exposure: Int, gain: Int, code: Int) throws {
    var camera = try SimulatedCamera(.fieldCase(), scenes: [Scene(uniform: light)])
    try camera.write(.exposureTime, exposure)
    try camera.write(.gain, gain)
    let expected = 255 * Exact.power(min(1, light * Double(exposure * gain) / 16), 1 / 2.2)
    #expect(code == Int(expected.rounded()))
    #expect(Set(Rig.samples(camera.nextFrame())) == [code])
  }

  @Test("a closed shutter is black")
  func privacy() throws {
    var description = Rig.plain()
    description.controls.append(.toggle(.privacy, defaultValue: 0))
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 100)])
    try camera.write(.privacy, 1)
    #expect(Set(Rig.samples(camera.nextFrame())) == [0])
  }
}

@Suite("Latency")
struct LatencyTests {
  @Test("a write acts so many frames later and no sooner", arguments: [0, 1, 2, 6, 32, 40])
  func exact(latency: Int) throws {
    var camera = try SimulatedCamera(
      Rig.plain(exposureLatency: latency), scenes: [Scene(uniform: 50)])
    for _ in 0..<3 { _ = camera.nextFrame() }
    try camera.write(.exposureTime, 200)
    for _ in 0..<latency { #expect(camera.nextFrame().truth.exposureTime == 0.01) }
    #expect(camera.nextFrame().truth.exposureTime == 0.02)
  }

  @Test("controls have delays of their own, and the queue adds to both")
  func mixed() throws {
    var description = Rig.plain(exposureLatency: 3, gainLatency: 1)
    description.queueDepth = 2
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 50)])
    try camera.write(.exposureTime, 200)
    try camera.write(.gain, 32)
    let seen = (0..<7).map { _ in camera.nextFrame().truth }
    #expect(seen.map(\.exposureTime) == [0.01, 0.01, 0.01, 0.01, 0.01, 0.02, 0.02])
    #expect(seen.map(\.gain) == [1, 1, 1, 2, 2, 2, 2])
  }

  @Test("writes on their way do not overtake each other")
  func pipeline() throws {
    var camera = try SimulatedCamera(
      Rig.plain(exposureLatency: 2), scenes: [Scene(uniform: 50)])
    var seen: [Double] = []
    for code in [10, 20, 30, 40, 50] {
      try camera.write(.exposureTime, code)
      seen.append(camera.nextFrame().truth.exposureTime)
    }
    #expect(seen == [100, 100, 10, 20, 30].map { $0 * 0.0001 })
  }
}
