internal import Frames

/// Everything that metering, focus and white balance know of a frame.
///
/// Taken from pixels by ``StatisticsExtractor``, which fills the same value again and again, or made
/// of an ISP's own statistics by the initialiser. A copy that outlives the next frame makes the
/// extractor allocate new storage, once a copy; keep numbers, not frames, on the hot path.
public struct FrameStatistics: Hashable, Sendable {
  /// The bins of a zone's histogram.
  public static let zoneBinCount = 16

  /// Where the zones lie.
  public internal(set) var geometry: ZoneGeometry
  /// What the numbers are made of.
  public internal(set) var signal: SignalDescription
  /// The zones, row by row from the top left.
  public internal(set) var zones: [ZoneStatistics]
  /// How many of the decimated luma samples fell into each bin; ``SignalDescription/binCount``.
  public internal(set) var histogram: [UInt32]
  /// 16 bins a zone, zone after zone, of the same samples.
  public internal(set) var zoneHistograms: [UInt32]
  /// The zone bin into which each bin of the frame's histogram falls.
  ///
  /// Of 8-bit video and pictures, 16 bins of equal width. Of mosaics and deeper codes, the square root
  /// of the code's place between black and white, times 16, rounded down.
  public internal(set) var zoneBinOfBin: [UInt8]
  /// Σ of the luma samples of each row of the region that the mask lets count; of Bayer formats,
  /// of each row of quads. Shows mains flicker under a rolling shutter.
  public internal(set) var rowLumaSums: [UInt64]
  /// The samples summed in each row.
  public internal(set) var rowSampleCounts: [UInt32]
  /// When the frame was taken, in seconds on the source's clock, where it is known.
  public var timestamp: Double?
  /// The frame's sequence number, where it is known.
  public var sequence: Int?

  /// Makes statistics without pixels, e.g. of what an ISP measured.
  ///
  /// Focus energies of another measure than ours may be put in as long as all frames' are alike.
  ///
  /// - Parameters:
  ///   - geometry: Where the zones lie.
  ///   - signal: What the numbers are made of.
  ///   - zones: The zones, row by row from the top left.
  ///   - histogram: The luma histogram; ``SignalDescription/binCount`` values.
  ///   - zoneHistograms: 16 values a zone, or empty where there are none.
  ///   - rowLumaSums: Σ of each row's luma, or empty.
  ///   - rowSampleCounts: The samples of each row, as many as there are sums.
  ///   - timestamp: When the frame was taken, in seconds.
  ///   - sequence: The frame's number.
  /// - Throws: ``StatisticsError`` where counts do not fit each other.
  public init(
    geometry: ZoneGeometry, signal: SignalDescription, zones: [ZoneStatistics],
    histogram: [UInt32], zoneHistograms: [UInt32] = [], rowLumaSums: [UInt64] = [],
    rowSampleCounts: [UInt32] = [], timestamp: Double? = nil, sequence: Int? = nil
  ) throws(StatisticsError) {
    let zoneBins = geometry.zoneCount * Self.zoneBinCount
    try Self.require("zones", zones.count, geometry.zoneCount)
    try Self.require("histogram", histogram.count, signal.binCount)
    if !zoneHistograms.isEmpty {
      try Self.require("zoneHistograms", zoneHistograms.count, zoneBins)
    }
    try Self.require("rowSampleCounts", rowSampleCounts.count, rowLumaSums.count)
    for (index, zone) in zones.enumerated() {
      let clipped = UInt64(zone.clippedHigh) + UInt64(zone.clippedLow)
      guard clipped <= UInt64(zone.cells) else { throw .contradiction(zone: index) }
    }
    self.geometry = geometry
    self.signal = signal
    self.zones = zones
    self.histogram = histogram
    self.zoneHistograms =
      zoneHistograms.isEmpty ? [UInt32](repeating: 0, count: zoneBins) : zoneHistograms
    zoneBinOfBin = Self.zoneBins(for: signal)
    self.rowLumaSums = rowLumaSums
    self.rowSampleCounts = rowSampleCounts
    self.timestamp = timestamp
    self.sequence = sequence
  }

  /// The sum of all zones.
  public var total: ZoneStatistics {
    var sum = ZoneStatistics()
    for index in zones.indices { sum += zones[index] }
    return sum
  }

  /// The samples in the frame's histogram.
  public var histogramSampleCount: Int {
    var sum = 0
    for index in histogram.indices { sum += Int(histogram[index]) }
    return sum
  }

  /// The mean luma code of a zone or a sum of zones; the black level without cells.
  ///
  /// - Parameter zone: The zone.
  /// - Returns: A code of the signal's depth.
  public func meanCode(of zone: ZoneStatistics) -> Double {
    guard zone.cells > 0 else { return Double(signal.levels.black) }
    let samples = Double(zone.cells) * Double(signal.samplesPerCell * signal.codesPerSample)
    return Double(zone.lumaSum) / samples
  }

  /// The zone bin of every histogram bin.
  ///
  /// Encoded codes are spread evenly; linear ones by the square root of their place between black
  /// and white, so that shadows, which hold most stops, get bins of their own: the lowest bin ends
  /// 8 EV below white, mid-grey falls into the seventh.
  static func zoneBins(for signal: SignalDescription) -> [UInt8] {
    let linear = signal.channels == .bayer || signal.bitDepth > 8
    return (0..<signal.binCount).map { bin in
      guard linear else { return UInt8(bin * zoneBinCount / signal.binCount) }
      let place = signal.levels.normalised(signal.code(ofBin: bin))
      let level = (min(max(place, 0), 1)).squareRoot() * Double(zoneBinCount)
      return UInt8(min(Int(level), zoneBinCount - 1))
    }
  }

  private static func require(
    _ name: String, _ given: Int, _ needed: Int
  ) throws(StatisticsError) {
    guard given == needed else { throw .wrongCount(name: name, given: given, needed: needed) }
  }
}

extension FrameStatistics {
  /// Empty statistics of an extractor's size.
  init(
    emptyWith geometry: ZoneGeometry, signal: SignalDescription, zoneBinOfBin: [UInt8],
    rowSampleCounts: [UInt32]
  ) {
    self.geometry = geometry
    self.signal = signal
    zones = [ZoneStatistics](repeating: ZoneStatistics(), count: geometry.zoneCount)
    histogram = [UInt32](repeating: 0, count: signal.binCount)
    zoneHistograms = [UInt32](repeating: 0, count: geometry.zoneCount * Self.zoneBinCount)
    self.zoneBinOfBin = zoneBinOfBin
    rowLumaSums = [UInt64](repeating: 0, count: rowSampleCounts.count)
    self.rowSampleCounts = rowSampleCounts
    timestamp = nil
    sequence = nil
  }
}
