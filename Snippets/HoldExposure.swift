// Holds a camera's exposure: what a capture program does around its frames.
import GrayCard
import V4L2

// snippet.hold
/// Holds a camera's exposure for a frame, and gives the camera back, whatever happens.
func holdExposure(of path: String) throws {
  var camera = try Camera(path)
  try camera.configure(StreamWish(width: 640, height: 480, frameRate: 30))
  try camera.start()
  try camera.take(.exposure)
  camera.write([.exposureTime(0.01), .gain(2)])
  let first = try camera.withNextFrame(timeout: 2) { frame in try frame.view().row(0)[0] }
  print("the first sample is \(first ?? 0), the time \(camera.exposureSettings.exposureTime) s")
}
// snippet.end

try holdExposure(of: "/dev/video0")
