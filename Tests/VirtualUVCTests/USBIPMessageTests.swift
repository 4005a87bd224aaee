import Testing
import VirtualUVC

@Suite struct USBIPMessageTests {
  static func submit(
    _ sequence: UInt32, endpoint: UInt32, isIn: Bool, length: UInt32,
    setup: [UInt8] = [UInt8](repeating: 0, count: 8), data: [UInt8] = []
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    for word in [1, sequence, 0x10002, isIn ? 1 : 0, endpoint, 0, length, 0, 0, 0] {
      bytes.appendBig(word)
    }
    return bytes + setup + data
  }

  @Test func comesInAnyPieces() throws {
    let whole =
      Self.submit(7, endpoint: 0, isIn: false, length: 3, data: [1, 2, 3])
      + Self.submit(8, endpoint: 2, isIn: true, length: 16_384)
    for cut in 0...whole.count {
      var received = Array(whole[..<cut])
      var messages: [USBIPMessage] = []
      while let message = try USBIPMessage.next(&received) { messages.append(message) }
      received += whole[cut...]
      while let message = try USBIPMessage.next(&received) { messages.append(message) }
      try #require(messages.count == 2)
      guard case .submit(let first) = messages[0], case .submit(let second) = messages[1] else {
        Issue.record("not two submissions")
        return
      }
      #expect(first.sequence == 7 && first.data == [1, 2, 3] && !first.isIn)
      #expect(second.sequence == 8 && second.length == 16_384 && second.isIn)
    }
  }

  @Test func nonsenseIsRefused() {
    var long = Self.submit(1, endpoint: 0, isIn: false, length: 0x7FFF_FFFF)
    #expect(throws: USBIPMessage.Failure.length(0x7FFF_FFFF)) { try USBIPMessage.next(&long) }
    var negative = Self.submit(1, endpoint: 0, isIn: true, length: 0xFFFF_FFFF)
    #expect(throws: USBIPMessage.Failure.length(-1)) { try USBIPMessage.next(&negative) }
    var unknown = [UInt8](repeating: 9, count: 48)
    #expect(throws: USBIPMessage.Failure.command(0x0909_0909)) { try USBIPMessage.next(&unknown) }
  }

  @Test func answersAreAsTheProtocolHasThem() {
    let answer = USBIPMessage.answer(5, status: -32)
    #expect(answer.count == 48)
    #expect(answer.big(0) == 3 && answer.big(4) == 5)
    #expect(Int32(bitPattern: answer.big(20)) == -32)
    let data = USBIPMessage.answer(6, data: [1, 2])
    #expect(data.big(24) == 2 && data.suffix(2) == [1, 2])
    #expect(Int32(bitPattern: USBIPMessage.unlinked(9, wasPending: true).big(20)) == -104)
    #expect(USBIPMessage.unlinked(9, wasPending: false).big(20) == 0)
  }
}
