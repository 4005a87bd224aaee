import Focus
import Frames
import LockStates
import Statistics
import Testing

@Suite struct FocusControllerTests {
  let start = FocusLock.Requests(trigger: .start)

  @Test(arguments: [0.0, 20, 40, 66, 100]) func aTriggerFocuses(_ from: Double) throws {
    for focus in stride(from: 4.0, through: 96, by: 23) {
      var scene = try LensScene()
      scene.focus = focus
      scene.move(to: from)
      var loop = FocusLoop(scene)
      let decision = try loop.scan(start)
      #expect(decision.state == .focusedLocked && decision.outcome == .focused)
      #expect(abs(loop.scene.lens - focus) <= 4, "from \(from): \(loop.scene.lens), not \(focus)")
      #expect(decision.visited <= 9, "from \(from) to \(focus): \(decision.visited)")
      #expect(!decision.holdsExposure)
      #expect(loop.decisions.contains { $0.holdsExposure })
    }
  }

  @Test(arguments: [FocusStrategy.fullSweep, .coarseToFine, .hillClimb])
  func everyStrategyFocuses(_ strategy: FocusStrategy) throws {
    // From farther away a climb sees no slope above the noise, which is why it is no more than a choice.
    for focus in strategy == .hillClimb ? [10.0, 30] : [10.0, 52, 88] {
      var scene = try LensScene()
      scene.focus = focus
      var loop = FocusLoop(scene, configuration: .init(strategy: strategy, timeLimit: 60))
      let decision = try loop.scan(start, within: 2000)
      #expect(decision.outcome == .focused)
      #expect(abs(loop.scene.lens - focus) <= 4, "\(strategy): \(loop.scene.lens), not \(focus)")
    }
  }

  @Test func nothingToFocusOnIsNoContrast() throws {
    var scene = try LensScene()
    scene.detail = (0, 0, 0)
    scene.move(to: 30)
    var loop = FocusLoop(scene)
    let decision = try loop.scan(start)
    #expect(decision.state == .notFocusedLocked && decision.outcome == .noContrast)
    #expect(loop.scene.lens == 30)
    loop.scene.move(to: 30)
    let lens = FocusLens(farthest: 0, nearest: 100, step: 2, settleTime: 0, restPosition: 12)!
    var resting = FocusLoop(loop.scene, lens: lens)
    try resting.scan(start)
    #expect(resting.scene.lens == 12)
  }

  @Test(
    "B52: the value is snapped to the lens's steps, and a lens that ignores writes is found out")
  func deadLensesAreFoundOut() throws {
    let lens = try #require(FocusLens(farthest: 0, nearest: 250, step: 5))
    #expect(lens.snapped(33) == 35 && lens.snapped(-9) == 0 && lens.snapped(999) == 250)
    #expect(lens.snapped(.nan) == 0)
    var scene = try LensScene()
    scene.isDead = true
    var loop = FocusLoop(scene)
    let decision = try loop.scan(start)
    #expect(
      decision.outcome == .lensNotResponding,
      "\(decision.outcome) after \(decision.visited): \(loop.decisions.compactMap(\.target))")
    #expect(decision.state == .notFocusedLocked)
    #expect(
      loop.decisions.compactMap(\.target).allSatisfy { $0.truncatingRemainder(dividingBy: 2) == 0 })
  }

  @Test("B50: a search that takes too long ends at the best that was seen, not where it began")
  func timeRunsOut() throws {
    var scene = try LensScene()
    scene.focus = 60
    var loop = FocusLoop(scene, configuration: .init(strategy: .fullSweep, timeLimit: 2.5))
    let decision = try loop.scan(start, within: 2000)
    #expect(decision.outcome == .timedOut && decision.state == .notFocusedLocked)
    let seen = loop.decisions.compactMap(\.target)
    let best = try #require(seen.min { abs($0 - 60) < abs($1 - 60) })
    #expect(loop.scene.lens == best && best > 10)
  }

  @Test func playIsTakenUpFromOneSide() throws {
    var scene = try LensScene()
    scene.play = 6
    scene.focus = 34
    scene.move(to: 90)
    let lens = FocusLens(farthest: 0, nearest: 100, step: 2, backlash: 6, settleTime: 0.06)!
    var loop = FocusLoop(scene, lens: lens)
    let decision = try loop.scan(start)
    #expect(decision.outcome == .focused)
    #expect(loop.scene.isUpward && abs(loop.scene.place - 34) <= 4)
  }

  /// What one search learns saves the next ones positions.
  @Test func theLensIsLearned() throws {
    var loop = FocusLoop(try LensScene())
    try loop.scan(start)
    let learned = try #require(loop.controller.lens.modelWidth)
    #expect(learned > 12.0 / 4 && learned < 12.0 * 4)
  }

  @Test func framesBeforeTheLensRestsDoNotCount() throws {
    var loop = FocusLoop(try LensScene())
    try loop.scan(start)
    for (decision, next) in zip(loop.decisions, loop.decisions.dropFirst())
    where decision.target != nil && decision.reason != .confirming {
      #expect(next.reason == .settling)
    }
  }

  @Test func aManualLensGoesWhereItIsTold() throws {
    var loop = FocusLoop(try LensScene(), mode: .off)
    loop.controller.manualPosition = 33
    let decision = try loop.step()
    #expect(decision.target == 34 && decision.reason == .manual && decision.state == .inactive)
    #expect(try loop.step(start).target == nil)
  }

  @Test func aCancelEndsASearch() throws {
    var loop = FocusLoop(try LensScene())
    for _ in 0..<4 { try loop.step(loop.frame == 0 ? start : .init()) }
    let decision = try loop.step(.init(trigger: .cancel))
    #expect(decision.state == .inactive && !decision.holdsExposure)
    let before = loop.moves
    for _ in 0..<60 { try loop.step() }
    #expect(loop.moves == before)
  }

  @Test func theSameInputsGiveTheSameDecisions() throws {
    var first = FocusLoop(try LensScene(), mode: .continuousVideo)
    var second = first
    for frame in 0..<120 {
      let requests = frame == 60 ? start : FocusLock.Requests()
      #expect(try first.step(requests) == second.step(requests))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -1]) func senselessTimesDoNoHarm(_ time: Double) throws {
    var loop = FocusLoop(try LensScene())
    try loop.step(start)
    let decision = loop.controller.step(try loop.scene.frame(), at: time)
    #expect(decision.target.map { (0...100).contains($0) } ?? true)
    #expect(FocusLens(farthest: time, nearest: time) == nil)
  }
}
