import Photometry
import Testing

@testable import Exposure

@Suite struct ExposureChangeFinderTests {
  /// Frames described by what they are taken with and how bright the light is.
  struct Rig {
    var camera: ZoneCamera
    var finder: ExposureChangeFinder
    let curve = StopsTable(.sRGB)
    var time = 0.0
    private(set) var changes: [ExposureChangeFinder.Change] = []

    init() throws {
      camera = try ZoneCamera(.sRGB, from: -5, to: -2)
      finder = ExposureChangeFinder(zoneCount: 96)
    }

    /// A frame whose settings are said to be `key`, taken with `exposure`.
    mutating func frame(
      _ exposure: Double, key: Double? = nil, settled: Bool = true, light: Double = 1
    ) throws {
      time += ZoneCamera.interval
      let change = finder.step(
        try camera.next(exposure: exposure, light: light),
        key: .init(exposureTime: key ?? exposure, gain: 1), isSettled: settled, time: time,
        curve: curve)
      if let change { changes.append(change) }
    }
  }

  @Test func twoFramesBeforeAndTwoAfter() throws {
    var rig = try Rig()
    try rig.frame(1)
    #expect(rig.finder.needsAnother)
    try rig.frame(1)
    #expect(!rig.finder.needsAnother)
    try rig.frame(2)
    #expect(rig.finder.needsAnother)
    #expect(rig.changes.isEmpty)
    try rig.frame(2)
    #expect(rig.changes.count == 1)
    let change = try #require(rig.changes.first)
    #expect(change.before.exposureTime == 1 && change.after.exposureTime == 2)
    #expect(change.drift.magnitude < 0.005)
    let ratio =
      rig.curve(rig.finder.after.encoded[50]) - rig.curve(rig.finder.before.encoded[50])
    #expect((ratio - 1).magnitude < 0.05)
    // The next change begins where this one ended.
    try rig.frame(0.5)
    try rig.frame(0.5)
    #expect(rig.changes.count == 2)
  }

  @Test func oneFrameBeforeOrAfterIsNotEnough() throws {
    var rig = try Rig()
    try rig.frame(1)
    try rig.frame(2)
    try rig.frame(4)
    try rig.frame(1)
    try rig.frame(1)
    #expect(rig.changes.isEmpty)
  }

  /// Frames under way may carry either exposure, whatever is believed of them.
  @Test(arguments: 0...4)
  func framesUnderWayMayCarryEither(_ arrival: Int) throws {
    var rig = try Rig()
    try rig.frame(1)
    for index in 0..<4 {
      try rig.frame(index < arrival ? 1 : 3, key: 1, settled: false)
    }
    try rig.frame(3)
    try rig.frame(3)
    // Where the change came at once, only one frame of the old exposure was seen.
    #expect(rig.changes.count == (arrival == 0 ? 0 : 1), "\(arrival)")
  }

  /// A delay that is longer than believed: frames of the new settings still look like the old.
  @Test(arguments: 1...2)
  func framesMayBeLaterThanBelieved(_ late: Int) throws {
    var rig = try Rig()
    for _ in 0..<3 { try rig.frame(1) }
    for _ in 0..<late { try rig.frame(1, key: 2) }
    for _ in 0..<2 { try rig.frame(2) }
    #expect(rig.changes.count == 1)
    #expect(rig.changes.first?.before.exposureTime == 1)
    #expect(rig.changes.first?.after.exposureTime == 2)
  }

  /// A camera that undoes a change shows it as a change of settings without one of the picture.
  @Test func whatIsUndoneIsAChangeWithoutEffect() throws {
    var rig = try Rig()
    for _ in 0..<3 { try rig.frame(1) }
    for _ in 0..<3 { try rig.frame(1, key: 2) }
    #expect(rig.changes.count == 1)
    let ratio =
      rig.curve(rig.finder.after.encoded[50]) - rig.curve(rig.finder.before.encoded[50])
    #expect(ratio.magnitude < 0.05)
    // From then on those settings count.
    for _ in 0..<2 { try rig.frame(2, key: 4) }
    #expect(rig.changes.last?.before.exposureTime == 2)
  }

  @Test func aLampBetweenTheFramesSpoilsTheChange() throws {
    var rig = try Rig()
    for _ in 0..<3 { try rig.frame(1) }
    try rig.frame(1, settled: false)
    try rig.frame(1, settled: false, light: 1.5)
    try rig.frame(2, light: 1.5)
    try rig.frame(2, light: 1.5)
    #expect(rig.changes.isEmpty)
    // The settings that have arrived are the beginning of the next change.
    try rig.frame(1, light: 1.5)
    try rig.frame(1, light: 1.5)
    #expect(rig.changes.count == 1)
  }

  @Test func driftIsMeasured() throws {
    var rig = try Rig()
    rig.camera.noise = 0
    func light() -> Double { Exact.exp2(Double(rig.camera.frame) * 0.01) }
    for _ in 0..<3 { try rig.frame(1, light: light()) }
    for _ in 0..<2 { try rig.frame(1, settled: false, light: light()) }
    for _ in 0..<2 { try rig.frame(2, light: light()) }
    let change = try #require(rig.changes.first)
    #expect((change.drift - 0.01).magnitude < 0.004, "\(change.drift)")
  }

  @Test func steepRampsGiveNothing() throws {
    var rig = try Rig()
    func light() -> Double { Exact.exp2(Double(rig.camera.frame) * 0.05 - 0.5) }
    for round in 0..<6 {
      for _ in 0..<5 { try rig.frame(round % 2 == 0 ? 1 : 1.5, light: light()) }
    }
    #expect(rig.changes.isEmpty)
  }

  @Test func zonesThatMoveAreMarked() throws {
    var rig = try Rig()
    for _ in 0..<3 { try rig.frame(1) }
    for zone in 10..<20 { rig.camera.zones[zone] *= 2 }
    try rig.frame(1)
    try rig.frame(2)
    try rig.frame(2)
    #expect(rig.changes.count == 1)
    #expect(rig.finder.moving.indices.filter { rig.finder.moving[$0] } == Array(10..<20))
  }

  @Test func longGapsAndOldTimesBeginAnew() throws {
    for jump in [3.0, -1, .nan] {
      var rig = try Rig()
      try rig.frame(1)
      try rig.frame(1)
      rig.time += jump
      try rig.frame(2)
      if jump.isNaN { rig.time = 10 }
      try rig.frame(2)
      #expect(rig.changes.isEmpty, "\(jump)")
    }
  }

  /// Something that flickers never stops a loop: no two frames in a row are asked for.
  @Test func noTwoFramesInARowAreAskedFor() throws {
    var rig = try Rig()
    var wasAsked = false
    for frame in 0..<60 {
      try rig.frame(frame / 7 % 2 == 0 ? 1 : 2, light: [1, 1.3, 0.8][frame % 3])
      #expect(!(wasAsked && rig.finder.needsAnother))
      wasAsked = rig.finder.needsAnother
    }
  }

  @Test(arguments: 1...50)
  func theMedianIsTheSortedMiddle(_ seed: UInt64) {
    var generator = Generator(seed: seed)
    let count = Int.random(in: 1...60, using: &generator)
    var numbers = (0..<count).map { _ in Double(Int.random(in: -9...9, using: &generator)) }
    let expected = numbers.sorted()[count / 2]
    #expect(Median.of(&numbers, count: count) == expected, "seed \(seed)")
    #expect(Median.of(&numbers, count: 0) == 0)
  }
}
