import Controls
import Photometry
import Testing

@testable import Exposure

@Suite struct ExposureSplitTests {
  /// A UVC camera: steps of 100 µs, gain to 16 in fine steps, 30 frames/s.
  static let camera = CameraCapabilities(
    exposureTime: ControlRange(minimum: 1e-4, maximum: 0.5, step: 1e-4),
    analogueGain: ControlRange(minimum: 1, maximum: 16, step: 1.0 / 128), frameInterval: 1.0 / 30)

  @Test(arguments: [
    ExposureProgram.balanced, .short, .long, .timePriority(0.002)!, .gainPriority(2)!,
  ])
  func theProductIsTheWishAllTheWay(_ program: ExposureProgram) throws {
    var splitter = ExposureSplitter(program: program)
    let range = try #require(splitter.range(Self.camera))
    for stop in stride(from: range.least + 0.05, through: range.greatest - 0.05, by: 0.01) {
      let total = Exact.exp2(stop)
      let split = splitter.split(total, Self.camera)!
      let got = split.settings.totalExposure
      #expect(abs(got / total - 1) < 0.03, "\(stop): \(split.settings)")
      #expect(split.settings.exposureTime <= 1.0 / 30 + 1e-9)
    }
  }

  /// A UVC camera whose gain counts in sixteenths: both steps are coarse in bright light.
  static let coarse = CameraCapabilities(
    exposureTime: ControlRange(minimum: 1e-4, maximum: 0.5, step: 1e-4),
    analogueGain: ControlRange(minimum: 1, maximum: 10.6875, step: 1.0 / 16),
    frameInterval: 1.0 / 30)

  /// Else a smooth movement would jitter on its way.
  @Test(arguments: [ExposureProgram.balanced, .short, .long])
  func aLesserWishNeverGivesMore(_ program: ExposureProgram) throws {
    var splitter = ExposureSplitter(program: program)
    let range = try #require(splitter.range(Self.coarse))
    var before = 0.0
    for stop in stride(from: range.least, through: range.greatest, by: 0.003) {
      let product = splitter.split(Exact.exp2(stop), Self.coarse)!.settings.totalExposure
      #expect(product >= before * (1 - 1e-12), "\(stop)")
      before = product
    }
  }

  /// Between 10 ms at the greatest gain and 20 ms at the road's there must be no gap.
  @Test(
    arguments: [FlickerAvoidance.mains50, .mains60], [ExposureProgram.balanced, .short, .long])
  func flickerFreeTimesLeaveNoGap(
    _ flicker: FlickerAvoidance, _ program: ExposureProgram
  ) throws {
    for isRising in [true, false] {
      var splitter = ExposureSplitter(program: program, flicker: flicker)
      let range = try #require(splitter.range(Self.coarse))
      let period = try #require(flicker.period)
      var trades = 0
      var before = 0.0
      let stops = Array(stride(from: -6.0, through: range.greatest - 0.01, by: 0.01))
      for stop in isRising ? stops : stops.reversed() {
        let total = Exact.exp2(stop)
        let settings = splitter.split(total, Self.coarse)!.settings
        // Half a step of gain at 1, and a multiple of the period that falls between two steps.
        #expect(abs(settings.totalExposure / total - 1) < 0.04, "\(stop): \(settings)")
        let periods = (settings.exposureTime / period).rounded()
        #expect(periods >= 1)
        if periods != before { trades += 1 }
        before = periods
      }
      #expect(trades <= 4)
    }
  }

  @Test func timeComesBeforeGain() throws {
    var splitter = ExposureSplitter(program: .long)
    var before = CameraSettings(exposureTime: 1e-4)
    for stop in stride(from: -13.0, through: -1.0, by: 0.05) {
      let settings = splitter.split(Exact.exp2(stop), Self.camera)!.settings
      #expect(settings.exposureTime >= before.exposureTime)
      // Gain below 2 makes up for steps; more than that only at the longest time.
      if settings.analogueGain > 2 { #expect(settings.exposureTime > 0.033) }
      before = settings
    }
  }

  /// Field case B29, in its own numbers (units of 100 µs).
  @Test func timesAvoidFlicker() throws {
    var splitter = ExposureSplitter(program: .long, flicker: .mains50)
    let long = splitter.split(0.0260, Self.camera)!
    #expect(abs(long.settings.exposureTime - 0.02) < 1e-9)
    #expect(abs(long.settings.analogueGain - 1.3) < 0.01)
    #expect(!long.mayBand)
    let short = splitter.split(0.0045, Self.camera)!
    #expect(abs(short.settings.exposureTime - 0.0045) < 1e-9)
    #expect(short.mayBand)
    for (total, units) in [(0.0085, 83), (0.0170, 166), (0.0255, 250), (0.0330, 250)] {
      var sixty = ExposureSplitter(program: .long, flicker: .mains60)
      let split = sixty.split(total, Self.camera)!
      #expect(Int((split.settings.exposureTime * 1e4).rounded()) == units)
      let periods = split.settings.exposureTime * 120
      #expect(abs(periods - periods.rounded()) / 120 < 1e-4)
    }
  }

  @Test func aRoadShorterThanThePeriodGivesWay() throws {
    var splitter = ExposureSplitter(program: .balanced, flicker: .mains50)
    let split = splitter.split(0.012, Self.camera)!
    #expect(abs(split.settings.exposureTime - 0.01) < 1e-9)
    #expect(!split.mayBand)
  }

  @Test func noiseAtAKneeDoesNotChatter() throws {
    var splitter = ExposureSplitter(program: .long, flicker: .mains50)
    var changes = 0
    var before: Double?
    for index in 0..<200 {
      // ±0.05 EV about the knee at two periods.
      let total = 0.02 * Exact.exp2(index % 2 == 0 ? 0.05 : -0.05)
      let time = splitter.split(total, Self.camera)!.settings.exposureTime
      if let before, before != time { changes += 1 }
      before = time
    }
    #expect(changes <= 1)
  }

  @Test func limitsOfTheApplicationHold() throws {
    var splitter = ExposureSplitter(program: .long)
    splitter.timeLimit = 0.005
    splitter.gainLimit = 4
    let split = splitter.split(1, Self.camera)!
    #expect(split.settings == CameraSettings(exposureTime: 0.005, analogueGain: 4))
    #expect(try #require(splitter.range(Self.camera)).greatest == Exact.log2(0.02))
  }

  @Test func digitalGainTakesTheRest() throws {
    var camera = Self.camera
    camera.digitalGain = 4
    var splitter = ExposureSplitter(program: .long)
    let split = splitter.split(1.0, camera)!
    let product = split.settings.totalExposure * split.digitalGain
    #expect(abs(product - 1) < 0.01)
    let value4 = splitter.split(100, camera)!.digitalGain
    #expect(value4 == 4)
  }

  @Test func camerasWithOneControlOrNone() throws {
    var splitter = ExposureSplitter()
    let timeOnly = CameraCapabilities(exposureTime: ControlRange(minimum: 1e-4, maximum: 0.03))
    let value5 = splitter.split(0.01, timeOnly)!.settings.analogueGain
    #expect(value5 == 1)
    let gainOnly = CameraCapabilities(
      exposureTime: nil, analogueGain: ControlRange(minimum: 1, maximum: 8))
    let value6 = splitter.split(4, gainOnly)!.settings.analogueGain
    #expect(value6 == 4)
    let none1 = splitter.split(1, CameraCapabilities(exposureTime: nil))
    #expect(none1 == nil)
    let none2 = splitter.split(.nan, Self.camera)
    #expect(none2 == nil)
    let none3 = splitter.split(-1, Self.camera)
    #expect(none3 == nil)
  }

  @Test func aProbeIsTakenWhereGainMakesUpForIt() {
    var splitter = ExposureSplitter(flicker: .mains50)
    let usual = splitter.split(0.02, Self.camera)!.settings
    splitter.probeTime = 0.0083
    let probed = splitter.split(0.02, Self.camera)!.settings
    #expect(abs(probed.exposureTime - 0.0083) < 1e-9)
    #expect(abs(probed.totalExposure / 0.02 - 1) < 0.01)
    for impossible in [0.03, 0.04, 1e-5, 0.0005, -1, .nan, .infinity] {
      splitter.probeTime = impossible
      let settings = splitter.split(0.02, Self.camera)!.settings
      #expect(settings == usual)
    }
  }

  @Test func programsAreChecked() {
    typealias Stage = ExposureProgram.Stage
    #expect(ExposureProgram([]) == nil)
    #expect(ExposureProgram([Stage(exposureTime: 0, analogueGain: 1)]) == nil)
    #expect(ExposureProgram([Stage(exposureTime: 1, analogueGain: 0.5)]) == nil)
    #expect(
      ExposureProgram([
        Stage(exposureTime: 1, analogueGain: 2), Stage(exposureTime: 1, analogueGain: 1),
      ]) == nil)
    #expect(ExposureProgram.timePriority(.nan) == nil)
    #expect(ExposureProgram.gainPriority(0.2) == nil)
  }
}
