internal import Controls
internal import Frames
internal import Photometry
internal import Recordings
internal import Statistics
internal import WhiteBalance

/// A frame with its statistics and what methods say of its light.
struct BalanceShot {
  let frame: RecordedFrame
  let response: ResponseCurve
  let statistics: FrameStatistics
  let evidence: ColourEvidence
  let sensor: BalanceSensor
  let estimates: [BalanceMethods.Entry]
  /// The gains that a grey card in the frame needs.
  let reference: WhiteBalanceGains?

  /// Why a frame has no light to tell of.
  struct NoColour: Error, CustomStringConvertible {
    let description: String
  }

  init(
    _ frame: RecordedFrame, options: BalanceOptions, methods: inout BalanceMethods
  ) throws {
    self.frame = frame
    response = options.response ?? frame.response
    var configuration = options.statistics
    if let card = options.reference {
      var mask = configuration.mask ?? FrameMask()
      mask.excluded.append(card)
      configuration.mask = mask
    }
    statistics = try Self.statistics(frame, configuration)
    evidence = ColourEvidence(statistics, response: response)
    sensor = BalanceSensor(frame, response: response, profile: options.profile)
    estimates = methods.estimates(
      statistics, response: response, sensor: sensor.colour, prior: options.prior)
    if estimates.isEmpty {
      throw NoColour(description: "there is no colour to judge by")
    }
    guard let card = options.reference else {
      reference = nil
      return
    }
    configuration.mask = FrameMask(rectangle: card.intersection(.full) ?? card)
    let means = ChannelMeans(try Self.statistics(frame, configuration), response: response)
    guard let gains = means?.grayWorldGains,
      let reference = WhiteBalanceGains(red: gains.red, blue: gains.blue)
    else {
      throw NoColour(
        description: "the reference holds no colour that is unclipped, or is too small")
    }
    self.reference = reference
  }

  private static func statistics(
    _ frame: RecordedFrame, _ configuration: StatisticsConfiguration
  ) throws -> FrameStatistics {
    var extractor = try StatisticsExtractor(frame.layout, configuration: configuration)
    return try extractor.extract(FrameView(frame.layout, frame.bytes.span))
  }
}

/// Whose colours a frame has, and so how they become temperatures.
struct BalanceSensor {
  let name: String
  let colour: SensorColour

  init(_ frame: RecordedFrame, response: ResponseCurve, profile: DeviceProfile?) {
    let isSensors: Bool
    if case .bayer = frame.layout.format {
      isSensors = true
    } else {
      isSensors = response == .linear && frame.layout.format.bitDepth > 8
    }
    if let profile {
      (name, colour) = ("the profile's", SensorColour(profile))
    } else if isSensors {
      (name, colour) = ("a generic sensor's", .generic)
    } else {
      (name, colour) = ("BT.709", Self.bt709 ?? .generic)
    }
  }

  /// From XYZ to linear BT.709 and sRGB (IEC 61966-2-1), whose white is D65.
  private static let bt709 = SensorMatrix([
    3.2406, -1.5372, -0.4986, -0.9689, 1.8758, 0.0415, 0.0557, -0.2040, 1.0570,
  ]).flatMap { SensorColour($0) }
}
