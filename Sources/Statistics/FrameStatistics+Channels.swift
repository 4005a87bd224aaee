internal import Frames

extension FrameStatistics {
  /// The mean red, green and blue of a zone's unclipped cells, as encoded.
  ///
  /// YUV is turned into RGB with the matrix of the signal (ITU-R BT.601-7 section 2.5, BT.709-6
  /// section 3), which is linear, so that the mean colour is the mean of the colours.
  ///
  /// - Parameter zone: A zone or a sum of zones.
  /// - Returns: 0 at black, 1 at white, beyond them for impossible YUV; `nil` without colour or
  ///   without unclipped cells.
  public func meanChannels(of zone: ZoneStatistics) -> (red: Double, green: Double, blue: Double)? {
    guard zone.unclipped > 0 else { return nil }
    let cells = Double(zone.unclipped)
    let sums = zone.channels
    let levels = signal.levels
    switch signal.channels {
    case .none:
      return nil
    case .rgb:
      return (
        levels.normalised(Double(sums.first) / cells),
        levels.normalised(Double(sums.second) / cells),
        levels.normalised(Double(sums.third) / cells)
      )
    case .bayer:
      let greens = Double(sums.second) + Double(sums.fourth)
      return (
        levels.normalised(Double(sums.first) / cells),
        levels.normalised(greens / cells / 2),
        levels.normalised(Double(sums.third) / cells)
      )
    case .yCbCr(let matrix):
      let samples = cells * Double(signal.samplesPerCell)
      let luma = levels.normalised(Double(zone.unclippedLumaSum) / samples)
      let span = signal.isLimited ? 224.0 : 255.0
      let cb = (Double(sums.first) / cells - 128) / span
      let cr = (Double(sums.second) / cells - 128) / span
      let (kr, kb) = matrix.redAndBlueWeights
      let red = luma + 2 * (1 - kr) * cr
      let blue = luma + 2 * (1 - kb) * cb
      return (red, (luma - kr * red - kb * blue) / (1 - kr - kb), blue)
    }
  }
}
