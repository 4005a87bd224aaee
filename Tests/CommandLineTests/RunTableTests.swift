import ClosedLoop
import GrayCard
import SimulatedCamera
import Testing

@testable import graycard

@Suite struct RunTableTests {
  private func reports(_ count: Int) throws -> [RunReport] {
    let scene = try #require(NamedScene.named("tunnel"))
    var loop = try SimulatedLoop(scene.camera(.webcam(width: 32, height: 24)))
    return try (0..<count).map { _ in RunReport(try loop.step()) }
  }

  @Test func isDrawnOverItself() throws {
    var table = RunTable(title: "sim:tunnel", usesColour: false)
    let texts = try reports(80).map { table.next($0, size: (80, 24)) }
    let lines = texts[0].split(separator: "\n").count
    #expect(!texts[0].contains("\u{1B}"))
    for text in texts.dropFirst() {
      #expect(text.hasPrefix("\u{1B}[\(lines)A\u{1B}[J"))
      #expect(text.split(separator: "\n").count == lines)
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 + 9 })
    }
    #expect(texts[79].contains("frame 79"))
    // The warm-up's frames are searches, and the last is in the tunnel or out of it.
    #expect(texts[0].contains("searching") || texts[0].contains("inactive"))
  }

  @Test(arguments: [(20, 5), (40, 1), (200, 50)])
  func fitsTheTerminal(_ columns: Int, _ rows: Int) throws {
    var table = RunTable(title: "sim:tunnel", usesColour: false)
    let text = table.next(try reports(1)[0], size: (columns, rows))
    let lines = text.split(separator: "\n")
    #expect(lines.count <= max(rows - 1, 1))
    #expect(lines.allSatisfy { $0.count <= max(columns - 1, 20) })
  }

  @Test func errorsHaveABar() {
    #expect(RunReport.bar(0) == "            ┃            ")
    #expect(RunReport.bar(1).hasPrefix("            ┃▪▪▪▪"))
    #expect(RunReport.bar(-9).hasPrefix("▪▪▪▪▪▪▪▪▪▪▪▪┃ "))
    #expect(RunReport.bar(.infinity).count == 25)
  }
}
