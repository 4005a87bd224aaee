internal import Metering
internal import Photometry
internal import Statistics

/// The zones of a frame as a map of their luminance for a terminal.
struct ZoneMap {
  let geometry: ZoneGeometry
  let metered: MeteredLuminance

  init(_ shot: MeteredShot) {
    geometry = shot.statistics.geometry
    metered = shot.metered
  }

  /// A line for each row of zones, two letters a zone, within the terminal's width.
  ///
  /// With colour each zone is a shade of grey by its stops, from −7 to +2.5; without, a letter of
  /// growing ink. Zones that weigh less than a tenth of the heaviest are marked with a dot.
  func lines(usesColour: Bool, columns: Int) -> [String] {
    let perZone = geometry.columns * 2 + 2 <= columns ? 2 : 1
    let heaviest = metered.zoneWeights.max() ?? 0
    return (0..<geometry.rows).map { row in
      var line = " "
      for column in 0..<geometry.columns {
        let zone = row * geometry.columns + column
        let stops = ExposureValue(linear: metered.zoneLuminances[zone]).stops
        let level = min(max((stops + 7) / 9.5, 0), 1)
        let isLight = metered.zoneWeights[zone] < heaviest / 10
        line +=
          usesColour
          ? shade(level, isLight: isLight, width: perZone)
          : ink(level, isLight: isLight, width: perZone)
      }
      return usesColour ? line + "\u{1B}[0m" : line
    }
  }

  /// The grey ramp of xterm's 256 colours, 232 to 255.
  private func shade(_ level: Double, isLight: Bool, width: Int) -> String {
    let grey = 232 + Int((level * 23).rounded())
    let mark = isLight ? "·" : " "
    let text = mark + String(repeating: " ", count: width - 1)
    return "\u{1B}[48;5;\(grey);38;5;\(level > 0.5 ? 232 : 255)m\(text)"
  }

  private func ink(_ level: Double, isLight: Bool, width: Int) -> String {
    let ramp = Array(" .:-=+*#%@")
    let letter = String(ramp[Int((level * Double(ramp.count - 1)).rounded())])
    if width == 1 { return letter }
    return letter + (isLight ? "·" : letter)
  }
}
