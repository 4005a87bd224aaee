import Foundation
import Recordings

/// What a run of the program left behind.
struct Run {
  let status: Int32
  let output: String
  let errors: String

  /// Whether the program ended by itself: no signal, no time-out.
  var endedItself: Bool { status < 124 }
  var lines: [String] { output.split(separator: "\n").map(String.init) }
  var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
}

/// The built program, which lies beside the test bundle.
enum Program {
  static let path = URL(fileURLWithPath: CommandLine.arguments[0])
    .deletingLastPathComponent().appendingPathComponent("graycard").path

  /// Runs the program to its end, in a folder; `timeout` ends it with status 124 if it blocks.
  static func run(_ arguments: String..., folder: String = "/") throws -> Run {
    try run(arguments, folder: folder)
  }

  static func run(_ arguments: [String], folder: String = "/") throws -> Run {
    try start([path] + arguments, folder: folder)
  }

  /// Runs a shell's line, for what only a shell can do to a program.
  static func shell(_ line: String, folder: String) throws -> Run {
    try start(["sh", "-c", line], folder: folder)
  }

  private static func start(_ command: [String], folder: String) throws -> Run {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["timeout", "60"] + command
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C"]
    // What a sanitizer was told of libraries' leaks holds for the program too.
    process.environment?["LSAN_OPTIONS"] = ProcessInfo.processInfo.environment["LSAN_OPTIONS"]
    process.standardInput = FileHandle.nullDevice
    // Files, since a pipe that nobody empties would block the program.
    let folder = try ScratchFolder()
    let (output, errors) = (folder.path + "/output", folder.path + "/errors")
    for file in [output, errors] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    process.waitUntilExit()
    func text(_ file: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    }
    return Run(
      status: process.terminationStatus, output: try text(output), errors: try text(errors))
  }
}

/// A folder that goes when the test does.
final class ScratchFolder: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("graycard-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  @discardableResult
  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
    return path + "/" + name
  }
}

/// The recorded frames of this repository, found from this file.
let samples =
  "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Regression/frames/"

/// A sample's bytes.
func sampleBytes(_ name: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(fileURLWithPath: samples + name)))
}
