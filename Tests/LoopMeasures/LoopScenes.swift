public import SimulatedCamera

/// The scenes of the bench.
public enum LoopScenes {
  /// The total exposure in stops at which ``texture(_:)`` is mid-grey in its own light: the sensor's
  /// 18 % at 100 cd/m² and 10 ms.
  public static let rightTotal = -6.643856189774724

  /// Texture of a mean of 100 cd/m², twice as bright where it is brightest: nothing clips until
  /// 1.4 EV above mid-grey.
  ///
  /// - Parameter camera: The camera, for the size.
  /// - Returns: The scene.
  public static func texture(_ camera: LoopCamera) -> Scene {
    .texture(width: camera.width, height: camera.height, white: 200)
  }
}
