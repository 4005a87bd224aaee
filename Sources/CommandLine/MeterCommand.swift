internal import Controls
internal import Foundation
internal import Frames
internal import Metering
internal import Photometry
internal import Recordings
internal import Statistics
internal import V4L2

/// `graycard meter`: reads frames, prints what they are metered at.
struct MeterCommand: ~Copyable {
  private let options: MeterOptions
  private let output = Output.standardOutput
  private let encoder: JSONEncoder
  private var bench: MeterBench?
  private var drawnLines = 0
  private var framesRead = 0
  private var framesFailed = 0
  private var lastFault: String?

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
    if options.device.path != nil { return runDevice() }
    var source: FrameSource
    do throws(SourceError) {
      source = try FrameSource(
        paths: options.sources, options: options.reading, toleratesBadPaths: true)
    } catch {
      complain(error.description)
      return .failure
    }
    while framesRead + framesFailed < options.frameLimit ?? .max {
      do throws(SourceError) {
        guard let frame = try source.next() else { break }
        if meter(frame) { framesRead += 1 } else { framesFailed += 1 }
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

  private mutating func runDevice() -> ExitStatus {
    StopSignal.watch()
    do {
      var frames = try DeviceFrames(options.device)
      let name = options.device.path ?? ""
      let known = frames.camera.profile.response?.value
      var (start, lost): (Double?, Int) = (nil, 0)
      while framesRead + framesFailed < options.frameLimit ?? .max {
        let taken: RecordedFrame? = try frames.next(lost: &lost) { information, layout, view in
          let begin = start ?? information.timing.time
          start = begin
          return try RecordedFrame(
            copying: view, response: known ?? MeteringConfiguration.defaultResponse(for: layout),
            name: name, index: framesRead, timestamp: information.timing.time - begin)
        }
        guard let taken else { break }
        if meter(taken) { framesRead += 1 } else { framesFailed += 1 }
      }
      if lost > 0 { complain("\(lost) pictures could not be decoded") }
      return framesFailed > 0 ? .failure : .success
    } catch {
      complain("\(error)")
      return .failure
    }
  }

  /// Meters and shows a frame; says whether that went well, after a complaint where it did not.
  private mutating func meter(_ frame: RecordedFrame) -> Bool {
    do {
      let response = options.response ?? frame.response
      if bench == nil || bench?.layout != frame.layout || bench?.response != response {
        bench = try MeterBench(frame.layout, response: response, options: options)
      }
      guard let shot = try bench?.meter(frame, options: options) else { return false }
      try show(shot)
      if let path = options.overlay {
        // The first frame's picture has the name as given, those behind it a number in it.
        try Overlay(frame: frame, shot: shot).write(to: OverlayName(path).numbered(framesRead))
      }
      return true
    } catch {
      // A fault of the options or of the place for pictures is the same for each frame: said once.
      let fault = "\(error)"
      if fault != lastFault { complain("\(frame.name): \(fault)") }
      lastFault = fault
      return false
    }
  }

  private mutating func show(_ shot: MeteredShot) throws {
    let zoneMap = options.showsZones ? ZoneMap(shot) : nil
    if options.printsJSON {
      let json = try encoder.encode(shot.report)
      output.write(String(decoding: json, as: UTF8.self) + "\n")
    } else if options.showsDetail || output.isTerminal {
      let text = ReportText(report: shot.report, usesColour: output.wantsColour)
      let size = output.size
      var lines = text.table(
        histogram: shot.statistics.histogram, zones: zoneMap, columns: size.columns)
      // A live table is drawn over the one before, so it must fit; with --detail each stays.
      let isLive = output.redraws && !options.showsDetail
      if isLive { lines = Array(lines.prefix(size.rows - 1)) }
      let table = lines.joined(separator: "\n") + "\n"
      let up = isLive && drawnLines > 0 ? "\u{1B}[\(drawnLines)A\u{1B}[J" : ""
      output.write(up + table)
      drawnLines = lines.count
    } else {
      output.write(ReportText(report: shot.report, usesColour: false).line)
      if let zoneMap {
        let lines = zoneMap.lines(usesColour: false, columns: output.size.columns)
        output.write(lines.joined(separator: "\n") + "\n")
      }
    }
  }

  private func complain(_ message: String) {
    Output.standardError.write("graycard meter: \(ReportText.printable(message))\n")
  }
}
