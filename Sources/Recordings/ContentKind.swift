/// What a file holds, told by its first bytes.
enum ContentKind: Hashable {
  case jpeg
  case png
  case tiff
  case cameraRaw
  case pnm
  case y4m

  /// The bytes that are looked at.
  static let headBytes = 32

  private static let signatures: [(magic: [UInt8], kind: ContentKind)] = [
    ([0xFF, 0xD8, 0xFF], .jpeg),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
    (Y4MHeader.magic, .y4m),
    (Array("II*\0".utf8), .tiff),
    (Array("MM\0*".utf8), .tiff),
    (Array("II+\0".utf8), .tiff),  // BigTIFF
    (Array("MM\0+".utf8), .tiff),
    (Array("FUJIFILMCCD-RAW".utf8), .cameraRaw),
    (Array("IIRO".utf8), .cameraRaw),  // Olympus
    (Array("IIRS".utf8), .cameraRaw),
    (Array("MMOR".utf8), .cameraRaw),
    (Array("IIU\0".utf8), .cameraRaw),  // Panasonic
    (Array("\0MRM".utf8), .cameraRaw),  // Minolta
    (Array("FOVb".utf8), .cameraRaw),
    (Array("II\u{1A}\0\0\0HEAPCCDR".utf8), .cameraRaw),
  ]

  /// Recognises a file's head, or `nil`.
  ///
  /// Camera raw that is built on TIFF is told from TIFF by ``CameraRawSniffer``.
  init?(head: [UInt8]) {
    for signature in Self.signatures where head.starts(with: signature.magic) {
      self = signature.kind
      return
    }
    if head.dropFirst(4).starts(with: "ftypcrx ".utf8) {
      self = .cameraRaw
    } else if PNMHeader.begins(head) {
      self = .pnm
    } else {
      return nil
    }
  }
}

/// Tells camera raw from the TIFF that it is built on.
enum CameraRawSniffer {
  /// Extensions of raw files whose TIFF directory doesn't give them away.
  private static let extensions: Set<String> = [
    "3fr", "arw", "cr2", "dcr", "dng", "erf", "fff", "iiq", "kdc", "mef", "mos", "nef", "nrw",
    "pef", "rwl", "sr2", "srf", "srw",
  ]
  private static let dngVersion = 50_706
  private static let photometric = 262
  private static let colourFilterArray = 32_803

  static func isCameraRaw(_ store: ByteStore, path: String) throws(FrameError) -> Bool {
    if extensions.contains(fileExtension(path)) { return true }
    let head = try store.bytes(at: 0, count: 12)
    guard head.count == 12 else { return false }
    if head[8...9].elementsEqual("CR".utf8) { return true }
    let isLittle = head[0] == UInt8(ascii: "I")
    let start = number(head[4..<8], isLittle)
    let count = number(try store.bytes(at: start, count: 2)[...], isLittle)
    let entries = try store.bytes(at: start + 2, count: count * 12)
    for entry in stride(from: 0, to: entries.count - 11, by: 12) {
      let tag = number(entries[entry..<entry + 2], isLittle)
      let value = number(entries[entry + 8..<entry + 10], isLittle)
      if tag == dngVersion || (tag == photometric && value == colourFilterArray) { return true }
    }
    return false
  }

  /// Up to four bytes as a number; 0 for none.
  private static func number(_ bytes: ArraySlice<UInt8>, _ isLittle: Bool) -> Int {
    var value = 0
    for byte in isLittle ? Array(bytes.reversed()) : Array(bytes) { value = value << 8 | Int(byte) }
    return value
  }
}

/// What follows the last dot of a path's last component, in lower case; empty where nothing does.
func fileExtension(_ path: String) -> String {
  let name = path.split(separator: "/").last ?? ""
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
  return name[name.index(after: dot)...].lowercased()
}
