/// What one frame says of the sharpness of what is focused on.
public struct FocusSample: Hashable, Sendable {
  /// The bands: detail at full resolution, of 4×4 means, of 16×16 means.
  public static let bandCount = 3

  /// log2 of each band's energy above noise, over the brightness; fine, medium, coarse.
  public let logs: InlineBands
  /// The standard deviation of each, from the noise; above 1 the band says next to nothing.
  public let errors: InlineBands
  /// The mean code above black.
  public let mean: Double
  /// The share of the medium band's energy that noise does not explain, 0…1, noise taken a third higher
  /// than it was found.
  public let signalShare: Double

  /// Three numbers, one a band.
  public struct InlineBands: Hashable, Sendable {
    /// At full resolution.
    public var fine: Double
    /// Of 4×4 means.
    public var medium: Double
    /// Of 16×16 means.
    public var coarse: Double

    /// Takes three numbers.
    ///
    /// - Parameters:
    ///   - fine: At full resolution.
    ///   - medium: Of 4×4 means.
    ///   - coarse: Of 16×16 means.
    public init(fine: Double, medium: Double, coarse: Double) {
      self.fine = fine
      self.medium = medium
      self.coarse = coarse
    }
  }

  /// What samples of one window are ranked by: fine detail counts half, since it is the first to drown in
  /// noise.
  public var sharpness: Double { logs.fine * 0.5 + logs.medium }

  /// The standard deviation of ``sharpness``.
  public var sharpnessError: Double {
    (errors.fine * errors.fine * 0.25 + errors.medium * errors.medium).squareRoot()
  }

  /// Whether there is anything to focus on in this frame.
  public var hasDetail: Bool { signalShare > 0.4 }
}
