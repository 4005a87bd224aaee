public import Controls
public import Photometry
public import Statistics

/// Finds the colour of the light from the zones of a frame.
///
/// All methods work on the sensor's linear colours: codes are turned into light by the response curve,
/// and the gains in force are divided out. Zones with clipped cells and dark zones are weighed down
/// smoothly by all but plain gray world. Nothing is allocated after the first frame of a size.
///
/// Formats without colour, and mosaics whose declared order does not fit (field case B41), give no
/// estimate.
public struct IlluminantEstimator: Sendable {
  /// How the light is found.
  public enum Method: Hashable, Sendable {
    /// Textbook gray world: the plain mean of all unclipped cells is grey (Buchsbaum 1980). For
    /// comparisons.
    case grayWorld
    /// Gray world in which zones far from every plausible light count less.
    case robustGrayWorld
    /// The Minkowski mean of an order of 1…16 is grey (Finlayson and Trezzi 2004); 1 is gray world,
    /// large orders approach white patch.
    case shadesOfGray(p: Double)
    /// The mean of the zones brighter than a percentile, 0…99.9, is grey.
    case whitePatch(percentile: Double)
    /// The mean difference of neighbouring zones is grey (van de Weijer, Gevers and Gijsenij 2007).
    case grayEdge
    /// The light of the device's locus under which the zones look most like common surfaces; the
    /// default.
    case combined
    /// As `combined`, but with what common surfaces look like learned; without a prior, `combined`.
    case learned
  }

  /// How the light is found.
  public let method: Method
  private var zones = ZoneColours()
  private var likelihood: LightLikelihood

  /// Prepares a method for a camera.
  ///
  /// - Parameters:
  ///   - method: How the light is found.
  ///   - locus: What the sensor makes of grey under plausible lights; `nil` for an unknown sensor,
  ///     of which the mean of eight cameras is taken with a wide tolerance.
  ///   - prior: What common surfaces look like, for `learned`.
  public init(
    method: Method = .combined, locus: WhiteBalanceLocus?, prior: ChromaPrior? = nil
  ) {
    self.method = method
    var used = ChromaPrior.common
    if method == .learned, let prior { used = prior }
    likelihood = LightLikelihood(PlausibleLights(locus, used), used)
  }

  /// Finds the light of a frame.
  ///
  /// - Parameters:
  ///   - statistics: The frame's statistics.
  ///   - response: How codes are turned into linear light.
  ///   - inForce: The gains that the frame's channels were multiplied by.
  /// - Returns: The light; `nil` without colour, without light, or where the mosaic's declared order
  ///   cannot be right.
  public mutating func estimate(
    _ statistics: FrameStatistics, response: ResponseCurve, inForce: WhiteBalanceGains
  ) -> IlluminantEstimate? {
    guard statistics.signal.channels != .none, statistics.cfaOrderVerdict != .suspicious else {
      return nil
    }
    guard zones.take(statistics, response: response, inForce: inForce) else { return nil }
    let posterior = likelihood.posterior(of: zones)
    if method == .combined || method == .learned {
      guard let posterior else { return nil }
      return estimate(at: posterior.place, spread: posterior.spread)
    }
    guard let place = mean.chroma else { return nil }
    return estimate(at: place, spread: posterior?.spread ?? 1)
  }

  /// The colour that a method takes for grey.
  private var mean: ZoneColour {
    mutating get {
      switch method {
      case .robustGrayWorld: zones.robustMean(likelihood.lights)
      case .shadesOfGray(let p): zones.minkowskiMean(p)
      case .whitePatch(let percentile): zones.brightMean(percentile)
      case .grayEdge: zones.edgeMean
      case .grayWorld, .combined, .learned: zones.plainMean
      }
    }
  }

  private func estimate(at place: ChromaPlace, spread: Double) -> IlluminantEstimate? {
    LightPosterior(at: place, spread: spread).estimate(
      confidence: likelihood.confidence(at: place, spread: spread))
  }
}
