/// The controls' codes: as written, on their way, and in force.
struct ControlBank: Sendable {
  struct Entry: Sendable {
    let control: SimulatedControl
    /// What reading gives.
    var stored: Int
    /// What the sensor works with, before the quirks that change a code's meaning.
    var inForce: Int
    /// What was last written while no automatic governed.
    var lastManual: Int
    /// Codes that wait for their frame, in order.
    var pending: [(frame: Int, code: Int)] = []
    var writes = 0

    init(_ control: SimulatedControl) {
      self.control = control
      (stored, inForce, lastManual) =
        (control.defaultValue, control.defaultValue, control.defaultValue)
    }
  }

  private(set) var entries: [Entry]
  private let quirks: [Quirk]
  private var attempts = 0

  init(_ controls: [SimulatedControl], quirks: [Quirk]) {
    entries = controls.map(Entry.init)
    self.quirks = quirks
  }

  func index(of id: ControlID) -> Int? {
    entries.firstIndex { $0.control.id == id }
  }

  subscript(id: ControlID) -> Entry? {
    index(of: id).map { entries[$0] }
  }

  /// Whether an automatic governs a control, by the codes as written.
  func isInactive(_ id: ControlID) -> Bool {
    governs(id) { $0.stored }
  }

  /// Whether the camera's own exposure works on the frame.
  var isExposureAutomatic: Bool { governs(.exposureTime) { $0.inForce } }

  private func governs(_ id: ControlID, _ code: (Entry) -> Int) -> Bool {
    switch id {
    case .exposureTime, .gain:
      self[.autoExposure].map { code($0) != 1 } ?? false
        || self[.autogain].map { code($0) == 1 } ?? false
    case .focusAbsolute: self[.focusAuto].map { code($0) == 1 } ?? false
    case .whiteBalanceTemperature, .redBalance, .blueBalance:
      self[.autoWhiteBalance].map { code($0) == 1 } ?? false
    case .autoExposure, .exposurePriority, .autogain, .powerLineFrequency, .focusAuto,
      .autoWhiteBalance, .privacy:
      false
    }
  }

  /// Writes a code that shall act `latency` frames after `frame`; returns the code as accepted.
  mutating func write(_ id: ControlID, _ value: Int, nextFrame frame: Int) throws(ControlError)
    -> Int
  {
    attempts += 1
    for case .busyAtFirst(let count) in quirks where attempts <= count { throw .busy(id) }
    guard let index = index(of: id) else { throw .unknown(id) }
    let control = entries[index].control
    if control.isReadOnly { throw .readOnly(id) }
    if quirks.contains(.cannotBeWritten(id)) { throw .invalidValue(id, value) }
    let code = control.rounded(value)
    if id.isMenu, code != value { throw .invalidValue(id, value) }
    if isInactive(id) {
      guard quirks.contains(.inactiveWritesAccepted) else { throw .inactive(id) }
      return code
    }
    entries[index].writes += 1
    entries[index].stored = code
    if drops(id, code, writes: entries[index].writes) { return code }
    entries[index].lastManual = code
    entries[index].pending.append((frame + control.latency, code))
    return code
  }

  private func drops(_ id: ControlID, _ code: Int, writes: Int) -> Bool {
    for quirk in quirks {
      switch quirk {
      case .ignoredWrites(id, let every) where every > 0 && writes % every == 0: return true
      case .ignoredOffStep(id, let step) where step > 0 && code % step != 0: return true
      default: continue
      }
    }
    return false
  }

  func read(_ id: ControlID) throws(ControlError) -> Int {
    guard let entry = self[id] else { throw .unknown(id) }
    for case .staleReadBack(id, let value) in quirks { return value }
    return entry.stored
  }

  /// Lets codes come into force whose frame has come.
  mutating func advance(to frame: Int) {
    let wasAutomatic = isExposureAutomatic
    for index in entries.indices where !isGovernable(entries[index].control.id) {
      release(index, frame)
    }
    if wasAutomatic, !isExposureAutomatic, quirks.contains(.exposureJumpsOnManual) {
      jumpToLastManual()
    }
    for index in entries.indices where isGovernable(entries[index].control.id) {
      // What was written for manual work waits until the automatic has let go.
      if governs(entries[index].control.id, { $0.inForce }) { continue }
      release(index, frame)
    }
  }

  private func isGovernable(_ id: ControlID) -> Bool {
    switch id {
    case .exposureTime, .gain, .focusAbsolute, .whiteBalanceTemperature, .redBalance, .blueBalance:
      true
    case .autoExposure, .exposurePriority, .autogain, .powerLineFrequency, .focusAuto,
      .autoWhiteBalance, .privacy:
      false
    }
  }

  private mutating func release(_ index: Int, _ frame: Int) {
    while let first = entries[index].pending.first, first.frame <= frame {
      entries[index].inForce = first.code
      entries[index].pending.removeFirst()
    }
  }

  private mutating func jumpToLastManual() {
    for index in entries.indices where [.exposureTime, .gain].contains(entries[index].control.id) {
      entries[index].inForce = entries[index].lastManual
      if entries[index].pending.isEmpty { entries[index].stored = entries[index].lastManual }
    }
  }

  /// Sets what the camera's own exposure chose; it can be read, but was not written.
  mutating func setByFirmware(_ id: ControlID, _ code: Int) {
    guard let index = index(of: id) else { return }
    entries[index].inForce = code
    if isInactive(id) { entries[index].stored = code }
  }

  mutating func startStream() {
    for case .lostAtStreamStart(let id) in quirks {
      guard let index = index(of: id) else { continue }
      entries[index] = Entry(entries[index].control)
    }
  }
}

extension ControlBank {
  /// The physical value in force, after the quirks; `nil` without the control.
  func value(_ id: ControlID) -> Double? {
    self[id].map { $0.control.value(of: effective($0.control, $0.inForce)) }
  }

  /// The code that really acts where another is in force.
  private func effective(_ control: SimulatedControl, _ code: Int) -> Int {
    var code = code
    for quirk in quirks {
      switch quirk {
      case .ladder(control.id, let rungs):
        code = rungs.filter { $0 <= code }.max() ?? rungs.min() ?? code
      case .wrapAround(control.id, let modulus) where modulus > 0: code %= modulus
      case .dead(control.id): code = control.defaultValue
      case .inverted(control.id): code = control.minimum + control.maximum - code
      default: continue
      }
    }
    return code
  }
}
