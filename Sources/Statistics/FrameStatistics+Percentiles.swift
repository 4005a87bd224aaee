extension FrameStatistics {
  /// The luma code at or below which a share of the samples lies.
  ///
  /// The smallest bin whose cumulative count reaches the share (the inverse of the empirical
  /// distribution function, definition 1 of Hyndman and Fan 1996), so exact for 8-bit codes.
  ///
  /// - Parameter share: 0…1; values outside are brought inside, NaN counts as 0.
  /// - Returns: The middle code of the bin; `nil` where the histogram is empty.
  public func percentile(_ share: Double) -> Double? {
    let count = histogramSampleCount
    guard count > 0 else { return nil }
    let needed = max(1, (share > 0 ? min(share, 1) : 0) * Double(count))
    var sum = 0
    for bin in histogram.indices {
      sum += Int(histogram[bin])
      if Double(sum) >= needed { return signal.code(ofBin: bin) }
    }
    return signal.code(ofBin: histogram.count - 1)
  }

  /// The mean luma code of all counted cells; `nil` where none counts.
  public var meanLumaCode: Double? {
    let sum = total
    return sum.cells == 0 ? nil : meanCode(of: sum)
  }
}
