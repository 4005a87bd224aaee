internal import ClosedLoop
internal import Documents
internal import Foundation
internal import Frames
internal import GrayCard
internal import Profiles
internal import Recordings
internal import SimulatedCamera
internal import V4L2

/// `graycard record`: cameras, simulated ones and files to recordings, and these to files.
struct RecordCommand: ~Copyable {
  private let options: RecordOptions
  private var recorder: FrameRecorder
  private var failed = 0

  /// Runs the command.
  ///
  /// - Parameter arguments: The command line, the command's name first.
  /// - Returns: How the program ends.
  static func run(_ arguments: [String]) -> ExitStatus {
    let options = RecordOptions(arguments)
    StopSignal.watch()
    var command = RecordCommand(options: options, recorder: FrameRecorder(options))
    return command.run()
  }

  private init(options: RecordOptions, recorder: consuming FrameRecorder) {
    self.options = options
    self.recorder = recorder
  }

  private mutating func run() -> ExitStatus {
    var progress = RecordingWriter.Progress()
    do {
      if options.readsFiles, let kind = FrameExport.Kind(path: options.output) {
        progress.written = try RecordFiles.export(options, kind, failed: &failed)
      } else {
        do {
          try takeFrames()
        } catch {
          // What came before is kept, and the first failure is the one that counts.
          _ = try? recorder.finish()
          throw error
        }
        progress = try recorder.finish()
      }
    } catch {
      complain("\(error)")
      return .failure
    }
    return tell(progress)
  }

  private mutating func takeFrames() throws {
    if options.readsFiles {
      try RecordFiles.record(options, &recorder, failed: &failed)
    } else if options.device.path != nil {
      try recordDevice()
    } else {
      try recordScene()
    }
  }

  private func tell(_ progress: RecordingWriter.Progress) -> ExitStatus {
    if options.printsJSON {
      Output.standardOutput.write(
        "{\"bytes\":\(progress.bytes),\"dropped\":\(progress.dropped),\"failed\":\(failed),"
          + "\"frames\":\(progress.written),\"schema\":1}\n")
    } else {
      let lost = progress.dropped > 0 ? ", \(progress.dropped) dropped" : ""
      Output.standardOutput.write(
        "\(ReportText.printable(options.output)): \(progress.written) frames\(lost)\n")
    }
    if progress.written == 0, failed == 0 { complain("there was not one frame") }
    if failed > 0 || progress.written == 0 { return .failure }
    return progress.dropped > 0 ? .difference : .success
  }

  private mutating func recordScene() throws {
    let name = String((options.sources.first ?? "").dropFirst(4))
    guard let scene = NamedScene.named(name) else {
      RecordOptions.table.fail("there is no scene “\(name)”; `graycard run --list' names them")
    }
    var camera = try scene.camera()
    var description = RecordingDescription(
      layout: camera.layout, response: camera.description.sensor.response,
      compression: options.compression)
    description.device.name = "sim:\(name)"
    let frames = options.frames ?? 300
    guard !options.isPlain else {
      for _ in 0..<frames where !StopSignal.isRaised {
        let frame = camera.nextFrame()
        let notes = FrameNotes(sequence: frame.sequence, timestamp: frame.timestamp)
        try recorder.record(frame.bytes, notes, description, waits: true)
      }
      return
    }
    var loop = try SimulatedLoop(camera, tuning: options.tuning)
    for _ in 0..<frames where !StopSignal.isRaised {
      let step = try loop.step()
      var notes = FrameNotes(sequence: step.frame.sequence, timestamp: step.frame.timestamp)
      notes.report = try recorder.document(RunReport(step))
      try recorder.record(step.frame.bytes, notes, description, waits: true)
    }
  }

  private mutating func recordDevice() throws {
    guard !options.isPlain else { return try recordPlainDevice() }
    var loop = try DeviceExposure(
      DeviceExposure.Options(device: options.device, tuning: options.tuning, bias: 0))
    let (device, known) = (loop.capability, loop.profile)
    var taken = 0
    do {
      while taken < options.frames ?? .max {
        var copy: (bytes: [UInt8], layout: FrameLayout, isClosed: Bool)?
        let report = try loop.step { layout, isClosed, view in
          let tight = try RecordingWriter.tight(layout)
          copy = (PackedRows.bytes(of: view, as: tight), tight, isClosed)
        }
        guard let report, let copy else { break }
        for line in loop.takeNews() { complain(line) }
        var notes = FrameNotes(
          sequence: report.sequence, timestamp: report.timestamp,
          flags: copy.isClosed ? .privacy : [])
        notes.report = try recorder.document(report)
        try recorder.record(
          copy.bytes, notes, description(copy.layout, device, known), waits: false)
        taken += 1
      }
    } catch {
      for line in loop.close() { complain(line) }
      throw error
    }
    for line in loop.close() { complain(line) }
  }

  private mutating func recordPlainDevice() throws {
    var frames = try DeviceFrames(options.device)
    let (device, known) = (frames.camera.capability, frames.camera.profile)
    var (taken, lost) = (0, 0)
    while taken < options.frames ?? .max {
      let copy = try frames.next(lost: &lost) { information, layout, view in
        let tight = try RecordingWriter.tight(layout)
        return (PackedRows.bytes(of: view, as: tight), tight, information.timing)
      }
      guard let (bytes, layout, timing) = copy else { break }
      try recorder.record(
        bytes, FrameNotes(sequence: timing.sequence, timestamp: timing.time),
        description(layout, device, known), waits: false)
      taken += 1
    }
    if lost > 0 { complain("\(lost) pictures could not be decoded") }
  }

  private func description(
    _ layout: FrameLayout, _ device: DeviceCapability, _ profile: DeviceProfile
  ) -> RecordingDescription {
    var description = RecordingDescription(
      layout: layout,
      response: profile.response?.value ?? MeteringConfiguration.defaultResponse(for: layout),
      compression: options.compression)
    description.device = .init(name: device.card, driver: device.driver, bus: device.bus)
    description.profile = try? ProfileDocument.text(of: profile)
    return description
  }

  private func complain(_ message: String) {
    Output.standardError.write("graycard record: \(ReportText.printable(message))\n")
  }
}
