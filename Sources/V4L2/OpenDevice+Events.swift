internal import CV4L2

extension OpenDevice {
  /// What an event says of a control.
  struct ControlEvent: Hashable, Sendable {
    let id: ControlID
    /// The new value, where it changed; events of volatile controls never say so.
    let value: Int64?
    let flags: ControlDescription.Flags
    /// The new range, where it changed.
    let range: Range?

    struct Range: Hashable, Sendable {
      let minimum: Int64
      let maximum: Int64
      let step: Int64
      let defaultValue: Int64
    }
  }

  /// Asks to be told of a control's changes by others; own writes are not told.
  func subscribe(to id: ControlID) -> Bool {
    var subscription = v4l2_event_subscription()
    subscription.type = UInt32(V4L2_EVENT_CTRL)
    subscription.id = id.rawValue
    return call(.subscribeEvent, &subscription).isSuccess
  }

  /// Takes an event from the queue; `nil` where it is empty. The table says how a control's value is
  /// stored.
  ///
  /// Gaps in the events' numbers are not looked at: the kernel merges a control's events that nobody has
  /// read, keeping the newest values and all changes (`v4l2_ctrl_merge` of its control framework), so that a gap
  /// loses nothing.
  func nextEvent(_ table: ControlTable) -> ControlEvent? {
    // A driver that never runs out of other events must not hold a frame up.
    for _ in 0..<64 {
      var event = v4l2_event()
      guard call(.dequeueEvent, &event).isSuccess else { return nil }
      guard event.type == UInt32(V4L2_EVENT_CTRL) else { continue }
      let payload = unsafe cv4l2_event_control(&event)
      let id = ControlID(rawValue: event.id)
      let description = table[id]
      var value: Int64?
      if payload.changes & UInt32(V4L2_EVENT_CTRL_CH_VALUE) != 0 {
        let number = unsafe cv4l2_event_value(&event, description?.isWide ?? false)
        let isMask = description?.kind == .bitmask
        value = isMask ? Int64(UInt32(truncatingIfNeeded: number)) : number
      }
      var range: ControlEvent.Range?
      if payload.changes & UInt32(V4L2_EVENT_CTRL_CH_RANGE) != 0 {
        range = ControlEvent.Range(
          minimum: Int64(payload.minimum), maximum: Int64(payload.maximum),
          step: Int64(payload.step), defaultValue: Int64(payload.default_value))
      }
      return ControlEvent(
        id: id, value: value, flags: ControlDescription.Flags(rawValue: payload.flags),
        range: range)
    }
    return nil
  }
}
