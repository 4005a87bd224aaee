import Foundation
import Photometry
import Recordings
import Statistics
import Testing
import WhiteBalance

@Suite struct SharedWhiteBalanceTests {
  private struct Truth: Decodable {
    let illuminant: [Double]

    private enum CodingKeys: String, CodingKey {
      case illuminant = "illuminant_color_raw"
    }
  }

  /// Plain gray world over all pixels has 2.71 and 2.28 degrees on these frames, mean and median
  /// (NumPy: 2.712, 2.275). The library leaves clipped pixels out, up to 2.7 % of a frame, and so
  /// measures 2.650 and 2.355, as NumPy does over the same pixels.
  @Test(.needsFrames(.grayWorldAngles))
  func grayWorldAngles() throws {
    let folder = "white-balance/imx135"
    let angles = try SharedFrames.names(in: folder, ending: ".png").map { name in
      let truthPath = try SharedFrames.path(String(name.dropLast(4)) + ".json")
      let data = try Data(contentsOf: URL(fileURLWithPath: truthPath))
      let truth = try JSONDecoder().decode(Truth.self, from: data).illuminant
      let taken = try statistics(of: SharedFrames.frame(name))
      let means = try #require(ChannelMeans(taken, response: .linear))
      return angle([means.red, means.green, means.blue], truth)
    }
    #expect(angles.count == 20)
    #expect(abs(angles.mean - 2.650) < 0.005)
    #expect(abs(angles.median - 2.355) < 0.005)
  }

  /// Degrees between two colours.
  private func angle(_ a: [Double], _ b: [Double]) -> Double {
    func product(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).map(*).reduce(0, +) }
    let cosine = product(a, b) / (product(a, a) * product(b, b)).squareRoot()
    return acos(min(1, cosine)) * 180 / .pi
  }
}
