internal import Frames

/// The video nodes of the system.
public enum DeviceList {
  /// Looks at every node: opens it, asks what it is, closes it. Nothing is written.
  ///
  /// - Parameter calls: The door to the system.
  /// - Returns: The nodes in the order of their numbers, those that are no cameras with the reason.
  public static func nodes(_ calls: any DriverCalls = SystemCalls()) -> [DeviceNode] {
    let numbers = calls.names(in: "/dev").compactMap(number(of:)).sorted()
    let links = StableLinks(calls)
    var surveys: [Survey] = []
    for number in numbers {
      surveys.append(Survey("/dev/video\(number)", links, calls))
    }
    return withInfraredMarked(surveys)
  }

  /// The cameras that are used where no path is given, in the order of their numbers.
  ///
  /// - Parameter calls: The door to the system.
  /// - Returns: The nodes without a fault.
  public static func cameras(_ calls: any DriverCalls = SystemCalls()) -> [DeviceNode] {
    nodes(calls).filter { $0.fault == nil }
  }

  /// A node and whether all its formats are grey.
  private struct Survey {
    var node: DeviceNode
    let isGrey: Bool

    init(_ path: String, _ links: StableLinks, _ calls: any DriverCalls) {
      let usb = USBIdentity(ofNode: path, calls)
      let stable = links.paths(of: path)
      do {
        let device = try OpenDevice(path, calls)
        defer { device.close() }
        let capability = try device.capability()
        var fault = DeviceNode.Fault(capability.flags)
        var formats: [FormatDescription] = []
        if fault == nil {
          formats = device.formats(isMultiPlanar: capability.isMultiPlanar)
          if formats.isEmpty { fault = .noFormats }
        }
        isGrey = !formats.isEmpty && formats.allSatisfy(\.isGrey)
        node = DeviceNode(
          path: path, capability: capability, stablePaths: stable, usb: usb, fault: fault)
      } catch {
        isGrey = false
        node = DeviceNode(
          path: path, capability: nil, stablePaths: stable, usb: usb,
          fault: .notOpened(error.opening))
      }
    }
  }

  private static func withInfraredMarked(_ surveys: [Survey]) -> [DeviceNode] {
    surveys.map { survey in
      var node = survey.node
      guard node.fault == nil, survey.isGrey, let bus = node.capability?.bus else { return node }
      let companion = surveys.first { other in
        other.node.fault == nil && !other.isGrey && other.node.capability?.bus == bus
      }
      if let companion { node.fault = .infrared(besides: companion.node.path) }
      return node
    }
  }

  private static func number(of name: String) -> Int? {
    guard name.hasPrefix("video") else { return nil }
    let digits = name.dropFirst(5)
    guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    return Int(digits)
  }
}

extension DeviceNode.Fault {
  /// What a node's abilities say against it, or `nil` where it captures video.
  init?(_ flags: DeviceCapability.Flags) {
    if !flags.isDisjoint(with: [.memoryToMemory, .multiPlanarMemoryToMemory]) {
      self = .memoryToMemory
    } else if flags.isDisjoint(with: [.capture, .multiPlanarCapture]) {
      if !flags.isDisjoint(with: [.metadataCapture, .metadataOutput]) {
        self = .metadata
      } else if !flags.isDisjoint(with: [.output, .multiPlanarOutput, .overlay]) {
        self = .output
      } else {
        self = .noCapture(flags)
      }
    } else if flags.contains(.mediaController) {
      self = .mediaController
    } else if !flags.contains(.streaming) {
      self = .noStreaming
    } else {
      return nil
    }
  }
}

/// The links in `/dev/v4l` that udev makes, by the node that they lead to.
struct StableLinks {
  private var paths: [String: [String]] = [:]

  init(_ calls: any DriverCalls) {
    for folder in ["/dev/v4l/by-id", "/dev/v4l/by-path"] {
      for name in calls.names(in: folder).sorted() {
        let path = "\(folder)/\(name)"
        guard let target = calls.link(at: path)?.split(separator: "/").last else { continue }
        paths[String(target), default: []].append(path)
      }
    }
  }

  func paths(of node: String) -> [String] {
    node.split(separator: "/").last.flatMap { paths[String($0)] } ?? []
  }
}

extension USBIdentity {
  /// What sysfs says of the USB device that a node belongs to; `nil` where it is none.
  init?(ofNode path: String, _ calls: any DriverCalls) {
    // A stable path names the node by a link.
    let target = calls.link(at: path) ?? path
    guard let name = target.split(separator: "/").last else { return nil }
    // The node's device is a USB interface; what it belongs to is the USB device.
    let folder = "/sys/class/video4linux/\(name)/device/.."
    func text(_ attribute: String) -> String? {
      guard let bytes = calls.contents(of: "\(folder)/\(attribute)") else { return nil }
      let text = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0 }, as: UTF8.self)
      return text.isEmpty ? nil : text
    }
    guard let vendor = text("idVendor"), let product = text("idProduct") else { return nil }
    self.init(identifier: "\(vendor):\(product)", serial: text("serial"))
  }
}
