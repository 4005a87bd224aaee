@testable import V4L2

/// The whole life of a camera in a program, each step tried whatever became of the one before.
enum Life {
  static func run(_ driver: FakeDriver, policy: ControlPolicy = ControlPolicy()) {
    guard var camera = try? Camera("/dev/video0", policy: policy, calls: driver) else { return }
    _ = camera.formats
    _ = camera.features
    _ = try? camera.take(.focus)
    _ = try? camera.configure(StreamWish(frameRate: 30))
    _ = try? camera.start()
    for _ in 0..<2 { _ = try? camera.withNextFrame(timeout: 0.1) { _ in } }
    _ = try? camera.take(.exposure)
    _ = try? camera.take(.whiteBalance)
    camera.write([.exposureTime(0.004), .gain(2), .focus(10), .colourTemperature(3000)])
    for _ in 0..<2 { _ = try? camera.withNextFrame(timeout: 0.1) { _ in } }
    camera.release(.focus)
    camera.stop()
    _ = try? camera.start()
    _ = try? camera.withNextFrame(timeout: 0.1) { _ in }
    camera.write([.exposureTime(0.02)])
    _ = camera.takeEvents()
  }

  /// Opens the camera once more on a system without faults, so that leftovers are put back.
  static func settle(_ driver: FakeDriver) {
    driver.injection = nil
    for node in driver.nodes.values {
      node.isGone = false
      node.writeErrors = [:]
    }
    if let camera = try? Camera("/dev/video0", calls: driver) { camera.close() }
  }
}
