public import Controls
public import Exposure

/// GrayCard's controller as a loop.
public struct GrayCardLoop: ExposureLoop {
  /// What tables call it.
  public let name: String
  /// The controller; its configuration may be changed between frames.
  public var controller: ExposureController
  private let camera: CameraCapabilities
  /// The last decision.
  public private(set) var decision: ExposureDecision?

  /// Puts a controller at a camera.
  ///
  /// - Parameters:
  ///   - name: What tables call it.
  ///   - controller: The controller.
  ///   - camera: What the camera can be told.
  public init(_ name: String, _ controller: ExposureController, _ camera: CameraCapabilities) {
    self.name = name
    self.controller = controller
    self.camera = camera
  }

  /// A maker of loops of one speed.
  ///
  /// - Parameters:
  ///   - speed: How quickly exposure follows.
  ///   - splitter: How totals are divided between time and gain.
  /// - Returns: The maker.
  public static func maker(
    _ speed: ExposureSpeed, _ splitter: ExposureSplitter = ExposureSplitter()
  ) -> LoopMaker {
    let name = if case .smooth = speed { "graycard smooth" } else { "graycard fast" }
    let controller = ExposureController(
      configuration: ExposureConfiguration(speed: speed), splitter: splitter)
    return { camera, _ in GrayCardLoop(name, controller, camera) }
  }

  /// Decides on a frame.
  ///
  /// - Parameter frame: The frame.
  /// - Returns: The settings to write, or `nil` to write nothing.
  public mutating func step(_ frame: LoopFrame) -> CameraSettings? {
    let decision = controller.step(
      frame.metered,
      ExposureController.Frame(
        timestamp: frame.timestamp, settings: frame.settings, written: frame.written),
      camera: camera)
    self.decision = decision
    return decision.settings
  }
}
