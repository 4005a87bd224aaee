import CV4L2
import Frames

@testable import V4L2

extension FakeNode {
  static let biases = (0...24).map { Int64((-4000 + 333.33 * Double($0)).rounded()) }

  /// A UVC webcam with its automatics on, as such cameras are after they have been plugged in.
  static func webcam(_ path: String = "/dev/video0") -> FakeNode {
    let node = FakeNode(
      path,
      controls: [
        .integer(ControlID(rawValue: 0x0098_0001), 0, 0, 0).with {
          $0.type = V4L2_CTRL_TYPE_CTRL_CLASS.rawValue
          $0.flags = [.readOnly, .writeOnly]
        },
        .boolean(.autoWhiteBalance, 1),
        .integer(.gain, 0, 255, 40, preset: 0),
        .menu(.powerLineFrequency, [1: "50 Hz", 2: "60 Hz"], 2).with { $0.minimum = 1 },
        .integer(
          .whiteBalanceTemperature, 2800, 6500, 4600, step: 10, master: (.autoWhiteBalance, 0)),
        .menu(.exposureAuto, [1: "Manual Mode", 3: "Aperture Priority Mode"], 3),
        .integer(.exposureAbsolute, 1, 5000, 240, preset: 157, master: (.exposureAuto, 1)),
        .boolean(.exposureAutoPriority, 1),
        .integer(.focusAbsolute, 0, 250, 120, step: 5, master: (.focusAuto, 0)),
        .boolean(.focusAuto, 1),
      ])
    return node
  }

  /// A raw sensor whose exposure is counted in lines (field case B13).
  static func sensor(_ path: String = "/dev/video0") -> FakeNode {
    let node = FakeNode(
      path,
      controls: [
        .integer(.exposure, 1, 875, 500),
        .integer(.verticalBlanking, 22, 32000, 100),
        .integer(.horizontalBlanking, 176, 176, 176).with { $0.flags = .readOnly },
        .integer(.analogueGain, 16, 248, 16),
        .integer(.pixelRate, 160_000_000, 160_000_000, 160_000_000).with {
          $0.type = V4L2_CTRL_TYPE_INTEGER64.rawValue
          $0.flags = .readOnly
        },
        .boolean(.wideDynamicRange, 0).with { $0.flags = .update },
      ])
    (node.driver, node.card, node.bus) = ("unicam", "unicam", "platform:fe801000.csi")
    node.formats = [FourCC("BG10")].compactMap { $0 }
    node.code = node.formats[0]
    node.sizes = [(1280, 800)]
    (node.width, node.height) = (1280, 800)
    node.planes = [(2560, 2560 * 800)]
    node.hasIntervals = false
    node.onWrite[.verticalBlanking] = { node, lines in
      node.change(.exposure) {
        $0.maximum = 800 + lines - 25
        $0.value = min($0.value, $0.maximum)
      }
      node.tell(.exposure, UInt32(V4L2_EVENT_CTRL_CH_RANGE))
    }
    return node
  }

  /// What is not as it was before.
  func changes(from before: [ControlID: Int64]) -> [String] {
    settings.filter { before[$0.key] != $0.value }.map { id, value in
      "\(id) is \(value), was \(before[id] ?? -1)"
    }.sorted()
  }

  /// The values of all controls, to compare before and after.
  var settings: [ControlID: Int64] {
    Dictionary(uniqueKeysWithValues: controls.map { ($0.id, $0.value) })
  }
}
