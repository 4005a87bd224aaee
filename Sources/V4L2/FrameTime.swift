/// How long frames and lines of a camera last.
enum FrameTime {
  /// The time from frame to frame in seconds: what the driver says; or else what a raw sensor's lines
  /// and blanking come to; or else a thirtieth.
  static func interval(_ table: ControlTable, _ format: StreamFormat?) -> Double {
    if let seconds = format?.interval?.seconds { return seconds }
    guard let format, let line = line(table, width: format.width),
      let blanking = table.value(.verticalBlanking), blanking >= 0
    else { return 1.0 / 30 }
    return (Double(format.height) + Double(blanking)) * line
  }

  /// The time of a raw sensor's line in seconds; `nil` where the camera is none.
  ///
  /// Source: the kernel's documentation of camera sensors, "Writing camera sensor drivers", frame
  /// interval configuration: (width + horizontal blanking) / pixel rate.
  static func line(_ table: ControlTable, width: Int) -> Double? {
    guard let rate = table.value(.pixelRate), rate > 0, width > 0 else { return nil }
    let blank = max(0, table.value(.horizontalBlanking) ?? 0)
    return (Double(width) + Double(blank)) / Double(rate)
  }
}
