internal import Frames

/// Makes the codes of a frame of what the lens draws.
struct FrameRenderer: Sendable {
  /// What a frame's pixels tell about it.
  struct Means {
    /// Mean linear signal of each channel relative to full scale, before clipping and noise.
    var linear: [Double]
    /// Encoded mean, 0…1.
    var encoded: Double
  }

  private let layout: FrameLayout
  private let sensor: Sensor
  private let seed: UInt64
  private let tones: ToneTables
  private let processing: PictureProcessing
  /// Which of red, green and blue each pixel of a mosaic's two rows sees; empty without a mosaic.
  private let mosaic: [[Int]]

  init(_ camera: CameraDescription, layout: FrameLayout, tones: ToneTables) {
    self.layout = layout
    self.tones = tones
    sensor = camera.sensor
    seed = camera.seed
    processing = camera.processing
    if case .bayer(let order, _) = camera.format {
      let sites = order.sites
      mosaic = [[sites.0, sites.1], [sites.2, sites.3]].map { row in
        row.map { site in
          switch site {
          case .red: 0
          case .greenOnRedRow, .greenOnBlueRow: 1
          case .blue: 2
          }
        }
      }
    } else {
      mosaic = []
    }
  }

  /// Renders a frame of planes of radiance in cd/m²: one for grey, three for the rest.
  func render(
    _ planes: [[Float]], _ conditions: FrameConditions, means: inout Means
  ) -> [UInt8] {
    if layout.format.isYUV { return renderYUV(planes, conditions, &means) }
    return renderRaw(planes, conditions, &means)
  }

  private func renderRaw(
    _ planes: [[Float]], _ conditions: FrameConditions, _ means: inout Means
  ) -> [UInt8] {
    let (width, height) = (layout.width, layout.height)
    let digitiser = digitiser(conditions)
    var signal = [Float](repeating: 0, count: width)
    var codes = [Int32](repeating: 0, count: width)
    var packer = FramePacker(layout)
    var (linearSum, codeSum) = (0.0, 0)
    for y in 0..<height {
      if mosaic.isEmpty {
        fill(&signal, planes[0], y, conditions, channel: 0)
      } else {
        fillMosaic(&signal, planes, y, conditions)
      }
      linearSum += Self.sum(signal)
      digitiser.convert(signal, into: &codes, counter: UInt64(y * width))
      for x in 0..<width {
        codes[x] = tones.delivered[Int(codes[x])]
        codeSum += Int(codes[x])
      }
      packer.putSamples(codes, row: y)
    }
    let pixels = Double(width * height)
    means.linear = [linearSum / pixels * conditions.gain / sensor.fullWell]
    means.encoded = layout.levels.normalised(Double(codeSum) / pixels)
    return packer.bytes
  }

  private func renderYUV(
    _ planes: [[Float]], _ conditions: FrameConditions, _ means: inout Means
  ) -> [UInt8] {
    let (width, height) = (layout.width, layout.height)
    let digitiser = digitiser(conditions)
    let balance = [conditions.balance.red, 1, conditions.balance.blue]
    var signal = [Float](repeating: 0, count: width)
    var codes = [[Int32]](repeating: [Int32](repeating: 0, count: width), count: 3)
    var picture = YUVPicture(layout)
    var sums = [0.0, 0.0, 0.0]
    for y in 0..<height {
      for channel in 0..<3 {
        fill(&signal, planes[channel], y, conditions, channel: channel)
        sums[channel] += Self.sum(signal)
        let counter = UInt64((channel * height + y) * width)
        digitiser.convert(signal, into: &codes[channel], counter: counter)
        develop(&codes[channel], balance: balance[channel])
      }
      picture.put(red: codes[0], green: codes[1], blue: codes[2], row: y)
    }
    let levels = layout.levels
    processing.apply(
      to: &picture.luma, width: width, height: height, black: Int32(levels.black),
      white: Int32(levels.white))
    let pixels = Double(width * height)
    means.linear = sums.map { $0 / pixels * conditions.gain / sensor.fullWell }
    var lumaSum = 0
    for code in picture.luma { lumaSum += Int(code) }
    means.encoded = levels.normalised(Double(lumaSum) / pixels)
    var packer = FramePacker(layout)
    packer.put(picture)
    return packer.bytes
  }

  /// The sum of a row in four strands, of which a processor adds several at a time.
  private static func sum(_ row: [Float]) -> Double {
    var (first, second, third, fourth) = (0.0, 0.0, 0.0, 0.0)
    var x = 0
    while x + 3 < row.count {
      first += Double(row[x])
      second += Double(row[x + 1])
      third += Double(row[x + 2])
      fourth += Double(row[x + 3])
      x += 4
    }
    while x < row.count {
      first += Double(row[x])
      x += 1
    }
    return (first + second) + (third + fourth)
  }

  private func digitiser(_ conditions: FrameConditions) -> Digitiser {
    let noise = CounterNoise(seed: seed, frame: conditions.frame)
    return Digitiser(sensor, gain: conditions.gain, noise: noise)
  }

  /// Black level, white balance and response, in place: to encoded values in 1/65,536.
  private func develop(_ codes: inout [Int32], balance: Double) {
    let black = sensor.blackLevel
    let last = tones.encoded.count - 1
    let factor = balance > 0 ? Int((min(balance, 64) * 4096).rounded()) : 0
    for x in codes.indices {
      let value = (Int(codes[x]) - black) * factor + 2048
      codes[x] = tones.encoded[min(max(value >> 12, 0), last)]
    }
  }

  /// The electrons of a row in one channel, as if the pixel had no full well.
  private func fill(
    _ signal: inout [Float], _ plane: [Float], _ y: Int, _ conditions: FrameConditions,
    channel: Int
  ) {
    let scale = conditions.rowLight[y] * conditions.responsivity[channel]
    let base = y * layout.width
    for x in 0..<layout.width { signal[x] = plane[base + x] * scale }
    let time = Float(conditions.exposureTime) * conditions.responsivity[channel]
    for patch in conditions.patches where patch.rows.contains(y) {
      for x in patch.columns {
        signal[x] = signal[x] * patch.factor + patch.radiance * time
      }
    }
  }

  private func fillMosaic(
    _ signal: inout [Float], _ planes: [[Float]], _ y: Int, _ conditions: FrameConditions
  ) {
    let filters = mosaic[y % 2]
    let base = y * layout.width
    for (phase, filter) in filters.enumerated() {
      let scale = conditions.rowLight[y] * conditions.responsivity[filter]
      let plane = planes[filter]
      var x = phase
      while x < layout.width {
        signal[x] = plane[base + x] * scale
        x += 2
      }
    }
    let time = Float(conditions.exposureTime)
    for patch in conditions.patches where patch.rows.contains(y) {
      for x in patch.columns {
        let added = patch.radiance * time * conditions.responsivity[filters[x % 2]]
        signal[x] = signal[x] * patch.factor + added
      }
    }
  }
}
