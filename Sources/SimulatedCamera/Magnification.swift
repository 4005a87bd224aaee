/// Enlarges a plane about its centre by interpolating between neighbours, as a lens that breathes.
struct Magnification {
  /// Where along one side each new pixel lies: between an old one and the next.
  private struct Place {
    let pixel: Int
    let share: Float
  }

  private let columns: [Place]
  private let rows: [Place]

  /// Prepares to enlarge by a factor of 1 or more.
  init(_ factor: Double, width: Int, height: Int) {
    columns = Self.places(factor, width)
    rows = Self.places(factor, height)
  }

  func apply(_ plane: [Float]) -> [Float] {
    let width = columns.count
    var result: [Float] = []
    result.reserveCapacity(plane.count)
    for row in rows {
      let upper = row.pixel * width
      let lower = min(row.pixel + 1, rows.count - 1) * width
      for column in columns {
        let next = min(column.pixel + 1, width - 1)
        let top = plane[upper + column.pixel]
        let bottom = plane[lower + column.pixel]
        let above = top + (plane[upper + next] - top) * column.share
        let below = bottom + (plane[lower + next] - bottom) * column.share
        result.append(above + (below - above) * row.share)
      }
    }
    return result
  }

  private static func places(_ factor: Double, _ size: Int) -> [Place] {
    let centre = Double(size - 1) / 2
    return (0..<size).map { index in
      let place = max(centre + (Double(index) - centre) / factor, 0)
      let pixel = min(Int(place), size - 1)
      return Place(pixel: pixel, share: Float(place - Double(pixel)))
    }
  }
}
