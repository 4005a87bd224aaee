import CReadKernel
import Foundation
import Provenance

/// Prints measurements as a table for people or as lines for programs.
struct Report {
  let options: Options

  private static let widths = [8, 8, 10, 5, 9, 9, 7, 7]

  func header() {
    let (commit, processor) = (Provenance.commit, Provenance.processor)
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
}
