internal import Photometry
internal import Statistics
internal import WhiteBalance

/// The estimators that `graycard balance` compares.
struct BalanceMethods {
  /// What one of them says.
  struct Entry {
    let name: String
    let estimate: IlluminantEstimate
  }

  /// What each says of a frame that was taken without gains; those that can say nothing are left out.
  mutating func estimates(_ statistics: FrameStatistics, response: ResponseCurve) -> [Entry] {
    guard let means = ChannelMeans(statistics, response: response),
      let gains = means.grayWorldGains
    else { return [] }
    let total = statistics.total
    let share = total.cells > 0 ? Double(total.unclipped) / Double(total.cells) : 0
    return IlluminantEstimate(red: 1 / gains.red, blue: 1 / gains.blue, confidence: share)
      .map { [Entry(name: "gray world", estimate: $0)] } ?? []
  }
}
