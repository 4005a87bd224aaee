import Frames
import Photometry
import Testing

@testable import SimulatedCamera

@Suite("Quirks")
struct QuirkTests {
  /// The exposure codes that act after writing each of some, and what is read back.
  private func acting(
    _ quirks: [Quirk], _ codes: [Int], of id: ControlID = .exposureTime
  ) throws -> (acting: [Double], read: [Int]) {
    var description = Rig.plain()
    description.quirks = quirks
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 1)])
    var result: (acting: [Double], read: [Int]) = ([], [])
    for code in codes {
      try camera.write(id, code)
      let truth = camera.nextFrame().truth
      result.acting.append(id == .gain ? truth.gain * 16 : (truth.exposureTime / 0.0001).rounded())
      result.read.append(try camera.read(id))
    }
    return result
  }

  @Test("a hidden ladder")
  func ladder() throws {
    let seen = try acting([.ladder(.exposureTime, [10, 40, 160])], [5, 10, 39, 40, 200])
    #expect(seen.acting == [10, 10, 10, 40, 160])
    #expect(seen.read == [5, 10, 39, 40, 200])
  }

  @Test("wrap-around, dead and inverted")
  func gains() throws {
    let codes = [16, 63, 64, 80]
    #expect(
      try acting([.wrapAround(.gain, modulus: 64)], codes, of: .gain).acting == [16, 63, 0, 16])
    let dead = try acting([.dead(.gain)], codes, of: .gain)
    #expect(dead.acting == [16, 16, 16, 16])
    #expect(dead.read == codes)
    #expect(try acting([.inverted(.gain)], codes, of: .gain).acting == [239, 192, 191, 175])
  }

  @Test("dropped writes")
  func dropped() throws {
    let third = try acting([.ignoredWrites(.exposureTime, every: 3)], [10, 20, 30, 40])
    #expect(third.acting == [10, 20, 20, 40])
    #expect(third.read == [10, 20, 30, 40])
    #expect(
      try acting([.ignoredOffStep(.exposureTime, step: 5)], [10, 33, 35]).acting == [10, 10, 35])
  }

  @Test("a stale read-back")
  func stale() throws {
    let seen = try acting([.staleReadBack(.exposureTime, 157)], [10, 20])
    #expect(seen.acting == [10, 20])
    #expect(seen.read == [157, 157])
  }

  @Test("settings lost when the stream starts")
  func lost() throws {
    var description = Rig.plain()
    description.quirks = [.lostAtStreamStart(.exposureTime)]
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 1)])
    try camera.write(.exposureTime, 50)
    try camera.write(.gain, 32)
    camera.startStream()
    let first = camera.nextFrame()
    #expect(first.truth.exposureTime == 0.01)
    #expect(first.truth.gain == 2)
    #expect(try camera.read(.exposureTime) == 100)
    try camera.write(.exposureTime, 50)
    #expect(camera.nextFrame().truth.exposureTime == 0.005)
    camera.startStream()
    let again = camera.nextFrame()
    #expect(again.sequence == 0)
    #expect(again.truth.exposureTime == 0.01)
  }

  @Test("refused writes: busy, stuck, foreign")
  func refused() throws {
    var description = Rig.withAutomatic(on: false)
    description.quirks = [
      .busyAtFirst(writes: 2), .cannotBeWritten(.gain),
      .foreignWrite(.autoExposure, 3, beforeFrame: 2),
    ]
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 1)])
    for _ in 0..<2 {
      #expect(throws: ControlError.busy(.exposureTime)) { try camera.write(.exposureTime, 5) }
    }
    #expect(try camera.write(.exposureTime, 5) == 5)
    #expect(throws: ControlError.invalidValue(.gain, 20)) { try camera.write(.gain, 20) }
    let frames = (0..<4).map { _ in camera.nextFrame().truth.isFirmwareExposing }
    #expect(frames == [false, false, true, true])
    #expect(try camera.read(.autoExposure) == 3)
    #expect(throws: ControlError.inactive(.exposureTime)) { try camera.write(.exposureTime, 5) }
  }

  @Test("warm-up, gaps and wrong times")
  func stream() throws {
    var description = Rig.plain()
    description.quirks = [
      .warmUp(frames: 2, lightShare: 0.1), .lostFrames([3, 4]),
      .timestampOffset(frame: 1, seconds: -1),
    ]
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 100)])
    let frames = (0..<5).map { _ in camera.nextFrame() }
    #expect(frames.map(\.sequence) == [0, 1, 2, 5, 6])
    #expect(abs(frames[2].truth.meanLinear / frames[1].truth.meanLinear - 10) < 1e-5)
    #expect(abs(frames[1].timestamp - (2.0 / 30 - 1)) < 1e-12)
    #expect(abs(frames[3].timestamp - frames[2].timestamp - 0.1) < 1e-12)
  }

  @Test("writes to governed controls may be swallowed")
  func swallowed() throws {
    var description = Rig.withAutomatic(on: true)
    description.quirks = [.inactiveWritesAccepted]
    var camera = try SimulatedCamera(description, scenes: [Scene(uniform: 100)])
    #expect(try camera.write(.exposureTime, 3000) == 3000)
    #expect(camera.nextFrame().truth.exposureTime == 0.01)
  }
}
