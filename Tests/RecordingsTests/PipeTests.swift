import Foundation
import Frames
import Testing

@testable import Recordings

/// What comes through a named pipe is read frame by frame, as from a file.
@Suite("Pipes")
struct PipeTests {
  private let folder: ScratchFolder
  private let fifo: String

  init() throws {
    folder = try ScratchFolder()
    fifo = folder.path + "/fifo"
    let made = unsafe mkfifo(fifo, 0o600)
    try #require(made == 0)
  }

  /// Writes bytes into the pipe from another thread, in pieces that hit no frame's edge.
  private func feed(_ bytes: [UInt8], piece: Int = 997) {
    let path = fifo
    Thread.detachNewThread {
      let descriptor = unsafe open(path, O_WRONLY)
      var done = 0
      while done < bytes.count {
        let part = Array(bytes[done..<min(done + piece, bytes.count)])
        let count = unsafe write(descriptor, part, part.count)
        guard count > 0 else { break }
        done += count
      }
      close(descriptor)
    }
  }

  private func piped(_ bytes: [UInt8], _ options: SourceOptions = SourceOptions()) throws
    -> [Outcome]
  {
    var options = options
    options.readsPipes = true
    feed(bytes)
    return try outcomes([fifo], options)
  }

  private func expectSame(_ bytes: [UInt8], _ options: SourceOptions = SourceOptions()) throws {
    let direct = try outcomes(bytes, options)
    let piped = try piped(bytes, options)
    #expect(piped.count == direct.count)
    for (left, right) in zip(piped, direct) {
      #expect(left.frame?.bytes == right.frame?.bytes)
      #expect(left.frame?.layout == right.frame?.layout)
      #expect(left.frame?.timestamp == right.frame?.timestamp)
      #expect(left.frameError == right.frameError)
    }
  }

  @Test("Y4M") func y4m() throws {
    let bytes = try Samples.bytes("tree.y4m")
    #expect(try outcomes(bytes).compactMap(\.frame).count > 2)
    try expectSame(bytes)
    try expectSame(Array(bytes.dropLast(100)))
  }

  @Test("PNM pictures behind one another, with comments and line feeds") func pnm() throws {
    let one = try Samples.bytes("made/face.ppm")
    let small = Array("P5 1 1 255\n".utf8) + [7]
    let long = Array("P5 # \(String(repeating: "x", count: 300))\n2 1 255\n".utf8) + [1, 2]
    try expectSame(one + small + [0x0A, 0x0A] + long + one)
    try expectSame(one + Array("P5 9 9 255\n".utf8) + [1])
    try expectSame(Array("P5 x".utf8))
  }

  @Test("raw dumps, whole and cut") func dumps() throws {
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try expectSame(bytes, dump("GREY", 50, 40))
    try expectSame(Array(bytes.dropLast(3)), dump("GREY", 50, 40))
  }

  @Test("what is read whole from a file is read whole from a pipe") func stills() throws {
    try expectSame(Samples.bytes("made/face-grey.jpg"))
    try expectSame(Samples.bytes("made/face-rgb.png"))
    try expectSame([])
    try expectSame(Array("hello".utf8))
  }

  @Test("a stream needs the memory of a frame")
  func memory() throws {
    let (frame, header) = (300_000, 6)
    let bytes = (0..<50 * (frame + header)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) }
    feed(bytes, piece: 40_000)
    let pipe = try PipeBytes(path: fifo)
    var most = 0
    for start in stride(from: 0, to: bytes.count, by: frame + header) {
      #expect(try pipe.bytes(at: start, count: 256) == Array(bytes[start..<start + 256]))
      let pixels = start + header
      #expect(try pipe.bytes(at: pixels, count: frame) == Array(bytes[pixels..<pixels + frame]))
      most = max(most, pipe.heldBytes)
    }
    #expect(try pipe.bytes(at: bytes.count, count: 1) == [])
    // What is gone is gone.
    #expect(try pipe.bytes(at: 0, count: 1) == [])
    #expect(most <= 2 * frame + 1 << 16)
  }

  @Test("pipes are refused where nobody asked for them, and by patterns always")
  func refusals() throws {
    let pattern = folder.path + "/f*"
    for (path, pipes) in [(fifo, false), (pattern, false), (pattern, true)] {
      var options = SourceOptions()
      options.readsPipes = pipes
      let error = #expect(throws: SourceError.self) {
        _ = try FrameSource(paths: [path], options: options)
      }
      #expect(error == .notAFile(path: fifo, kind: .fifo))
    }
    #expect(throws: SourceError.notFound(path: "-")) { _ = try FrameSource(paths: ["-"]) }
  }

  @Test("a bad path is told in its turn where that is asked for")
  func badPaths() throws {
    let good = try folder.write("a.pgm", Array("P5 1 1 255\n".utf8) + [7])
    let source = try FrameSource(paths: ["/none", good, fifo, good], toleratesBadPaths: true)
    let results = outcomes(source)
    #expect(
      results.map(\.error)
        == [.notFound(path: "/none"), nil, .notAFile(path: fifo, kind: .fifo), nil])
    #expect(results.compactMap(\.frame).map(\.index) == [1, 3])
  }

  @Test("options without effect are told with the frame")
  func ignoredOptions() throws {
    var options = dump("GREY", 4, 4)
    options.cfa = .rggb
    let colour = try outcomes(Samples.bytes("made/face-rgb.png"), options).first?.frame
    #expect(colour?.ignoredOptions == [.dumpFormat, .cfa])
    let mosaic = try outcomes([UInt8](repeating: 9, count: 16), options).first?.frame
    #expect(mosaic?.ignoredOptions == [])
  }
}
