/// The file names of a sequence of pictures.
struct OverlayName {
  private let stem: String
  private let suffix: String

  /// Splits a path before its last dot, if that is in its last part.
  init(_ path: String) {
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    if let dot = path[name...].lastIndex(of: "."), dot > name {
      (stem, suffix) = (String(path[..<dot]), String(path[dot...]))
    } else {
      (stem, suffix) = (path, "")
    }
  }

  /// The path itself for 0, else with a number of four digits or more: `out-0001.png`.
  func numbered(_ index: Int) -> String {
    if index == 0 { return stem + suffix }
    let digits = String(index)
    return "\(stem)-\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)\(suffix)"
  }
}
