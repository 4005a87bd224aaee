import Controls
import Testing

@Suite struct ControlWritesTests {
  @Test func keepsTheirOrderAndOneAControl() {
    var writes = ControlWrites()
    #expect(writes.isEmpty)
    writes.append(ControlWrite(.analogueGain, 2))
    writes.append(ControlWrite(.exposureTime, 0.01))
    writes.append(ControlWrite(.exposureTime, 0.02))
    writes.append(ControlWrite(.analogueGain, 4))
    #expect(Array(writes) == [ControlWrite(.analogueGain, 4), ControlWrite(.exposureTime, 0.02)])
    let literal: ControlWrites = [ControlWrite(.exposureTime, 1)]
    #expect(literal.count == 1 && literal[0].value == 1)
  }
}
