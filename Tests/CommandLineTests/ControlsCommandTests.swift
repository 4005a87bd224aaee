import Controls
import Foundation
import Testing

@testable import V4L2
@testable import graycard

@Suite struct ControlsCommandTests {
  private static func control(
    _ id: ControlID, _ name: String, _ kind: ControlDescription.Kind, _ minimum: Int64,
    _ maximum: Int64, step: Int64 = 1, preset: Int64 = 0, flags: ControlDescription.Flags = []
  ) -> ControlDescription {
    ControlDescription(
      id: id, name: name, kind: kind, minimum: minimum, maximum: maximum, step: step,
      defaultValue: preset, flags: flags)
  }

  private static let modes: [ControlDescription.MenuItem] = [
    .init(index: 1, name: "Manual Mode", value: nil),
    .init(index: 3, name: "Aperture Priority Mode", value: nil),
  ]

  private static var table: ControlTable {
    let biases: [ControlDescription.MenuItem] = (0...24).map { index in
      let number = Int64((-4000 + 333.33 * Double(index)).rounded())
      return .init(index: Int64(index), name: "\(number)", value: number)
    }
    var table = ControlTable([
      control(.gain, "Gain", .integer, 0, 255, step: 0, preset: 300),
      control(
        .whiteBalanceTemperature, "White Balance Temperature", .integer, 2800, 6500, step: 10,
        preset: 4600),
      control(.exposureAuto, "Auto Exposure", .menu(Self.modes), 0, 3, preset: 3),
      control(
        .exposureAbsolute, "Exposure Time, Absolute", .integer, 1, 5000, preset: 157,
        flags: [.inactive, .update]),
      control(.autoExposureBias, "Auto Exposure, Bias", .menu(biases), 0, 24, preset: 12),
      control(.doWhiteBalance, "Do White Balance", .button, 0, 0, flags: [.writeOnly]),
    ])
    table.note(51, of: .gain)
    table.note(4600, of: .whiteBalanceTemperature)
    table.note(3, of: .exposureAuto)
    table.note(240, of: .exposureAbsolute)
    table.note(15, of: .autoExposureBias)
    return table
  }

  private func report(_ id: ControlID, _ owner: ControlOwner = .nobody) throws -> ControlReport {
    let table = Self.table
    let features = CameraFeatures(table, nil, ControlPolicy())
    return ControlReport(
      try #require(table[id]), table: table, features: features, owner: owner)
  }

  @Test func linesAreThoseOfV4L2CtlAndMore() throws {
    #expect(
      try report(.exposureAbsolute, .camera(automatic: .exposureAuto)).text == """
                 exposure_time_absolute 0x009a0902 (int)      : min=1 max=5000 step=1 default=157 \
        value=240 flags=update,inactive unit=24ms ev=-5.38 owner=camera:auto_exposure use=exposure

        """)
    #expect(
      try report(.exposureAuto, .process(42)).text == """
                          auto_exposure 0x009a0901 (menu)     : default=3 \
        value=3 (Aperture Priority Mode) owner=process:42 use=automatic:exposure
            1: Manual Mode
            3: Aperture Priority Mode

        """)
    #expect(
      try report(.gain).text == """
                                   gain 0x00980913 (int)      : min=0 max=255 step=1 default=255 \
        value=51 unit=×1.80(assumed) ev=+0.85 owner=nobody use=exposure
            warning: the default, 300, is outside the range
            warning: the step is 0 and counts as 1

        """)
    #expect(
      try report(.doWhiteBalance).text == """
                       do_white_balance 0x0098090d (button)   : flags=write-only owner=nobody

        """)
  }

  /// Field case B06: a bias is told in stops, with its index.
  @Test func aBiasIsToldInStops() throws {
    let report = try report(.autoExposureBias)
    #expect(report.inUnit == "+1.00EV" && report.ev == 1 && report.use == "steering")
    #expect(report.text.contains("value=15 (1000) unit=+1.00EV ev=+1.00"))
  }

  @Test func temperaturesAndNames() throws {
    #expect(try report(.whiteBalanceTemperature).inUnit == "4600K")
    #expect(ControlReport.name("Focus, Automatic  Continuous") == "focus_automatic_continuous")
    #expect(ControlReport.name("  \u{1B}[2J ") == "2j")
    #expect(ControlReport.words([.readOnly, .init(rawValue: 0x1000)]) == ["read-only", "0x1000"])
  }

  @Test func theJSONHasTheSameFacts() throws {
    let data = try JSONEncoder().encode(try report(.exposureAbsolute))
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["schema"] as? Int == 1)
    #expect(object["id"] as? String == "0x009a0902")
    #expect(object["value"] as? Int == 240)
    #expect(object["inUnit"] as? String == "24ms")
    #expect(object["owner"] as? String == "nobody")
    #expect(object["flags"] as? [String] == ["update", "inactive"])
  }

  @Test(arguments: [
    ("/dev/null", "/dev/null is not a V4L2 device: ENOTTY (25); name a camera such as /dev/video0"),
    (
      "/dev/no-such",
      "/dev/no-such: no such device; is the camera plugged in? `ls /dev/video*` lists what there is"
    ),
    (
      "/proc/self/stat",
      "/proc/self/stat is not a character device; name a camera such as /dev/video0"
    ),
  ])
  func whatIsNoCameraIsNamed(_ path: String, _ sentence: String) throws {
    for option in ["-d", "--device"] {
      let run = try Program.run("controls", option, path)
      #expect(run.status == 3)
      #expect(run.output.isEmpty)
      #expect(run.errors == "graycard controls: \(sentence)\n")
    }
  }

  @Test(arguments: ["devices", "controls"])
  func strayArgumentsAreWrongUsage(_ command: String) throws {
    let run = try Program.run(command, "stray")
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("graycard \(command): “stray” is no option"))
  }

  @Test func devicesAreListedWithReasons() throws {
    let node = DeviceNode(
      path: "/dev/video1", capability: nil, stablePaths: ["/dev/v4l/by-id/a"],
      usb: USBIdentity(identifier: "046d:082d", serial: nil), fault: .metadata)
    #expect(
      DeviceReport(node).text == """
        /dev/video1
          not used: it delivers metadata, not frames; use the camera's other node
          /dev/v4l/by-id/a

        """)
    let object = try JSONSerialization.jsonObject(
      with: try JSONEncoder().encode(DeviceReport(node)))
    let facts = try #require(object as? [String: Any])
    #expect(facts["isCamera"] as? Bool == false)
    #expect((facts["usb"] as? [String: Any])?["identifier"] as? String == "046d:082d")
  }

  /// What a machine has, it has; the command's word and its status agree.
  @Test func theListAndTheStatusAgree() throws {
    let run = try Program.run("devices", "--json")
    #expect(run.status == (run.output.contains("\"isCamera\":true") ? 0 : 3))
    #expect(run.errors.isEmpty == (run.status == 0))
  }
}
