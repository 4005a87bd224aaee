import Exposure
import SimulatedCamera
import Testing

@Suite("Flicker avoidance, closed loop")
struct FlickerLoopTests {
  /// Light for which automatic exposure takes a time that bands; 300 cd/m² needs just a period.
  @Test(
    "rows ripple by less than 2 % after 30 frames, without being told the mains",
    arguments: [80.0, 150, 250, 300], FlickerDetectorTests.lamps)
  func ripple(light: Double, lamp: (frequency: Double, verdict: FlickerVerdict)) throws {
    let flicker = Flicker(frequency: lamp.frequency, depth: 0.9, phase: 0.2)
    var loop = try FlickerLoop(flicker: flicker, light: light)
    var blind = try FlickerLoop(flicker: flicker, light: light, isDetecting: false)
    for _ in 1...30 {
      _ = try loop.step()
      _ = try blind.step()
    }
    for frame in 31...60 {
      let report = try loop.step()
      #expect(report.ripple < 0.02, "\(report.ripple) in frame \(frame)")
      #expect(report.finding.verdict == lamp.verdict)
      #expect(!report.mayBand)
      #expect(abs(report.error) < 0.1)
      #expect(try blind.step().ripple > 0.02)
    }
  }

  @Test("the same at other frame rates and latencies", arguments: FlickerDetectorTests.lamps)
  func rates(lamp: (frequency: Double, verdict: FlickerVerdict)) throws {
    for (rate, latency) in [(24.0, 2), (25, 3), (60, 2), (30, 0), (15, 1)] {
      var loop = try FlickerLoop(
        rate: rate, flicker: Flicker(frequency: lamp.frequency, depth: 0.5, phase: 0.6),
        light: 260, readOut: 0.012, latency: latency)
      for _ in 1...40 { _ = try loop.step() }
      for frame in 41...60 {
        let report = try loop.step()
        #expect(report.ripple < 0.02, "\(report.ripple) in frame \(frame), \(rate)/s, \(latency)")
        #expect(report.finding.verdict == lamp.verdict)
      }
    }
  }

  @Test("light too bright for a whole period bands, and the split says so")
  func tooBright() throws {
    var loop = try FlickerLoop(
      flicker: Flicker(frequency: 100, depth: 0.5, phase: 0.2), light: 2000)
    for _ in 1...40 { _ = try loop.step() }
    let report = try loop.step()
    #expect(report.finding.verdict == .mains50)
    #expect(report.mayBand)
    #expect(report.ripple > 0.1)
  }

  @Test("without flicker exposure is left as it was, but for a short try")
  func none() throws {
    var loop = try FlickerLoop(flicker: nil, light: 150)
    var blind = try FlickerLoop(flicker: nil, light: 150, isDetecting: false)
    for _ in 1...45 {
      _ = try loop.step()
      _ = try blind.step()
    }
    for _ in 1...30 {
      let (seen, unseen) = (try loop.step(), try blind.step())
      #expect(seen.finding.verdict == .none)
      #expect(abs(seen.exposureTime / unseen.exposureTime - 1) < 0.06)
    }
  }
}
