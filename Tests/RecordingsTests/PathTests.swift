import Frames
import Glibc
import Recordings
import Testing

@Suite("Paths")
struct PathTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private func picture(_ code: UInt8) -> [UInt8] { Array("P5 1 1 255\n".utf8) + [code] }

  private func refusal(_ paths: [String]) -> SourceError? {
    do throws(SourceError) {
      _ = try FrameSource(paths: paths)
      return nil
    } catch {
      return error
    }
  }

  @Test("a folder's frames come in natural order, and other files are ignored")
  func naturalOrder() throws {
    let names = [
      "frame10.pgm", "frame9.pgm", "frame009.pgm", "Frame1.pgm", "b2a1.pgm", "b02a1.pgm",
    ]
    for (index, name) in names.enumerated() { try folder.write(name, picture(UInt8(index))) }
    try folder.write("noExtension", picture(77))
    try folder.write("notes.txt", Array("hello".utf8))
    try folder.write(".hidden.pgm", picture(99))
    unsafe mkdir(folder.path + "/deeper.pgm", 0o755)
    unsafe mkfifo(folder.path + "/fifo.pgm", 0o644)
    let frames = try outcomes([folder.path]).compactMap(\.frame)
    #expect(
      frames.map { String($0.name.split(separator: "/").last ?? "") }
        == [
          "Frame1.pgm", "b02a1.pgm", "b2a1.pgm", "frame009.pgm", "frame9.pgm", "frame10.pgm",
          "noExtension",
        ])
    #expect(frames.map(\.index) == Array(0..<7))
  }

  @Test("formats mix freely, and a broken frame costs only itself")
  func mixture() throws {
    try folder.write("1.pgm", picture(1))
    try folder.write("2.jpg", Array(Samples.bytes("made/face-grey.jpg").dropLast(2)))
    try folder.write("3.png", [])
    try folder.write("4.raw", [1, 2, 3, 4, 5])
    try folder.write("5.png", try Samples.bytes("made/face-rgb.png"))
    try folder.write("6.jpg", Array("not a picture".utf8))
    try folder.write("7.tif", try Samples.bytes("made/face-float.tif"))
    try folder.write("8.pgm", picture(8))
    let results = try outcomes([folder.path + "/"], dump("GREY", 2, 2))
    // 4 is a dump of one frame and a rest; 6 isn't one, whatever its size, since it is called .jpg.
    let kinds = results.map { $0.frame.map { "\($0.index)" } ?? "-" }
    #expect(kinds == ["0", "-", "-", "3", "-", "5", "-", "-", "8"])
    #expect(results.compactMap(\.frame).first?.bytes == [1])
    #expect(results.compactMap(\.frame).last?.bytes == [8])
    #expect(results.compactMap(\.frameError).contains(.empty))
    #expect(results.compactMap(\.frameError).contains(.truncated(bytes: 1, needed: 4)))
  }

  @Test("a quoted pattern is expanded in natural order")
  func pattern() throws {
    for (index, name) in ["a10.pgm", "a2.pgm", "b1.pgm"].enumerated() {
      try folder.write(name, picture(UInt8(index)))
    }
    let frames = try outcomes([folder.path + "/a*.pgm"]).compactMap(\.frame)
    #expect(frames.map(\.bytes) == [[1], [0]])
    let none = folder.path + "/c*.pgm"
    #expect(refusal([none]) == .noMatch(pattern: none))
  }

  @Test("a file whose name looks like a pattern is itself")
  func literal() throws {
    let path = try folder.write("a[1].pgm", picture(3))
    #expect(try outcomes([path]).first?.frame?.bytes == [3])
  }

  @Test("what holds no recording is refused before it is opened")
  func specialFiles() throws {
    let fifo = folder.path + "/fifo"
    unsafe mkfifo(fifo, 0o644)
    #expect(refusal([fifo]) == .notAFile(path: fifo, kind: .fifo))
    #expect(refusal([folder.path + "/f*"]) == .notAFile(path: fifo, kind: .fifo))
    #expect(refusal(["/dev/null"]) == .notAFile(path: "/dev/null", kind: .characterDevice))
    #expect(refusal(["/nowhere/at/all"]) == .notFound(path: "/nowhere/at/all"))
    #expect(refusal([]) == .noPaths)
    #expect(refusal([""]) == .notFound(path: ""))
    let file = try folder.write("file", [1])
    #expect(refusal([file + "/below"]) == .notReadable(path: file + "/below", errno: ENOTDIR))
  }

  @Test("a socket is refused")
  func socketFile() throws {
    let path = folder.path + "/socket"
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let bound = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    #expect(refusal([path]) == .notAFile(path: path, kind: .socket))
  }

  @Test("an empty folder is an error")
  func emptyFolder() throws {
    #expect(refusal([folder.path]) == .emptyFolder(path: folder.path))
    try folder.write("notes.txt", Array("hello".utf8))
    #expect(refusal([folder.path]) == .emptyFolder(path: folder.path))
  }

  @Test("what may not be read is an error", .enabled(if: getuid() != 0, "root may read all"))
  func permissions() throws {
    let file = try folder.write("secret.pgm", picture(1))
    unsafe chmod(file, 0)
    #expect(try outcomes([file]).first?.error == .notReadable(path: file, errno: EACCES))
    unsafe chmod(folder.path, 0o100)
    #expect(refusal([folder.path]) == .notReadable(path: folder.path, errno: EACCES))
    unsafe chmod(folder.path, 0o700)
  }

  @Test("unknown content and empty files are errors of their own")
  func content() throws {
    let unknown = try folder.write("frame.jpg", Array("hello".utf8))
    #expect(try outcomes([unknown]).map(\.error) == [.unknownContent(path: unknown)])
    let empty = try folder.write("empty.jpg", [])
    let results = try outcomes([empty])
    #expect(results.map(\.frameError) == [.empty])
    #expect(results[0].error?.description.hasPrefix("\(empty), frame 0: no bytes") == true)
  }

  @Test("a file that goes while its source is read is an error, and reading goes on")
  func vanishing() throws {
    let first = try folder.write("1.pgm", picture(1))
    let second = try folder.write("2.pgm", picture(2))
    let source = try FrameSource(paths: [first, second])
    unsafe unlink(first)
    let results = outcomes(source)
    #expect(results.map(\.error) == [.notFound(path: first), nil])
    #expect(results.last?.frame?.bytes == [2])
  }

  @Test("an unreadable frame counts, so that time stamps stay right")
  func timestamps() throws {
    let paths = [
      try folder.write("1.pgm", picture(1)), try folder.write("2.pgm", [1, 2, 3]),
      try folder.write("3.pgm", picture(3)),
    ]
    var options = SourceOptions()
    options.frameRate = 2
    let frames = try outcomes(paths, options).compactMap(\.frame)
    #expect(frames.map(\.timestamp) == [0, 1])
    #expect(frames.map(\.index) == [0, 2])
  }
}
