internal import Controls
internal import Exposure
internal import Frames
internal import LockStates
internal import Metering
internal import Photometry
internal import Statistics

extension Controller {
  /// Takes note of what became of the camera since the last frame.
  mutating func take(_ news: CameraNews, before frame: AutoExposure.Frame) {
    if let camera = news.camera { capabilities = camera }
    if news.lost.contains(.exposure) { capabilities.exposureAutomatic = .permanent }
    if exposure?.camera != capabilities { exposure?.camera = capabilities }
    if let moment = news.moment { exposure?.settingsMayBeLost(at: moment) }
    // What was written behind the last frame was written before this one was received.
    let sequence = lastSequence ?? frame.sequence
    if !news.exposure.isEmpty {
      exposure?.wrote(news.exposure, after: sequence, at: news.exposureTime)
    }
    if news.isExposureRefused { exposure?.refused(after: sequence) }
    found.removeAll(keepingCapacity: true)
    for value in news.readBack {
      found += exposure?.readBack(value.control, value.value) ?? []
    }
    lastSequence = frame.sequence
  }

  /// Makes exposure for the layout of the first picture, and makes it anew for another one.
  mutating func prepare(_ statistics: FrameStatistics) {
    let (geometry, signal) = (statistics.geometry, statistics.signal)
    guard layout?.geometry != geometry || layout?.signal != signal else { return }
    layout = (geometry, signal)
    if exposure != nil {
      exposure?.changeStream(geometry: geometry, signal: signal)
      return
    }
    exposure = AutoExposure(
      camera: capabilities, settings: settings, areSettingsCertain: areSettingsCertain,
      geometry: geometry, signal: signal, profile: profile, configuration: configuration(signal))
    configured = tuning.exposure
  }

  private func configuration(_ signal: SignalDescription) -> AutoExposure.Configuration {
    tuning.exposure.configuration(
      response: tuning.exposure.response ?? MeteringConfiguration.defaultResponse(for: signal),
      rectangles: rectangles)
  }

  /// Takes where exposure is to be metered, and knobs that were turned.
  mutating func configure(_ requests: ControllerRequests, _ place: GestureRequests.Place) {
    let aspect =
      layout.map { Double($0.geometry.frameWidth) / Double($0.geometry.frameHeight) } ?? 1
    var wanted = rectangles
    switch place {
    case .unchanged: break
    case .automatic: wanted = []
    case .point(let point):
      wanted = tuning.gestures.square(
        point, size: tuning.gestures.exposureSize, aspect: aspect)
    }
    wanted = requests.exposureRectangles ?? wanted
    guard wanted != rectangles || configured != tuning.exposure, let signal = layout?.signal
    else { return }
    rectangles = wanted
    configured = tuning.exposure
    let fresh = configuration(signal)
    // What is the same already costs no new tables.
    if exposure?.configuration != fresh { exposure?.configuration = fresh }
  }

  /// Exposure by the library's own loop.
  mutating func expose(
    _ input: FrameInput, _ requests: AutoExposure.Requests, _ plan: inout FramePlan,
    _ report: inout FrameReport
  ) {
    // What is asked for before there is a picture is not lost.
    pending.lock.add(requests.lock)
    pending.bias = requests.bias ?? pending.bias
    pending.manual = requests.manual ?? pending.manual
    guard exposure != nil else { return }
    let asked = pending
    pending = AutoExposure.Requests()
    guard let result = stepped(input, asked) else { return }
    if !isTaken, capabilities.exposureAutomatic != .permanent {
      plan.takes.insert(.exposure)
      isTaken = true
    }
    plan.exposure = result.writes
    plan.digitalGain = result.decision.digitalGain
    report.exposure = result
  }

  private mutating func stepped(
    _ input: FrameInput, _ requests: AutoExposure.Requests
  ) -> ExposureReport? {
    guard let statistics = input.statistics, input.frame.obstruction == nil else {
      return exposure?.skip(input.frame, requests: requests)
    }
    do throws(MeteringError) {
      return try exposure?.step(statistics, input.frame, requests: requests)
    } catch {
      // The layout was just compared; a frame that differs all the same shows nothing that counts.
      return exposure?.skip(input.frame, requests: requests)
    }
  }

  /// Exposure by the camera's own automatic, steered or only watched.
  mutating func expose(
    watching input: FrameInput, _ requests: AutoExposure.Requests, _ plan: inout FramePlan,
    _ report: inout FrameReport
  ) {
    var stops: Double?
    if let statistics = input.statistics, input.frame.obstruction == nil {
      stops = exposure?.measure(statistics)
    }
    steered.step(requests, measuredStops: stops, at: input.frame.timestamp)
    report.steered = steered.report
    guard tuning.strategies.exposure == .hardware else { return }
    let wanted = HardwarePlan(
      bias: steered.bias.bias, locks: steered.lock.state == .locked ? [.exposure] : [])
    guard wanted != planned else { return }
    planned = wanted
    plan.hardware = wanted
  }

  /// Lets what a tap set go when the picture became another one.
  mutating func watchSubject(_ input: FrameInput, _ report: inout FrameReport) {
    guard tuning.gestures.followsSubject, case .point = gestures.state,
      input.frame.obstruction == nil, let statistics = input.statistics, let exposure
    else { return }
    // A frame of settings that are still arriving would be compared by the wrong exposure.
    guard let settings = report.exposure?.settings, settings.isSettled else { return }
    let hasChanged = monitor.step(
      statistics, response: exposure.response, exposure: settings.settings.totalExposure,
      at: input.frame.timestamp)
    guard hasChanged else { return }
    carried = gestures.subjectAreaChanged()
    report.hasSubjectChanged = true
  }
}
