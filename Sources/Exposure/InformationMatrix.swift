/// What observations say of a few unknowns: a symmetric matrix of information and a vector.
///
/// The Gaussian posterior of linear observations in information form: observations add up, and the mean
/// solves a linear system (Bishop 2006, section 3.3; Cholesky's factorisation, Golub and Van Loan 2013,
/// section 4.2).
struct InformationMatrix: Hashable, Sendable {
  let size: Int
  /// Row by row; symmetric.
  private(set) var matrix: [Double]
  private(set) var vector: [Double]
  private var factor: [Double]

  init(size: Int) {
    self.size = size
    matrix = [Double](repeating: 0, count: size * size)
    factor = matrix
    vector = [Double](repeating: 0, count: size)
  }

  /// Adds an observation: that a weighted sum of the unknowns is a value, with a precision.
  mutating func add(_ row: [Double], _ value: Double, precision: Double) {
    guard row.count == size else { return }
    for i in 0..<size where row[i] != 0 {
      let weighted = precision * row[i]
      vector[i] += weighted * value
      for j in 0..<size { matrix[i * size + j] += weighted * row[j] }
    }
  }

  /// Draws everything towards another matrix: what is beyond it is multiplied by a share.
  mutating func fade(towards other: InformationMatrix, keeping share: Double) {
    guard other.size == size else { return }
    for index in matrix.indices {
      matrix[index] = other.matrix[index] + share * (matrix[index] - other.matrix[index])
    }
    for index in vector.indices {
      vector[index] = other.vector[index] + share * (vector[index] - other.vector[index])
    }
  }

  /// Factorises; to be called after the last observation and before solving.
  ///
  /// - Returns: Whether the matrix is positive definite, as it is with a proper prior.
  mutating func factorise() -> Bool {
    for i in 0..<size {
      for j in 0...i {
        var sum = matrix[i * size + j]
        for k in 0..<j { sum -= factor[i * size + k] * factor[j * size + k] }
        if i == j {
          guard sum > 1e-300, sum.isFinite else { return false }
          factor[i * size + i] = sum.squareRoot()
        } else {
          factor[i * size + j] = sum / factor[j * size + j]
        }
      }
    }
    return true
  }

  /// The mean of the unknowns, into storage of the right size.
  func solve(into mean: inout [Double]) {
    guard mean.count == size else { return }
    for i in 0..<size { mean[i] = vector[i] }
    forward(&mean)
    for i in stride(from: size - 1, through: 0, by: -1) {
      var sum = mean[i]
      for k in i + 1..<max(size, i + 1) { sum -= factor[k * size + i] * mean[k] }
      mean[i] = sum / factor[i * size + i]
    }
  }

  /// The variance of a weighted sum of the unknowns.
  ///
  /// - Parameters:
  ///   - row: The weights.
  ///   - scratch: Storage of the same size.
  func variance(of row: [Double], scratch: inout [Double]) -> Double {
    guard row.count == size, scratch.count == size else { return .infinity }
    for i in 0..<size { scratch[i] = row[i] }
    forward(&scratch)
    var sum = 0.0
    for i in 0..<size { sum += scratch[i] * scratch[i] }
    return sum
  }

  private func forward(_ values: inout [Double]) {
    for i in 0..<size {
      var sum = values[i]
      for k in 0..<i { sum -= factor[i * size + k] * values[k] }
      values[i] = sum / factor[i * size + i]
    }
  }
}
