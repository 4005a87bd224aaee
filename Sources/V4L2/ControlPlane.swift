/// The controls of an open camera: who owns which, and what they are to be.
///
/// Nothing is written until something is taken (field case B21).
final class ControlPlane {
  /// What is held of a function that was taken.
  struct Holding {
    let roles: ControlRoles
    /// The values before the function was taken, of those controls that could be read.
    var originals: [ControlID: Int64]
    /// What is to be in force.
    var desired: [ControlID: Int64] = [:]
    /// What may have been written, and so has to be put back: a call that fails may have written some
    /// of its controls.
    var attempted: Set<ControlID> = []
    /// What the automatics must read as if nobody else has changed them: as they were found, or as the
    /// driver took them; unknown behind a write that failed.
    var expected: [ControlID: Int64] = [:]
    /// How often the function was taken back from another program, and when it may be again.
    var retakes = 0
    var nextRetake = -Double.infinity
    var isContested = false
  }

  /// 20, 40 and 80 ms: UVC cameras that are not ready are ready by then, or something is wrong.
  static let backOff = [0.02, 0.04, 0.08]
  /// How often a function is taken back from another program.
  static let mostRetakes = 3
  /// Seconds between looks at the modes of cameras without events.
  static let watchInterval = 1.0
  /// More events than anyone reads.
  private static let mostEvents = 256

  let device: OpenDevice
  let policy: ControlPolicy
  var store: RestoreStore?
  var table = ControlTable()
  var holdings: [CameraFunction: Holding] = [:] {
    didSet {
      if holdings.count != takenFunctions.count || !takenFunctions.allSatisfy(isHeld) {
        takenFunctions = holdings.keys.sorted { $0.word < $1.word }
      }
    }
  }
  /// The order in which everything is gone through, the same on every run.
  private(set) var takenFunctions: [CameraFunction] = []
  /// What could not be put back, and is left on file for the next session.
  var abandoned: [RestoreRecord.Entry] = []
  /// Whether a stream was started and has not yet brought a frame.
  var isStarting = false
  var isStreaming = false
  var watched: Set<ControlID> = []
  var nextWatch = -Double.infinity
  private var events: [CameraEvent] = []
  private var hasToldGone = false

  init(_ device: OpenDevice, _ policy: ControlPolicy, _ store: RestoreStore?) {
    self.device = device
    self.policy = policy
    self.store = store
  }

  /// Describes the controls and subscribes to their changes.
  func begin() {
    table = device.controls()
    for description in table.descriptions where !device.isGone {
      if case .other = description.kind { continue }
      if device.subscribe(to: description.id) { watched.insert(description.id) }
    }
  }

  /// Puts an event into the queue. Of a control's values and ranges only the newest is of use: a camera
  /// whose automatic moves all day does not push out what else happened.
  func tell(_ event: CameraEvent) {
    switch event {
    case .deviceGone:
      if hasToldGone { return }
      hasToldGone = true
    case .valueChanged(let id, _):
      events.removeAll {
        if case .valueChanged(id, _) = $0 { return true }
        return false
      }
    case .rangeChanged: events.removeAll { $0 == event }
    default: break
    }
    if events.count == Self.mostEvents { events.removeFirst() }
    events.append(event)
  }

  /// Hands the events over; each once.
  func takeEvents() -> [CameraEvent] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  /// Reads a control; takes note of what it is.
  @discardableResult
  func read(_ id: ControlID) -> Int64? {
    guard let description = table[id], description.isReadable,
      case .success(let value) = device.read(description)
    else { return nil }
    table.note(value, of: id)
    return value
  }

  /// Describes some controls anew and reads them: what was written may have changed them.
  func refresh(_ ids: [ControlID]) {
    for id in ids where !device.isGone {
      guard let old = table[id], let description = device.description(renewing: old) else {
        continue
      }
      if old.minimum != description.minimum || old.maximum != description.maximum {
        tell(.rangeChanged(id))
      }
      table.replace(description)
      read(id)
    }
  }

  /// Whether a control is part of what was taken, and of what.
  func owner(of id: ControlID) -> CameraFunction? {
    let function = ControlRoles.function(of: id)
    if holdings[function] != nil { return function }
    return holdings[.control(id)] == nil ? nil : .control(id)
  }

  private func isHeld(_ function: CameraFunction) -> Bool { holdings[function] != nil }
}
