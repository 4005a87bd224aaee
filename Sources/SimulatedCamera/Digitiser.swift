/// Turns electrons into the converter's codes, with noise.
struct Digitiser {
  private let fullWell: Float
  private let codesPerElectron: Float
  private let black: Float
  private let greatest: Float
  /// Variance in electrons that does not depend on light.
  private let fixedVariance: Float
  private let hasShotNoise: Bool
  private let noise: CounterNoise
  private let normal = CounterNoise.normal

  init(_ sensor: Sensor, gain: Double, noise: CounterNoise) {
    let greatestCode = (1 << sensor.bitDepth) - 1
    fullWell = Float(sensor.fullWell)
    greatest = Float(greatestCode)
    black = Float(sensor.blackLevel)
    let perElectron = Double(greatestCode - sensor.blackLevel) / sensor.fullWell * gain
    codesPerElectron = Float(perElectron)
    let late = gain > 0 ? sensor.noise.late / gain : 0
    // Limited, so that no gain however small makes an infinite variance.
    fixedVariance = Float(min(sensor.noise.read * sensor.noise.read + late * late, 1e20))
    hasShotNoise = sensor.noise.hasShotNoise
    self.noise = noise
  }

  /// Converts a row; each sample's noise is that of its counter.
  func convert(_ electrons: [Float], into codes: inout [Int32], counter first: UInt64) {
    if !hasShotNoise, fixedVariance == 0 {
      for x in electrons.indices {
        codes[x] = code(min(electrons[x], fullWell))
      }
      return
    }
    let shot: Float = hasShotNoise ? 1 : 0
    let normal = self.normal
    let count = electrons.count
    var x = 0
    while x < count {
      // A quadruple may begin before the row or end behind it.
      let counter = first &+ UInt64(x)
      var word = noise.word(counter >> 2) >> ((counter & 3) * 16)
      let end = min(x + 4 - Int(counter & 3), count)
      while x < end {
        let held = min(electrons[x], fullWell)
        let deviation = (held * shot + fixedVariance).squareRoot()
        codes[x] = code(held + deviation * normal[Int(word & 4095)])
        word >>= 16
        x += 1
      }
    }
  }

  @inline(__always)
  private func code(_ electrons: Float) -> Int32 {
    let value = electrons * codesPerElectron + black
    // Not max(value, 0), which would keep a NaN of infinite light times a factor of zero.
    return value > 0 ? Int32(min(value, greatest) + 0.5) : 0
  }
}
