/// The folder of state files, as far as it concerns one camera and this process.
struct RestoreStore: Sendable {
  /// A file of a program that has ended.
  struct Leftover: Hashable, Sendable {
    let path: String
    let entries: [RestoreRecord.Entry]
  }

  let folder: String
  let camera: RestoreRecord.Camera
  /// This session's file, from its first write on.
  private var path: String?

  init(folder: String, camera: RestoreRecord.Camera) {
    self.folder = folder
    self.camera = camera
  }

  /// The folder that a policy names; `nil` where it names none.
  static func folder(_ policy: ControlPolicy, _ calls: any DriverCalls) -> String? {
    switch policy.stateFolder {
    case .none: nil
    case .folder(let folder): folder
    case .standard: calls.stateFolder.map { $0 + "/graycard" }
    }
  }

  /// Puts originals on file, or takes the file away where there are none.
  mutating func save(
    _ entries: [RestoreRecord.Entry], isAbandoned: Bool, _ calls: any DriverCalls
  ) -> SystemCode {
    if entries.isEmpty {
      guard let path else { return SystemCode(rawValue: 0) }
      let code = SystemCode(reply: calls.remove(path))
      return code == .noEntry ? SystemCode(rawValue: 0) : code
    }
    let path = path ?? freePath(calls)
    self.path = path
    let process = isAbandoned ? 0 : calls.process.identifier
    let record = RestoreRecord(
      camera: camera, process: process, processStart: Self.start(of: process, calls) ?? 0,
      entries: entries)
    return SystemCode(reply: calls.replace(path, with: Array(record.text.utf8)))
  }

  /// The files of programs that have ended, in the order of their names; broken ones are removed.
  func leftovers(_ calls: any DriverCalls) -> [Leftover] {
    records(calls).compactMap { path, record in
      guard let record else {
        calls.remove(path)
        return nil
      }
      if record.camera != camera || Self.isAlive(record, calls) { return nil }
      return Leftover(path: path, entries: record.entries)
    }
  }

  /// The other process that has taken a function, if one has.
  func holder(of function: CameraFunction, _ calls: any DriverCalls) -> Int32? {
    for (path, record) in records(calls) where path != self.path {
      guard let record, record.camera == camera, Self.isAlive(record, calls),
        record.entries.contains(where: { $0.function == function })
      else { continue }
      return record.process
    }
    return nil
  }

  func remove(_ leftover: Leftover, _ calls: any DriverCalls) { calls.remove(leftover.path) }

  /// A name that no file has: a process may have several sessions on one camera.
  private func freePath(_ calls: any DriverCalls) -> String {
    let names = Set(calls.names(in: folder))
    let stem = "\(camera.key)-\(calls.process.identifier)-"
    let ordinal = (0...names.count).first { !names.contains(stem + String($0)) } ?? 0
    return "\(folder)/\(stem)\(ordinal)"
  }

  private func records(_ calls: any DriverCalls) -> [(String, RestoreRecord?)] {
    calls.names(in: folder).filter { $0.hasPrefix(camera.key + "-") && !$0.hasSuffix(".new") }
      .sorted().compactMap { name in
        let path = "\(folder)/\(name)"
        return calls.contents(of: path).map { (path, RestoreRecord($0)) }
      }
  }

  private static func isAlive(_ record: RestoreRecord, _ calls: any DriverCalls) -> Bool {
    record.process > 0 && start(of: record.process, calls) == record.processStart
  }

  /// When a process started: field 22 of its stat file, of which the name in field 2 may hold blanks
  /// and brackets.
  private static func start(of process: Int32, _ calls: any DriverCalls) -> UInt64? {
    guard process > 0, let bytes = calls.contents(of: "/proc/\(process)/stat") else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let bracket = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: bracket)...].split(separator: " ")
    return fields.count > 19 ? UInt64(fields[19]) : nil
  }
}
