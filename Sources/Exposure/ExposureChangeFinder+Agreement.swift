extension ExposureChangeFinder {
  /// By how many stops the current frame differs from another, if the scene stood still.
  mutating func agreement(
    _ other: ZoneLevels, _ curve: borrowing StopsTable
  ) -> Double? {
    var count = 0
    for zone in other.encoded.indices where other.encoded[zone] > 0 && current.encoded[zone] > 0 {
      scratch[count] = curve(current.encoded[zone]) - curve(other.encoded[zone])
      count += 1
    }
    guard count >= Self.fewestZones else { return nil }
    let shift = Median.of(&scratch, count: count)
    guard shift <= Self.steadyWithin, shift >= -Self.steadyWithin else { return nil }
    for index in 0..<count {
      let difference = scratch[index] - shift
      scratch[index] = difference < 0 ? -difference : difference
    }
    // 1.4826 makes a median of distances a standard deviation, of normal noise (Hampel 1974).
    let limit = max(0.08, 4 * 1.4826 * Median.of(&scratch, count: count))
    var movingZones = 0
    for index in 0..<count where scratch[index] > limit { movingZones += 1 }
    guard movingZones * 3 <= count else { return nil }
    mark(other, curve, shift: shift, limit: limit)
    return shift
  }

  /// Marks the zones that changed otherwise than the rest.
  private mutating func mark(
    _ other: ZoneLevels, _ curve: borrowing StopsTable, shift: Double, limit: Double
  ) {
    // Before a change only what moves now matters; after it both sides do.
    if phase == .steady { clearMotion() }
    for zone in other.encoded.indices where other.encoded[zone] > 0 && current.encoded[zone] > 0 {
      let difference = curve(current.encoded[zone]) - curve(other.encoded[zone]) - shift
      if difference > limit || difference < -limit { moving[zone] = true }
    }
  }
}
