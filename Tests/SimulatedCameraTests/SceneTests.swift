import Frames
import Photometry
import Recordings
import Testing

@testable import SimulatedCamera

@Suite("Scenes")
struct SceneTests {
  @Test("radiance is checked")
  func refused() {
    #expect(throws: SimulationError.sceneSize(width: 2, height: 1, samples: 1)) {
      try Scene(width: 2, height: 1, red: [0, 0], green: [0], blue: [0, 0])
    }
    #expect(throws: SimulationError.self) {
      try Scene(width: 1, height: 1, red: [.nan], green: [0], blue: [0])
    }
    #expect(throws: SimulationError.sceneValue(index: 0, value: -1)) {
      try Scene(width: 1, height: 1, red: [0], green: [-1], blue: [0])
    }
    #expect(throws: SimulationError.sceneSize(width: 1, height: 1, samples: 2)) {
      try Scene(width: 1, height: 1, red: [0], green: [0], blue: [0], depth: .map([1, 1]))
    }
    #expect(throws: SimulationError.self) {
      try EncodedPicture(width: 2, height: 2, samples: [1, 2, 3])
    }
    #expect(throws: SimulationError.bracket(index: 0)) { try Scene(bracket: [], luminance: 1) }
  }

  @Test("a photograph is decoded and scaled to its luminance")
  func photograph() throws {
    let picture = try EncodedPicture(width: 2, height: 1, samples: [255, 188])
    let scene = try Scene(photograph: picture, luminance: 100)
    // 188 of sRGB is 0.503 linear.
    #expect(abs(scene.green[1] / scene.green[0] - 0.5029) < 1e-3)
    #expect(abs(scene.meanRadiance - 100) < 1e-3)
    #expect(scene.red == scene.blue)
  }

  @Test("a lifted black is taken off")
  func black() throws {
    let picture = try EncodedPicture(
      width: 3, height: 1, samples: [55, 155, 255], black: 55, curve: .linear)
    let scene = try Scene(photograph: picture, luminance: 10)
    #expect(scene.green == [0, 10, 20])
    #expect(throws: SimulationError.self) {
      try EncodedPicture(width: 1, height: 1, samples: [0], black: 255)
    }
  }

  @Test("a bracket gives back the radiance that made it, highlights too")
  func bracket() throws {
    let radiance = (0..<64).map { Exact.exp2(Double($0) / 5) }
    let times = [0.0004, 0.002, 0.01, 0.05]
    let bracket = try times.map { time in
      let samples = radiance.map { value in
        UInt16((ResponseCurve.sRGB.encoded(fromLinear: value * time) * 4095).rounded())
      }
      let picture = try EncodedPicture(
        width: 64, height: 1, samples: samples, bitDepth: 12)
      return (time: time, picture: picture)
    }
    let mean = radiance.reduce(0, +) / 64
    let scene = try Scene(bracket: bracket.reversed(), luminance: mean)
    // Beyond 1 / 0.0004 every picture is clipped.
    let scale = Double(scene.green[20]) / radiance[20]
    for (index, value) in radiance.enumerated() where value < 2400 {
      let merged = Double(scene.green[index]) / value
      #expect(abs(merged / scale - 1) < 0.01)
    }
  }

  @Test("a recorded photograph becomes a scene and comes back from the camera")
  func recorded() throws {
    let parts = #filePath.split(separator: "/").dropLast(2)
    let path = "/" + parts.joined(separator: "/") + "/Regression/frames/coins.png"
    var source = try FrameSource(paths: [path], options: SourceOptions())
    let next = try source.next()
    let recorded = try #require(next)
    #expect(recorded.layout.format == .grey(.bits8))
    let (width, height) = (recorded.layout.width, recorded.layout.height)
    let samples = recorded.bytes.prefix(width * height).map(UInt16.init)
    let picture = try EncodedPicture(width: width, height: height, samples: samples)
    let scene = try Scene(photograph: picture, luminance: 20)
    var description = Rig.plain(width: width, height: height)
    description.sensor.response = .sRGB
    let linear = samples.map { ResponseCurve.sRGB.linear(fromEncoded: Double($0) / 255) }
    let mean = linear.reduce(0, +) / Double(linear.count)
    // Just so sensitive that the photograph's white is the camera's.
    description.sensor.responsivity = 10_000 * mean / 20 / 0.01
    var camera = try SimulatedCamera(description, scenes: [scene])
    let frame = camera.nextFrame()
    let differences = zip(Rig.samples(frame), samples).map { abs($0 - Int($1)) }
    #expect((differences.max() ?? 9) <= 1)
  }

  @Test("the chart has its steps, colours, edges and texture")
  func chart() {
    let scene = Scene.chart(width: 240, height: 160, white: 1000)
    #expect(abs(scene.green[5] - 900) < 0.01)
    #expect(abs(scene.green[25] - 900 / Float(2).squareRoot()) < 0.01)
    let patch = 60 * 240 + 45
    #expect(scene.blue[patch] > 2 * scene.red[patch])
    let texture = Array(scene.green[(120 * 240 + 130)..<(120 * 240 + 230)])
    #expect(Set(texture).count > 50)
    #expect(Scene.chart(width: 0, height: 99_999, white: .nan).width == 1)
  }

  @Test("resampling keeps the mean")
  func resampling() {
    var plane: [Float] = []
    for y in 0..<8 {
      for x in 0..<15 { plane.append(Float(3 * x + y)) }
    }
    let expected = plane.reduce(0, +) / 120
    for (width, height) in [(5, 4), (15, 8), (7, 3), (31, 20), (1, 1)] {
      let result = Resampling(from: (15, 8), to: (width, height)).apply(plane)
      let sum: Float = result.reduce(0, +)
      let mean = sum / Float(width * height)
      #expect(abs(mean - expected) < 0.001)
    }
  }
}

@Suite("Illuminants")
struct IlluminantTests {
  @Test("a black body at 2,856 K is illuminant A")
  func blackBody() throws {
    let body = Illuminant.blackBody(kelvin: 2855.5)
    for index in stride(from: 0, to: 81, by: 10) {
      let ratio = Illuminant.incandescent.power[index] / 100 / body.power[index]
      #expect(abs(ratio - 1) < 0.002)
    }
  }

  @Test("the sensor sees red under lamps and blue under the sky")
  func factors() {
    let camera = CameraSensitivities.nikonD5100
    let day = camera.factors(under: .daylight)
    let lamp = camera.factors(under: .incandescent)
    #expect(lamp.red > 1.5 * day.red)
    #expect(lamp.blue < 0.6 * day.blue)
    #expect(day.red < 1)
    for light in [Illuminant.fluorescent, .led] {
      let factors = camera.factors(under: light)
      #expect(factors.red > day.red && factors.red < lamp.red)
    }
  }

  @Test("spectra are checked")
  func refused() {
    #expect(throws: SimulationError.spectrum(count: 80)) {
      try Illuminant(power: [Double](repeating: 1, count: 80))
    }
    #expect(throws: SimulationError.spectrum(count: 81)) {
      try Illuminant(power: [Double](repeating: 0, count: 81))
    }
  }

  private func chroma(_ frame: SimulatedFrame) -> (blue: Int, red: Int) {
    (Int(frame.bytes[1]), Int(frame.bytes[3]))
  }

  @Test("the right temperature makes grey of grey, the wrong one does not")
  func temperature() throws {
    var description = CameraDescription.webcam(width: 8, height: 8)
    description.sensor.noise = .none
    description.illuminant = .blackBody(kelvin: 3200)
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 60)])
    try camera.write(.autoWhiteBalance, 0)
    try camera.write(.whiteBalanceTemperature, 3200)
    for _ in 0..<3 { _ = camera.nextFrame() }
    let right = chroma(camera.nextFrame())
    #expect(abs(right.blue - 128) <= 1 && abs(right.red - 128) <= 1)
    try camera.write(.whiteBalanceTemperature, 6500)
    for _ in 0..<3 { _ = camera.nextFrame() }
    let wrong = chroma(camera.nextFrame())
    #expect(wrong.blue < 118 && wrong.red > 138)
  }

  @Test("the camera's own white balance ends at grey after the light changed")
  func automatic() throws {
    var description = CameraDescription.webcam(width: 8, height: 8)
    description.sensor.noise = .none
    let script = SceneScript(events: [.illuminant(at: 2.05, .incandescent)])
    var camera = try SimulatedCamera(
      description, scenes: [Scene(uniform: 600)], script: script)
    for _ in 0..<59 { _ = camera.nextFrame() }
    let before = camera.nextFrame()
    #expect(abs(chroma(before).red - 128) <= 1)
    for _ in 0..<2 { _ = camera.nextFrame() }
    #expect(chroma(camera.nextFrame()).red > 135)
    for _ in 0..<80 { _ = camera.nextFrame() }
    let after = camera.nextFrame()
    #expect(abs(chroma(after).red - 128) <= 1 && abs(chroma(after).blue - 128) <= 1)
    #expect(after.truth.white.red > before.truth.white.red)
  }

  @Test("balances are gains of their own")
  func balances() throws {
    var description = Rig.plain(format: .packedYUV(.yuyv))
    description.controls += [
      SimulatedControl(.redBalance, minimum: 0, maximum: 511, defaultValue: 128),
      SimulatedControl(.blueBalance, minimum: 0, maximum: 511, defaultValue: 128),
    ]
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 60)])
    #expect(chroma(camera.nextFrame()) == (128, 128))
    try camera.write(.redBalance, 256)
    let frame = camera.nextFrame()
    #expect(frame.truth.balance == ChannelFactors(red: 2, blue: 1))
    #expect(chroma(frame).red > 135)
  }
}
