import Controls
import Frames
import Glibc
import Testing

@testable import V4L2

@Suite("Lists of devices")
struct DeviceListTests {
  private func node(
    _ number: Int, _ flags: DeviceCapability.Flags, formats: [String] = ["YUYV"],
    bus: String = "usb-1"
  ) -> FakeNode {
    let node = FakeNode("/dev/video\(number)")
    node.deviceFlags = flags
    node.formats = formats.compactMap { FourCC($0) }
    node.bus = bus
    return node
  }

  @Test("B45: each node that is no camera has its reason")
  func reasons() throws {
    let capture: DeviceCapability.Flags = [.capture, .streaming]
    let table: [(FakeNode, DeviceNode.Fault?)] = [
      (node(0, capture), nil),
      (node(1, [.metadataCapture, .streaming]), .metadata),
      (node(2, [.capture, .streaming, .mediaController], bus: "isp"), .mediaController),
      (node(3, [.output, .streaming], bus: "out"), .output),
      (node(4, capture, formats: ["GREY"]), .infrared(besides: "/dev/video0")),
      (node(5, [.memoryToMemory, .streaming], bus: "codec"), .memoryToMemory),
      (node(6, [.multiPlanarMemoryToMemory, .streaming], bus: "codec"), .memoryToMemory),
      (node(7, [.capture], bus: "old"), .noStreaming),
      (node(8, capture, formats: [], bus: "odd"), .noFormats),
      (
        node(9, DeviceCapability.Flags(rawValue: 0x0005_0000)),
        .noCapture([
          DeviceCapability.Flags(rawValue: 0x0005_0000)
        ])
      ),
      (node(10, capture, formats: ["GREY", "Y10 "], bus: "mono"), nil),
      (node(11, [.multiPlanarCapture, .streaming], bus: "mp"), nil),
    ]
    let driver = FakeDriver()
    for (node, _) in table { driver.nodes[node.path] = node }
    driver.files["/dev/video"] = []
    driver.files["/dev/videology"] = []
    driver.files["/dev/video-1"] = []
    let nodes = DeviceList.nodes(driver)
    #expect(nodes.map(\.path) == table.map(\.0.path))
    for (found, (_, fault)) in zip(nodes, table) {
      #expect(found.fault == fault, "\(found.path)")
      if let fault { #expect(!fault.description.isEmpty) }
    }
    #expect(
      DeviceList.cameras(driver).map(\.path) == ["/dev/video0", "/dev/video10", "/dev/video11"])
    #expect(driver.leaks.isEmpty)
    #expect(driver.nodes.values.allSatisfy { $0.writeCalls == 0 })
  }

  @Test("B45: the node's abilities count, not the device's")
  func deviceCapabilities() throws {
    let told = node(0, [.metadataCapture])
    told.flags = [.capture, .metadataCapture, .streaming, .deviceCapabilities]
    let old = node(1, [])
    old.flags = [.capture, .streaming]
    let nodes = DeviceList.nodes(FakeDriver(told, old))
    #expect(nodes.map(\.fault) == [.metadata, nil])
    #expect(throws: DeviceError.unusable(path: "/dev/video0", .metadata)) {
      _ = try Camera("/dev/video0", calls: FakeDriver(told))
    }
  }

  @Test("a node of a pipeline is opened by its path all the same")
  func pipeline() throws {
    let node = node(0, [.capture, .streaming, .mediaController])
    let driver = FakeDriver(node)
    var camera = try Camera("/dev/video0", calls: driver)
    try camera.configure()
    try camera.start()
    #expect(try camera.withNextFrame(timeout: 1) { _ in true } == true)
    node.deviceFlags = [.capture, .mediaController]
    #expect(throws: DeviceError.unusable(path: "/dev/video0", .noStreaming)) {
      _ = try Camera("/dev/video0", calls: driver)
    }
  }

  @Test("an infrared camera is opened by its path all the same")
  func infrared() throws {
    let infrared = node(2, [.capture, .streaming], formats: ["GREY"])
    infrared.planes = [(64, 64 * 48)]
    let driver = FakeDriver(node(0, [.capture, .streaming]), infrared)
    var camera = try Camera("/dev/video2", calls: driver)
    #expect(try camera.configure().layout?.format == .grey(.bits8))
  }

  @Test(
    "nodes that cannot be opened are listed",
    arguments: [
      (EACCES, DeviceError.Opening.permissionDenied(user: 1000)), (ENODEV, .gone),
      (ENOMEM, .failed(.outOfMemory)),
    ])
  func unopened(code: Int32, reason: DeviceError.Opening) {
    let driver = FakeDriver(node(0, [.capture, .streaming]))
    driver.nodes["/dev/video0"]?.openErrno = code
    let nodes = DeviceList.nodes(driver)
    #expect(nodes.map(\.fault) == [.notOpened(reason)])
    #expect(nodes[0].capability == nil)
  }

  @Test("paths that stay, USB numbers and serials")
  func identity() throws {
    let driver = FakeDriver(node(2, [.capture, .streaming]), node(3, [.metadataCapture]))
    driver.links = [
      "/dev/v4l/by-id/usb-046d_HD_Pro_ABC-video-index0": "../../video2",
      "/dev/v4l/by-id/usb-046d_HD_Pro_ABC-video-index1": "../../video3",
      "/dev/v4l/by-path/pci-0000:00:14.0-usb-0:1:1.0-video-index0": "../../video2",
    ]
    let folder = "/sys/class/video4linux/video2/device/.."
    driver.files["\(folder)/idVendor"] = Array("046d\n".utf8)
    driver.files["\(folder)/idProduct"] = Array("082d\n".utf8)
    driver.files["\(folder)/serial"] = Array("ABC\n".utf8)
    let nodes = DeviceList.nodes(driver)
    #expect(
      nodes[0].stablePaths == [
        "/dev/v4l/by-id/usb-046d_HD_Pro_ABC-video-index0",
        "/dev/v4l/by-path/pci-0000:00:14.0-usb-0:1:1.0-video-index0",
      ])
    #expect(nodes[0].usb == USBIdentity(identifier: "046d:082d", serial: "ABC"))
    #expect(nodes[0].match.usbIdentifier == "046d:082d" && nodes[0].match.driver == "uvcvideo")
    #expect(nodes[1].usb == nil)
    let camera = try Camera("/dev/v4l/by-id/usb-046d_HD_Pro_ABC-video-index0", calls: driver)
    #expect(camera.match == nodes[0].match)
  }

  @Test("names that are not text, lists that never end")
  func oddities() {
    let node = node(0, [.capture, .streaming])
    node.card = String(repeating: "Ü", count: 40)
    let driver = FakeDriver(node)
    // Every entry of every list is the same: an answer of zeros.
    driver.injection = { _, call in call == .ioctl(.enumerateFormats) ? 0 : nil }
    #expect(DeviceList.nodes(driver).count == 1)
    #expect(driver.count(.enumerateFormats) == 1024)
  }
}
