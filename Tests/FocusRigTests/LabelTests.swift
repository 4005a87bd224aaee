import Foundation
import Frames
import Testing

@testable import FocusRig

/// The committed labels, as far as they can be checked without the stacks.
@Suite struct LabelTests {
  private let labels = Result {
    try FocusLabel.read("\(SceneTests.tests)/Regression/focus-labels.tsv")
  }

  @Test func sevenStacksOfNineWindows() throws {
    let labels = try labels.get()
    #expect(labels.count == 63)
    for (stack, own) in Dictionary(grouping: labels, by: \.stack) {
      #expect(own.map(\.window) == Array(0..<9), "\(stack)")
      #expect(Set(own.map(\.count)).count == 1)
    }
    #expect(labels.count { $0.kind == .focusable } == 47)
    #expect(labels.count { $0.kind == .flat } == 6)
    #expect(labels.count { $0.kind == .twoDepths } == 10)
  }

  @Test func theBestIsInFocus() throws {
    for label in try labels.get() {
      #expect(label.inFocus.isSuperset(of: label.best), "\(label.stack) \(label.window)")
      #expect(label.inFocus.allSatisfy { (0..<label.count).contains($0) })
      #expect(label.inFocus.count < label.count)
    }
  }

  @Test func windowsAreThirds() throws {
    let label = try #require(try labels.get().first { $0.window == 5 })
    #expect((label.rectangle.x - 2.0 / 3).magnitude < 1e-12)
    #expect((label.rectangle.y - 1.0 / 3).magnitude < 1e-12)
  }

  @Test func whatIsNoLabelIsSaid() throws {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appending(path: "focus-labels-\(UUID().uuidString).tsv").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let head = "stack\tframes\twindow\tkind\tbest\tinFocus\n"
    for line in [
      "a\t9\t0\tfocusable\t3,4\t3-4", "a\t9\t9\tflat\t-\t-", "a\t9\t0\tflat\t-\t1-2", "a",
    ] {
      try (head + line).write(toFile: path, atomically: true, encoding: .utf8)
      #expect(throws: FocusLabel.FormatError.self) { try FocusLabel.read(path) }
    }
    try (head + "a\t9\t0\tfocusable\t3\t2-4;7-7\n").write(
      toFile: path, atomically: true, encoding: .utf8)
    #expect(try FocusLabel.read(path).first?.inFocus == [2, 3, 4, 7])
  }
}
