import Frames
import Photometry
import Testing

@testable import SimulatedCamera

@Suite("Random use")
struct RandomUseTests {
  /// Numbers from the module's own hash, so that a failure can be repeated.
  private struct Numbers {
    let seed: UInt64
    var count: UInt64 = 0

    mutating func next(below limit: Int) -> Int {
      count += 1
      return Int(CounterNoise.mixed(seed &* 0x9E37_79B9_7F4A_7C15 &+ count) % UInt64(limit))
    }

    mutating func code() -> Int {
      [0, 1, 3, -1, .min, .max, next(below: 300), next(below: 10_000)][next(below: 8)]
    }
  }

  private func quirks(_ numbers: inout Numbers) -> [Quirk] {
    let id = ControlID.allCases[numbers.next(below: ControlID.allCases.count)]
    let all: [Quirk] = [
      .ladder(id, [numbers.code(), numbers.code()]), .ladder(id, []),
      .wrapAround(id, modulus: numbers.code()), .dead(id), .inverted(id),
      .ignoredWrites(id, every: numbers.code()), .ignoredOffStep(id, step: numbers.code()),
      .staleReadBack(id, numbers.code()), .lostAtStreamStart(id), .exposureJumpsOnManual,
      .cannotBeWritten(id), .inactiveWritesAccepted, .busyAtFirst(writes: numbers.code()),
      .foreignWrite(id, numbers.code(), beforeFrame: numbers.next(below: 8)),
      .warmUp(frames: numbers.code(), lightShare: .nan), .lostFrames([0, 2, numbers.code()]),
      .timestampOffset(frame: numbers.next(below: 4), seconds: -.infinity),
    ]
    return (0..<numbers.next(below: 4)).map { _ in all[numbers.next(below: all.count)] }
  }

  @Test("whatever is written, frames go on", arguments: 1...60)
  func use(seed: UInt64) throws {
    var numbers = Numbers(seed: seed)
    var description = CameraDescription.webcam(width: 5, height: 3)
    if seed % 3 == 0 { description = .rawSensor(width: 5, height: 3) }
    description.queueDepth = numbers.next(below: 3)
    description.quirks = quirks(&numbers)
    var camera = try SimulatedCamera(
      description, scenes: [.chart(width: 9, height: 9, white: 500)])
    var last = -1
    for _ in 0..<12 {
      for _ in 0..<numbers.next(below: 5) {
        let id = ControlID.allCases[numbers.next(below: ControlID.allCases.count)]
        _ = try? camera.write(id, numbers.code())
        _ = try? camera.read(id)
      }
      let frame = camera.nextFrame()
      #expect(frame.sequence > last, "seed \(seed)")
      #expect(frame.truth.interval >= description.frameInterval)
      #expect(frame.truth.exposureTime <= frame.truth.interval)
      last = frame.sequence
    }
  }
}
