internal import Foundation
public import Frames

/// What a window of a stack holds, see Scripts/focus-labels.py.
public struct FocusLabel: Hashable, Sendable {
  /// What there is to focus on.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    /// One depth.
    case focusable
    /// Nothing.
    case flat
    /// Two depths, of which either will do.
    case twoDepths
  }

  /// Why labels could not be read.
  public struct FormatError: Error, CustomStringConvertible {
    /// What is wrong, and in which line.
    public let description: String
  }

  /// The stack's folder.
  public let stack: String
  /// The frames of the stack.
  public let count: Int
  /// The window of 3×3, row by row from 0.
  public let window: Int
  /// What there is to focus on.
  public let kind: Kind
  /// The best positions: one, two, or of flat windows none.
  public let best: [Int]
  /// The positions that count as in focus.
  public let inFocus: Set<Int>

  /// Makes a label.
  ///
  /// - Parameters:
  ///   - stack: The stack's name.
  ///   - count: The frames of the stack.
  ///   - window: The window of 3×3.
  ///   - kind: What there is to focus on.
  ///   - best: The best positions.
  ///   - inFocus: The positions that count as in focus.
  public init(
    stack: String, count: Int, window: Int, kind: Kind, best: [Int], inFocus: Set<Int>
  ) {
    self.stack = stack
    self.count = count
    self.window = window
    self.kind = kind
    self.best = best
    self.inFocus = inFocus
  }

  /// Where the window lies.
  public var rectangle: NormalisedRectangle { Self.rectangle(ofWindow: window) }

  /// Where a window of 3×3 lies.
  ///
  /// - Parameter window: Its number, row by row from 0 to 8.
  /// - Returns: A ninth of the frame.
  public static func rectangle(ofWindow window: Int) -> NormalisedRectangle {
    let (row, column) = (Double(window / 3), Double(window % 3))
    return NormalisedRectangle(x: column / 3, y: row / 3, width: 1.0 / 3, height: 1.0 / 3) ?? .full
  }

  /// Reads a labels file.
  ///
  /// - Parameter path: The file.
  /// - Returns: The labels, in order.
  /// - Throws: ``FormatError``, and what reading the file throws.
  public static func read(_ path: String) throws -> [FocusLabel] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    return try lines.dropFirst().map { line in
      guard let label = FocusLabel(line) else {
        throw FormatError(description: "\(path): this is no label: \(line)")
      }
      return label
    }
  }

  private init?(_ line: Substring) {
    let cells = line.split(separator: "\t").map(String.init)
    guard cells.count >= 6, let count = Int(cells[1]), let window = Int(cells[2]),
      (0..<9).contains(window), let kind = Kind(rawValue: cells[3])
    else { return nil }
    let best = cells[4].split(separator: ",").compactMap { Int($0) }
    var inFocus: Set<Int> = []
    for span in cells[5].split(separator: ";") {
      let ends = span.split(separator: "-").compactMap { Int($0) }
      if ends.count == 2, ends[0] <= ends[1] { inFocus.formUnion(ends[0]...ends[1]) }
    }
    guard best.count == [.focusable: 1, .flat: 0, .twoDepths: 2][kind] else { return nil }
    guard inFocus.isEmpty == (kind == .flat) else { return nil }
    self.init(
      stack: cells[0], count: count, window: window, kind: kind, best: best, inFocus: inFocus)
  }
}
