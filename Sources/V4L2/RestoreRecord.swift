/// The originals of a camera that a program has taken, as they lie in a state file.
///
/// Text, one fact a line, complete only with its last line; read by no other program.
struct RestoreRecord: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    let function: CameraFunction
    let originals: [ControlID: Int64]
  }

  /// Which camera: its names, and its serial number or else its place.
  struct Camera: Hashable, Sendable {
    let driver: String
    let card: String
    let place: String

    init(driver: String, card: String, place: String) {
      self.driver = Self.line(driver)
      self.card = Self.line(card)
      self.place = Self.line(place)
    }

    init(_ capability: DeviceCapability, _ usb: USBIdentity?) {
      let place = usb.map { usb in
        "usb \(usb.identifier) " + (usb.serial.map { "serial \($0)" } ?? "at \(capability.bus)")
      }
      self.init(
        driver: capability.driver, card: capability.card, place: place ?? "at \(capability.bus)")
    }

    /// Names come from devices: one that holds a line's end must not forge a line.
    private static func line(_ text: String) -> String {
      String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? "?" : $0 }))
    }

    /// A name for files: FNV-1a of the three names in 64 bits.
    var key: String {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in "\(driver)\n\(card)\n\(place)".utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01B3
      }
      let digits = String(hash, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }
  }

  let camera: Camera
  /// The process that took it, 0 where it has let go.
  let process: Int32
  /// When that process started, in the kernel's ticks, since numbers of processes come again.
  let processStart: UInt64
  let entries: [Entry]

  var text: String {
    var lines = [
      "graycard originals 1", "driver \(camera.driver)", "card \(camera.card)",
      "place \(camera.place)", "process \(process) \(processStart)",
    ]
    for entry in entries {
      lines.append("function \(entry.function.word)")
      for (id, value) in entry.originals.sorted(by: { $0.key < $1.key }) {
        lines.append("control \(id) \(value)")
      }
    }
    return (lines + ["end"]).joined(separator: "\n") + "\n"
  }

  init(camera: Camera, process: Int32, processStart: UInt64, entries: [Entry]) {
    self.camera = camera
    self.process = process
    self.processStart = processStart
    self.entries = entries
  }

  /// Reads ``text``; `nil` for whatever is not complete and sound.
  init?(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.count >= 6, lines.first == "graycard originals 1", lines.last == "end",
      let driver = Self.value("driver ", lines[1]), let card = Self.value("card ", lines[2]),
      let place = Self.value("place ", lines[3]),
      let process = Self.value("process ", lines[4])?.split(separator: " "), process.count == 2,
      let identifier = Int32(process[0]), let start = UInt64(process[1])
    else { return nil }
    var entries: [(function: CameraFunction, originals: [ControlID: Int64])] = []
    for line in lines[5...].dropLast() {
      if let word = Self.value("function ", line) {
        guard let function = CameraFunction(word: word) else { return nil }
        entries.append((function, [:]))
      } else if let words = Self.value("control ", line)?.split(separator: " "), words.count == 2,
        let id = ControlID(word: words[0]), let value = Int64(words[1]), !entries.isEmpty
      {
        entries[entries.count - 1].originals[id] = value
      } else {
        return nil
      }
    }
    self.init(
      camera: Camera(driver: String(driver), card: String(card), place: String(place)),
      process: identifier, processStart: start,
      entries: entries.map { Entry(function: $0.function, originals: $0.originals) })
  }

  private static func value(_ name: String, _ line: Substring) -> Substring? {
    line.hasPrefix(name) ? line.dropFirst(name.count) : nil
  }
}
