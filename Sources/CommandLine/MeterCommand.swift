internal import Foundation
internal import Frames
internal import Metering
internal import Photometry
internal import Recordings
internal import Statistics

/// `graycard meter`: reads frames, prints what they are metered at.
struct MeterCommand: ~Copyable {
  private let options: MeterOptions
  private let output = Output.standardOutput
  private let encoder: JSONEncoder
  private var bench: MeterBench?
  private var drawnLines = 0
  private var framesRead = 0
  private var framesFailed = 0

  /// Runs the command.
  ///
  /// - Parameter arguments: The command line, the command's name first.
  /// - Returns: How the program ends.
  static func run(_ arguments: [String]) -> ExitStatus {
    var command = MeterCommand(MeterOptions(arguments))
    return command.run()
  }

  private init(_ options: MeterOptions) {
    self.options = options
    encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  private mutating func run() -> ExitStatus {
    var source: FrameSource
    do throws(SourceError) {
      source = try FrameSource(paths: options.sources, options: options.reading)
    } catch {
      complain(error.description)
      return .failure
    }
    while framesRead + framesFailed < options.frameLimit ?? .max {
      do throws(SourceError) {
        guard let frame = try source.next() else { break }
        try meter(frame)
        framesRead += 1
      } catch {
        framesFailed += 1
        complain(error.description)
      }
    }
    if framesFailed > 0, framesRead > 0 {
      complain("\(framesFailed) of \(framesRead + framesFailed) frames could not be read")
    }
    return framesFailed > 0 ? .failure : .success
  }

  private mutating func meter(_ frame: RecordedFrame) throws(SourceError) {
    do {
      let response = options.response ?? frame.response
      if bench == nil || bench?.layout != frame.layout || bench?.response != response {
        bench = try MeterBench(frame.layout, response: response, options: options)
      }
      try bench?.meter(frame)
      guard let report = bench?.report(frame, options: options) else { return }
      try show(report)
      if let path = options.overlay { try draw(frame, report, to: path) }
    } catch {
      framesFailed += 1
      complain("\(frame.name): \(error)")
    }
  }

  private mutating func show(_ report: FrameReport) throws {
    if options.printsJSON {
      let json = try encoder.encode(report)
      output.write(String(decoding: json, as: UTF8.self) + "\n")
    } else if options.showsDetail || output.isTerminal {
      let text = ReportText(report: report, usesColour: output.wantsColour)
      let table = text.table(
        histogram: bench?.statistics.histogram ?? [], zones: zoneMap, columns: output.columns)
      // A live table is drawn over the one before; with --detail each stays.
      let isLive = output.isTerminal && !options.showsDetail
      let up = isLive && drawnLines > 0 ? "\u{1B}[\(drawnLines)A\u{1B}[J" : ""
      output.write(up + table)
      drawnLines = table.count { $0 == "\n" }
    } else {
      output.write(ReportText(report: report, usesColour: false).line)
      if let zoneMap {
        let lines = zoneMap.lines(usesColour: false, columns: output.columns)
        output.write(lines.joined(separator: "\n") + "\n")
      }
    }
  }

  private var zoneMap: ZoneMap? {
    guard options.showsZones, let geometry = bench?.statistics.geometry,
      let metered = bench?.metered
    else { return nil }
    return ZoneMap(geometry: geometry, metered: metered)
  }

  /// Draws a frame; the first has the name as given, those behind it a number in it.
  private func draw(_ frame: RecordedFrame, _ report: FrameReport, to path: String) throws {
    guard let statistics = bench?.statistics, let metered = bench?.metered else { return }
    let overlay = Overlay(frame: frame, statistics: statistics, metered: metered, report: report)
    try overlay.write(to: OverlayName(path).numbered(framesRead))
  }

  private func complain(_ message: String) {
    Output.standardError.write("graycard meter: \(message)\n")
  }
}

/// What is kept from frame to frame of one layout.
struct MeterBench: ~Copyable {
  let layout: FrameLayout
  let response: ResponseCurve
  private var extractor: StatisticsExtractor
  private var meter: Meter
  private var learner: BorderLearner?
  private(set) var statistics: FrameStatistics
  private(set) var metered: MeteredLuminance

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
    statistics = extractor.makeStatistics()
    metered = MeteredLuminance(zoneCount: extractor.geometry.zoneCount)
    self.extractor = extractor
  }

  mutating func meter(_ frame: RecordedFrame) throws {
    let view = try FrameView(frame.layout, frame.bytes.span)
    try extractor.extract(view, into: &statistics)
    statistics.timestamp = frame.timestamp
    statistics.sequence = frame.index
    learner?.step(statistics)
    if let learner { meter.exclude(learner.borders) }
    try meter.meter(statistics, into: &metered)
  }

  func report(_ frame: RecordedFrame, options: MeterOptions) -> FrameReport {
    FrameReport(frame, statistics, metered, options: options, response: response)
  }
}
