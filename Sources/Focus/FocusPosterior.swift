internal import Photometry

/// How likely each place of best focus is, after the samples so far.
///
/// A hypothesis is a place on the grid and a width: the samples' radius of blur that a step of the grid makes.
/// Under it, a sample's logs are the scene's own (unknown, the bands' relation roughly known) plus
/// ``DefocusModel``'s fall, with an error of noise and of the model. The scene's own detail is integrated
/// out exactly, so that a ratio of bands tells the distance, and two samples' heights the side.
struct FocusPosterior: Hashable, Sendable {
  /// The most places that are told apart.
  static let mostPlaces = 64
  /// The errors of the model in stops: what a sample differs by, and how that grows with the fall.
  static let misfit = FocusSample.InlineBands(fine: 0.43, medium: 0.23, coarse: 0.144)
  static let growth = FocusSample.InlineBands(fine: 0.12, medium: 0.1, coarse: 0.1)
  /// What is known of pictures in focus, in stops: fine and coarse detail against medium, and how far
  /// that varies between scenes and cameras.
  static let fineOffset = (mean: -1.59, deviation: 0.87)
  static let coarseOffset = (mean: 0.2, deviation: 0.72)
  /// The widths that an unknown lens may have: from end to end the blur's radius changes by 4 to 60
  /// samples.
  static let unknownWidths = 8

  /// The places, from the grid's first to its last.
  let places: Int
  /// Samples of blur radius a place, one a hypothesis of the width.
  let widths: [Double]
  private(set) var count = 0
  /// Sums over the samples, hypothesis by hypothesis, place by place within a width.
  private var sums: [Sums]
  private var logs: [Double]
  /// How likely each place is, all together 1.
  private(set) var likelihoods: [Double]
  /// The expected samples of blur radius a place.
  private(set) var width: Double

  private struct Sums: Hashable {
    var weight = FocusSample.InlineBands(fine: 0, medium: 0, coarse: 0)
    var first = FocusSample.InlineBands(fine: 0, medium: 0, coarse: 0)
    var second = 0.0
    var variances = 0.0
  }

  /// Begins without a sample.
  ///
  /// - Parameters:
  ///   - places: The places of the grid, 1…64.
  ///   - width: Samples of blur radius a place, where they were learned.
  init(places: Int, width: Double? = nil) {
    let places = min(max(places, 1), Self.mostPlaces)
    self.places = places
    if let width, width > 0 {
      // What was learned may be another zoom's, or a little wrong.
      widths = [0.5, 0.707, 1, 1.414, 2].map { $0 * width }
    } else {
      let steps = Double(max(places - 1, 1))
      widths = (0..<Self.unknownWidths).map { index in
        4 * Exact.exp2(Double(index) / 7 * Exact.log2(15)) / steps
      }
    }
    sums = [Sums](repeating: Sums(), count: places * widths.count)
    logs = [Double](repeating: 0, count: places * widths.count)
    likelihoods = [Double](repeating: 1 / Double(places), count: places)
    self.width = widths[widths.count / 2]
  }

  /// Forgets all samples.
  mutating func clear() {
    count = 0
    for index in sums.indices { sums[index] = Sums() }
    for index in likelihoods.indices { likelihoods[index] = 1 / Double(places) }
  }

  /// Takes a sample.
  ///
  /// - Parameters:
  ///   - sample: The sample.
  ///   - place: Where on the grid it was taken; may lie between two places.
  mutating func add(_ sample: FocusSample, at place: Double) {
    count += 1
    for (row, width) in widths.enumerated() {
      for candidate in 0..<places {
        let distance = (place - Double(candidate)).magnitude
        let fall = DefocusModel.fall(radius: distance * width)
        let index = row * places + candidate
        Self.add(sample, fall, to: &sums[index])
      }
    }
    weigh()
  }

  private static func add(
    _ sample: FocusSample, _ fall: FocusSample.InlineBands, to sums: inout Sums
  ) {
    func weight(_ misfit: Double, _ growth: Double, _ fall: Double, _ error: Double) -> Double {
      1 / (misfit * misfit + growth * growth * fall * fall + error * error)
    }
    let fine = weight(misfit.fine, growth.fine, fall.fine, sample.errors.fine)
    let medium = weight(misfit.medium, growth.medium, fall.medium, sample.errors.medium)
    let coarse = weight(misfit.coarse, growth.coarse, fall.coarse, sample.errors.coarse)
    let (x, y, z) = (
      sample.logs.fine - fall.fine, sample.logs.medium - fall.medium,
      sample.logs.coarse - fall.coarse
    )
    sums.weight.fine += fine
    sums.weight.medium += medium
    sums.weight.coarse += coarse
    sums.first.fine += fine * x
    sums.first.medium += medium * y
    sums.first.coarse += coarse * z
    sums.second += fine * x * x + medium * y * y + coarse * z * z
    // The product of three weights stays a number; one logarithm does for all.
    sums.variances -= Exact.log2(fine * medium * coarse)
  }

  /// Turns the sums into likelihoods.
  private mutating func weigh() {
    var best = -Double.infinity
    for index in sums.indices {
      logs[index] = Self.evidence(sums[index])
      best = max(best, logs[index])
    }
    var (total, expected) = (0.0, 0.0)
    for candidate in 0..<places { likelihoods[candidate] = 0 }
    for (row, width) in widths.enumerated() {
      for candidate in 0..<places {
        let difference = logs[row * places + candidate] - best
        guard difference > -30 else { continue }
        let share = Exact.exp2(difference)
        likelihoods[candidate] += share
        total += share
        expected += share * width
      }
    }
    guard total > 0 else { return }
    for candidate in 0..<places { likelihoods[candidate] /= total }
    width = expected / total
  }

  /// log2 of a hypothesis's evidence, the scene's own detail integrated out.
  private static func evidence(_ sums: Sums) -> Double {
    let fine = 1 / (fineOffset.deviation * fineOffset.deviation)
    let coarse = 1 / (coarseOffset.deviation * coarseOffset.deviation)
    let (a, b, c) = (
      sums.weight.fine + fine, sums.weight.medium + fine + coarse, sums.weight.coarse + coarse
    )
    let (u, v, w) = (
      sums.first.fine + fine * fineOffset.mean,
      sums.first.medium - fine * fineOffset.mean - coarse * coarseOffset.mean,
      sums.first.coarse + coarse * coarseOffset.mean
    )
    // The normal matrix has `-fine` and `-coarse` beside its diagonal: eliminated from both ends.
    let middle = b - fine * fine / a - coarse * coarse / c
    let right = v + fine * u / a + coarse * w / c
    let explained = u * u / a + w * w / c + right * right / middle
    let rest =
      sums.second + fine * fineOffset.mean * fineOffset.mean
      + coarse * coarseOffset.mean * coarseOffset.mean - explained
    return -0.5
      * (rest * 1.4426950408889634 + sums.variances + Exact.log2(a * c * middle))
  }

  /// The place that is most likely.
  var best: Int {
    var best = 0
    for index in likelihoods.indices where likelihoods[index] > likelihoods[best] { best = index }
    return best
  }

  /// How likely it is that the best focus lies near a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - radius: How far beside it still counts.
  /// - Returns: 0…1.
  func likelihood(near place: Int, within radius: Int) -> Double {
    var sum = 0.0
    for index in max(0, place - radius)...min(places - 1, place + radius) {
      sum += likelihoods[index]
    }
    return sum
  }

  /// Mean and standard deviation of the best focus, in places.
  var estimate: (mean: Double, deviation: Double) {
    var (mean, square) = (0.0, 0.0)
    for index in likelihoods.indices {
      mean += likelihoods[index] * Double(index)
      square += likelihoods[index] * Double(index * index)
    }
    let variance = square - mean * mean
    return (mean, (variance > 0 ? variance : 0).squareRoot())
  }
}
