import GrayCard

/// What the frames show; branches and caches behave differently on each.
enum Content: String, CaseIterable {
  /// Detail at all scales with a bright and a dark part, as photographs have.
  case natural
  /// One mid-grey.
  case flat
  /// Every byte at random: the worst case of every branch.
  case random

  /// The bytes of a frame.
  ///
  /// - Parameter layout: The frame's layout, all of it in one buffer.
  /// - Returns: Each byte that the layout reaches.
  func bytes(_ layout: FrameLayout) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: layout.byteCounts[0])
    var noise = Noise(state: 20_261_201)
    if self == .random {
      for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: noise.next() >> 24) }
      return bytes
    }
    for plane in layout.planes.indices {
      for y in 0..<layout.rowCount(ofPlane: plane) {
        let start = layout.planes[plane].offset + y * layout.planes[plane].stride
        fill(&bytes[start..<start + layout.rowByteCount(ofPlane: plane)], layout, plane, y, &noise)
      }
    }
    return bytes
  }

  /// Words get their sample's high bits in the second byte; all other bytes are 8-bit samples.
  private func fill(
    _ row: inout ArraySlice<UInt8>, _ layout: FrameLayout, _ plane: Int, _ y: Int,
    _ noise: inout Noise
  ) {
    let shift = 16 - layout.format.bitDepth
    for index in row.indices {
      let x = index - row.startIndex
      if layout.format.storesWords {
        guard x & 1 == 0 else { continue }
        let code = (luma(x / 2, y, &noise) << 8 | Int(noise.next() >> 24)) >> shift
        row[index] = UInt8(truncatingIfNeeded: code)
        row[index + 1] = UInt8(truncatingIfNeeded: code >> 8)
      } else if isChroma(layout.format, plane, x) {
        row[index] = UInt8(128 + (self == .flat ? 0 : (x / 40 + y / 50) % 24 - 12))
      } else {
        row[index] = UInt8(luma(x, y, &noise))
      }
    }
  }

  private func isChroma(_ format: PixelFormat, _ plane: Int, _ x: Int) -> Bool {
    if case .packedYUV = format { return x & 1 == 1 }
    return plane > 0
  }

  /// Blocks of 64, 16 and 4 pixels on a slope, and sensor noise; 3 % clip at the bright end.
  private func luma(_ x: Int, _ y: Int, _ noise: inout Noise) -> Int {
    guard self == .natural else { return 118 }
    let slope = (x * 5 + y * 3) / 64 % 160
    let blocks = Self.hash(x / 64, y / 64) % 80 + Self.hash(x / 16, y / 16) % 32
    let detail = Self.hash(x / 4, y / 4) % 12 + Int(noise.next() >> 29)
    return min(255, max(0, slope + blocks + detail - 10))
  }

  private static func hash(_ x: Int, _ y: Int) -> Int {
    let mixed = UInt32(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663) &* 2_654_435_761
    return Int(mixed >> 16)
  }
}

/// A linear congruential generator (Numerical Recipes, section 7.1): the same frames everywhere.
struct Noise {
  var state: UInt32

  mutating func next() -> UInt32 {
    state = state &* 1_664_525 &+ 1_013_904_223
    return state
  }
}
