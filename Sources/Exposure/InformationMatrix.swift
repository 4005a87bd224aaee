/// What observations say of a few unknowns: a cost that is quadratic in them.
///
/// The Gaussian posterior of linear observations in information form: observations add up, and the mean
/// solves a linear system (Bishop 2006, section 3.3). The cost of a mean is the sum of squares that
/// observations miss it by, over their variances.
struct InformationMatrix: Hashable, Sendable {
  let size: Int
  /// Row by row; symmetric.
  private(set) var matrix: [Double]
  private(set) var vector: [Double]
  /// The cost where all unknowns are 0.
  private(set) var constant = 0.0

  init(size: Int) {
    self.size = size
    matrix = [Double](repeating: 0, count: size * size)
    vector = [Double](repeating: 0, count: size)
  }

  /// Forgets all observations.
  mutating func clear() {
    for index in matrix.indices { matrix[index] = 0 }
    for index in vector.indices { vector[index] = 0 }
    constant = 0
  }

  /// Adds an observation: that a weighted sum of the unknowns is a value, with a precision.
  mutating func add(_ row: [Double], _ value: Double, precision: Double) {
    guard row.count == size else { return }
    for i in 0..<size where row[i] != 0 {
      let weighted = precision * row[i]
      vector[i] += weighted * value
      for j in 0..<size { matrix[i * size + j] += weighted * row[j] }
    }
    constant += precision * value * value
  }

  /// Adds all that another of the same size knows.
  mutating func add(_ other: InformationMatrix) {
    guard other.size == size else { return }
    for index in matrix.indices { matrix[index] += other.matrix[index] }
    for index in vector.indices { vector[index] += other.vector[index] }
    constant += other.constant
  }

  /// Draws everything towards another: what is beyond it is multiplied by a share.
  mutating func fade(towards other: InformationMatrix, keeping share: Double) {
    guard other.size == size else { return }
    for index in matrix.indices {
      matrix[index] = other.matrix[index] + share * (matrix[index] - other.matrix[index])
    }
    for index in vector.indices {
      vector[index] = other.vector[index] + share * (vector[index] - other.vector[index])
    }
    constant = other.constant + share * (constant - other.constant)
  }

  /// The cost of values of the unknowns; infinite where their number is another.
  func cost(_ mean: [Double]) -> Double {
    guard mean.count == size else { return .infinity }
    var sum = constant
    for i in 0..<size {
      var row = 0.0
      for j in 0..<size { row += matrix[i * size + j] * mean[j] }
      sum += mean[i] * (row - 2 * vector[i])
    }
    return sum
  }
}
