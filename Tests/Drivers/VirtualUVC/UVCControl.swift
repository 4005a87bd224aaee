public import SimulatedCamera

/// A control of a UVC camera: where the class specification (1.1, §4.2.2) puts it, and what it is here.
public struct UVCControl: Hashable, Sendable {
  /// The unit or terminal that a control belongs to.
  public enum Entity: Int, Hashable, Sendable {
    /// The camera terminal.
    case camera = 1
    /// The processing unit.
    case processing = 2
  }

  /// Its name, for scripts and logs.
  public let name: String
  /// Where it belongs.
  public let entity: Entity
  /// The control selector.
  public let selector: Int
  /// The bit in `bmControls`.
  public let bit: Int
  /// Bytes of its value.
  public let length: Int
  /// Whether values may be negative.
  public let isSigned: Bool
  /// The simulated camera's control, or `nil` for one that is only stored.
  public let source: ControlID?

  private init(
    _ name: String, _ entity: Entity, _ selector: Int, bit: Int, length: Int,
    isSigned: Bool = false, _ source: ControlID? = nil
  ) {
    self.name = name
    self.entity = entity
    self.selector = selector
    self.bit = bit
    self.length = length
    self.isSigned = isSigned
    self.source = source
  }

  /// All that this camera can have.
  public static let all: [UVCControl] = [
    UVCControl("ae-mode", .camera, 0x02, bit: 1, length: 1, .autoExposure),
    UVCControl("ae-priority", .camera, 0x03, bit: 2, length: 1, .exposurePriority),
    UVCControl("exposure", .camera, 0x04, bit: 3, length: 4, .exposureTime),
    UVCControl("focus", .camera, 0x06, bit: 5, length: 2, .focusAbsolute),
    UVCControl("focus-auto", .camera, 0x08, bit: 17, length: 1, .focusAuto),
    UVCControl("privacy", .camera, 0x11, bit: 18, length: 1, .privacy),
    UVCControl("brightness", .processing, 0x02, bit: 0, length: 2, isSigned: true),
    UVCControl("contrast", .processing, 0x03, bit: 1, length: 2),
    UVCControl("saturation", .processing, 0x07, bit: 3, length: 2),
    UVCControl("gain", .processing, 0x04, bit: 9, length: 2, .gain),
    UVCControl("power-line", .processing, 0x05, bit: 10, length: 1, .powerLineFrequency),
    UVCControl("temperature", .processing, 0x0A, bit: 6, length: 2, .whiteBalanceTemperature),
    UVCControl("balance-auto", .processing, 0x0B, bit: 12, length: 1, .autoWhiteBalance),
  ]

  /// The code on the bus of a code of the simulated camera: modes of exposure are bits there.
  public func wire(_ code: Int) -> Int {
    guard source == .autoExposure else { return code }
    return code == 1 ? 1 : 8
  }

  /// The simulated camera's code of one on the bus; `nil` where it means nothing.
  public func code(_ wire: Int) -> Int? {
    guard source == .autoExposure else { return wire }
    return wire == 1 ? 1 : wire == 8 ? 3 : nil
  }
}

/// Why a camera refuses a request, as VC_REQUEST_ERROR_CODE_CONTROL tells it (UVC 1.1, §4.2.1.2).
public enum UVCRefusal: UInt8, Hashable, Sendable, CaseIterable {
  /// A stall without a reason.
  case none = 0
  /// Not ready.
  case notReady = 1
  /// Not in this state, as while an automatic is on.
  case wrongState = 2
  /// Not with this power.
  case power = 3
  /// Outside the range.
  case outOfRange = 4
  /// No such unit.
  case invalidUnit = 5
  /// No such control.
  case invalidControl = 6
  /// No such request.
  case invalidRequest = 7
}
