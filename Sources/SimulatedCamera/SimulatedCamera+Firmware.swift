internal import Frames
internal import Photometry

extension SimulatedCamera {
  /// Lets another program write, as the quirks say; what the camera refuses is nobody's concern.
  mutating func writeForeign(sequence: Int) {
    for case .foreignWrite(let id, let value, sequence) in description.quirks {
      _ = try? bank.write(id, value, nextFrame: frameCount)
    }
  }

  /// Brings decisions of the firmware's exposure into force whose frame has come.
  mutating func applyFirmware(_ frame: Int) {
    while let first = firmwarePending.first, first.frame <= frame {
      firmwarePending.removeFirst()
      guard bank.isExposureAutomatic else { continue }
      if let time = first.time { bank.setByFirmware(.exposureTime, time) }
      if let gain = first.gain { bank.setByFirmware(.gain, gain) }
    }
  }

  /// Decides the exposure that follows a frame's.
  mutating func decideExposure(_ settings: Settings, mean: Double, frame: Int) {
    guard settings.isFirmwareExposing else { return }
    let total = settings.time * settings.gain
    let curve = description.sensor.response
    guard let next = description.firmware.next(after: total, mean: mean, curve: curve) else {
      return
    }
    let time = bank[.exposureTime]?.control
    let gain = bank[.gain]?.control
    let least = gain.map { max($0.value(of: $0.minimum), 1e-6) } ?? 1
    let wanted = flickerFree(min(next / least, longestTime))
    let timeCode = time?.greatestCode(notAbove: wanted)
    let reached = timeCode.flatMap { code in time?.value(of: code) } ?? settings.time
    // The nearest code above or below would do as well; below never overshoots.
    let gainCode = gain?.greatestCode(notAbove: next / max(reached, 1e-9) * 1.0001)
    let due = frame + 1 + min(max(description.firmware.delay, 0), 40)
    firmwarePending.append((due, timeCode, gainCode))
  }

  private var longestTime: Double {
    let limit = description.frameInterval - description.sensor.exposureMargin
    return isSlowingAllowed ? max(limit, description.firmware.longest) : limit
  }

  /// Shortens a time to whole periods of the mains' light, where the camera is told the mains.
  private func flickerFree(_ time: Double) -> Double {
    let period: Double
    switch bank[.powerLineFrequency]?.inForce {
    case 1: period = 0.01
    case 2: period = 1.0 / 120
    default: return time
    }
    return time < period ? time : (time / period + 1e-9).rounded(.down) * period
  }

  /// What the sensor makes of white at a time.
  func whitePoint(at time: Double) -> ChannelFactors {
    guard let sensitivities = description.sensor.sensitivities else {
      return ChannelFactors(red: 1, blue: 1)
    }
    var latest = (time: -Double.infinity, light: description.illuminant)
    for case .illuminant(let start, let light) in script.events
    where start <= time && start >= latest.time {
      latest = (start, light)
    }
    return sensitivities.factors(under: latest.light)
  }

  /// The white balance that the firmware applies to a frame; raw formats carry none.
  func balance(white: ChannelFactors) -> ChannelFactors {
    guard description.format.isYUV else { return ChannelFactors(red: 1, blue: 1) }
    if let automatic = bank[.autoWhiteBalance], automatic.inForce == 1 { return firmwareBalance }
    if bank[.redBalance] != nil || bank[.blueBalance] != nil {
      return ChannelFactors(
        red: bank.value(.redBalance) ?? 1, blue: bank.value(.blueBalance) ?? 1)
    }
    guard let sensitivities = description.sensor.sensitivities else {
      return ChannelFactors(red: 1, blue: 1)
    }
    // Without a control the firmware balances for daylight.
    let assumed = bank.value(.whiteBalanceTemperature).map(Illuminant.blackBody) ?? .daylight
    let factors = sensitivities.factors(under: assumed)
    return ChannelFactors(red: 1 / max(factors.red, 0.01), blue: 1 / max(factors.blue, 0.01))
  }

  /// Brings the firmware's own white balance nearer to what makes the picture grey.
  mutating func decideBalance(_ means: [Double]) {
    guard means.count == 3, bank[.autoWhiteBalance]?.inForce == 1 else { return }
    func step(_ gain: Double, _ mean: Double) -> Double {
      guard mean > 1e-6, means[1] > 1e-6, mean < 1e9, means[1] < 1e9 else { return gain }
      let wanted = min(max(means[1] / mean, 0.25), 4)
      return gain + 0.1 * (wanted - gain)
    }
    firmwareBalance.red = step(firmwareBalance.red, means[0])
    firmwareBalance.blue = step(firmwareBalance.blue, means[2])
  }
}
