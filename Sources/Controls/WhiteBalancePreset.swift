/// Lights by name, with the numbers of V4L2's `V4L2_CID_AUTO_N_PRESET_WHITE_BALANCE`.
public enum WhiteBalancePreset: Int, Hashable, Sendable, CaseIterable {
  /// Tungsten lamps; V4L2 says 2,500 to 3,500 K.
  case incandescent = 2
  /// Cool white fluorescent lamps; V4L2 says 4,000 to 5,000 K.
  case fluorescent = 3
  /// Fluorescent lamps of another kind, which V4L2 does not explain.
  case fluorescentH = 4
  /// The sun at the horizon; V4L2 says about 5,000 K.
  case horizon = 5
  /// Daylight under a clear sky; V4L2 says 5,000 to 6,500 K.
  case daylight = 6
  /// A flash; V4L2 says 5,000 to 5,500 K.
  case flash = 7
  /// Daylight under clouds; V4L2 says 6,500 to 8,000 K.
  case cloudy = 8
  /// Shade or a heavily clouded sky; V4L2 says 9,000 to 10,000 K.
  case shade = 9
}
