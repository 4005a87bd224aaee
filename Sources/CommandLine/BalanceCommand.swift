internal import Foundation
internal import Recordings
internal import WhiteBalance

/// `graycard balance`: reads frames, prints the light that they were taken under.
struct BalanceCommand {
  private let options: BalanceOptions
  private let encoder = JSONEncoder()
  private var methods = BalanceMethods()
  private var framesRead = 0
  private var framesFailed = 0

  /// Runs the command.
  ///
  /// - Parameter arguments: The command line, the command's name first.
  /// - Returns: How the program ends.
  static func run(_ arguments: [String]) -> ExitStatus {
    var command = BalanceCommand(BalanceOptions(arguments))
    return command.run()
  }

  private init(_ options: BalanceOptions) {
    self.options = options
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
        if balance(frame) { framesRead += 1 } else { framesFailed += 1 }
      } catch {
        framesFailed += 1
        complain(error.description)
      }
    }
    return framesFailed > 0 ? .failure : .success
  }

  /// Judges and shows a frame; says whether that went well, after a complaint where it did not.
  private mutating func balance(_ frame: RecordedFrame) -> Bool {
    do {
      let shot = try BalanceShot(frame, options: options, methods: &methods)
      let report = BalanceReport(shot)
      if options.printsJSON {
        let json = try encoder.encode(report)
        Output.standardOutput.write(String(decoding: json, as: UTF8.self) + "\n")
      } else {
        Output.standardOutput.write(report.text)
      }
      // The first frame's picture has the name as given, those behind it a number in it.
      if let path = options.plot {
        let name = OverlayName(path).numbered(framesRead)
        try refuse(name, for: frame)
        try ChromaticityPlot(shot).write(to: name)
      }
      if let path = options.picture {
        let name = OverlayName(path).numbered(framesRead)
        try refuse(name, for: frame)
        try Self.write(shot, to: name)
      }
      return true
    } catch {
      complain("\(frame.name): \(error)")
      return false
    }
  }

  private func refuse(_ path: String, for frame: RecordedFrame) throws {
    if Overlay.isSame(path, frame.name) {
      throw Overlay.WritingError(
        description: "\(path) is the source itself; name another picture")
    }
  }

  private static func write(_ shot: BalanceShot, to path: String) throws {
    let gains = (shot.estimates.last?.estimate.gains).map { ChannelGains($0) }
    let image = try PreviewImage(shot.frame, response: shot.response, gains: gains)
    let canvas = try Canvas(width: image.width, height: image.height)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let pixel = image.pixels[y * image.width + x]
        canvas.set(x: x, y: y, (pixel.red, pixel.green, pixel.blue))
      }
    }
    canvas.endPixels()
    try canvas.write(to: path)
  }

  private func complain(_ message: String) {
    Output.standardError.write("graycard balance: \(ReportText.printable(message))\n")
  }
}
