import CAllocationCounter
import Frames
import V4L2

/// Takes many frames from a camera, and counts what that allocated.
enum StreamCheck {
  /// Streams from a driver that allocates nothing itself.
  ///
  /// - Parameter isMultiPlanar: By which of the kernel's two interfaces.
  /// - Returns: The allocations in 1,000 frames after a warm-up.
  /// - Throws: What the library throws; none of it is expected.
  static func allocations(isMultiPlanar: Bool) throws -> UInt64 {
    var camera = try Camera("/dev/video0", calls: StillDriver(isMultiPlanar: isMultiPlanar))
    try camera.configure()
    try camera.start()
    var before: UInt64 = 0
    var sum = 0
    for frame in 0..<1010 {
      if frame == 10 { before = gac_allocation_count() }
      let sample = try camera.withNextFrame(timeout: 1) { frame in
        Int(try frame.view().row(47)[127])
      }
      sum &+= sample ?? 0
    }
    let count = gac_allocation_count() - before
    if sum < 0 { print(sum) }
    return count
  }
}
