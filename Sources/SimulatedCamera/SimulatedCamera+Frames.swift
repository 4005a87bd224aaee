internal import Frames
internal import Photometry

extension SimulatedCamera {
  /// Settings of one frame, in physical units.
  struct Settings {
    var time: Double
    var gain: Double
    var interval: Double
    var isFirmwareExposing: Bool
  }

  /// Exposes, renders and hands out one frame, then lets the firmware decide.
  mutating func takeFrame() -> SimulatedFrame {
    let frame = frameCount
    writeForeign(sequence: frame - streamStart)
    bank.advance(to: frame)
    applyFirmware(frame)
    let settings = settings()
    let start = clock
    let end = start + settings.interval
    let middle = end - settings.time / 2 + description.sensor.readOutTime / 2
    if let target = bank.value(.focusAbsolute) { drive.move(to: target, at: start) }
    let position = drive.position(at: middle)
    let scene = scene(at: middle)
    let white = whitePoint(at: middle)
    let balance = balance(white: white)
    let conditions = conditions(settings, end: end, middle: middle, white: white, balance)
    let planes = planes(scene: scene, position: position)
    var means = FrameRenderer.Means(linear: [], encoded: 0)
    let bytes = renderer.render(planes, conditions, means: &means)
    let truth = SimulatedFrame.Truth(
      exposureTime: settings.time, gain: settings.gain, middle: middle,
      interval: settings.interval, light: light(at: middle),
      meanLinear: means.linear[means.linear.count / 2], meanEncoded: means.encoded,
      lensPosition: position, scene: scene, balance: balance, white: white,
      isFirmwareExposing: settings.isFirmwareExposing)
    decideExposure(settings, mean: means.encoded, frame: frame)
    decideBalance(means.linear)
    frameCount += 1
    clock = end
    return SimulatedFrame(
      bytes: bytes, layout: layout,
      timestamp: end + timestampOffset(sequence: frame - streamStart),
      sequence: frame - streamStart, truth: truth)
  }

  /// Time, gain and interval that the codes in force mean.
  private func settings() -> Settings {
    let margin = description.sensor.exposureMargin
    let nominal = description.frameInterval
    // Bounded, since a law may mean years.
    var time = min(bank.value(.exposureTime) ?? 0.01, 1000)
    var interval = nominal
    if isSlowingAllowed {
      interval = max(nominal, time + margin)
    } else {
      time = min(time, nominal - margin)
    }
    return Settings(
      time: time, gain: min(bank.value(.gain) ?? 1, 1e6), interval: interval,
      isFirmwareExposing: bank.isExposureAutomatic)
  }

  /// Without the control a camera makes the time that it is asked for.
  var isSlowingAllowed: Bool {
    bank[.exposurePriority].map { $0.inForce == 1 } ?? true
  }

  private func conditions(
    _ settings: Settings, end: Double, middle: Double, white: ChannelFactors,
    _ balance: ChannelFactors
  ) -> FrameConditions {
    let unit = description.sensor.responsivity
    let isMono = if case .grey = description.format { true } else { false }
    let channels =
      isMono ? [Float(unit)] : [Float(unit * white.red), Float(unit), Float(unit * white.blue)]
    let share = lightShare
    return FrameConditions(
      frame: frameCount, rowLight: rowLight(settings, end: end, share: share),
      exposureTime: settings.time * share, gain: settings.gain, patches: patches(at: middle),
      balance: balance, responsivity: channels)
  }

  /// What a closed shutter or the warm-up lets through.
  private var lightShare: Double {
    if bank[.privacy]?.inForce == 1 { return 0 }
    for case .warmUp(let frames, let share) in description.quirks
    where frameCount - streamStart < frames {
      return share > 0 ? min(share, 16) : 0
    }
    return 1
  }

  /// Exposure time times light for each row: its own window of time, flicker integrated over it.
  private func rowLight(_ settings: Settings, end: Double, share: Double) -> [Float] {
    let height = description.height
    let readOut = description.sensor.readOutTime
    let first = end - settings.time
    let isSteady = level.isSteady(from: first, to: end + readOut)
    let steady = isSteady ? level.meanFactor(from: first, to: end) : 1
    if readOut == 0 || (isSteady && script.flicker == nil) {
      let factor = isSteady ? steady : level.meanFactor(from: first, to: end)
      let flicker = script.flicker?.mean(from: first, to: end) ?? 1
      return [Float](repeating: Float(settings.time * share * factor * flicker), count: height)
    }
    return (0..<height).map { row in
      let last = end + readOut * Double(row) / Double(height)
      let begin = last - settings.time
      let factor = isSteady ? steady : level.meanFactor(from: begin, to: last)
      let flicker = script.flicker?.mean(from: begin, to: last) ?? 1
      return Float(settings.time * share * factor * flicker)
    }
  }

  private func light(at time: Double) -> Double {
    level.meanFactor(from: time, to: time)
  }

  /// The script's rectangles at a time, in pixels.
  private func patches(at time: Double) -> [FrameConditions.Patch] {
    script.rectangles.compactMap { rectangle in
      guard time >= rectangle.start, time < rectangle.end else { return nil }
      let duration = rectangle.end - rectangle.start
      let share = duration.isFinite ? (time - rectangle.start) / duration : 0
      func between(_ from: Double, _ to: Double, _ size: Int) -> Int {
        let place = (from + (to - from) * min(share, 1)) * Double(size)
        return min(max(Int(min(max(place, 0), 65_535).rounded()), 0), size)
      }
      let (from, to) = (rectangle.from, rectangle.to)
      let (width, height) = (description.width, description.height)
      let left = between(from.x, to.x, width)
      let top = between(from.y, to.y, height)
      let columns = left..<max(left, between(from.maxX, to.maxX, width))
      let rows = top..<max(top, between(from.maxY, to.maxY, height))
      switch rectangle.effect {
      case .stops(let stops):
        let factor = Float(Exact.exp2(stops.isFinite ? min(max(stops, -40), 40) : 0))
        return FrameConditions.Patch(columns: columns, rows: rows, factor: factor, radiance: 0)
      case .radiance(let radiance):
        let added = Float(radiance > 0 ? min(radiance, 1e10) : 0)
        return FrameConditions.Patch(columns: columns, rows: rows, factor: 0, radiance: added)
      }
    }
  }

  private func timestampOffset(sequence: Int) -> Double {
    var sum = 0.0
    for case .timestampOffset(sequence, let seconds) in description.quirks { sum += seconds }
    return sum
  }
}
