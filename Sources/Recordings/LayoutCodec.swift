import Documents
import Frames

/// A frame's layout as JSON.
enum LayoutCodec {
  private static let ranges = ["full", "limited"]
  private static let matrices = ["bt601", "bt709"]
  private static let alignments = ["low", "high"]
  private static let orders: [(CFAOrder, String)] = [
    (.rggb, "rggb"), (.grbg, "grbg"), (.gbrg, "gbrg"), (.bggr, "bggr"),
  ]

  static func layout(_ node: JSONNode) throws(JSONFault) -> FrameLayout {
    let members = try node.object([
      "format", "width", "height", "planes", "range", "bitDepth", "cfa", "matrix", "alignment",
    ])
    let code = try members.required("format")
    let name = try code.string()
    guard let format = FourCC(name)?.meaning?.format, format != .jpeg else {
      throw code.fault(
        .unknownWord(name, nearest: nil, known: FourCC.known.map(\.description)))
    }
    let width = try members.required("width").integer(1...65_535)
    let height = try members.required("height").integer(1...65_535)
    var planes: [FrameLayout.Plane] = []
    for plane in try members.required("planes").array(1...3) {
      let place = try plane.object(["offset", "stride"])
      planes.append(
        FrameLayout.Plane(
          offset: try place.required("offset").integer(0...FrameError.mostBytes),
          stride: try place.required("stride").integer(1...FrameError.mostBytes)))
    }
    let matrix = try members["matrix"]?.word(matrices) == "bt709" ? ColourMatrix.bt709 : .bt601
    let isHigh = try members["alignment"]?.word(alignments) == "high"
    try check(members, format)
    let range = try range(members.required("range"), depth: format.bitDepth)
    do throws(FrameLayoutError) {
      return try FrameLayout(
        format: format, width: width, height: height, planes: planes,
        range: range, matrix: matrix,
        alignment: isHigh ? .high : .low)
    } catch {
      throw node.fault(.outOfRange("this layout", range: "a sound one: \(error)"))
    }
  }

  /// What the format says already stands there for other readers, and must agree.
  private static func check(_ members: JSONMembers, _ format: PixelFormat) throws(JSONFault) {
    let depth = format.bitDepth
    _ = try members["bitDepth"]?.integer(depth...depth)
    guard let node = members["cfa"] else { return }
    guard let word = cfa(format) else { throw node.fault(.outOfRange("cfa", range: "no mosaic")) }
    _ = try node.word([word])
  }

  private static func range(_ node: JSONNode, depth: Int) throws(JSONFault) -> SignalRange {
    if case .string = node.value { return try node.word(ranges) == "full" ? .full : .limited }
    let levels = try node.array(2...2)
    let range = SignalRange.levels(
      black: try levels[0].integer(0...65_535), white: try levels[1].integer(0...65_535))
    guard SignalLevels(range, bitDepth: depth) != nil else {
      throw node.fault(.outOfRange("these levels", range: "black and white of \(depth) bits"))
    }
    return range
  }

  private static func cfa(_ format: PixelFormat) -> String? {
    guard case .bayer(let order, _) = format else { return nil }
    return orders.first { $0.0 == order }?.1
  }

  /// `nil` where V4L2 has no code for the format, or its planes lie in several buffers.
  static func value(_ layout: FrameLayout) -> JSONValue? {
    guard layout.bufferCount == 1, layout.format != .jpeg,
      let code = FourCC(layout.format, alignment: layout.alignment) ?? FourCC(layout.format)
    else { return nil }
    let planes = layout.planes.map { plane in
      JSONValue.object([
        .init("offset", .integer(plane.offset)), .init("stride", .integer(plane.stride)),
      ])
    }
    let range: JSONValue =
      switch layout.range {
      case .full: .string("full")
      case .limited: .string("limited")
      case .levels(let black, let white): .array([.integer(black), .integer(white)])
      }
    var members: [JSONValue.Member] = [
      .init("format", .string(code.description)), .init("width", .integer(layout.width)),
      .init("height", .integer(layout.height)), .init("planes", .array(planes)),
      .init("range", range), .init("bitDepth", .integer(layout.format.bitDepth)),
      .init("matrix", .string(layout.matrix == .bt709 ? "bt709" : "bt601")),
      .init("alignment", .string(layout.alignment == .high ? "high" : "low")),
    ]
    if let cfa = cfa(layout.format) { members.append(.init("cfa", .string(cfa))) }
    return .object(members)
  }
}
