import CV4L2
import Frames
import Testing

@testable import V4L2

@Suite("The multi-planar interface")
struct MultiPlanarTests {
  private func node(_ code: String, _ planes: [(UInt32, UInt32)]) -> FakeNode {
    let node = FakeNode()
    node.deviceFlags = [.multiPlanarCapture, .streaming]
    node.formats = [FourCC(code)].compactMap { $0 }
    node.code = node.formats[0]
    node.sizes = [(66, 34)]
    (node.width, node.height) = (66, 34)
    node.planes = planes
    return node
  }

  /// The sum of every sample of a frame's planes, without padding.
  private static func sum(_ view: borrowing FrameView) -> Int {
    var sum = 0
    for plane in 0..<view.layout.planes.count {
      for y in 0..<view.layout.rowCount(ofPlane: plane) {
        let row = view.row(y, ofPlane: plane)
        for x in 0..<row.count { sum += Int(row[x]) * (x + 1) * (plane + 1) }
      }
    }
    return sum
  }

  @Test("B44: planes in buffers of their own, with offsets and strides, equal the plain frame")
  func separatePlanes() throws {
    // What the picture is: Y counts up, chroma counts down.
    func luma(_ x: Int, _ y: Int) -> UInt8 { UInt8((x * 3 + y * 7) & 0xFF) }
    func chroma(_ x: Int, _ y: Int) -> UInt8 { UInt8((250 - x - y * 2) & 0xFF) }
    var plain: [UInt8] = []
    for y in 0..<34 { plain += (0..<66).map { luma($0, y) } }
    for y in 0..<17 { plain += (0..<66).map { chroma($0, y) } }
    let layout = try FrameLayout(format: .semiPlanarYUV(.yuv420, .cbCr), width: 66, height: 34)
    let wanted = Self.sum(try FrameView(layout, plain.span))

    let node = node("NM12", [(128, 64 + 128 * 34), (128, 128 * 17)])
    let driver = FakeDriver(node)
    var camera = try Camera("/dev/video0", calls: driver)
    let format = try camera.configure()
    #expect(format.isMultiPlanar && format.buffers.count == 2)
    try camera.start()
    node.onFill = { plane, memory in
      let rows = plane == 0 ? 34 : 17
      let start = plane == 0 ? 64 : 0
      for y in 0..<rows {
        for x in 0..<66 {
          memory[start + y * 128 + x] = plane == 0 ? luma(x, y) : chroma(x, y)
        }
      }
    }
    node.script = [FakeFrame(dataOffset: [64, 0])]
    let sum = try camera.withNextFrame(timeout: 1) { frame in Self.sum(try frame.view()) }
    #expect(sum == wanted)
    // An offset eats the space of the last row: short, not read.
    node.script = [
      FakeFrame(dataOffset: [65 + 62, 0]), FakeFrame(dataOffset: [.max, 0]), FakeFrame(),
    ]
    let counts = try camera.withNextFrame(timeout: 1) { $0.information.discarded }
    #expect(counts?.short == 1 && counts?.invalid == 1)
    camera.close()
    #expect(driver.leaks.isEmpty, "\(driver.leaks)")
  }

  @Test("B44: a single-planar format over the multi-planar interface")
  func onePlane() throws {
    let node = node("YUYV", [(160, 160 * 34)])
    let driver = FakeDriver(node)
    var camera = try Camera("/dev/video0", calls: driver)
    let layout = try #require(try camera.configure().layout)
    #expect(layout.planes == [FrameLayout.Plane(stride: 160)])
    try camera.start()
    node.script = [FakeFrame(used: [100]), FakeFrame()]
    let counts = try camera.withNextFrame(timeout: 1) { $0.information.discarded }
    #expect(counts?.short == 1)
  }

  @Test("three planes in three buffers")
  func threePlanes() throws {
    let node = node("YM12", [(66, 66 * 34), (33, 33 * 17), (33, 33 * 17)])
    let driver = FakeDriver(node)
    var camera = try Camera("/dev/video0", calls: driver)
    try camera.configure()
    try camera.start()
    #expect(driver.mappings.count == 12)
    node.onFill = { plane, memory in
      for index in memory.indices { memory[index] = UInt8(plane + 1) }
    }
    let planes = try camera.withNextFrame(timeout: 1) { frame in
      let view = try frame.view()
      return [view.row(0)[0], view.row(0, ofPlane: 1)[0], view.row(0, ofPlane: 2)[0]]
    }
    #expect(planes == [1, 2, 3])
  }

  @Test("fewer planes than the format has are refused")
  func missingPlane() throws {
    let node = node("NM12", [(128, 128 * 34)])
    var camera = try Camera("/dev/video0", calls: FakeDriver(node))
    #expect(throws: DeviceError.self) { try camera.configure() }
  }
}
