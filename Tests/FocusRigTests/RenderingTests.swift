import Testing

@testable import FocusRig

/// The rig's own optics.
@Suite struct RenderingTests {
  @Test func aTransformComesBack() {
    var random = SceneRandom(seed: 5)
    var spectrum = Spectrum()
    for place in spectrum.real.indices {
      for lane in 0..<8 {
        spectrum.real[place][lane] = random.normal()
        spectrum.imaginary[place][lane] = random.normal()
      }
    }
    let before = spectrum
    spectrum.forward()
    spectrum.backward()
    for place in spectrum.real.indices {
      let real = spectrum.real[place] - before.real[place]
      let imaginary = spectrum.imaginary[place] - before.imaginary[place]
      #expect((real * real + imaginary * imaginary).max() < 1e-9)
    }
  }

  /// A wave of 3 across and 7 down is one number of the transform, and its mirror image.
  @Test func aWaveIsWhereItsFrequencyIs() {
    var spectrum = Spectrum()
    for y in 0..<256 {
      for x in 0..<256 {
        let turns = Double((3 * x + 7 * y) % 256) / 256
        spectrum[y, x] = (Float(Self.cosine(turns)), 0)
      }
    }
    spectrum.forward()
    let half = Float(256 * 256 / 2)
    #expect((spectrum[3, 7].real - half).magnitude < 1)
    #expect((spectrum[253, 249].real - half).magnitude < 1)
    #expect(spectrum[7, 3].real.magnitude < 1)
    #expect(spectrum[0, 0].real.magnitude < 1)
  }

  /// A cosine by its series; the tests need no library for it.
  static func cosine(_ turns: Double) -> Double {
    let x = (turns - 0.5) * 2 * .pi
    var (term, sum) = (1.0, 1.0)
    for n in stride(from: 2.0, through: 30, by: 2) {
      term *= -x * x / (n * (n - 1))
      sum += term
    }
    return -sum
  }

  /// All shapes have a disc's second moment: they leave 1 − π²r²f²/2 of long waves.
  @Test(arguments: PointSpread.allCases) func shapesAreAlikeFarAway(_ shape: PointSpread) {
    #expect(shape.response(radius: 5, x: 0, y: 0) == 1)
    for (x, y) in [(0.002, 0.0), (0, 0.002), (0.0014, 0.0014)] {
      let square = (5 * Double.pi) * (5 * Double.pi) * (x * x + y * y)
      let response = shape.response(radius: 5, x: x, y: y)
      #expect((response - (1 - square / 2)).magnitude < 0.02 * square, "\(response)")
    }
    #expect(shape.response(radius: 5, x: 0.3, y: 0.1).magnitude < 0.2)
    #expect(shape.response(radius: 0, x: 0.3, y: 0.1) == 1)
  }

  /// A disc's first dark ring lies at 0.61/r.
  @Test func aDiscsFirstZero() {
    let near = PointSpread.disc.response(radius: 5, x: 0.6 / 5, y: 0)
    let far = PointSpread.disc.response(radius: 5, x: 0.62 / 5, y: 0)
    #expect(near > 0 && far < 0)
  }

  @Test func noiseHasVarianceOne() {
    var random = SceneRandom(seed: 1)
    var (sum, squares) = (0.0, 0.0)
    for _ in 0..<20_000 {
      let value = Double(random.normal())
      sum += value
      squares += value * value
    }
    #expect((sum / 20_000).magnitude < 0.03)
    #expect((squares / 20_000 - 1).magnitude < 0.04)
  }

  @Test(arguments: CodeCurve.allCases) func curvesRiseFromBlackToWhite(_ curve: CodeCurve) {
    let table = curve.table()
    #expect(table.count == 4_096)
    #expect(table.first == 0)
    #expect(((table.last ?? 0) - 255).magnitude < 0.1)
    #expect(zip(table, table.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func processingLeavesFlatPicturesAlone() {
    var plane = [Float](repeating: 90, count: 12 * 8)
    CodeProcessing(denoising: 0.5, sharpening: 2).apply(&plane, width: 12, height: 8)
    #expect(plane == [Float](repeating: 90, count: 12 * 8))
    plane[3 * 12 + 5] = 130
    CodeProcessing(denoising: 0, sharpening: 1).apply(&plane, width: 12, height: 8)
    // The centre has a quarter of the weights.
    #expect(plane[3 * 12 + 5] == 130 + 40 - 10)
    #expect(plane[3 * 12 + 6] == 90 - 5)
  }
}
