/// The order in which people number files: `frame2` before `frame10`.
enum NaturalOrder {
  /// Whether a name stands before another: digits by their value, all else byte by byte.
  ///
  /// Names that differ in leading zeros only stand in byte order, so that the order is strict.
  static func precedes(_ left: String, _ right: String) -> Bool {
    let (a, b) = (Array(left.utf8), Array(right.utf8))
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      if isDigit(a[i]), isDigit(b[j]) {
        let (first, second) = (digits(a, &i), digits(b, &j))
        if first.count != second.count { return first.count < second.count }
        if first != second { return first.lexicographicallyPrecedes(second) }
      } else {
        if a[i] != b[j] { return a[i] < b[j] }
        i += 1
        j += 1
      }
    }
    if i == a.count, j == b.count { return a.lexicographicallyPrecedes(b) }
    return i == a.count
  }

  /// A run of digits without its leading zeros; of any length, so no number is formed.
  private static func digits(_ bytes: [UInt8], _ place: inout Int) -> ArraySlice<UInt8> {
    let start = place
    while place < bytes.count, isDigit(bytes[place]) { place += 1 }
    return bytes[start..<place].drop { $0 == UInt8(ascii: "0") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
