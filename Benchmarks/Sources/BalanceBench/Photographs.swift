import Foundation
import Frames
import Recordings
import Statistics

/// Photographs whose light was measured; they may only be used where they lie.
enum Photographs {
  /// The folder that holds them: the variable GRAYCARD_FRAMES, and white-balance in it.
  static var folder: URL? {
    ProcessInfo.processInfo.environment["GRAYCARD_FRAMES"].map {
      URL(filePath: $0).appending(path: "white-balance")
    }
  }

  static let side = 64

  /// Colours and lights of the 379 photographs of two Canon cameras (Gehler-Shi, REC).
  struct Chart {
    let pixels: [[UInt16]]
    let cameras: [String]
    let lights: [[Double]]
  }

  static func chart(_ folder: URL) throws -> Chart {
    let table = try String(
      contentsOf: folder.appending(path: "colorchecker-rec-illuminants.csv"), encoding: .utf8)
    let rows = table.split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
    let data = [UInt8](
      try Data(contentsOf: folder.appending(path: "colorchecker-rec-64x64.npy")))
    // NPY 1.0: ten bytes, and a header whose length the last two of them give.
    let start = 10 + Int(data[8]) + Int(data[9]) << 8
    let count = side * side * 3
    let pixels = rows.indices.map { row in
      let first = start + (row - rows.startIndex) * count * 2
      return (0..<count).map { index in
        let bits = UInt16(data[first + index * 2]) | UInt16(data[first + index * 2 + 1]) << 8
        return UInt16((min(max(halfFloat(bits), 0), 1) * 65_535).rounded())
      }
    }
    return Chart(
      pixels: pixels, cameras: rows.map { $0[2].trimmingCharacters(in: .whitespaces) },
      lights: rows.map { $0[3...5].compactMap { Double($0.trimmingCharacters(in: .whitespaces)) } })
  }

  /// A number of IEEE 754 binary16.
  private static func halfFloat(_ bits: UInt16) -> Double {
    let (exponent, fraction) = (Int(bits >> 10 & 31), Double(bits & 1023))
    let size = exponent == 0 ? scalbn(fraction, -24) : scalbn(1024 + fraction, exponent - 25)
    return bits >> 15 == 0 ? size : -size
  }

  /// Runs of eight photographs stay together, since neighbours often show the same place.
  static func fold(_ index: Int) -> Int { index / 8 % 3 }

  /// The photographs; the locus is that of a related camera's sensitivities, moved to the lights of the
  /// other two folds of the same camera, or of all photographs of the other camera.
  static func make(_ folder: URL, across: Bool = false, moves: Bool = true) throws -> BenchSet {
    let chart = try chart(folder)
    guard
      let canon = try SpectralCamera.all().first(where: { $0.name == "Canon EOS 5D Mark II" })
    else { fatalError("no sensitivities of a Canon") }
    let plain = try LocusOfCamera(canon)
    var loci: [String: LocusOfCamera] = [:]
    let scenes = try chart.pixels.indices.map { index in
      let (camera, fold) = (chart.cameras[index], fold(index))
      let key = "\(camera) \(fold)"
      if loci[key] == nil, moves {
        loci[key] = plain.moved(
          to: chart.lights.indices.filter {
            across
              ? chart.cameras[$0] != camera
              : chart.cameras[$0] == camera && Self.fold($0) != fold
          }.map { chart.lights[$0] })
      }
      return BenchScene(
        groups: [camera],
        statistics: try BenchScene.statistics(chart.pixels[index], width: side, height: side),
        truth: chart.lights[index], locus: (loci[key] ?? plain).locus, fold: fold)
    }
    return BenchSet(
      name: "photographs", note: "379 of two Canon cameras, 8 × 16 zones", scenes: scenes)
  }

  private struct Truth: Decodable {
    let light: [Double]

    enum CodingKeys: String, CodingKey {
      case light = "illuminant_color_raw"
    }
  }

  /// Scenes of a telephone's sensor, of which nothing is known.
  static func phone(_ folder: URL, grid: ZoneGridSize? = nil) throws -> BenchSet {
    let place = folder.appending(path: "imx135")
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
      .filter { $0.hasSuffix(".png") }.sorted()
    let scenes = try names.map { name in
      let file = place.appending(path: name)
      var source = try FrameSource(paths: [file.path])
      guard let frame = try source.next() else { fatalError("\(name) holds no frame") }
      let (width, height) = (frame.layout.width, frame.layout.height)
      let pixels = (0..<width * height * 3).map {
        UInt16(frame.bytes[$0 * 2]) | UInt16(frame.bytes[$0 * 2 + 1]) << 8
      }
      let json = try Data(
        contentsOf: file.deletingPathExtension().appendingPathExtension("json"))
      return BenchScene(
        groups: [],
        statistics: try BenchScene.statistics(
          pixels, width: width, height: height,
          grid: grid ?? ZoneGridSize(columns: 64, rows: 48)),
        truth: try JSONDecoder().decode(Truth.self, from: json).light, locus: nil,
        fold: 0)
    }
    let zones = scenes.first?.statistics.geometry
    return BenchSet(
      name: "phone",
      note: "20 scenes of an IMX135, \(zones?.columns ?? 0) × \(zones?.rows ?? 0) zones, no locus",
      scenes: scenes)
  }
}
