import Frames
import Testing

@testable import Statistics

@Suite struct StatisticsErrorTests {
  private static func error(
    _ format: PixelFormat, _ width: Int, _ height: Int,
    _ configuration: StatisticsConfiguration = StatisticsConfiguration()
  ) throws -> StatisticsError? {
    let layout = try FrameLayout(format: format, width: width, height: height)
    do throws(StatisticsError) {
      _ = try StatisticsExtractor(layout, configuration: configuration)
      return nil
    } catch {
      return error
    }
  }

  struct Size: CustomTestStringConvertible {
    let format: PixelFormat
    let width: Int
    let height: Int
    let metered: (Int, Int)
    let needed: (Int, Int)
    var testDescription: String { "\(format) \(width)×\(height)" }
  }

  static let tooSmall: [Size] = [
    Size(format: .grey(.bits8), width: 7, height: 4, metered: (7, 4), needed: (8, 4)),
    Size(format: .grey(.bits8), width: 8, height: 3, metered: (8, 3), needed: (8, 4)),
    Size(format: .grey(.bits8), width: 1, height: 1, metered: (1, 1), needed: (8, 4)),
    Size(format: .grey(.bits8), width: 65_535, height: 1, metered: (65_535, 1), needed: (8, 4)),
    // The last column of an odd 4:2:2 row fills no pair, the last row of 4:2:0 no square.
    Size(format: .packedYUV(.yuyv), width: 9, height: 3, metered: (8, 3), needed: (8, 4)),
    Size(
      format: .semiPlanarYUV(.yuv420, .cbCr), width: 8, height: 3, metered: (8, 2), needed: (8, 4)),
    Size(format: .bayer(.rggb, .bits8), width: 15, height: 9, metered: (14, 8), needed: (16, 8)),
    Size(format: .bayer(.rggb, .bits8), width: 1, height: 1, metered: (0, 0), needed: (16, 8)),
  ]

  @Test(arguments: tooSmall)
  func refusesLessThanAZone(_ size: Size) throws {
    let error = try Self.error(size.format, size.width, size.height)
    #expect(
      error
        == .regionTooSmall(
          width: size.metered.0, height: size.metered.1, neededWidth: size.needed.0,
          neededHeight: size.needed.1))
    #expect(
      error?.description == "a region of \(size.metered.0)×\(size.metered.1) pixels is too small "
        + "to meter; at least \(size.needed.0)×\(size.needed.1) are needed")
  }

  @Test(arguments: [
    (PixelFormat.grey(.bits8), 8, 4), (.packedYUV(.yuyv), 9, 4),
    (.planarYUV(.yuv420, .cbCr), 9, 5), (.bayer(.rggb, .packed10), 17, 9),
  ])
  func takesOneZone(_ format: PixelFormat, _ width: Int, _ height: Int) throws {
    #expect(try Self.error(format, width, height) == nil)
  }

  @Test func refusesRegionsThatRoundToNothing() throws {
    var configuration = StatisticsConfiguration()
    configuration.region = NormalisedRectangle(x: 0.5, y: 0.5, width: 0.01, height: 0.01)!
    #expect(
      try Self.error(.grey(.bits8), 160, 120, configuration)
        == .regionTooSmall(width: 0, height: 0, neededWidth: 8, neededHeight: 4))
    configuration.region = NormalisedRectangle(x: 2, y: 2, width: 1, height: 1)!
    #expect(try Self.error(.grey(.bits8), 160, 120, configuration) != nil)
    configuration.region = NormalisedRectangle(x: -5, y: -1e300, width: 1, height: 1)!
    #expect(try Self.error(.grey(.bits8), 160, 120, configuration) != nil)
  }

  @Test func refusesMasksThatLeaveNothing() throws {
    let configuration = StatisticsConfiguration(
      mask: FrameMask(circle: FrameMask.Circle(radius: 0.01)))
    let error = try Self.error(.grey(.bits8), 160, 120, configuration)
    #expect(error == .nothingLeft)
    #expect(
      error?.description
        == "the mask leaves nothing of the region to meter; widen the mask or the region")
  }

  @Test func refusesFramesOfAnotherLayout() throws {
    let layout = try FrameLayout(format: .grey(.bits8), width: 16, height: 8)
    // The same pixels, but their codes mean something else.
    let other = try FrameLayout(format: .grey(.bits8), width: 16, height: 8, range: .limited)
    let bytes = [UInt8](repeating: 70, count: 128)
    var extractor = try StatisticsExtractor(layout)
    let whole = try extractor.extract(FrameView(layout, bytes.span))
    var result = whole
    let view = try FrameView(other, bytes.span)
    var errors: [StatisticsError?] = []
    do { try extractor.extract(view, into: &result) } catch { errors.append(error) }
    do { try extractor.consume(view, rows: 4) } catch { errors.append(error) }
    do { try extractor.finish(view, into: &result) } catch { errors.append(error) }
    #expect(errors == [.layoutChanged, .layoutChanged, .layoutChanged])
    #expect(
      errors[0]?.description
        == "the frame's layout differs from the extractor's; make an extractor for each layout")
    #expect(result == whole)
    let again = try extractor.extract(FrameView(layout, bytes.span))
    #expect(again == whole)
  }
}
