import Frames
import Testing

@Suite struct CFAOrderTests {
  static let flipRows: [(order: CFAOrder, horizontally: CFAOrder, vertically: CFAOrder)] = [
    (.rggb, .grbg, .gbrg), (.grbg, .rggb, .bggr), (.gbrg, .bggr, .rggb), (.bggr, .gbrg, .grbg),
  ]

  /// The letters of an order, read from its sites.
  private static func letters(_ order: CFAOrder) -> String {
    let sites = [order.sites.0, order.sites.1, order.sites.2, order.sites.3]
    return sites.map { site in
      switch site {
      case .red: "r"
      case .greenOnRedRow, .greenOnBlueRow: "g"
      case .blue: "b"
      }
    }.joined()
  }

  @Test(arguments: flipRows)
  func flips(_ row: (order: CFAOrder, horizontally: CFAOrder, vertically: CFAOrder)) {
    #expect(row.order.flippedHorizontally == row.horizontally)
    #expect(row.order.flippedVertically == row.vertically)
  }

  @Test(arguments: CFAOrder.allCases)
  func isNamedByItsSites(_ order: CFAOrder) {
    #expect(Self.letters(order) == "\(order)")
  }

  /// What a flip does to the quad itself: columns or rows change places.
  @Test(arguments: CFAOrder.allCases)
  func flipsMoveTheSites(_ order: CFAOrder) {
    let (a, b, c, d) = order.sites
    #expect(order.flippedHorizontally.sites == (b, a, d, c))
    #expect(order.flippedVertically.sites == (c, d, a, b))
  }

  @Test(arguments: CFAOrder.allCases)
  func flipsAreInvolutionsAndCommute(_ order: CFAOrder) {
    #expect(order.flippedHorizontally.flippedHorizontally == order)
    #expect(order.flippedVertically.flippedVertically == order)
    #expect(
      order.flippedHorizontally.flippedVertically == order.flippedVertically.flippedHorizontally)
    #expect(order.flippedHorizontally != order)
    #expect(order.flippedVertically != order)
  }

  /// The two greens are told apart by the colour that shares their row.
  @Test(arguments: CFAOrder.allCases)
  func greensAreNamedForTheirRows(_ order: CFAOrder) {
    let (a, b, c, d) = order.sites
    for row in [Set([a, b]), Set([c, d])] {
      #expect(row == [.red, .greenOnRedRow] || row == [.blue, .greenOnBlueRow])
    }
  }
}
