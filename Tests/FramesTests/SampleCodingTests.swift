import Frames
import Testing

/// Reads the first samples of a row.
func samples(
  _ count: Int, _ coding: SampleCoding, _ bytes: [UInt8], alignment: SampleAlignment = .low
) -> [Int] {
  let row = bytes.span
  var codes: [Int] = []
  for index in 0..<count { codes.append(coding.sample(index, ofRow: row, alignment: alignment)) }
  return codes
}

@Suite struct SampleCodingTests {
  struct Row: CustomTestStringConvertible {
    let coding: SampleCoding
    let bytes: [UInt8]
    let codes: [Int]
    var alignment = SampleAlignment.low
    var testDescription: String { "\(coding) \(bytes) \(alignment)" }
  }

  static let rows: [Row] = [
    Row(coding: .bits8, bytes: [0, 1, 255], codes: [0, 1, 255]),
    Row(coding: .bits10, bytes: [0xFF, 0x03, 0x00, 0x02], codes: [1023, 512]),
    Row(coding: .bits12, bytes: [0xB1, 0x0A], codes: [0xAB1]),
    Row(coding: .bits14, bytes: [0xFF, 0x3F, 0x34, 0x12], codes: [16_383, 0x1234]),
    Row(coding: .bits16, bytes: [0xFE, 0xFF], codes: [65_534]),
    // Field case B42.
    Row(coding: .packed10, bytes: [0x80, 0x40, 0xFF, 0x00, 0xE4], codes: [512, 257, 1022, 3]),
    Row(coding: .packed12, bytes: [0xAB, 0xCD, 0x21], codes: [0xAB1, 0xCD2]),
    // A second group begins where the first one's low bits end.
    Row(
      coding: .packed10, bytes: [0, 0, 0, 0, 0, 0xFF, 0, 0, 0, 0x03],
      codes: [0, 0, 0, 0, 1023, 0, 0, 0]),
    Row(coding: .packed12, bytes: [0, 0, 0, 0xFF, 0x80, 0x0F], codes: [0, 0, 4095, 0x800]),
    // Ten bits at the top of the word, with noise below them.
    Row(
      coding: .bits10, bytes: [0x00, 0x80, 0x40, 0x40, 0xBF, 0xFF, 0xC0, 0x00],
      codes: [512, 257, 1022, 3], alignment: .high),
    Row(coding: .bits12, bytes: [0x1F, 0xAB], codes: [0xAB1], alignment: .high),
    Row(coding: .bits16, bytes: [0x12, 0x34], codes: [0x3412], alignment: .high),
    // Bits above the depth: brighter than the depth can say.
    Row(coding: .bits10, bytes: [0x00, 0x04, 0xFF, 0xFF], codes: [1023, 1023]),
    Row(coding: .bits12, bytes: [0x05, 0x10], codes: [4095]),
    Row(coding: .bits14, bytes: [0x00, 0x40], codes: [16_383]),
    // Alignment is nothing to packed samples and bytes.
    Row(
      coding: .packed10, bytes: [0x80, 0x40, 0xFF, 0x00, 0xE4], codes: [512, 257, 1022, 3],
      alignment: .high),
    Row(coding: .bits8, bytes: [7], codes: [7], alignment: .high),
  ]

  @Test(arguments: rows)
  func reads(_ row: Row) {
    #expect(
      samples(row.codes.count, row.coding, row.bytes, alignment: row.alignment) == row.codes)
  }

  @Test(arguments: [
    (SampleCoding.bits8, [1: 1, 3: 3, 65_535: 65_535]),
    (.bits10, [1: 2, 3: 6]), (.bits12, [5: 10]), (.bits14, [7: 14]), (.bits16, [9: 18]),
    (.packed10, [1: 5, 3: 5, 4: 5, 5: 10, 8: 10, 65: 85, 262_140: 327_675]),
    (.packed12, [1: 3, 2: 3, 3: 6, 65: 99, 262_140: 393_210]),
  ])
  func countsBytes(_ coding: SampleCoding, _ counts: [Int: Int]) {
    #expect(coding.byteCount(ofSamples: 0) == 0)
    for (samples, bytes) in counts { #expect(coding.byteCount(ofSamples: samples) == bytes) }
  }

  /// Each code is read back from any place of a group, and no neighbour shines through.
  @Test(arguments: [(SampleCoding.packed10, 4, 5), (.packed12, 2, 3)])
  func unpacksEveryCode(_ coding: SampleCoding, _ group: Int, _ groupBytes: Int) {
    let low = coding.bitDepth - 8
    for place in 0..<group {
      for code in 0..<1 << coding.bitDepth {
        let others = code & 1 == 0 ? (1 << coding.bitDepth) - 1 : 0
        var bytes = [UInt8](repeating: 0, count: groupBytes)
        for index in 0..<group {
          let value = index == place ? code : others
          bytes[index] = UInt8(value >> low)
          bytes[group] |= UInt8((value & ((1 << low) - 1)) << (low * index))
        }
        guard samples(group, coding, bytes)[place] == code else {
          Issue.record("\(coding): code \(code) at \(place)")
          return
        }
      }
    }
  }

  @Test(arguments: SampleCoding.allCases)
  func wordsHaveTwoBytes(_ coding: SampleCoding) {
    #expect(coding.isWord == (coding.byteCount(ofSamples: 1) == 2))
  }
}
