import Focus
import LockStates
import Testing

@Suite struct ContinuousFocusTests {
  private func settled(_ focus: Double = 40) throws -> FocusLoop {
    var scene = try LensScene()
    scene.focus = focus
    var loop = FocusLoop(scene, mode: .continuousVideo)
    let decision = try loop.scan()
    #expect(decision.state == .passiveFocused && abs(loop.scene.lens - focus) <= 4)
    return loop
  }

  @Test("B47: a scene that jumps is focused anew, each time")
  func jumpsAreFollowed() throws {
    var loop = try settled()
    for (index, focus) in [80.0, 12, 60, 30, 90, 44, 8, 70].enumerated() {
      loop.scene.focus = focus
      loop.scene.detail.medium = 120 + Double(index) * 30
      for _ in 0..<10 { try loop.step() }
      let decision = try loop.scan()
      for _ in 0..<60 { try loop.step() }
      #expect(decision.state == .passiveFocused)
      #expect(abs(loop.scene.lens - focus) <= 4, "\(loop.scene.lens), not \(focus)")
    }
  }

  @Test("B47: a single frame that differs is no other scene")
  func blipsAreNone() throws {
    var loop = try settled()
    let before = loop.moves
    for _ in 0..<10 {
      let focus = loop.scene.focus
      loop.scene.focus = 95
      try loop.step()
      loop.scene.focus = focus
      for _ in 0..<10 { try loop.step() }
    }
    #expect(loop.moves == before)
  }

  @Test("B48: noise, flicker and steps of exposure move no lens in 1,000 frames")
  func steadyScenesAreLeftAlone() throws {
    var loop = try settled()
    let before = loop.moves
    for frame in 0..<1000 {
      let flicker = frame % 3 == 0 ? 1.02 : 0.99
      // ±0.5 EV of light is a factor of 1.17 in video codes.
      let exposure = [1.0, 1.17, 1.0, 1 / 1.17][(frame / 100) % 4]
      try loop.step(brightness: flicker * exposure)
    }
    #expect(loop.moves == before && loop.decisions.last?.state == .passiveFocused)
  }

  @Test func aTriggerLocksAndTheLensRests() throws {
    var loop = try settled()
    let decision = try loop.step(.init(trigger: .start))
    #expect(decision.state == .focusedLocked)
    loop.scene.focus = 90
    let before = loop.moves
    for _ in 0..<100 { try loop.step() }
    #expect(loop.moves == before && loop.decisions.last?.state == .focusedLocked)
    try loop.step(.init(trigger: .cancel))
    for _ in 0..<200 { try loop.step() }
    #expect(abs(loop.scene.lens - 90) <= 4)
  }

  @Test func framesThatShowNothingDecideNothing() throws {
    var loop = try settled()
    let decision = loop.controller.obstructed(at: 100)
    #expect(decision.target == nil && decision.reason == .unusableFrame)
    #expect(decision.state == .passiveFocused)
  }
}
