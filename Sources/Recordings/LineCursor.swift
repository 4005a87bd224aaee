import Documents

/// A file's lines, one after the other, in a window of memory that does not grow with the file.
struct LineCursor {
  private static let windowBytes = 1 << 16

  private let store: ByteStore
  private var offset = 0
  private var window: ArraySlice<UInt8> = []
  private var number = 0

  init(_ store: ByteStore) { self.store = store }

  /// The next line without its line feed; `nil` behind the last.
  ///
  /// A line without a line feed is one that was being written when the recording ended, and thrown.
  mutating func next() throws(FrameError) -> [UInt8]? {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      if window.isEmpty {
        let more = try store.bytes(at: offset, count: Self.windowBytes)
        if more.isEmpty { break }
        offset += more.count
        window = more[...]
      }
      let end = window.firstIndex(of: 0x0A)
      let part = window[..<(end ?? window.endIndex)]
      if line.count + part.count > JSONParser.mostBytes { isTooLong = true }
      if !isTooLong { line += part }
      window = window[(end.map { $0 + 1 } ?? window.endIndex)...]
      guard end != nil else { continue }
      number += 1
      guard !isTooLong else { throw tooLong }
      return line
    }
    number += 1
    if isTooLong { throw tooLong }
    guard line.isEmpty else {
      throw .header(
        format: "frame line", detail: "line \(number) has no end; the recording was cut there")
    }
    return nil
  }

  private var tooLong: FrameError {
    .header(
      format: "frame line", detail: "line \(number) has more than \(JSONParser.mostBytes) bytes")
  }
}
