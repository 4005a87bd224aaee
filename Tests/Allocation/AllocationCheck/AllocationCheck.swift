import CAllocationCounter
import Frames
import Glibc
import Statistics

/// Shows that taking statistics, steering exposure and learning allocate nothing once they have begun.
@main
struct AllocationCheck {
  static func main() throws {
    guard countsADeliberateAllocation() else {
      print("allocation-check: the counter misses a deliberate allocation, so it proves nothing")
      exit(1)
    }
    print("allocation-check: the counter sees a deliberate allocation")

    var failures = 0
    for code in FourCC.known {
      guard let meaning = code.meaning, meaning.format != .jpeg else {
        print("\(code)  compressed; its decoded pixels are metered as another format")
        continue
      }
      let fastest = try FormatCheck.allocations(meaning, .fastest)
      let reference = try FormatCheck.allocations(meaning, .reference, share: 0.1)
      print(
        "\(code)  allocations in 1000 frames: \(fastest), in 100 by reference code: \(reference)")
      if fastest + reference > 0 { failures += 1 }
    }
    for isMultiPlanar in [false, true] {
      let count = try StreamCheck.allocations(isMultiPlanar: isMultiPlanar)
      let name = isMultiPlanar ? "multi-planar" : "single-planar"
      print("\(name) stream  allocations in 1000 frames: \(count)")
      if count > 0 { failures += 1 }
    }
    for speed in ExposureCheck.speeds {
      let count = try ExposureCheck.allocations(speed)
      print("automatic exposure, \(speed)  allocations in 1000 frames: \(count)")
      // None in a frame; an inquiry into a write that went wrong asks for some, now and then.
      if count > 50 { failures += 1 }
    }
    let learning = try LearnerCheck.allocations()
    print("response learner  allocations in 1000 frames: \(learning)")
    if learning > 0 { failures += 1 }
    let flicker = try FlickerCheck.allocations()
    print("flicker  allocations in 267 frames: \(flicker)")
    if flicker > 0 { failures += 1 }
    let balance = try WhiteBalanceCheck.allocations()
    print("white balance  allocations in 1000 frames: \(balance)")
    if balance > 0 { failures += 1 }
    for method in BalanceCheck.methods {
      let count = try BalanceCheck.allocations(method)
      print("light by \(method)  allocations in 1000 frames: \(count)")
      if count > 0 { failures += 1 }
    }
    if failures > 0 {
      print("allocation-check: \(failures) kinds allocate frame by frame")
      exit(1)
    }
  }

  private static func countsADeliberateAllocation() -> Bool {
    let before = gac_allocation_count()
    keep([UInt8](repeating: 1, count: Int(before % 7) + 1))
    return gac_allocation_count() > before
  }

  /// The optimiser removes an array that nobody sees; across this call it has to exist.
  @inline(never)
  @_optimize(none)
  private static func keep(_ bytes: [UInt8]) {}
}
