/// The times of one variant on one kind of frame.
struct Measurement {
  let variant: String
  let minimum: UInt64
  let median: UInt64
  let gigabytesPerSecond: Double
  /// The median, over the rounds, of the variant's time over the read's in the same round: what
  /// slows the machine down for a while slows both and cancels out.
  let ratioToRead: Double
  let checksum: UInt64
}

/// Runs variants in turn, A B C A B C …, and pairs their times round by round.
enum RoundRobin {
  /// Rounds before the first one that counts: caches, branch predictors and page tables.
  static let warmUp = 2

  /// - Parameters:
  ///   - variants: What to measure; the first is what the others are compared with.
  ///   - ring: The frames.
  ///   - isHot: Whether every run gets the same frame.
  ///   - rounds: How often each runs.
  /// - Returns: A measurement for each variant.
  /// - Throws: What a variant throws.
  static func measure(
    _ variants: [any Variant], _ ring: FrameRing, isHot: Bool, rounds: Int
  ) throws -> [Measurement] {
    var times = [[UInt64]](
      repeating: [UInt64](repeating: 0, count: rounds), count: variants.count)
    for round in -warmUp..<rounds {
      for index in variants.indices {
        let time = unsafe try variants[index].run(ring.address(isHot: isHot))
        if round >= 0 { times[index][round] = max(1, time) }
      }
    }
    return variants.indices.map { index in
      let sorted = times[index].sorted()
      let ratios = (0..<rounds).map { Double(times[index][$0]) / Double(times[0][$0]) }.sorted()
      return Measurement(
        variant: variants[index].name, minimum: sorted[0], median: sorted[rounds / 2],
        gigabytesPerSecond: Double(ring.byteCount) / Double(sorted[rounds / 2]),
        ratioToRead: ratios[rounds / 2], checksum: variants[index].checksum)
    }
  }
}
