import Frames
import Photometry
import Testing

@testable import SimulatedCamera

@Suite("Lens")
struct LensTests {
  /// Sum of squared differences of neighbours: how much fine detail there is.
  private func detail(_ frame: SimulatedFrame) -> Double {
    var sum = 0.0
    for y in 0..<frame.layout.height {
      for x in 1..<frame.layout.width {
        let difference = Double(Rig.sample(frame, x, y) - Rig.sample(frame, x - 1, y))
        sum += difference * difference
      }
    }
    return sum
  }

  private func description(settle: Double = 0, backlash: Double = 0) -> CameraDescription {
    var description = Rig.plain(width: 96, height: 72, format: .grey(.bits12))
    description.controls.append(
      SimulatedControl(.focusAbsolute, minimum: 0, maximum: 250, defaultValue: 0))
    description.lens.settleTime = settle
    description.lens.backlash = backlash
    // Two pixels a dioptre.
    description.lens.blurPerDioptre = 2.0 / 96
    return description
  }

  @Test("detail falls the farther the lens is from the scene, to both sides")
  func monotone() throws {
    let scene = Scene.texture(width: 96, height: 72, white: 200, dioptres: 5)
    var camera = try SimulatedCamera(description(), scenes: [scene])
    let codes = Array(stride(from: 0, through: 200, by: 5))
    var details: [Double] = []
    for code in codes {
      try camera.write(.focusAbsolute, code)
      let frame = camera.nextFrame()
      #expect(abs(frame.truth.lensPosition - Double(code) * 0.05) < 1e-12)
      details.append(detail(frame))
    }
    let peak = try #require(codes.firstIndex(of: 100))
    // Within half a pixel of blur nothing is lost yet.
    for index in 0..<peak { #expect(details[index] <= details[index + 1]) }
    for index in peak..<codes.count - 1 { #expect(details[index] >= details[index + 1]) }
    #expect(details[peak] > 50 * details[0])
  }

  @Test("blur keeps the mean of what is uniform and of the whole")
  func mean() {
    let uniform = [Float](repeating: 7, count: 30 * 20)
    for radius in [0.3, 0.75, 1, 2.5, 8, 32] {
      let blurred = DiscBlur.blurred(uniform, width: 30, height: 20, radius: radius)
      #expect(blurred.allSatisfy { abs($0 - 7) < 1e-5 })
    }
  }

  @Test("a point becomes a disc of the same light", arguments: [1.0, 2, 3.5, 6])
  func disc(radius: Double) {
    var plane = [Float](repeating: 0, count: 41 * 41)
    plane[20 * 41 + 20] = 1000
    let blurred = DiscBlur.blurred(plane, width: 41, height: 41, radius: radius)
    #expect(abs(blurred.reduce(0, +) - 1000) < 0.01)
    let level = Float(1000 / (3.14159 * radius * radius))
    #expect(abs(blurred[20 * 41 + 20] / level - 1) < 0.1)
    for y in 0..<41 {
      for x in 0..<41 {
        let distance = (Double((x - 20) * (x - 20) + (y - 20) * (y - 20))).squareRoot()
        let value = blurred[y * 41 + x]
        if distance > radius + 0.8 { #expect(abs(value) < 1e-4) }
        if distance < radius - 0.8 { #expect(abs(value / level - 1) < 0.05) }
        #expect(abs(value - blurred[(40 - y) * 41 + x]) < 1e-4)
        #expect(abs(value - blurred[x * 41 + y]) < 1e-4)
      }
    }
  }

  @Test("with a map of depths each part has its own focus")
  func depths() throws {
    let flat = Scene.texture(width: 96, height: 72, white: 200)
    let map = (0..<96 * 72).map { Float($0 % 96 < 48 ? 1 : 6) }
    let scene = try Scene(
      width: 96, height: 72, red: flat.red, green: flat.green, blue: flat.blue, depth: .map(map))
    var camera = try SimulatedCamera(description(), scenes: [scene])
    func halves(_ frame: SimulatedFrame) -> (Double, Double) {
      var sums = (0.0, 0.0)
      for y in 0..<72 {
        for x in 1..<96 {
          let difference = Double(Rig.sample(frame, x, y) - Rig.sample(frame, x - 1, y))
          if x < 48 { sums.0 += difference * difference }
          if x > 48 { sums.1 += difference * difference }
        }
      }
      return sums
    }
    try camera.write(.focusAbsolute, 20)
    let near = halves(camera.nextFrame())
    try camera.write(.focusAbsolute, 120)
    let far = halves(camera.nextFrame())
    #expect(near.0 > 10 * near.1)
    #expect(far.1 > 10 * far.0)
  }

  @Test("the lens takes its time, gently at both ends")
  func settling() throws {
    var camera = try SimulatedCamera(
      description(settle: 0.2), scenes: [Scene(uniform: 10)])
    try camera.write(.focusAbsolute, 100)
    let positions = (0..<9).map { _ in camera.nextFrame().truth.lensPosition }
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(positions[0] > 0 && positions[0] < 0.5)
    #expect(positions[4] < 5)
    #expect(positions[8] == 5)
  }

  @Test("play loses the first motion after a change of direction")
  func backlash() throws {
    var camera = try SimulatedCamera(
      description(backlash: 0.4), scenes: [Scene(uniform: 10)])
    var positions: [Double] = []
    for code in [100, 96, 92, 88, 100] {
      try camera.write(.focusAbsolute, code)
      positions.append(camera.nextFrame().truth.lensPosition)
    }
    for (position, expected) in zip(positions, [4.8, 4.8, 4.8, 4.6, 4.8]) {
      #expect(abs(position - expected) < 1e-12)
    }
  }

  @Test("a lens that breathes enlarges about the centre")
  func breathing() throws {
    let plane = (0..<9 * 5).map { Float($0 % 9) }
    let larger = Magnification(2, width: 9, height: 5).apply(plane)
    #expect(Array(larger[18..<27]) == [2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6])
    #expect(Magnification(1, width: 9, height: 5).apply(plane) == plane)
    var description = description()
    description.lens.breathing = 0.05
    description.lens.blurPerDioptre = 0
    let scene = Scene.texture(width: 96, height: 72, white: 200)
    var camera = try SimulatedCamera(description, scenes: [scene])
    let small = Rig.samples(camera.nextFrame())
    try camera.write(.focusAbsolute, 100)
    #expect(Rig.samples(camera.nextFrame()) != small)
  }

  @Test("sharpening raises detail, denoising lowers noise")
  func processing() throws {
    func frame(_ processing: PictureProcessing, _ scene: Scene) throws -> SimulatedFrame {
      var description = Rig.plain(width: 48, height: 32, format: .packedYUV(.yuyv))
      description.sensor.response = .sRGB
      description.sensor.noise = Sensor.Noise(read: 30)
      description.processing = processing
      var camera = try SimulatedCamera(description, scenes: [scene])
      return camera.nextFrame()
    }
    let grey = Scene(uniform: 60)
    let plain = try frame(PictureProcessing(), grey)
    let smooth = try frame(PictureProcessing(denoising: 8), grey)
    #expect(Rig.variance(Rig.samples(smooth)) < 0.4 * Rig.variance(Rig.samples(plain)))
    let texture = Scene.texture(width: 48, height: 32, white: 300)
    let sharp = try frame(PictureProcessing(sharpening: 1), texture)
    #expect(detail(sharp) > 1.5 * detail(try frame(PictureProcessing(), texture)))
  }
}

@Suite("Speed")
struct SpeedTests {
  @Test("frames a second are told, not asserted")
  func speed() throws {
    var description = CameraDescription.webcam()
    description.seed = 3
    var camera = try SimulatedCamera(
      description, scenes: [Scene(uniform: 100)],
      script: SceneScript(flicker: Flicker(frequency: 100, depth: 0.2)))
    _ = camera.nextFrame()
    let count = 2
    let time = ContinuousClock().measure { for _ in 0..<count { _ = camera.nextFrame() } }
    let seconds =
      Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
    print("simulated 640×480 YUYV: \(Double(count) / seconds) frames/s")
  }
}
