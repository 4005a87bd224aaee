public import Controls
internal import Frames

/// What a camera can be told, in physical units where its driver defines them.
public struct CameraFeatures: Hashable, Sendable {
  /// What the camera's own automatic exposure can meter (`V4L2_CID_EXPOSURE_METERING`).
  public enum MeteringMode: Int64, Hashable, Sendable, CaseIterable {
    /// The mean of the frame.
    case average = 0
    /// The frame, its centre most.
    case centreWeighted = 1
    /// A spot in the centre.
    case spot = 2
    /// Zones, weighed by the camera.
    case matrix = 3
  }

  /// The mains' frequency, of whose lamps the camera's own exposure takes care
  /// (`V4L2_CID_POWER_LINE_FREQUENCY`).
  public enum PowerLine: Int64, Hashable, Sendable, CaseIterable {
    /// No care is taken.
    case off = 0
    /// 50 Hz.
    case hertz50 = 1
    /// 60 Hz.
    case hertz60 = 2
    /// The camera finds out.
    case automatic = 3
  }

  /// The camera's own automatics that it can lock (`V4L2_CID_3A_LOCK`).
  public struct Locks: OptionSet, Hashable, Sendable {
    /// The kernel's bits, `V4L2_LOCK_…`.
    public let rawValue: UInt32

    /// Takes the kernel's bits.
    ///
    /// - Parameter rawValue: `V4L2_LOCK_…`.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Exposure.
    public static let exposure = Locks(rawValue: 1)
    /// White balance.
    public static let whiteBalance = Locks(rawValue: 2)
    /// Focus.
    public static let focus = Locks(rawValue: 4)
  }

  /// Times, gains and the frame interval, for a controller.
  public let capabilities: CameraCapabilities
  /// What a code of the exposure control means; `nil` where there is none.
  public let exposureUnit: ExposureUnit?
  /// How gain codes become a factor; `nil` where there is no gain control.
  public let gainLaw: GainLaw?
  /// Whether the gain's law comes from a profile, and is not only assumed.
  public let isGainLawKnown: Bool
  /// Lens positions in units of the driver, greater is nearer.
  public let focus: ControlRange?
  /// Colour temperatures in kelvin.
  public let colourTemperature: ControlRange?
  /// Gains of red in units of the driver.
  public let redBalance: ControlRange?
  /// Gains of blue in units of the driver.
  public let blueBalance: ControlRange?
  /// The lights for which the camera has gains of its own, by name.
  public let whiteBalancePresets: Set<WhiteBalancePreset>
  /// Biases of the camera's own automatic exposure in EV, in the menu's order.
  public let biases: [Double]
  /// Sensitivities by ISO, in the menu's order.
  public let isoSensitivities: [Double]
  /// What the camera's own automatic exposure can meter.
  public let meteringModes: Set<MeteringMode>
  /// Which mains the camera's own exposure can be told; many cameras lack off or automatic.
  public let powerLines: Set<PowerLine>
  /// Which of its automatics the camera can lock.
  public let locks: Locks

  init(_ table: ControlTable, _ format: StreamFormat?, _ policy: ControlPolicy) {
    let interval = FrameTime.interval(table, format)
    let maySlow = policy.frameRate == .maySlow
    let exposure = ExposureScale(
      table, width: format?.width ?? 0, height: format?.height ?? 0, frameInterval: interval)
    let gain = GainScale(table, policy.profile)
    let roles = ControlRoles(.exposure, in: table)
    let automatic: CameraCapabilities.ExposureAutomatic =
      roles.permanent != nil ? .permanent : roles.automatics.isEmpty ? .none : .switchable
    capabilities = CameraCapabilities(
      exposureTime: exposure?.range(frameInterval: interval, maySlow: maySlow),
      analogueGain: gain?.range, frameInterval: interval, slowsForExposure: maySlow,
      exposureAutomatic: automatic)
    exposureUnit = exposure?.unit
    gainLaw = gain?.law
    isGainLawKnown = gain?.isKnown ?? false
    focus = Self.range(.focusAbsolute, table)
    colourTemperature = Self.range(.whiteBalanceTemperature, table)
    redBalance = Self.range(.redBalance, table)
    blueBalance = Self.range(.blueBalance, table)
    let lights = table[.whiteBalancePreset]?.menu.map(\.index) ?? []
    whiteBalancePresets = Set(
      lights.compactMap { WhiteBalancePreset(rawValue: Int(clamping: $0)) })
    biases = Self.numbers(.autoExposureBias, table)
    isoSensitivities = Self.numbers(.isoSensitivity, table)
    let mains = table[.powerLineFrequency]?.menu.map(\.index) ?? []
    powerLines = Set(mains.compactMap(PowerLine.init))
    let modes = table[.exposureMetering]?.menu.map(\.index) ?? []
    meteringModes = Set(modes.compactMap(MeteringMode.init))
    locks = Locks(rawValue: UInt32(clamping: table[.automaticsLock]?.maximum ?? 0))
  }

  /// What a controller of white balance needs to know of the camera.
  public var balance: BalanceCapabilities {
    BalanceCapabilities(
      temperature: colourTemperature, red: redBalance, blue: blueBalance,
      presets: whiteBalancePresets)
  }

  private static func range(_ id: ControlID, _ table: ControlTable) -> ControlRange? {
    guard let description = table[id], description.isAdjustable else { return nil }
    return ControlRange(
      minimum: Double(description.minimum), maximum: Double(description.maximum),
      step: Double(description.step))
  }

  /// The numbers of an integer menu, which V4L2 counts in thousandths.
  private static func numbers(_ id: ControlID, _ table: ControlTable) -> [Double] {
    table[id]?.menu.compactMap { $0.value.map { Double($0) / 1000 } } ?? []
  }
}
