/// One flag for each row of a ring of four.
struct RowFlags {
  private var bits: UInt8 = 0

  subscript(_ y: Int) -> Bool {
    get { bits >> UInt8(y & 3) & 1 == 1 }
    set {
      let bit = UInt8(1) << UInt8(y & 3)
      bits = newValue ? bits | bit : bits & ~bit
    }
  }
}
