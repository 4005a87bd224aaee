import Controls
import Exposure
import Photometry
import Testing

/// Normal cameras in a changing world have no quirks, and odd numbers do no harm.
@Suite struct FalseAlarmTests {
  /// A change of time, of gain or of both by up to two stops, that keeps the picture in range.
  static func randomSettings(_ loop: inout NumberLoop) -> CameraSettings? {
    guard loop.isSettled, loop.camera.random() < 0.2 else { return nil }
    var settings = loop.tracker.written
    let choice = loop.camera.random()
    var change = (loop.camera.random() * 2 - 1) * 2
    if loop.last.stops + change > 2 || loop.last.stops + change < -4 { change = -change }
    if choice < 0.7 {
      settings.exposureTime = min(max(settings.exposureTime * Exact.exp2(change), 2e-4), 0.033)
    }
    if choice > 0.4 {
      let share = loop.camera.random() * 1.5
      settings.analogueGain = min(max(settings.analogueGain * Exact.exp2(change * share), 1), 30)
    }
    return CameraSettings(
      exposureTime: loop.capabilities.exposureTime?.nearest(settings.exposureTime) ?? 0.01,
      analogueGain: loop.capabilities.analogueGain?.nearest(settings.analogueGain) ?? 1)
  }

  /// Light that leaps, fades or trembles, about every 25 frames.
  static func changeLight(_ loop: inout NumberLoop, _ fade: inout (frames: Int, step: Double)) {
    if fade.frames > 0 {
      fade.frames -= 1
      loop.camera.lightStops += fade.step
    } else if loop.camera.random() < 0.04 {
      let aim = (loop.camera.random() * 2 - 1) * 2.5
      let frames = loop.camera.random() < 0.6 ? 1 : 2 + Int(loop.camera.random() * 20)
      fade = (frames, (aim - loop.camera.lightStops) / Double(frames))
    }
  }

  @Test(arguments: [true, false], 0..<7)
  func changingScenesAreNoQuirks(_ areKnown: Bool, _ round: Int) {
    let seed = UInt64(round) * 2 + (areKnown ? 1 : 0) + 100
    var random = Generator(seed: seed)
    let delays = ControlDelays(
      exposureTime: Int.random(in: 0...6, using: &random),
      analogueGain: Int.random(in: 0...6, using: &random))
    var loop = NumberLoop(
      CameraSettings(exposureTime: 0.01), delays: delays, areKnown: areKnown, seed: seed)
    loop.camera.noise = [0.003, 0.01, 0.02][round % 3]
    var fade = (frames: 0, step: 0.0)
    while loop.writes < 5000, loop.camera.frame < 200_000 {
      Self.changeLight(&loop, &fade)
      loop.step(Self.randomSettings)
    }
    #expect(loop.writes >= 5000)
    #expect(loop.findings.isEmpty, "seed \(seed), \(delays): \(loop.findings)")
    #expect(loop.check.quirks.isEmpty)
  }
}

/// Firmware that takes back what is written, in a camera of numbers.
@Suite struct CounteractionTests {
  @Test(arguments: [0.15, 0.3, 0.5], [0, 2])
  func firmwareThatTakesEveryChangeBack(_ speed: Double, _ delay: Int) {
    var loop = NumberLoop(
      CameraSettings(exposureTime: 0.01),
      delays: ControlDelays(exposureTime: delay, analogueGain: delay), areKnown: true, seed: 5)
    loop.camera.counteraction = speed
    for _ in 0..<300 {
      loop.step { loop in
        // A controller that wants a stop more than the firmware does.
        guard loop.isSettled, loop.last.stops < 0.8, loop.last.sequence >= 3 else { return nil }
        var settings = loop.tracker.written
        settings.exposureTime = min(settings.exposureTime * Exact.exp2(1 - loop.last.stops), 0.45)
        settings.exposureTime = loop.capabilities.exposureTime?.nearest(settings.exposureTime) ?? 1
        return settings == loop.tracker.written ? nil : settings
      }
    }
    #expect(loop.findings.map(\.quirk) == [.permanentAutoExposure], "\(loop.findings)")
    #expect(loop.check.order == .hold)
    #expect(loop.check.usable(loop.capabilities).exposureAutomatic == .permanent)
    #expect(loop.writes <= 3)
  }
}
