import FocusRig

/// The lines that `--json` prints; `kind` says which.
struct HeaderLine: Encodable {
  let kind = "header"
  let schema = 1
  let commit: String
  let processor: String
  let date: String
  let scenes: Int
  let seed: UInt64
  let isSmoke: Bool
}

/// One search from one start.
struct RunLine: Encodable {
  let kind = "run"
  /// The stack, or `scene`.
  let place: String
  let window: Int?
  let seed: UInt64?
  let subject: String
  let labelled: FocusLabel.Kind
  let best: [Int]
  let isInFocus: Bool
  let run: FocusRun
}

/// A row of a table.
struct TallyLine: Encodable {
  let kind = "tally"
  let place: String
  let subject: String
  let runs: Int
  let medianStops: Int
  let meanStops: Double
  let stopsOf90Percent: Int
  let meanFrames: Double
  let meanTravel: Double
  let successShare: Double
  let unsure: Int
  let wrong: Int
  let flatSharp: Int
  let flatRuns: Int
  let twoDepthsFound: Int
  let twoDepthsSaid: Int
  let twoDepthsRuns: Int

  init(_ place: String, _ subject: String, _ tally: FocusTally) {
    self.place = place
    self.subject = subject
    runs = tally.stops.count
    medianStops = tally.stops(atShare: 0.5)
    meanStops = tally.meanStops
    stopsOf90Percent = tally.stops(atShare: 0.9)
    meanFrames = tally.meanFrames
    meanTravel = tally.meanTravel
    successShare = tally.successShare
    unsure = tally.unsure
    wrong = tally.wrongs
    flatSharp = tally.flatSharp
    flatRuns = tally.flatRuns
    twoDepthsFound = tally.twoFound
    twoDepthsSaid = tally.twoSaid
    twoDepthsRuns = tally.twoRuns
  }
}

/// A row of the table of whole frames.
struct WholeLine: Encodable {
  let kind = "whole"
  let stack: String
  let subject: String
  let evaluations: Double
  let travel: Double
  let error: Double
  let near: Int
  let runs: Int
}

/// The mean code and the energies of a window at each position, in squared codes.
struct CurveLine: Encodable {
  let kind = "curve"
  let stack: String
  let window: Int
  let mean: [Double]
  let fine: [Double]
  let medium: [Double]
  let coarse: [Double]
}

/// What was drawn for a scene.
struct SceneLine: Encodable {
  let kind = "scene"
  let seed: UInt64
  let holds: FocusLabel.Kind
  let positions: Int
  let depths: [Double]
  let inFocus: [Int]
  let contrast: Double
  let mean: Double
  let electrons: Double
  let readNoise: Double
  let shape: PointSpread
  let blurPerPosition: Double
  let bend: Double
  let softness: Double
  let curve: CodeCurve
  let denoising: Double
  let sharpening: Double

  init(_ scene: SimulatedScene) {
    let draw = scene.draw
    seed = draw.seed
    holds = draw.kind
    positions = draw.count
    depths = draw.depths
    inFocus = scene.inFocus.sorted()
    contrast = draw.contrast
    mean = draw.mean
    electrons = draw.electrons
    readNoise = draw.readNoise
    shape = draw.shape
    blurPerPosition = draw.blurPerPosition
    bend = draw.bend
    softness = draw.softness
    curve = draw.curve
    denoising = draw.denoising
    sharpening = draw.sharpening
  }
}
