internal import Documents
internal import Controls
internal import Photometry

/// Writes what ``ProfileCodec`` reads.
extension ProfileCodec {
  static func json(_ match: DeviceProfile.Match) -> JSONValue {
    let fields = [
      ("driver", match.driver), ("card", match.card), ("usb", match.usbIdentifier),
    ]
    return .object(
      fields.compactMap { key, text in text.map { JSONValue.Member(key, .string($0)) } })
  }

  static func json(_ delays: ControlDelays) -> JSONValue {
    .object([
      .init("exposureTime", .integer(delays.exposureTime)),
      .init("analogueGain", .integer(delays.analogueGain)),
    ])
  }

  static func json(_ response: ResponseCurve) -> JSONValue {
    switch response {
    case .linear: .string("linear")
    case .bt709: .string("bt709")
    case .sRGB: .string("sRGB")
    case .power(let exponent): .object([.init("gamma", .real(exponent.value))])
    case .table(let table): .object([.init("table", .array(table.values.map { .real($0) }))])
    }
  }

  static func json(_ noise: SensorNoise) -> JSONValue {
    .object([.init("shot", .real(noise.shot)), .init("read", .real(noise.read))])
  }

  static func json(_ quirks: Set<DeviceProfile.Quirk>) -> JSONValue {
    .array(DeviceProfile.Quirk.allCases.filter(quirks.contains).map { .string($0.rawValue) })
  }
}
