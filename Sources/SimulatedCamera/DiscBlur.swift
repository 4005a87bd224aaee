/// Blurs a plane by a disc, as a lens out of focus does.
enum DiscBlur {
  /// Averages over a disc around each pixel; beyond the edges the outermost pixels go on.
  ///
  /// Each row of the disc is a run as long as the disc's area in that row, whose ends may lie within
  /// pixels; sums of runs come from prefix sums, so the cost grows with the radius, not its square.
  static func blurred(_ plane: [Float], width: Int, height: Int, radius: Double) -> [Float] {
    // Below half a pixel the disc lies within the pixel itself.
    guard radius > 0.5 else { return plane }
    let halves = halfRuns(radius: radius)
    let reach = halves.count - 1
    let prefixes = prefixSums(plane, width: width, height: height)
    var weight = 2 * halves[0]
    for half in halves.dropFirst() { weight += 4 * half }
    let scale = 1 / weight
    var sums = [Double](repeating: 0, count: width)
    var result: [Float] = []
    result.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width { sums[x] = 0 }
      for offset in -reach...reach {
        let row = min(max(y + offset, 0), height - 1)
        addRuns(
          prefixes, base: row * (width + 1), width: width, half: halves[abs(offset)], to: &sums)
      }
      for x in 0..<width { result.append(Float(sums[x] * scale)) }
    }
    return result
  }

  /// Half the disc's area in the row at each distance from its centre.
  private static func halfRuns(radius: Double) -> [Double] {
    let slices = 16
    var halves: [Double] = []
    for distance in 0...Int((radius + 0.5).rounded(.up)) {
      var sum = 0.0
      for slice in 0..<slices {
        let y = Double(distance) - 0.5 + (Double(slice) + 0.5) / Double(slices)
        sum += max(0, radius * radius - y * y).squareRoot()
      }
      if sum == 0 { break }
      halves.append(sum / Double(slices))
    }
    return halves
  }

  /// For each row the sums of its first 0, 1, … pixels.
  private static func prefixSums(_ plane: [Float], width: Int, height: Int) -> [Double] {
    var prefixes: [Double] = []
    prefixes.reserveCapacity((width + 1) * height)
    for y in 0..<height {
      var sum = 0.0
      prefixes.append(0)
      for x in 0..<width {
        sum += Double(plane[y * width + x])
        prefixes.append(sum)
      }
    }
    return prefixes
  }

  private static func addRuns(
    _ prefixes: [Double], base: Int, width: Int, half: Double, to sums: inout [Double]
  ) {
    let first = prefixes[base + 1]
    let last = prefixes[base + width] - prefixes[base + width - 1]
    let total = prefixes[base + width]
    // The ends move by whole pixels along the row, so their fractions stay.
    let reach = half - 0.5
    let whole = Int(reach.rounded(.down))
    let fraction = reach - Double(whole)
    func sum(until pixel: Int) -> Double {
      if pixel < 0 { return Double(pixel) * first }
      if pixel > width { return total + Double(pixel - width) * last }
      return prefixes[base + pixel]
    }
    for x in 0..<width {
      let (left, right) = (x - whole, x + whole + 1)
      let (inner, outer) = (sum(until: right) - sum(until: left), sum(until: right + 1))
      let edges = outer - sum(until: right) + sum(until: left) - sum(until: left - 1)
      sums[x] += inner + fraction * edges
    }
  }
}
