internal import Frames
internal import Metering
internal import Photometry
internal import Recordings
internal import Statistics

/// What is kept from frame to frame of one layout.
struct MeterBench: ~Copyable {
  let layout: FrameLayout
  let response: ResponseCurve
  private var extractor: StatisticsExtractor
  private var meter: Meter
  private var learner: BorderLearner?

  /// Prepares for frames of a layout.
  init(
    _ layout: FrameLayout, response: ResponseCurve, options: MeterOptions
  ) throws(StatisticsError) {
    self.layout = layout
    self.response = response
    let extractor = try StatisticsExtractor(layout, configuration: options.statistics)
    meter = Meter(
      geometry: extractor.geometry, signal: extractor.signal,
      configuration: MeteringConfiguration(
        pattern: options.pattern, rectangles: options.rectangles, response: response))
    learner = options.learnsBorders ? BorderLearner(geometry: extractor.geometry) : nil
    self.extractor = extractor
  }

  /// Meters a frame of the layout.
  mutating func meter(_ frame: RecordedFrame, options: MeterOptions) throws -> MeteredShot {
    let view = try FrameView(frame.layout, frame.bytes.span)
    var statistics = try extractor.extract(view)
    statistics.timestamp = frame.timestamp
    statistics.sequence = frame.index
    learner?.step(statistics)
    if let learner { meter.exclude(learner.borders) }
    let metered = try meter.meter(statistics)
    let report = MeterReport(
      frame, statistics, metered, options: options, response: response)
    return MeteredShot(
      statistics: statistics, metered: metered, report: report, response: response)
  }
}

/// A frame's numbers, and what is said of them.
struct MeteredShot {
  let statistics: FrameStatistics
  let metered: MeteredLuminance
  let report: MeterReport
  let response: ResponseCurve
}
