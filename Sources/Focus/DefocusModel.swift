/// How much detail of each band a blur leaves: the picture of a point out of focus is a disc.
///
/// Computed by `Scripts/defocus-table.py` for pictures whose power falls with the square of frequency, through a
/// lens and a sensor that blur a little themselves (a Gaussian of σ 0.7 samples), half of the blur's
/// transfer that of a disc and half that of a Gaussian of the same spread: real lenses are neither.
struct DefocusModel {
  /// Stops by which the bands' energies fall for a blur.
  ///
  /// - Parameter radius: The radius of the blur disc in samples, 0 or more.
  /// - Returns: log2 of what is left; 0 in focus.
  static func fall(radius: Double) -> FocusSample.InlineBands {
    let place = (radius > 0 ? min(radius, 39).squareRoot() : 0) * 8
    let index = min(Int(place), fine.count - 2)
    let share = place - Double(index)
    func value(_ table: [Double]) -> Double {
      table[index] + (table[index + 1] - table[index]) * share
    }
    return .init(fine: value(fine), medium: value(medium), coarse: value(coarse))
  }

  // Each entry at a radius of (its place / 8)² samples.
  private static let fine: [Double] = [
    0.0000, -0.0025, -0.0100, -0.0224, -0.0399, -0.1043, -0.1983, -0.3436, -0.5485, -0.8075,
    -1.1076, -1.4343, -1.7760, -2.1180, -2.4579, -2.7900, -3.1115, -3.4210, -3.7185, -4.0046,
    -4.2800, -4.5455, -4.8006, -5.0449, -5.2819, -5.5083, -5.7281, -5.9397, -6.1432, -6.3419,
    -6.5342, -6.7204, -6.9009, -7.0759, -7.2459, -7.4112, -7.5721, -7.7289, -7.8819, -8.0313,
    -8.1774, -8.3192, -8.4581, -8.5943, -8.7271, -8.8572, -8.9850, -9.1097, -9.2325, -9.3524,
    -9.4706,
  ]
  private static let medium: [Double] = [
    0.0000, -0.0005, -0.0019, -0.0043, -0.0076, -0.0203, -0.0394, -0.0703, -0.1174, -0.1846,
    -0.2743, -0.3879, -0.5256, -0.6887, -0.8726, -1.0742, -1.2888, -1.5117, -1.7389, -1.9674,
    -2.1955, -2.4217, -2.6443, -2.8618, -3.0760, -3.2836, -3.4872, -3.6850, -3.8769, -4.0653,
    -4.2487, -4.4271, -4.6008, -4.7698, -4.9346, -5.0952, -5.2519, -5.4050, -5.5546, -5.7010,
    -5.8443, -5.9836, -6.1202, -6.2543, -6.3853, -6.5137, -6.6398, -6.7631, -6.8845, -7.0032,
    -7.1201,
  ]
  private static let coarse: [Double] = [
    0.0000, -0.0000, -0.0002, -0.0003, -0.0006, -0.0016, -0.0032, -0.0058, -0.0097, -0.0155,
    -0.0235, -0.0340, -0.0475, -0.0646, -0.0856, -0.1109, -0.1411, -0.1766, -0.2177, -0.2649,
    -0.3183, -0.3780, -0.4445, -0.5178, -0.5975, -0.6838, -0.7758, -0.8733, -0.9757, -1.0822,
    -1.1923, -1.3054, -1.4207, -1.5378, -1.6560, -1.7749, -1.8942, -2.0136, -2.1328, -2.2516,
    -2.3700, -2.4871, -2.6034, -2.7190, -2.8332, -2.9463, -3.0584, -3.1689, -3.2786, -3.3866,
    -3.4937,
  ]
}
