import Foundation

/// What Scripts/expected_metering.py computed of the sample frames.
struct Expected: Decodable, Sendable {
  let tools: [String: String]
  let refused: [String]
  let frames: [ExpectedFrame]

  /// The folder of this file, since resources are found from the source, not from a bundle.
  static let folder: String = {
    "/" + #filePath.split(separator: "/").dropLast().joined(separator: "/") + "/"
  }()

  static let framesFolder = folder + "frames/"

  static let file: Result<Expected, any Error> = Result {
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "expected.json"))
    return try JSONDecoder().decode(Expected.self, from: data)
  }

  /// Empty where the file can't be read, which `ExpectedFileTests` reports.
  static let frames: [ExpectedFrame] = {
    guard case .success(let file) = file else { return [] }
    return file.frames
  }()
}

/// The expected numbers of one frame. Numbers of lossy files lack checksums: decoders differ.
struct ExpectedFrame: Decodable, Sendable {
  struct Dump: Decodable, Sendable {
    let format: String
    let width: Int
    let height: Int
    let black: Int
    let white: Int
  }

  struct Rows: Decodable, Sendable {
    let checksum: String?
    let samples: UInt32
    let some: [[UInt64]]
  }

  struct Histogram: Decodable, Sendable {
    let samples: Int
    let percentiles: [Double]
    let sixteenths: [Int]
    let fullest: [[Int]]?
    let checksum: String?
    let zonesChecksum: String?
  }

  struct GrayWorld: Decodable, Sendable {
    let means: [Double]
    let gains: [Double]
  }

  struct Metered: Decodable, Sendable {
    let linear: Double
    let stops: Double
  }

  let file: String
  let page: Int
  let isAlone: Bool
  let isLossless: Bool
  let format: String
  let response: String
  let dump: Dump?
  let width: Int
  let height: Int
  let levels: [Int]
  let columnEdges: [Int]
  let rowEdges: [Int]
  let lumaMean: Double
  let totals: [String: UInt64]
  let zoneChecksums: [String: String]?
  let rows: Rows
  let histograms: [String: Histogram]
  let grayWorld: GrayWorld?
  let average: Metered
  let averageOfPixels: Double
  let contrast: Double
  let clippedShares: [Double]
  let centreWeighted: Metered
  let zoneLight: [[Double]]

  var name: String { isAlone ? file : "\(file)#\(page)" }
}
