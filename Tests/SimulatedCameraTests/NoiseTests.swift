import Frames
import Testing

@testable import SimulatedCamera

@Suite("Noise")
struct NoiseTests {
  struct Level: CustomTestStringConvertible {
    let radiance: Double
    let read: Double
    let late: Double
    let gain: Int
    var testDescription: String { "\(radiance) cd/m², read \(read), late \(late), gain \(gain)/16" }
  }

  @Test(
    "variance is shot plus read noise within 2 %",
    arguments: [
      Level(radiance: 0, read: 20, late: 0, gain: 16),
      Level(radiance: 20, read: 3, late: 0, gain: 16),
      Level(radiance: 100, read: 3, late: 0, gain: 16),
      Level(radiance: 100, read: 3, late: 30, gain: 16),
      Level(radiance: 20, read: 3, late: 30, gain: 64),
    ])
  func variance(level: Level) throws {
    var description = Rig.plain(width: 256, height: 192, format: .grey(.bits16))
    description.sensor.bitDepth = 16
    description.sensor.blackLevel = 4096
    description.sensor.noise = Sensor.Noise(read: level.read, late: level.late)
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: level.radiance)])
    try camera.write(.gain, level.gain)
    let samples = Rig.samples(camera.nextFrame())
    let gain = Double(level.gain) / 16
    let electrons = level.radiance * 1800 * 0.01
    let perElectron = (65_535.0 - 4096) / 10_000 * gain
    let late = level.late / gain
    let expected = electrons + level.read * level.read + late * late
    let measured = Rig.variance(samples) / (perElectron * perElectron)
    #expect(abs(measured / expected - 1) < 0.02, "\(measured) against \(expected)")
    let mean = (Rig.mean(samples) - 4096) / perElectron
    #expect(abs(mean - electrons) < 4 * (expected / 49_152).squareRoot() + 0.1)
  }

  @Test("the table of normal values has mean 0 and variance 1")
  func table() {
    let values = CounterNoise.normal.map(Double.init)
    #expect(values.count == 4096)
    #expect(abs(values.reduce(0, +)) < 1e-9)
    #expect(abs(values.reduce(0) { $0 + $1 * $1 } / 4096 - 1) < 1e-6)
    // Kurtosis 3 less what the cut tails take.
    let fourth = values.reduce(0) { $0 + $1 * $1 * $1 * $1 } / 4096
    #expect(abs(fourth - 3) < 0.05)
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("noise does not depend on the order in which it is drawn")
  func order() {
    let noise = CounterNoise(seed: 7, frame: 3)
    let forward = (0..<1000).map { noise.index($0) }
    let backward = (0..<1000).reversed().map { noise.index($0) }
    #expect(forward == backward.reversed())
    #expect(forward != (0..<1000).map { CounterNoise(seed: 7, frame: 4).index($0) })
    #expect(forward != (0..<1000).map { CounterNoise(seed: 8, frame: 3).index($0) })
  }

  @Test("neighbours and frames are not correlated")
  func correlation() {
    let count = 100_000
    let normal = CounterNoise.normal
    let first = CounterNoise(seed: 1, frame: 0)
    let second = CounterNoise(seed: 1, frame: 1)
    var (beside, after) = (0.0, 0.0)
    for pixel in 0..<UInt64(count) {
      let value = Double(normal[first.index(pixel)])
      beside += value * Double(normal[first.index(pixel + 1)])
      after += value * Double(normal[second.index(pixel)])
    }
    // Four standard deviations of the mean of so many products.
    #expect(abs(beside / Double(count)) < 0.0127)
    #expect(abs(after / Double(count)) < 0.0127)
  }
}

@Suite("Bits are the same on every machine")
struct DeterminismTests {
  struct Case: CustomTestStringConvertible {
    let format: PixelFormat
    let checksum: UInt64
    var testDescription: String { "\(format)" }
  }

  @Test(
    "three frames of each format",
    arguments: [
      Case(format: .grey(.bits8), checksum: 0xED55_7AFE_607E_529A),
      Case(format: .grey(.bits12), checksum: 0x27B8_CCB9_E3CC_7BE1),
      Case(format: .bayer(.rggb, .bits8), checksum: 0xA64E_1498_2076_D6D7),
      Case(format: .bayer(.gbrg, .bits10), checksum: 0xDF4F_7230_C76A_C590),
      Case(format: .packedYUV(.yuyv), checksum: 0xD55C_920F_EE4C_AB82),
      Case(format: .semiPlanarYUV(.yuv420, .cbCr), checksum: 0x48C7_65B3_5A2B_7B6C),
    ])
  func checksums(example: Case) throws {
    var description = CameraDescription.webcam(width: 66, height: 50, format: example.format)
    if case .bayer = example.format {
      description = .rawSensor(width: 66, height: 50, format: example.format)
    }
    description.processing = PictureProcessing(sharpening: 0.5, denoising: 2)
    let script = SceneScript(
      events: [.light(at: 0.02, stops: 1.5, over: 0.1)],
      flicker: Flicker(frequency: 100, depth: 0.3))
    let scene = Scene.chart(width: 80, height: 60, white: 300, dioptres: 2.3)
    var camera = try SimulatedCamera(description, scenes: [scene], script: script)
    var again = camera
    let bytes = (0..<3).flatMap { _ in camera.nextFrame().bytes }
    #expect(bytes == (0..<3).flatMap { _ in again.nextFrame().bytes })
    let sum = Rig.checksum(bytes)
    #expect(sum == example.checksum, "0x\(String(sum, radix: 16))")
  }

  @Test("frames before a frame, seen or lost, do not change it")
  func order() throws {
    var description = CameraDescription.webcam(width: 32, height: 24)
    description.firmware.deadZone = 4
    let scene = Scene.texture(width: 32, height: 24, white: 400)
    var whole = try SimulatedCamera(description, scenes: [scene])
    let frames = (0..<6).map { _ in whole.nextFrame().bytes }
    description.quirks = [.lostFrames([0, 1, 3, 4])]
    var gaps = try SimulatedCamera(description, scenes: [scene])
    #expect(gaps.nextFrame().bytes == frames[2])
    #expect(gaps.nextFrame().bytes == frames[5])
  }

  @Test("another seed gives other noise, the same seed the same")
  func seeds() throws {
    var description = CameraDescription.webcam(width: 32, height: 24)
    let scene = Scene(uniform: 50)
    var first = try SimulatedCamera(description, scenes: [scene])
    var second = try SimulatedCamera(description, scenes: [scene])
    description.seed = 2
    var third = try SimulatedCamera(description, scenes: [scene])
    let bytes = first.nextFrame().bytes
    #expect(bytes == second.nextFrame().bytes)
    #expect(bytes != third.nextFrame().bytes)
  }
}
