internal import CV4L2

extension OpenDevice {
  /// More controls and items than any driver has, and more failures than are worth a try.
  private static var mostControls: Int { 1024 }
  private static var mostItems: Int64 { 1024 }
  /// Real menus have holes of a few items; behind a longer one nothing is looked for.
  private static var longestHole: Int { 64 }
  private static var mostFaults: Int { 16 }

  /// Describes the camera's controls and reads their values. Nothing is written.
  ///
  /// A driver without controls gives an empty table. Where the driver fails in the middle, the next
  /// numbers that the kernel knows are tried, since a failing driver does not say which one failed.
  func controls() -> ControlTable {
    var table = ControlTable()
    var last: UInt32 = 0
    var asksWide = true
    while table.descriptions.count < Self.mostControls, table.faults.count <= Self.mostFaults {
      var query = v4l2_query_ext_ctrl()
      var code = next(after: last, &query, asksWide: asksWide)
      if !code.isSuccess, code != .invalid, !isGone, !(code == .noRequest && last == 0) {
        // A camera that failed to answer in time mostly answers the second time.
        query = v4l2_query_ext_ctrl()
        code = next(after: last, &query, asksWide: asksWide)
      }
      if code == .noRequest, last == 0, asksWide {
        asksWide = false
        continue
      }
      if isGone || (code == .noRequest && last == 0) { break }
      if code == .invalid {
        if last == 0, !asksWide { probeEach(into: &table) }
        break
      }
      if code.isSuccess {
        // A driver that does not get on would go round for ever (field case B10).
        guard query.id > last else { break }
        last = query.id
        if let description = description(query) { table.descriptions.append(description) }
      } else {
        table.faults.append(code)
        guard let known = Self.knownNumbers.first(where: { $0 > last }) else { break }
        last = known
      }
    }
    for description in table.descriptions where description.isReadable {
      guard Self.mayBeRead(description), case .success(let value) = read(description) else {
        continue
      }
      table.note(value, of: description.id)
    }
    return table
  }

  /// Describes a control anew, as after its range may have changed; a menu's items stay.
  func description(renewing old: ControlDescription) -> ControlDescription? {
    var query = v4l2_query_ext_ctrl()
    query.id = old.id.rawValue
    var code = call(.queryExtendedControl, &query)
    if code == .noRequest { code = queryNarrow(old.id.rawValue, &query) }
    guard code.isSuccess, query.id == old.id.rawValue else { return nil }
    return description(query, knownItems: old.menu)
  }

  private func next(
    after last: UInt32, _ query: inout v4l2_query_ext_ctrl, asksWide: Bool
  ) -> SystemCode {
    let next = UInt32(V4L2_CTRL_FLAG_NEXT_CTRL)
    guard asksWide else { return queryNarrow(last | next, &query) }
    query.id = last | next | UInt32(V4L2_CTRL_FLAG_NEXT_COMPOUND)
    return call(.queryExtendedControl, &query)
  }

  /// The description in 32 bits, as old drivers have it.
  private func queryNarrow(_ id: UInt32, _ query: inout v4l2_query_ext_ctrl) -> SystemCode {
    var narrow = v4l2_queryctrl()
    narrow.id = id
    let code = call(.queryControl, &narrow)
    guard code.isSuccess else { return code }
    query.id = narrow.id
    query.type = narrow.type
    query.flags = narrow.flags
    query.minimum = Int64(narrow.minimum)
    query.maximum = Int64(narrow.maximum)
    query.step = UInt64(bitPattern: Int64(narrow.step))
    query.default_value = Int64(narrow.default_value)
    unsafe withUnsafeMutableBytes(of: &query.name) { target in
      unsafe withUnsafeBytes(of: narrow.name) { unsafe target.copyBytes(from: $0) }
    }
    return code
  }

  /// Asks for each number that the kernel knows: drivers from before 2006 cannot list their controls.
  private func probeEach(into table: inout ControlTable) {
    for number in Self.knownNumbers {
      var query = v4l2_query_ext_ctrl()
      guard queryNarrow(number, &query).isSuccess, query.id == number else { continue }
      if let description = description(query) { table.descriptions.append(description) }
    }
  }

  private func description(
    _ query: v4l2_query_ext_ctrl, knownItems: [ControlDescription.MenuItem] = []
  ) -> ControlDescription? {
    let flags = ControlDescription.Flags(rawValue: query.flags)
    if flags.contains(.disabled) || query.type == V4L2_CTRL_TYPE_CTRL_CLASS.rawValue { return nil }
    var (minimum, maximum, preset) = (query.minimum, query.maximum, query.default_value)
    let kind: ControlDescription.Kind
    switch query.type {
    case V4L2_CTRL_TYPE_INTEGER.rawValue: kind = .integer
    case V4L2_CTRL_TYPE_BOOLEAN.rawValue: kind = .boolean
    case V4L2_CTRL_TYPE_BUTTON.rawValue: kind = .button
    case V4L2_CTRL_TYPE_INTEGER64.rawValue: kind = .wideInteger
    case V4L2_CTRL_TYPE_MENU.rawValue, V4L2_CTRL_TYPE_INTEGER_MENU.rawValue:
      let areNumbers = query.type == V4L2_CTRL_TYPE_INTEGER_MENU.rawValue
      kind = .menu(knownItems.isEmpty ? items(query, areNumbers: areNumbers) : knownItems)
    case V4L2_CTRL_TYPE_BITMASK.rawValue:
      kind = .bitmask
      // The kernel hands all 32 bits over with a sign.
      minimum = 0
      maximum = Int64(UInt32(truncatingIfNeeded: maximum))
      preset = Int64(UInt32(truncatingIfNeeded: preset))
    default: kind = .other(query.type)
    }
    return ControlDescription(
      id: ControlID(rawValue: query.id), name: fixedText(query.name),
      kind: flags.contains(.hasPayload) ? .other(query.type) : kind, minimum: minimum,
      maximum: maximum, step: Int64(clamping: query.step), defaultValue: preset, flags: flags)
  }

  /// A menu's items; what the driver does not know is a hole (field case B05).
  private func items(
    _ query: v4l2_query_ext_ctrl, areNumbers: Bool
  ) -> [ControlDescription.MenuItem] {
    guard query.minimum >= 0, query.minimum <= query.maximum else { return [] }
    var items: [ControlDescription.MenuItem] = []
    var hole = 0
    let end = query.minimum.addingReportingOverflow(Self.mostItems)
    for index in query.minimum...(end.overflow ? query.minimum : min(query.maximum, end.0)) {
      var entry = v4l2_querymenu()
      entry.id = query.id
      entry.index = UInt32(clamping: index)
      var code = call(.queryMenu, &entry)
      if !code.isSuccess, code != .invalid { code = call(.queryMenu, &entry) }
      hole = code.isSuccess ? 0 : hole + 1
      if isGone || hole > Self.longestHole { break }
      guard code.isSuccess else { continue }
      let number = unsafe cv4l2_menu_value(&entry)
      let name = unsafe Self.text(cv4l2_menu_name(&entry))
      items.append(
        ControlDescription.MenuItem(
          index: index, name: areNumbers ? String(number) : name,
          value: areNumbers ? number : nil))
    }
    return items
  }

  private static func text(_ characters: UnsafePointer<UInt8>) -> String {
    let bytes = unsafe UnsafeBufferPointer(start: characters, count: 32)
    return unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Reading a flash's faults clears them for whoever looks after the flash.
  private static func mayBeRead(_ description: ControlDescription) -> Bool {
    description.id.rawValue != 0x009C_090A
  }

  /// The numbers of the kernel's user, camera, flash, image source and image processing classes; a
  /// few more than each has today.
  private static let knownNumbers: [UInt32] = [
    (0x0098_0900, 48), (0x009A_0900, 40), (0x009C_0900, 16), (0x009E_0900, 16),
    (0x009F_0900, 16),
  ].flatMap { base, count in (0..<UInt32(count)).map { UInt32(base) + $0 } }
}
