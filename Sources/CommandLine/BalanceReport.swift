internal import Foundation
internal import Frames
internal import Photometry
internal import Recordings
internal import WhiteBalance

/// Everything that `graycard balance` says of a frame; its JSON is documented in Documentation/JSON.md.
struct BalanceReport: Encodable {
  struct Light: Encodable {
    let kelvin: Double
    let duv: Double
    let tint: Double

    init(_ light: ColourTemperature) {
      (kelvin, duv, tint) = (light.kelvin, light.duv, light.tint)
    }
  }

  struct Gains: Encodable {
    let red: Double
    let blue: Double

    init(_ gains: WhiteBalanceGains) { (red, blue) = (gains.red, gains.blue) }
  }

  struct Method: Encodable {
    let method: String
    let gains: Gains
    let light: Light?
    let confidence: Double
    let error: Double?
  }

  struct Reference: Encodable {
    let gains: Gains
    let light: Light?
  }

  let schema = 1
  let source: String
  let frame: Int
  let timestamp: Double?
  let width: Int
  let height: Int
  let response: String
  let evidence: String
  let sensor: String
  let methods: [Method]
  let reference: Reference?

  init(_ shot: BalanceShot) {
    let frame = shot.frame
    source = frame.name
    self.frame = frame.index
    timestamp = frame.timestamp
    width = frame.layout.width
    height = frame.layout.height
    response = MeterReport.name(shot.response)
    evidence = Self.words(shot.evidence)
    sensor = shot.sensor.name
    reference = shot.reference.map {
      Reference(gains: Gains($0), light: shot.sensor.colour.light(of: $0).map(Light.init))
    }
    methods = shot.estimates.map { entry in
      let gains = entry.estimate.gains
      return Method(
        method: entry.name, gains: Gains(gains),
        light: shot.sensor.colour.light(of: gains).map(Light.init),
        confidence: entry.estimate.confidence,
        error: shot.reference.map { gains.angle(to: $0) })
    }
  }

  private static func words(_ evidence: ColourEvidence) -> String {
    switch evidence {
    case .usable: "usable"
    case .colourless: "colourless"
    case .clipped: "clipped"
    case .dark: "dark"
    case .filterOrder: "filter order"
    }
  }

  /// The report in lines of text.
  var text: String {
    var lines = [
      "\(ReportText.printable(source))  \(width)×\(height) \(response), \(sensor) colours"
    ]
    if evidence != "usable" {
      lines[0] += "  warning: \(evidence); white balance would not be driven by it"
    }
    if let reference {
      lines.append(Self.row("reference", reference.gains, reference.light, nil, nil))
    }
    lines += methods.map { Self.row($0.method, $0.gains, $0.light, $0.confidence, $0.error) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func row(
    _ name: String, _ gains: Gains, _ light: Light?, _ confidence: Double?, _ error: Double?
  ) -> String {
    let name = name.padding(toLength: 16, withPad: " ", startingAt: 0)
    let kelvin = light.map { String(format: "%6.0f K  Duv %+.4f", $0.kelvin, $0.duv) }
    var parts = [
      "  \(name)\(kelvin ?? "no temperature      ")",
      String(format: "gains R/B %.3f/%.3f", gains.red, gains.blue),
    ]
    if let confidence { parts.append(String(format: "confidence %.2f", confidence)) }
    if let error { parts.append(String(format: "error %.2f°", error)) }
    return parts.joined(separator: "  ")
  }
}
