/// Guesses which word was meant.
package enum NearestWord {
  /// The known word that differs in the fewest letters, if a third or less of it differs.
  ///
  /// - Parameters:
  ///   - word: What was written.
  ///   - known: What could have been meant.
  /// - Returns: The first of the nearest, or `nil` where none is near.
  package static func to(_ word: String, among known: [String]) -> String? {
    // A text longer than any key is no slip of the pen, and would take long to compare.
    guard word.utf8.count <= 64 else { return nil }
    var best: (word: String, distance: Int)?
    for candidate in known {
      let distance = self.distance(
        Array(word.lowercased().utf8), Array(candidate.lowercased().utf8))
      let most = max(1, max(word.utf8.count, candidate.utf8.count) / 3)
      guard distance <= most, distance < best?.distance ?? .max else { continue }
      best = (candidate, distance)
    }
    return best?.word
  }

  /// Letters that are put in, left out, exchanged, or swapped with their neighbour (the optimal string
  /// alignment distance of Damerau and Levenshtein).
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var rows = [Array(0...right.count)]
    for (y, letter) in left.enumerated() {
      var row = [y + 1]
      for (x, other) in right.enumerated() {
        var least = min(rows[y][x] + (letter == other ? 0 : 1), row[x] + 1, rows[y][x + 1] + 1)
        if x > 0, y > 0, letter == right[x - 1], other == left[y - 1] {
          least = min(least, rows[y - 1][x - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
