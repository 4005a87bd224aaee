import CV4L2
import Frames
import Glibc
import Photometry
import Testing

@testable import V4L2

@Suite("Streams")
struct StreamTests {
  let node = FakeNode.webcam()
  let driver: FakeDriver

  init() { driver = FakeDriver(node) }

  private func streaming(_ wish: StreamWish = StreamWish()) throws -> Camera {
    var camera = try Camera("/dev/video0", calls: driver)
    try camera.configure(wish)
    try camera.start()
    return camera
  }

  @Test("B38: short and flagged frames are handed back, counted and never shown")
  func shortFrames() throws {
    node.script = [
      FakeFrame(used: [0]), FakeFrame(used: [6143]), FakeFrame(used: [4000]),
      FakeFrame(flags: UInt32(V4L2_BUF_FLAG_ERROR)), FakeFrame(fill: [1, 2, 3]),
    ]
    var camera = try streaming(StreamWish(bufferCount: 2))
    let seen = try camera.withNextFrame(timeout: 1) { frame in
      let view = try frame.view()
      return (frame.information.discarded, view.row(0)[2], frame.information.isFirst)
    }
    let (discarded, third, isFirst) = try #require(seen)
    #expect(discarded.empty == 1 && discarded.short == 2 && discarded.flagged == 1)
    #expect(discarded.total == 4 && third == 3 && isFirst)
    #expect(node.queued.count == 2)
    let next = try camera.withNextFrame(timeout: 1) { $0.information.discarded.total }
    #expect(next == 0)
  }

  @Test("B38: more than 30 bad frames on end are told, once")
  func manyBadFrames() throws {
    node.script = Array(repeating: FakeFrame(used: [10]), count: 50)
    var camera = try streaming()
    #expect(try camera.withNextFrame(timeout: 9) { _ in true } == true)
    let told = camera.takeEvents().filter {
      if case .framesUnusable(31, let counts) = $0 { return counts.short == 31 }
      return false
    }
    #expect(told.count == 1)
  }

  @Test("frames that cannot be are handed back and do not trap")
  func impossibleFrames() throws {
    node.script = [
      FakeFrame(index: 77), FakeFrame(used: [.max]), FakeFrame(errno: EIO),
      FakeFrame(errno: EAGAIN),
    ]
    var camera = try streaming()
    let discarded = try camera.withNextFrame(timeout: 1) { $0.information.discarded }
    #expect(discarded?.invalid == 2 && discarded?.failed == 1)
  }

  @Test("a stream that only fails ends with an error, not with a loop")
  func failing() throws {
    node.script = Array(repeating: FakeFrame(errno: EIO), count: 10_000)
    var camera = try streaming()
    #expect(
      throws: DeviceError.streamFailed(path: "/dev/video0", .dequeueBuffer, .inputOutput)
    ) { _ = try camera.withNextFrame(timeout: 9999) { _ in } }
    #expect(driver.count(.dequeueBuffer) < 200)
  }

  @Test("no frame in time is no error")
  func timeout() throws {
    var camera = try streaming()
    node.queued = []
    #expect(try camera.withNextFrame(timeout: 0.5) { _ in true } == nil)
    #expect(try camera.withNextFrame(timeout: .nan) { _ in true } == nil)
  }

  @Test("a frame goes back when its user throws")
  func throwing() throws {
    struct Refusal: Error {}
    var camera = try streaming(StreamWish(bufferCount: 2))
    for _ in 0..<10 {
      #expect(throws: Refusal.self) {
        _ = try camera.withNextFrame(timeout: 1) { _ in throw Refusal() }
      }
    }
    #expect(node.queued.count == 2)
  }

  @Test("B39: strides are the driver's, and impossible ones are refused")
  func strides() throws {
    node.sizes = [(90, 16)]
    node.planes = [(192, 192 * 16)]
    var camera = try Camera("/dev/video0", calls: driver)
    let layout = try #require(try camera.configure().layout)
    #expect(layout.planes[0].stride == 192 && layout.byteCounts == [192 * 15 + 180])
    for stride: UInt32 in [0, 179] {
      node.planes = [(stride, 192 * 16)]
      #expect(throws: DeviceError.self) { try camera.configure() }
    }
  }

  @Test(
    "B40: ranges as the driver says or as V4L2 defaults them",
    arguments: [
      (0, "YUYV", V4L2_COLORSPACE_SRGB.rawValue, SignalRange.limited),
      (1, "YUYV", V4L2_COLORSPACE_SRGB.rawValue, .full),
      (2, "RGB3", V4L2_COLORSPACE_SRGB.rawValue, .limited),
      (0, "RGB3", V4L2_COLORSPACE_SRGB.rawValue, .full),
      (0, "YUYV", V4L2_COLORSPACE_JPEG.rawValue, .full),
      (0, "GREY", V4L2_COLORSPACE_RAW.rawValue, .full),
      (2, "MJPG", V4L2_COLORSPACE_SRGB.rawValue, .full),
    ])
  func ranges(quantisation: UInt32, code: String, space: UInt32, range: SignalRange) throws {
    let format = try #require(FourCC(code)?.meaning?.format)
    let colour = ColourDescription(
      space: space, encoding: 0, quantisation: quantisation, transfer: 0, format: format)
    #expect(colour.range == range)
  }

  @Test("matrices and curves of colour spaces")
  func colours() {
    func colour(_ space: UInt32, _ encoding: UInt32 = 0, _ transfer: UInt32 = 0)
      -> ColourDescription
    {
      ColourDescription(
        space: space, encoding: encoding, quantisation: 0, transfer: transfer,
        format: .packedYUV(.yuyv))
    }
    #expect(colour(V4L2_COLORSPACE_SRGB.rawValue).matrix == .bt601)
    #expect(colour(V4L2_COLORSPACE_SRGB.rawValue).response == .sRGB)
    #expect(colour(V4L2_COLORSPACE_REC709.rawValue).matrix == .bt709)
    #expect(colour(V4L2_COLORSPACE_REC709.rawValue).response == .bt709)
    #expect(colour(V4L2_COLORSPACE_REC709.rawValue, V4L2_YCBCR_ENC_601.rawValue).matrix == .bt601)
    #expect(colour(.max, .max, .max).matrix == .bt601)
    #expect(
      colour(V4L2_COLORSPACE_SRGB.rawValue, 0, V4L2_XFER_FUNC_NONE.rawValue).response == .linear)
  }

  @Test("MJPEG frames are lent as bytes")
  func compressed() throws {
    node.formats = [FourCC("MJPG")].compactMap { $0 }
    node.planes = [(0, 5000)]
    node.script = [FakeFrame(used: [0]), FakeFrame(used: [3], fill: [0xFF, 0xD8, 0xFF])]
    var camera = try streaming()
    #expect(camera.format?.layout == nil)
    let bytes = try camera.withNextFrame(timeout: 1) { frame in
      #expect(throws: FrameLayoutError.compressed) { _ = try frame.view() }
      return frame.bytes.count == 3 && frame.bytes[1] == 0xD8
    }
    #expect(bytes == true)
  }

  @Test("a metered format is taken before a compressed one; wishes come first")
  func choice() throws {
    node.formats = ["MJPG", "YUYV", "GREY"].compactMap { FourCC($0) }
    var camera = try Camera("/dev/video0", calls: driver)
    #expect(try camera.configure().code == FourCC("YUYV"))
    let wish = StreamWish(formats: ["NV12", "MJPG"].compactMap { FourCC($0) })
    #expect(try camera.configure(wish).code == FourCC("MJPG"))
    let lost = StreamWish(formats: ["NV12"].compactMap { FourCC($0) })
    #expect(
      throws: DeviceError.noFormat(
        path: "/dev/video0", wanted: lost.formats, offered: node.formats)
    ) { try camera.configure(lost) }
  }

  @Test("the interval is set behind the format, to the nearest that is listed")
  func intervals() throws {
    node.intervals = [(1, 30), (1, 15), (1001, 60_000)]
    var camera = try Camera("/dev/video0", calls: driver)
    driver.forgetLog()
    #expect(try camera.configure(StreamWish(frameRate: 14)).interval?.denominator == 15)
    let requests = driver.log.compactMap { call -> DeviceRequest? in
      if case .ioctl(let request) = call { return request }
      return nil
    }
    let format = try #require(requests.firstIndex(of: .setFormat))
    let interval = try #require(requests.firstIndex(of: .setParameters))
    #expect(format < interval)
    #expect(try camera.configure(StreamWish(frameRate: 60)).interval?.numerator == 1001)
    #expect(FrameInterval(rate: 29.97) == FrameInterval(numerator: 1000, denominator: 29970))
    #expect(FrameInterval(rate: .nan).seconds == 1000)
    node.hasIntervals = false
    #expect(try camera.configure(StreamWish(frameRate: 60)).interval == nil)
  }

  @Test("sizes and intervals come as lists or as ranges")
  func enumerations() throws {
    node.sizes = [(64, 48), (320, 240)]
    node.intervals = [(1, 30), (1, 15)]
    var camera = try Camera("/dev/video0", calls: driver)
    let format = try #require(camera.formats.first)
    #expect(format.code == FourCC("YUYV") && format.isMetered)
    let size = FrameSizes.Size(width: 64, height: 48)
    #expect(
      camera.sizes(of: format) == .discrete([size, FrameSizes.Size(width: 320, height: 240)]))
    #expect(
      camera.intervals(of: format, size)
        == .discrete([
          FrameInterval(numerator: 1, denominator: 30),
          FrameInterval(numerator: 1, denominator: 15),
        ]))
    node.isStepwise = true
    #expect(
      camera.sizes(of: format)
        == .stepwise(
          smallest: FrameSizes.Size(width: 16, height: 16),
          greatest: FrameSizes.Size(width: 640, height: 480),
          step: FrameSizes.Size(width: 8, height: 1)))
    guard case .stepwise(let shortest, let longest, _) = camera.intervals(of: format, size) else {
      Issue.record("a list")
      return
    }
    #expect(shortest.seconds == 1.0 / 60 && longest.seconds == 1)
    #expect(try camera.configure(StreamWish(frameRate: 24)).interval?.denominator == 24)
  }

  @Test("a driver that lists no formats keeps its own")
  func unlisted() throws {
    driver.injection = { _, call in call == .ioctl(.enumerateFormats) ? EINVAL : nil }
    var camera = try Camera("/dev/video0", calls: driver)
    #expect(try camera.configure().code == FourCC("YUYV"))
  }

  @Test("too few buffers, a busy format, a stream that runs")
  func refusals() throws {
    node.bufferLimit = 1
    var camera = try Camera("/dev/video0", calls: driver)
    #expect(throws: DeviceError.notConfigured(path: "/dev/video0")) { try camera.start() }
    #expect(throws: DeviceError.notStreaming(path: "/dev/video0")) {
      _ = try camera.withNextFrame(timeout: 0) { _ in }
    }
    try camera.configure()
    #expect(throws: DeviceError.buffers(path: "/dev/video0", given: 1)) { try camera.start() }
    #expect(driver.mappings.isEmpty && node.buffers.isEmpty)
    node.bufferLimit = 4
    try camera.start()
    #expect(throws: DeviceError.streaming(path: "/dev/video0")) { try camera.start() }
    #expect(throws: DeviceError.streaming(path: "/dev/video0")) { try camera.configure() }
    var other = try Camera("/dev/video0", calls: driver)
    // Another session's stream keeps the format; nobody tries again and again (field case B54).
    #expect(throws: DeviceError.busy(path: "/dev/video0", .setFormat)) { try other.configure() }
    #expect(driver.count(.setFormat) == 2)
    camera.stop()
    try camera.start()
    #expect(try camera.withNextFrame(timeout: 1) { _ in true } == true)
  }
}
