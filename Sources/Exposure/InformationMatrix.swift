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

/// Cholesky's factor of an information matrix (Golub and Van Loan 2013, section 4.2).
struct CholeskyFactor: Hashable, Sendable {
  let size: Int
  private var factor: [Double]

  init(size: Int) {
    self.size = size
    factor = [Double](repeating: 0, count: size * size)
  }

  /// Factorises.
  ///
  /// - Returns: Whether the matrix is positive definite, as it is with a proper prior.
  mutating func factorise(_ information: borrowing InformationMatrix) -> Bool {
    guard information.size == size else { return false }
    for i in 0..<size {
      for j in 0...i {
        var sum = information.matrix[i * size + j]
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

  /// Solves for the mean, into storage of the right size.
  func solve(_ information: borrowing InformationMatrix, into mean: inout [Double]) {
    guard mean.count == size, information.size == size else { return }
    for i in 0..<size { mean[i] = information.vector[i] }
    forward(&mean)
    for i in stride(from: size - 1, through: 0, by: -1) {
      var sum = mean[i]
      var k = i + 1
      while k < size {
        sum -= factor[k * size + i] * mean[k]
        k += 1
      }
      mean[i] = sum / factor[i * size + i]
    }
  }

  /// The variance of a weighted sum of the unknowns.
  ///
  /// - Parameters:
  ///   - row: The weights.
  ///   - scratch: Storage of the same size.
  /// - Returns: The variance; infinite where sizes do not fit.
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
