/// A lens that a motor focuses.
public struct Lens: Hashable, Sendable {
  /// How the out-of-focus disc grows: its radius in widths of the frame for each dioptre, 0…1.
  ///
  /// In a thin lens the disc's diameter on the sensor is aperture × focal length × dioptres off. The
  /// default, 4 pixels of 640 a dioptre, is a webcam's.
  public var blurPerDioptre = 0.00625
  /// Seconds from a command until the lens rests, 0…10.
  public var settleTime = 0.05
  /// Play of the drive in dioptres, 0…10: after a change of direction so much motion is lost.
  public var backlash = 0.0
  /// How much the picture grows with each dioptre, as a share of its size, 0…0.1; 0 is none.
  public var breathing = 0.0
  /// Where the lens stands without a focus control, in dioptres, 0…100.
  public var restPosition = 1.0

  /// A lens with the usual values.
  public init() {}
}
