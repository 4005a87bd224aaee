/// What a sensor makes of a grey card under light of several colour temperatures.
///
/// Plausible light lies near this line; what is far from it is a coloured scene.
public struct WhiteBalanceLocus: Hashable, Sendable {
  /// A grey card under one light, before any white balance.
  public struct Entry: Hashable, Sendable {
    /// The light's correlated colour temperature in kelvins.
    public let kelvin: Double
    /// Linear red over green.
    public let red: Double
    /// Linear blue over green.
    public let blue: Double

    /// Makes an entry; it is checked when a locus is made of it.
    ///
    /// - Parameters:
    ///   - kelvin: The colour temperature.
    ///   - red: Linear red over green.
    ///   - blue: Linear blue over green.
    public init(kelvin: Double, red: Double, blue: Double) {
      self.kelvin = kelvin
      self.red = red
      self.blue = blue
    }
  }

  /// The temperatures that are taken: candles to blue sky.
  public static let kelvins = 1000.0...40_000.0
  /// The ratios that are taken.
  public static let ratios = 0.001...1000.0
  /// The numbers of entries that a locus may have.
  public static let counts = 2...64

  /// The entries, temperatures rising.
  public let entries: [Entry]

  /// Makes a locus. The result is `nil` unless it has 2…64 entries in their ranges whose temperatures
  /// rise strictly.
  ///
  /// - Parameter entries: The entries, in the order of their temperatures.
  public init?(_ entries: [Entry]) {
    guard Self.counts.contains(entries.count),
      entries.allSatisfy({
        Self.kelvins.contains($0.kelvin) && Self.ratios.contains($0.red)
          && Self.ratios.contains($0.blue)
      }),
      zip(entries, entries.dropFirst()).allSatisfy({ $0.kelvin < $1.kelvin })
    else { return nil }
    self.entries = entries
  }
}

/// How the codes of a camera's red and blue balance become factors of linear red and blue.
public struct WhiteBalanceResponse: Hashable, Sendable {
  /// The law of the red balance.
  public let red: GainLaw
  /// The law of the blue balance.
  public let blue: GainLaw

  /// Takes both laws.
  ///
  /// - Parameters:
  ///   - red: The law of the red balance.
  ///   - blue: The law of the blue balance.
  public init(red: GainLaw, blue: GainLaw) {
    self.red = red
    self.blue = blue
  }
}
