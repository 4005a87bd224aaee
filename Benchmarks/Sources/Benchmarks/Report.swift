import CReadKernel
import Foundation

/// Prints measurements as a table for people or as lines for programs.
struct Report {
  let options: Options

  private static let widths = [8, 8, 10, 5, 9, 9, 7, 7]

  func header() {
    let (commit, processor) = (Self.commit, Self.processor)
    let read = unsafe String(cString: gcb_read_name())
    if options.printsJSON {
      print(
        "{\"commit\":\"\(commit)\",\"processor\":\"\(processor)\",\"read\":\"\(read)\""
          + ",\"width\":\(options.width),\"height\":\(options.height)"
          + ",\"rounds\":\(options.rounds)}")
      return
    }
    print("commit \(commit), \(processor), read kernel \(read)")
    print(
      "\(options.width)x\(options.height), \(options.rounds) rounds; times in ms, "
        + "ratio: paired median to reading the frame once")
    let titles = ["format", "content", "variant", "cache", "min", "median", "GB/s", "ratio"]
    print(Self.row(titles) + "  checksum")
  }

  func line(_ format: String, _ content: Content, isHot: Bool, _ measurement: Measurement) {
    let cache = isHot ? "hot" : "cold"
    let checksum = String(measurement.checksum, radix: 16)
    if options.printsJSON {
      print(
        "{\"format\":\"\(format)\",\"content\":\"\(content)\",\"variant\":\"\(measurement.variant)\""
          + ",\"cache\":\"\(cache)\",\"min\":\(measurement.minimum)"
          + ",\"median\":\(measurement.median),\"ratio\":\(measurement.ratioToRead)"
          + ",\"checksum\":\"\(checksum)\"}")
      return
    }
    let cells = [
      format, "\(content)", measurement.variant, cache,
      Self.number(Double(measurement.minimum) / 1e6, 3),
      Self.number(Double(measurement.median) / 1e6, 3),
      Self.number(measurement.gigabytesPerSecond, 1), Self.number(measurement.ratioToRead, 2),
    ]
    print(Self.row(cells) + "  \(checksum)")
  }

  private static func number(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }

  /// Words stand left in their column, numbers right.
  private static func row(_ cells: [String]) -> String {
    cells.enumerated().map { index, cell in
      let blanks = String(repeating: " ", count: max(0, widths[index] - cell.count))
      return index < 4 ? cell + blanks : blanks + cell
    }.joined(separator: " ")
  }

  /// The commit that was built, with a plus where the sources differ from it.
  private static var commit: String {
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

  private static var processor: String {
    let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
      ?? "unknown processor"
  }
}
