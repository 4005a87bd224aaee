internal import Controls

extension SensorColour {
  /// What eight cameras make of grey on the mean: six of rawtoaces-data (Apache-2.0) and two that NPL
  /// measured (Darrodi et al. 2015), by Scripts/locus-tables.py; geometric means.
  static let genericEntries: [WhiteBalanceLocus.Entry] = [
    .init(kelvin: 1000, red: 2.61478, blue: 0.19636),
    .init(kelvin: 1250, red: 1.97283, blue: 0.18965),
    .init(kelvin: 1500, red: 1.56164, blue: 0.21174),
    .init(kelvin: 1750, red: 1.29208, blue: 0.24607),
    .init(kelvin: 2000, red: 1.10718, blue: 0.28544),
    .init(kelvin: 2250, red: 0.97481, blue: 0.32618),
    .init(kelvin: 2500, red: 0.87653, blue: 0.36641),
    .init(kelvin: 2856, red: 0.77463, blue: 0.42097),
    .init(kelvin: 3250, red: 0.69501, blue: 0.47649),
    .init(kelvin: 3750, red: 0.62443, blue: 0.53917),
    .init(kelvin: 4000, red: 0.59759, blue: 0.56741),
    .init(kelvin: 4250, red: 0.57402, blue: 0.59129),
    .init(kelvin: 4500, red: 0.55215, blue: 0.61026),
    .init(kelvin: 4750, red: 0.53229, blue: 0.62764),
    .init(kelvin: 5000, red: 0.51563, blue: 0.64673),
    .init(kelvin: 5500, red: 0.49014, blue: 0.68617),
    .init(kelvin: 6000, red: 0.47023, blue: 0.72099),
    .init(kelvin: 6500, red: 0.45436, blue: 0.75168),
    .init(kelvin: 7500, red: 0.43081, blue: 0.80277),
    .init(kelvin: 9000, red: 0.40790, blue: 0.85994),
    .init(kelvin: 11000, red: 0.38935, blue: 0.91255),
    .init(kelvin: 14000, red: 0.37347, blue: 0.96279),
    .init(kelvin: 18000, red: 0.36196, blue: 1.00252),
    .init(kelvin: 25000, red: 0.35196, blue: 1.03955),
    .init(kelvin: 40000, red: 0.34338, blue: 1.07140),
  ]

  /// The stops by which red and blue grow against green for 1 of Duv: the median of the same cameras at
  /// 5,000 K; from -13.2 to -3.3 among them.
  static let genericStopsPerDuv = -11.83
}
