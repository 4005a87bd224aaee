/// Blurs a plane by a disc, as a lens out of focus does.
enum DiscBlur {
  /// A row of the disc: a run of pixels that it covers wholly, and those that it covers in part.
  private struct Row {
    /// The run reaches so far to both sides of the centre; −1 where no pixel is covered wholly.
    let reach: Int
    /// Distances from the centre to both sides, with the shares that are covered.
    let edges: [(distance: Int, share: Double)]
  }

  /// Averages over a disc around each pixel; beyond the edges the outermost pixels go on.
  ///
  /// Pixels on the disc's rim count by the share that it covers. Sums of runs come from prefix sums,
  /// so the cost grows with the radius, not with its square.
  static func blurred(_ plane: [Float], width: Int, height: Int, radius: Double) -> [Float] {
    // Below half a pixel the disc lies within the pixel itself.
    guard radius > 0.5 else { return plane }
    let rows = rows(radius: radius)
    let reach = rows.count - 1
    let source = PaddedPlane(plane, width: width, height: height, padding: reach)
    let scale = 1 / weight(of: rows)
    var sums = [Double](repeating: 0, count: width)
    var result: [Float] = []
    result.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width { sums[x] = 0 }
      for offset in -reach...reach {
        source.add(rows[abs(offset)], ofRow: min(max(y + offset, 0), height - 1), to: &sums)
      }
      for x in 0..<width { result.append(Float(sums[x] * scale)) }
    }
    return result
  }

  /// The disc's rows from its centre outwards.
  private static func rows(radius: Double) -> [Row] {
    let reach = Int((radius + 0.5).rounded(.down))
    return (0...reach).map { y in
      let shares = (0...reach).map { x in coverage(x, y, radius: radius) }
      let whole = shares.prefix { $0 == 1 }.count
      let edges = shares.indices.dropFirst(whole).filter { shares[$0] > 0 }
      return Row(reach: whole - 1, edges: edges.map { ($0, shares[$0]) })
    }
  }

  /// The share of a pixel that lies within the disc, from 16×16 points in it.
  private static func coverage(_ x: Int, _ y: Int, radius: Double) -> Double {
    var inside = 0
    for slice in 0..<16 {
      let down = Double(y) - 0.5 + (Double(slice) + 0.5) / 16
      for point in 0..<16 {
        let across = Double(x) - 0.5 + (Double(point) + 0.5) / 16
        if across * across + down * down <= radius * radius { inside += 1 }
      }
    }
    return Double(inside) / 256
  }

  private static func weight(of rows: [Row]) -> Double {
    var sum = 0.0
    for (y, row) in rows.enumerated() {
      var weight = Double(max(2 * row.reach + 1, 0))
      for (distance, share) in row.edges { weight += distance == 0 ? share : 2 * share }
      sum += y == 0 ? weight : 2 * weight
    }
    return sum
  }

  /// A plane whose rows go on beyond their ends, with the sums of each row's first pixels.
  private struct PaddedPlane {
    let width: Int
    let padding: Int
    let stride: Int
    var pixels: [Float] = []
    var prefixes: [Double] = []

    init(_ plane: [Float], width: Int, height: Int, padding: Int) {
      self.width = width
      self.padding = padding
      // One more than the pixels, for the sum of all.
      stride = width + 2 * padding + 1
      pixels.reserveCapacity(stride * height)
      prefixes.reserveCapacity(stride * height)
      for y in 0..<height {
        var sum = 0.0
        for x in 0..<stride {
          let pixel = plane[y * width + min(max(x - padding, 0), width - 1)]
          pixels.append(pixel)
          prefixes.append(sum)
          sum += Double(pixel)
        }
      }
    }

    func add(_ row: Row, ofRow y: Int, to sums: inout [Double]) {
      let centre = y * stride + padding
      if row.reach >= 0 {
        let (left, right) = (centre - row.reach, centre + row.reach + 1)
        for x in 0..<width { sums[x] += prefixes[right + x] - prefixes[left + x] }
      }
      for (distance, share) in row.edges {
        // The centre's own pixel counts once.
        let weight = distance == 0 ? share / 2 : share
        let (left, right) = (centre - distance, centre + distance)
        for x in 0..<width {
          sums[x] += weight * Double(pixels[left + x] + pixels[right + x])
        }
      }
    }
  }
}
