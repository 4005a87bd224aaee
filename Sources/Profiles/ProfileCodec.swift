internal import Documents
internal import Controls
internal import Photometry

/// Reads a profile's values out of JSON, each within the ranges of its type.
enum ProfileCodec {
  static func origin(_ node: JSONNode) throws(JSONFault) -> DeviceProfile.Origin {
    let word = try node.word(DeviceProfile.Origin.all.map(\.word))
    return DeviceProfile.Origin.all.first { $0.word == word } ?? .prior
  }

  /// A day of the Gregorian calendar, as ISO 8601 writes it.
  static func date(_ node: JSONNode) throws(JSONFault) -> String {
    let text = try node.string()
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy({ (0x30...0x39).contains($0) })
        ? Int(String(decoding: part, as: UTF8.self)) : nil
    }
    guard parts.map(\.count) == [4, 2, 2], numbers.count == 3,
      (1...12).contains(numbers[1]),
      (1...days(month: numbers[1], year: numbers[0])).contains(numbers[2])
    else { throw node.fault(.date(text)) }
    return text
  }

  private static func days(month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  static func match(_ node: JSONNode) throws(JSONFault) -> DeviceProfile.Match {
    let members = try node.object(["driver", "card", "usb"])
    var match = DeviceProfile.Match()
    if let driver = members["driver"] { match.driver = try name(driver) }
    if let card = members["card"] { match.card = try name(card) }
    if let usb = members["usb"] { match.usbIdentifier = try usbIdentifier(usb) }
    return match
  }

  private static func name(_ node: JSONNode) throws(JSONFault) -> String {
    let text = try node.string()
    guard (1...255).contains(text.utf8.count),
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw node.fault(.name(text)) }
    return text
  }

  private static func usbIdentifier(_ node: JSONNode) throws(JSONFault) -> String {
    let text = try node.string()
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let digits = Array("0123456789abcdef".utf8)
    guard parts.map(\.count) == [4, 4], parts.allSatisfy({ $0.allSatisfy(digits.contains) }) else {
      throw node.fault(.usbIdentifier(text))
    }
    return text
  }

  static func delays(_ node: JSONNode) throws(JSONFault) -> ControlDelays {
    let members = try node.object(["exposureTime", "analogueGain"])
    let frames = 0...ControlDelays.greatest
    return ControlDelays(
      exposureTime: try members.required("exposureTime").integer(frames),
      analogueGain: try members.required("analogueGain").integer(frames))
  }

  static func response(_ node: JSONNode) throws(JSONFault) -> ResponseCurve {
    if case .string = node.value {
      switch try node.word(["linear", "bt709", "sRGB"]) {
      case "linear": return .linear
      case "bt709": return .bt709
      default: return .sRGB
      }
    }
    let members = try node.object(["gamma", "table"])
    if let gamma = members["gamma"] {
      if let table = members["table"] {
        throw table.fault(.outOfRange("a table beside gamma", range: "one of them"))
      }
      let exponent = try gamma.number(0.1...10)
      do throws(ResponseCurveError) {
        return try .gamma(exponent)
      } catch {
        throw gamma.fault(.outOfRange("\(exponent)", range: "0.1 to 10"))
      }
    }
    let table = try members.required("table")
    var values: [Double] = []
    for item in try table.array(ResponseTable.counts) { values.append(try item.number(0...1)) }
    do throws(ResponseTableError) {
      return .table(try ResponseTable(values))
    } catch {
      throw table.fault(.response(error))
    }
  }

  static func noise(_ node: JSONNode) throws(JSONFault) -> SensorNoise {
    let members = try node.object(["shot", "read"])
    let shot = try members.required("shot").number(SensorNoise.range)
    let read = try members.required("read").number(SensorNoise.range)
    guard let noise = SensorNoise(shot: shot, read: read) else {
      throw node.fault(.outOfRange("\(shot), \(read)", range: "variances of 0 to 1"))
    }
    return noise
  }

  static func quirks(_ node: JSONNode) throws(JSONFault) -> Set<DeviceProfile.Quirk> {
    let known = DeviceProfile.Quirk.allCases
    var quirks: Set<DeviceProfile.Quirk> = []
    for item in try node.array(0...known.count) {
      let word = try item.word(known.map(\.rawValue))
      guard let quirk = DeviceProfile.Quirk(rawValue: word), quirks.insert(quirk).inserted else {
        throw item.fault(.outOfRange("“\(word)” a second time", range: "each quirk once"))
      }
    }
    return quirks
  }
}
