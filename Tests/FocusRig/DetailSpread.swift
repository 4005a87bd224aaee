internal import Frames

/// Where a scene's detail lies, before any blur.
struct DetailSpread {
  /// The mean squared difference of neighbours in the window, in terms of the whole plane's.
  let ofWindow: Double
  /// The window's pixels.
  let points: Int
  /// Whether neither half of the picture has five times the detail of the other.
  let areHalvesAlike: Bool

  init(_ plane: Spectrum, _ window: NormalisedRectangle) {
    let side = Spectrum.side
    let (width, height) = (SimulatedScene.width, SimulatedScene.height)
    let (left, top) = ((side - width) / 2, (side - height) / 2)
    let columns = left + Int(window.x * Double(width))..<left + Int(window.maxX * Double(width))
    let rows = top + Int(window.y * Double(height))..<top + Int(window.maxY * Double(height))
    var (all, inside, halves) = (0.0, 0.0, [0.0, 0.0])
    for y in 0..<side - 1 {
      for x in 0..<side - 1 {
        let here = plane[y, x].real
        let (across, down) = (plane[y, x + 1].real - here, plane[y + 1, x].real - here)
        let energy = Double(across * across + down * down)
        all += energy
        if columns.contains(x), rows.contains(y) { inside += energy }
        if (left..<left + width).contains(x), (top..<top + height).contains(y) {
          halves[x < side / 2 ? 0 : 1] += energy
        }
      }
    }
    points = columns.count * rows.count
    let mean = all / Double((side - 1) * (side - 1))
    ofWindow = mean > 0 ? inside / Double(max(points, 1)) / mean : 0
    areHalvesAlike = max(halves[0], halves[1]) < 5 * min(halves[0], halves[1])
  }
}
