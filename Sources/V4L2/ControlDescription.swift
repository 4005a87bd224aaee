/// What a control takes, made sound: drivers deliver ranges upside down, steps of 0, defaults and
/// values outside the range and menus with holes (field cases B05 to B08).
public struct ControlDescription: Hashable, Sendable {
  /// What kind of value a control has.
  public enum Kind: Hashable, Sendable {
    /// A number.
    case integer
    /// 0 or 1.
    case boolean
    /// One of these.
    case menu([MenuItem])
    /// Written to act; it has no value.
    case button
    /// A number of 64 bits.
    case wideInteger
    /// A set of bits.
    case bitmask
    /// A text, an array, a rectangle or whatever the kernel will have next, by its type's number;
    /// listed, never written.
    case other(UInt32)
  }

  /// An item of a menu.
  public struct MenuItem: Hashable, Sendable {
    /// What is written to choose it.
    public let index: Int64
    /// The driver's words for it; of integer menus, its number as text.
    public let name: String
    /// An integer menu's number, as a bias in thousandths of a stop (field case B06); else `nil`.
    public let value: Int64?
  }

  /// What the kernel says of a control's use; bits that it may add later are kept.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The kernel's bits, `V4L2_CTRL_FLAG_…`.
    public let rawValue: UInt32

    /// Takes the kernel's bits.
    ///
    /// - Parameter rawValue: `V4L2_CTRL_FLAG_…`.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// It is out of use for good.
    public static let disabled = Flags(rawValue: 0x0001)
    /// It cannot be written now, as while a stream runs.
    public static let grabbed = Flags(rawValue: 0x0002)
    /// It can only be read.
    public static let readOnly = Flags(rawValue: 0x0004)
    /// Writing it may change others.
    public static let update = Flags(rawValue: 0x0008)
    /// It has no effect now, mostly since an automatic is on.
    public static let inactive = Flags(rawValue: 0x0010)
    /// It is best shown as a slider.
    public static let slider = Flags(rawValue: 0x0020)
    /// It can only be written.
    public static let writeOnly = Flags(rawValue: 0x0040)
    /// Its value changes by itself, without events.
    public static let volatile = Flags(rawValue: 0x0080)
    /// Its value lies behind a pointer.
    public static let hasPayload = Flags(rawValue: 0x0100)
    /// Writing the same value again acts again.
    public static let executeOnWrite = Flags(rawValue: 0x0200)
    /// Writing it may change the layout of frames, as a flip changes a mosaic's order.
    public static let modifiesLayout = Flags(rawValue: 0x0400)
  }

  /// What was wrong with the driver's description.
  public enum Defect: Hashable, Sendable {
    /// The minimum is above the maximum: the control is never written.
    case invertedRange
    /// The step was 0 or negative and counts as 1.
    case step(Int64)
    /// The step is greater than the range.
    case stepBeyondRange(Int64)
    /// The default is outside the range and was brought inside.
    case defaultOutside(Int64)
    /// The current value is outside the range: it is no place to start from (field case B08).
    case valueOutside(Int64)
    /// The menu has no items: the control is never written.
    case emptyMenu
  }

  /// The control's number.
  public let id: ControlID
  /// The driver's name for it.
  public let name: String
  /// What kind of value it has.
  public let kind: Kind
  /// The smallest value.
  public let minimum: Int64
  /// The greatest value.
  public let maximum: Int64
  /// From one value to the next, 1 or more.
  public let step: Int64
  /// The driver's default, inside the range; not what is in force.
  public let defaultValue: Int64
  /// What the kernel says of its use.
  public var flags: Flags
  /// What was wrong with the driver's description.
  public var defects: Set<Defect>

  /// Makes a description sound.
  ///
  /// - Parameters:
  ///   - id: The control's number.
  ///   - name: The driver's name for it.
  ///   - kind: What kind of value it has.
  ///   - minimum: The smallest value as the driver says it.
  ///   - maximum: The greatest value.
  ///   - step: From one value to the next.
  ///   - defaultValue: The default.
  ///   - flags: What the kernel says of its use.
  public init(
    id: ControlID, name: String, kind: Kind, minimum: Int64, maximum: Int64, step: Int64,
    defaultValue: Int64, flags: Flags = []
  ) {
    var defects: Set<Defect> = []
    self.id = id
    self.name = name
    self.kind = kind
    self.flags = flags
    self.minimum = minimum
    self.maximum = maximum
    let isRanged = kind.hasRange
    if isRanged, minimum > maximum { defects.insert(.invertedRange) }
    if isRanged, step <= 0 { defects.insert(.step(step)) }
    self.step = max(1, step)
    if isRanged, minimum < maximum, Self.distance(minimum, maximum) < UInt64(self.step) {
      defects.insert(.stepBeyondRange(step))
    }
    if case .menu(let items) = kind, items.isEmpty { defects.insert(.emptyMenu) }
    if isRanged, minimum <= maximum, !(minimum...maximum).contains(defaultValue) {
      defects.insert(.defaultOutside(defaultValue))
      self.defaultValue = min(max(defaultValue, minimum), maximum)
    } else {
      self.defaultValue = defaultValue
    }
    self.defects = defects
  }

  /// Whether its value can be asked for.
  public var isReadable: Bool {
    if case .other = kind { return false }
    return !flags.contains(.writeOnly) && !flags.contains(.disabled) && kind != .button
  }

  /// Whether a value can be written and change anything; not said here is whether an automatic
  /// forbids it now.
  public var isAdjustable: Bool {
    guard flags.isDisjoint(with: [.readOnly, .disabled]),
      !defects.contains(.invertedRange), !defects.contains(.emptyMenu)
    else { return false }
    switch kind {
    case .other: return false
    case .button: return true
    case .menu(let items): return items.count > 1
    case .boolean: return minimum < maximum
    case .bitmask: return maximum != 0
    case .integer, .wideInteger: return minimum < maximum && nearest(maximum) > minimum
    }
  }

  /// Whether its value has 64 bits.
  var isWide: Bool { kind == .wideInteger }

  /// The unsigned distance, which cannot overflow.
  static func distance(_ from: Int64, _ to: Int64) -> UInt64 {
    UInt64(bitPattern: to) &- UInt64(bitPattern: from)
  }
}

extension ControlDescription.Kind {
  var hasRange: Bool {
    switch self {
    case .integer, .boolean, .wideInteger: true
    case .menu, .button, .bitmask, .other: false
    }
  }
}
