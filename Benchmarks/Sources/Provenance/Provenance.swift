internal import Foundation

/// What was measured where and when.
public enum Provenance {
  /// The commit that was built, with a plus where the sources differ from it.
  public static var commit: String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().path
    guard let name = git(["-C", folder, "rev-parse", "--short", "HEAD"]), !name.isEmpty
    else { return "unknown" }
    return git(["-C", folder, "status", "--porcelain"])?.isEmpty == false ? name + "+" : name
  }

  private static func git(_ arguments: [String]) -> String? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The processor's model.
  public static var processor: String {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
      ?? "unknown processor"
  }

  /// The day in UTC, as in 2026-12-01.
  public static var date: String {
    let formatter = DateFormatter()
    formatter.dateFormat = "yyyy-MM-dd"
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    return formatter.string(from: Date())
  }
}
