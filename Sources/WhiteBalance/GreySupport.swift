internal import Photometry
internal import Statistics

/// How much of a frame looks grey under the light that is found: a second opinion on an estimate.
///
/// A picture that is one colour all over (a lawn, a blue screen) has some likeliest light as well, and a
/// method may be sure of it. But then hardly a zone is grey under it, and what cannot be seen to be right
/// is not followed.
enum GreySupport {
  /// The share of lit zones that has to be nearly grey for an estimate to count as it says.
  static let enough = 0.05
  /// How far from grey a zone may be, as a factor of red and of blue against green.
  static let nearness = 1.35

  /// An estimate with its confidence lowered where too few zones bear it out.
  ///
  /// - Parameters:
  ///   - estimate: The estimate.
  ///   - statistics: The frame's statistics.
  ///   - response: How codes are turned into linear light.
  ///   - inForce: The gains that the frame was taken with.
  /// - Returns: The same light.
  static func weighed(
    _ estimate: IlluminantEstimate, _ statistics: FrameStatistics, response: ResponseCurve,
    inForce: WhiteBalanceGains
  ) -> IlluminantEstimate {
    let (red, blue) = (estimate.red * inForce.red, estimate.blue * inForce.blue)
    var (lit, near) = (0, 0)
    // Some two hundred zones tell as much as all.
    let step = max(1, statistics.zones.count / 192)
    for index in stride(from: 0, to: statistics.zones.count, by: step) {
      guard let codes = statistics.meanChannels(of: statistics.zones[index]) else { continue }
      let green = response.linear(fromEncoded: codes.green)
      guard green >= ColourEvidence.leastLight else { continue }
      lit += 1
      let reds = response.linear(fromEncoded: codes.red) / (red * green)
      let blues = response.linear(fromEncoded: codes.blue) / (blue * green)
      let range = 1 / nearness...nearness
      if range.contains(reds), range.contains(blues) { near += 1 }
    }
    guard lit > 0 else { return estimate }
    let share = Double(near) / Double(lit)
    return IlluminantEstimate(
      red: estimate.red, blue: estimate.blue,
      confidence: estimate.confidence * min(1, share / enough)) ?? estimate
  }
}
