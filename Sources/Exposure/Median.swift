/// The median without allocating: the middle of a part of a scratch array, which it reorders.
enum Median {
  /// Finds the median of the first numbers of an array; of an even count the upper.
  ///
  /// - Parameters:
  ///   - numbers: Numbers, none NaN; reordered.
  ///   - count: How many count.
  /// - Returns: The median; 0 where none counts.
  static func of(_ numbers: inout [Double], count: Int) -> Double {
    let count = min(count, numbers.count)
    guard count > 0 else { return 0 }
    let wanted = count / 2
    var (low, high) = (0, count - 1)
    // Hoare's selection (1961): each turn leaves the part that holds the wanted place.
    while low < high {
      let pivot = numbers[low + (high - low) / 2]
      var (left, right) = (low, high)
      while left <= right {
        while numbers[left] < pivot { left += 1 }
        while numbers[right] > pivot { right -= 1 }
        if left <= right {
          numbers.swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if wanted <= right {
        high = right
      } else if wanted >= left {
        low = left
      } else {
        break
      }
    }
    return numbers[wanted]
  }
}
