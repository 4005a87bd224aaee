import Foundation

/// Scenes of known surfaces under known light.
///
/// Each has 6 to 24 surfaces, drawn with equal chances from the ColorChecker's 24 and from 190 others,
/// laid out as patches of uneven sizes (a weighted Voronoi diagram of random sites), each with a shading
/// of its own (0.4 to 1), under light that falls off a little across the frame; exposed so that 2 % of
/// the pixels have a channel above 0.85, with shot and read noise. Nothing in them need be grey.
enum SimulatedScenes {
  static let lights = [
    "A", "D50", "D55", "D65", "D75", "FL2", "FL7", "FL11", "LED-B1", "LED-B2", "LED-B3", "LED-B4",
    "LED-B5", "LED-BH1", "LED-RGB1", "LED-V1", "LED-V2",
  ]
  static let seed: UInt64 = 20_261_201
  static let (width, height) = (64, 48)

  /// Makes scenes of each camera under each light.
  static func make(each count: Int) throws -> BenchSet {
    let (surfaces, spectra) = (try SpectralTable("surfaces.csv"), try SpectralTable("lights.csv"))
    var generator = Generator(state: seed)
    var scenes: [BenchScene] = []
    for camera in try SpectralCamera.all() {
      let locus = try LocusOfCamera(camera).locus
      for name in lights {
        guard let light = spectra[name] else { fatalError("no light \(name)") }
        let truth = camera.colour(of: light)
        for _ in 0..<count {
          let pixels = picture(camera, light, surfaces, &generator)
          scenes.append(
            BenchScene(
              groups: [camera.name, name],
              statistics: try BenchScene.statistics(pixels, width: width, height: height),
              truth: truth, locus: locus, fold: 0))
        }
      }
    }
    return BenchSet(
      name: "simulated scenes",
      note: "8 cameras × \(lights.count) lights × \(count), seed \(seed)", scenes: scenes)
  }

  private static func picture(
    _ camera: SpectralCamera, _ light: [Double], _ surfaces: SpectralTable,
    _ generator: inout Generator
  ) -> [UInt16] {
    let count = Int.random(in: 6...24, using: &generator)
    let colours = (0..<count).map { _ in
      let isChart = Bool.random(using: &generator)
      let index = Int.random(in: isChart ? 0..<24 : 24..<214, using: &generator)
      let shade = generator.uniform(0.4...1)
      return camera.colour(of: zip(surfaces[index], light).map { $0 * $1 * shade })
    }
    let sites = (0..<count).map { _ in
      (
        x: generator.uniform() * Double(width), y: generator.uniform() * Double(height),
        size: -log(1 - generator.uniform(0...0.999))
      )
    }
    let (fallX, fallY) = (generator.normal() * 0.3, generator.normal() * 0.3)
    var values = [Double](repeating: 0, count: width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        var patch = 0
        for site in sites.indices where distance(sites[site], x, y) < distance(sites[patch], x, y) {
          patch = site
        }
        let fall = exp(
          fallX * (Double(x) / Double(width) - 0.5) + fallY * (Double(y) / Double(height) - 0.5))
        for channel in 0..<3 {
          values[(y * width + x) * 3 + channel] = colours[patch][channel] * fall
        }
      }
    }
    return exposed(values, &generator)
  }

  private static func distance(_ site: (x: Double, y: Double, size: Double), _ x: Int, _ y: Int)
    -> Double
  {
    let (dx, dy) = (Double(x) - site.x, Double(y) - site.y)
    return (dx * dx + dy * dy) / site.size
  }

  private static func exposed(_ values: [Double], _ generator: inout Generator) -> [UInt16] {
    let peaks = stride(from: 0, to: values.count, by: 3).map {
      max(values[$0], values[$0 + 1], values[$0 + 2])
    }.sorted()
    let scale = 0.85 / peaks[peaks.count * 98 / 100]
    return values.map { value in
      let light = value * scale
      let noisy = light + generator.normal() * (1e-6 + light * 1e-4).squareRoot()
      return UInt16(min(max(noisy, 0), 1) * 65_535)
    }
  }
}
