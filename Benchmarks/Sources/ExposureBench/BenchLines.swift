/// The lines that `--json` prints; `kind` says which.
struct HeaderLine: Encodable {
  let kind = "header"
  let schema = 1
  let commit: String
  let processor: String
  let date: String
  let width: Int
  let height: Int
  let isSmoke: Bool
}

struct StepLine: Encodable {
  let kind = "step"
  let camera: String
  let loop: String
  let latency: Int
  let stops: Double
  /// Left out where the loop never settles.
  let frames: Int?
  let bar: Int
  let blindSteps: Int
  let overshoot: Double
  let blindOvershoot: Double
  let turns: Int
  let lateWrites: Int
  let faults: [String]?
  /// The error of each frame in stops.
  let errors: [Double]
}

struct SmoothLine: Encodable {
  let kind = "smooth"
  let camera: String
  let frameRate: Double
  let latency: Int
  let stops: Double
  let up: Int
  let down: Int
  let expected: Double
  let asymmetry: Double
  let faults: [String]
}

struct SteadyLine: Encodable {
  let kind = "steady"
  let camera: String
  let loop: String
  let total: Double
  let ripple: Double
  let frames: Int
  let writes: Int
}

struct HighlightLine: Encodable {
  let kind = "highlight"
  let camera: String
  let loop: String
  let pattern: String
  let moved: Double
}

struct RampLine: Encodable {
  let kind = "ramp"
  let camera: String
  let program: String
  let flicker: String
  let speed: String
  let stops: Double
  let knees: Int
  let atKnee: Double?
  let anywhere: Double
  let bar: Double
}
