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
