internal import Frames

extension ReferenceKernels {
  /// Reads one row of cells: luma samples, saturation flags, clip counts and channel sums.
  ///
  /// - Returns: Whether a cell of the row is clipped high.
  static func readCells(
    _ frame: borrowing FrameView, y: Int, extractor: borrowing StatisticsExtractor
  ) -> Bool {
    let format = extractor.format
    switch format.pixelFormat {
    case .grey(let coding):
      return readGrey(frame, y: y, coding: coding, extractor: extractor)
    case .bayer(_, let coding):
      return readQuads(frame, y: y, coding: coding, extractor: extractor)
    case .rgb(let order, let coding):
      return readRGB(frame, y: y, order: order, coding: coding, extractor: extractor)
    case .packedYUV(let order):
      return readPackedPairs(frame, y: y, order: order, extractor: extractor)
    case .semiPlanarYUV(let subsampling, let order):
      return readPlanarCells(
        frame, y: y, height: subsampling == .yuv420 ? 2 : 1,
        chroma: ChromaPlaces(cb: order == .cbCr ? 0 : 1, cr: order == .cbCr ? 1 : 0),
        extractor: extractor)
    case .planarYUV(let subsampling, let order):
      return readPlanarCells(
        frame, y: y, height: subsampling == .yuv420 ? 2 : 1,
        chroma: ChromaPlaces(cbPlane: order == .cbCr ? 1 : 2, crPlane: order == .cbCr ? 2 : 1),
        extractor: extractor)
    case .jpeg:
      preconditionFailure("a layout of JPEG data cannot be made")
    }
  }

  /// Where the colour differences of a cell lie.
  struct ChromaPlaces {
    let cbPlane: Int
    let crPlane: Int
    let stride: Int
    let cbOffset: Int
    let crOffset: Int

    /// In one plane, side by side.
    init(cb: Int, cr: Int) {
      (cbPlane, crPlane, stride, cbOffset, crOffset) = (1, 1, 2, cb, cr)
    }

    /// In planes of their own.
    init(cbPlane: Int, crPlane: Int) {
      (self.cbPlane, self.crPlane, stride, cbOffset, crOffset) = (cbPlane, crPlane, 1, 0, 0)
    }
  }

  private static func readGrey(
    _ frame: borrowing FrameView, y: Int, coding: SampleCoding,
    extractor: borrowing StatisticsExtractor
  ) -> Bool {
    let format = extractor.format
    let row = frame.row(format.originY + y)
    var any = false
    for x in 0..<format.width {
      let code = coding.sample(format.originX + x, ofRow: row, alignment: format.alignment)
      setLuma(code, x: x, y: y, extractor)
      any =
        record(x: x, y: y, width: 1, height: 1, luma: code, peak: code, ChannelSums(), extractor)
        || any
    }
    return any
  }

  private static func readQuads(
    _ frame: borrowing FrameView, y: Int, coding: SampleCoding,
    extractor: borrowing StatisticsExtractor
  ) -> Bool {
    let format = extractor.format
    let upper = frame.row(format.originY + 2 * y)
    let lower = frame.row(format.originY + 2 * y + 1)
    var any = false
    for x in 0..<format.width {
      let left = format.originX + 2 * x
      let a = coding.sample(left, ofRow: upper, alignment: format.alignment)
      let b = coding.sample(left + 1, ofRow: upper, alignment: format.alignment)
      let c = coding.sample(left, ofRow: lower, alignment: format.alignment)
      let d = coding.sample(left + 1, ofRow: lower, alignment: format.alignment)
      let sum = a + b + c + d
      // In memory order; the sums are put in the channels' order once a zone.
      let sums = ChannelSums(UInt64(a), UInt64(b), UInt64(c), UInt64(d))
      setLuma(sum >> format.quadShift, x: x, y: y, extractor)
      any =
        record(
          x: x, y: y, width: 1, height: 1, luma: sum, peak: max(max(a, b), max(c, d)), sums,
          extractor) || any
    }
    return any
  }

  private static func readRGB(
    _ frame: borrowing FrameView, y: Int, order: PixelFormat.RGBOrder, coding: SampleCoding,
    extractor: borrowing StatisticsExtractor
  ) -> Bool {
    let format = extractor.format
    let row = frame.row(format.originY + y)
    let offsets = order.componentOffsets
    let weights = format.matrix.integerWeights
    var any = false
    for x in 0..<format.width {
      let first = (format.originX + x) * order.componentCount
      let red = coding.sample(first + offsets.red, ofRow: row, alignment: format.alignment)
      let green = coding.sample(first + offsets.green, ofRow: row, alignment: format.alignment)
      let blue = coding.sample(first + offsets.blue, ofRow: row, alignment: format.alignment)
      let weighted = weights.red * red + weights.green * green + weights.blue * blue
      let luma = (weighted + 128) >> 8
      let sums = ChannelSums(UInt64(red), UInt64(green), UInt64(blue))
      setLuma(luma, x: x, y: y, extractor)
      any =
        record(
          x: x, y: y, width: 1, height: 1, luma: luma, peak: max(red, green, blue), sums,
          extractor) || any
    }
    return any
  }

  private static func readPackedPairs(
    _ frame: borrowing FrameView, y: Int, order: PixelFormat.PackedYUVOrder,
    extractor: borrowing StatisticsExtractor
  ) -> Bool {
    let format = extractor.format
    let row = frame.row(format.originY + y)
    let luma = order == .yuyv || order == .yvyu ? 0 : 1
    let cbFirst = order == .yuyv || order == .uyvy
    var any = false
    for x in stride(from: 0, to: format.width, by: 2) {
      let pair = (format.originX + x) * 2
      let (y0, y1) = (Int(row[pair + luma]), Int(row[pair + luma + 2]))
      let (first, second) = (Int(row[pair + 1 - luma]), Int(row[pair + 3 - luma]))
      let (cb, cr) = cbFirst ? (first, second) : (second, first)
      setLuma(y0, x: x, y: y, extractor)
      setLuma(y1, x: x + 1, y: y, extractor)
      let peak = max(y0, y1) + format.chroma.peakAboveLuma(cb: cb, cr: cr)
      any =
        record(
          x: x, y: y, width: 2, height: 1, luma: y0 + y1, peak: peak,
          ChannelSums(UInt64(first), UInt64(second)), extractor) || any
    }
    return any
  }

  private static func readPlanarCells(
    _ frame: borrowing FrameView, y: Int, height: Int, chroma: ChromaPlaces,
    extractor: borrowing StatisticsExtractor
  ) -> Bool {
    let format = extractor.format
    let cbRow = frame.row((format.originY + y) / height, ofPlane: chroma.cbPlane)
    let crRow = frame.row((format.originY + y) / height, ofPlane: chroma.crPlane)
    let upper = frame.row(format.originY + y)
    let lower = frame.row(format.originY + y + height - 1)
    var any = false
    for x in stride(from: 0, to: format.width, by: 2) {
      let left = format.originX + x
      let place = left / 2 * chroma.stride
      let (cb, cr) = (Int(cbRow[place + chroma.cbOffset]), Int(crRow[place + chroma.crOffset]))
      let (a, b) = (Int(upper[left]), Int(upper[left + 1]))
      setLuma(a, x: x, y: y, extractor)
      setLuma(b, x: x + 1, y: y, extractor)
      var (sum, top) = (a + b, max(a, b))
      if height == 2 {
        let (c, d) = (Int(lower[left]), Int(lower[left + 1]))
        setLuma(c, x: x, y: y + 1, extractor)
        setLuma(d, x: x + 1, y: y + 1, extractor)
        (sum, top) = (sum + c + d, max(top, c, d))
      }
      any =
        record(
          x: x, y: y, width: 2, height: height, luma: sum,
          peak: top + format.chroma.peakAboveLuma(cb: cb, cr: cr),
          ChannelSums(UInt64(cb), UInt64(cr)), extractor) || any
    }
    return any
  }

  @inline(__always)
  private static func setLuma(
    _ sample: Int, x: Int, y: Int, _ extractor: borrowing StatisticsExtractor
  ) {
    let place = extractor.scratch.row(y) + x
    if extractor.format.usesWords {
      extractor.scratch.luma16[place] = UInt16(sample)
    } else {
      extractor.scratch.luma8[place] = UInt8(sample)
    }
  }

  /// Sorts a cell into clipped high, clipped low and unclipped, and adds it to its group.
  ///
  /// `luma` is the sum of the cell's luma codes, `peak` the greatest code of any channel.
  @inline(__always)
  private static func record(
    x: Int, y: Int, width: Int, height: Int, luma: Int, peak: Int, _ channels: ChannelSums,
    _ extractor: borrowing StatisticsExtractor
  ) -> Bool {
    let isHigh = peak >= extractor.format.high
    for row in y..<y + height {
      let start = extractor.scratch.row(row) + x
      for place in start..<start + width {
        extractor.scratch.saturated[place] = isHigh ? 0xFF : 0
      }
    }
    guard extractor.scratch.maskRows[extractor.scratch.maskRow(y) + x] != 0 else { return isHigh }
    let group = x >> 3 * ExtractionScratch.sumsPerGroup
    if isHigh {
      extractor.scratch.groupSums.add(1, at: group)
    } else if luma <= extractor.format.lowSum {
      extractor.scratch.groupSums.add(1 << 32, at: group)
    } else {
      extractor.scratch.groupSums.add(UInt64(luma >> extractor.format.quadShift), at: group + 1)
      extractor.scratch.groupSums.add(channels.first, at: group + 2)
      extractor.scratch.groupSums.add(channels.second, at: group + 3)
      extractor.scratch.groupSums.add(channels.third, at: group + 4)
      extractor.scratch.groupSums.add(channels.fourth, at: group + 5)
    }
    return isHigh
  }
}
