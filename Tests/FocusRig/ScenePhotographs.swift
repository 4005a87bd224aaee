internal import Foundation
internal import Frames
internal import Recordings

/// Photographs that scenes are cut from, as linear light.
public struct ScenePhotographs: Sendable {
  struct Photograph: Sendable {
    let name: String
    let width: Int
    let height: Int
    /// 0…1.
    let light: [Float]
  }

  let all: [Photograph]
  /// How many there are.
  public var count: Int { all.count }

  /// Photographs of the clone.
  static let ours = [
    "chelsea.png", "coins.png", "crusader.jpeg", "rocket.jpg", "test_inside.jpeg", "text.png",
  ]

  /// Reads the photographs of the clone, and those of a collection.
  ///
  /// - Parameters:
  ///   - ours: The folder of the clone's frames.
  ///   - collection: The collection's folder, if there is one; its `photos` are taken.
  /// - Throws: What the readers throw.
  public init(ours: String, collection: String?) throws {
    var paths = Self.ours.map { "\(ours)/\($0)" }
    if let collection {
      let folder = "\(collection)/photos"
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      let taken = Set(Self.ours)
      paths += names.filter { ["png", "jpg"].contains(($0 as NSString).pathExtension) }
        .filter { !taken.contains($0) }.map { "\(folder)/\($0)" }
    }
    var all: [Photograph] = []
    for path in paths {
      var source = try FrameSource(paths: [path])
      if let frame = try source.next(), let photograph = Self.photograph(frame, path) {
        all.append(photograph)
      }
    }
    self.all = all
  }

  private static func photograph(_ frame: RecordedFrame, _ path: String) -> Photograph? {
    let layout = frame.layout
    guard layout.format.bitDepth == 8 else { return nil }
    let (step, offset): (Int, Int)
    switch layout.format {
    case .grey, .semiPlanarYUV, .planarYUV: (step, offset) = (1, 0)
    case .rgb(let order, _): (step, offset) = (order.componentCount, order == .xrgb ? 2 : 1)
    case .bayer, .packedYUV, .jpeg: return nil
    }
    let light = (0...255).map { code in
      let encoded = Double(code) / 255
      return Float(encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4))
    }
    var result: [Float] = []
    result.reserveCapacity(layout.width * layout.height)
    for y in 0..<layout.height {
      for x in 0..<layout.width {
        let place = layout.planes[0].offset + y * layout.planes[0].stride + x * step
        // Green, or grey, is luma enough for a scene.
        result.append(light[Int(frame.bytes[place + offset])])
      }
    }
    return Photograph(
      name: (path as NSString).lastPathComponent, width: layout.width, height: layout.height,
      light: result)
  }
}
