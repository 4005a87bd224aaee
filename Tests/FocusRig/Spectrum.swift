internal import Foundation

/// 256×256 complex numbers with their fast Fourier transform.
///
/// Eight columns a vector. `forward` leaves the transform transposed, at row *kx* and column *ky*, and
/// `backward` takes it so.
struct Spectrum {
  static let side = 256
  static let vectors = side / 8
  var real: [SIMD8<Float>]
  var imaginary: [SIMD8<Float>]

  init() {
    real = Array(repeating: .zero, count: Self.side * Self.vectors)
    imaginary = real
  }

  subscript(row: Int, column: Int) -> (real: Float, imaginary: Float) {
    get {
      let place = row * Self.vectors + column / 8
      return (real[place][column % 8], imaginary[place][column % 8])
    }
    set {
      let place = row * Self.vectors + column / 8
      real[place][column % 8] = newValue.real
      imaginary[place][column % 8] = newValue.imaginary
    }
  }

  /// From pixels to waves.
  mutating func forward() {
    transformRows(sign: -1)
    transpose()
    transformRows(sign: -1)
  }

  /// From waves to pixels, divided by their number.
  mutating func backward() {
    transformRows(sign: 1)
    transpose()
    transformRows(sign: 1)
    let scale = 1 / Float(Self.side * Self.side)
    for place in real.indices {
      real[place] *= scale
      imaginary[place] *= scale
    }
  }

  private static let twiddles = (0..<side / 2).map { step in
    let angle = 2 * Double.pi * Double(step) / Double(side)
    return (cosine: Float(cos(angle)), sine: Float(sin(angle)))
  }

  private static let reversed = (0..<side).map { Int(UInt8($0).bitReversed) }

  /// Transforms down each column: radix 2, decimation in time.
  private mutating func transformRows(sign: Float) {
    let vectors = Self.vectors
    for row in 0..<Self.side where Self.reversed[row] > row {
      let other = Self.reversed[row]
      for v in 0..<vectors {
        real.swapAt(row * vectors + v, other * vectors + v)
        imaginary.swapAt(row * vectors + v, other * vectors + v)
      }
    }
    var half = 1
    while half < Self.side {
      let step = Self.side / (2 * half)
      for group in stride(from: 0, to: Self.side, by: 2 * half) {
        for k in 0..<half {
          let (cosine, sine) = Self.twiddles[k * step]
          butterfly(group + k, group + k + half, cosine: cosine, sine: sign * sine)
        }
      }
      half *= 2
    }
  }

  private mutating func butterfly(_ upper: Int, _ lower: Int, cosine: Float, sine: Float) {
    let (first, second) = (upper * Self.vectors, lower * Self.vectors)
    for v in 0..<Self.vectors {
      let (a, b) = (first + v, second + v)
      let turnedReal = real[b] * cosine - imaginary[b] * sine
      let turnedImaginary = real[b] * sine + imaginary[b] * cosine
      real[b] = real[a] - turnedReal
      imaginary[b] = imaginary[a] - turnedImaginary
      real[a] += turnedReal
      imaginary[a] += turnedImaginary
    }
  }

  private mutating func transpose() {
    real = Self.transposed(real)
    imaginary = Self.transposed(imaginary)
  }

  private static func transposed(_ plane: [SIMD8<Float>]) -> [SIMD8<Float>] {
    var result = plane
    for row in 0..<vectors {
      for column in 0..<vectors {
        for y in 0..<8 {
          let source = plane[(row * 8 + y) * vectors + column]
          for x in 0..<8 { result[(column * 8 + x) * vectors + row][y] = source[x] }
        }
      }
    }
    return result
  }
}

extension UInt8 {
  fileprivate var bitReversed: UInt8 {
    var (rest, result) = (self, UInt8(0))
    for _ in 0..<8 {
      result = result << 1 | rest & 1
      rest >>= 1
    }
    return result
  }
}
