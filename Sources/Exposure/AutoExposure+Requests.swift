internal import Controls
internal import LockStates
internal import Metering
internal import Photometry
internal import Statistics

extension AutoExposure {
  mutating func take(_ configuration: Configuration, insteadOf old: Configuration) {
    if configuration.metering != old.metering {
      var metering = configuration.metering
      // A curve that was learned, or that a profile told, outlives a change of what is metered.
      if metering.response == old.metering.response {
        metering.response = meter.configuration.response
      }
      meter = Meter(geometry: geometry, signal: signal, configuration: metering)
    }
    controller.splitter.take(configuration.splitter)
    if configuration.detectsFlicker, configuration.splitter.flicker == .off,
      let avoidance = detector.verdict.avoidance
    {
      controller.splitter.flicker = avoidance
    }
    if configuration.biasRange != old.biasRange,
      let fresh = BiasInterpolator(range: configuration.biasRange, bias: bias.bias)
    {
      let target = bias.target
      bias = fresh
      bias.setTarget(target)
    }
  }

  /// Takes what was asked for; the lock's requests are returned.
  mutating func take(_ requests: Requests) -> ExposureLock.Requests {
    var locking = requests.lock
    let before = bias.target
    if let wanted = requests.bias { bias.setTarget(wanted) }
    locking.compensationChanged = bias.target != before
    if !configuration.smoothsBias { bias.jump() }
    manual = requests.manual ?? manual
    var permission = lock
    permission.step(requests: locking)
    if permission.mode != lock.mode || locking.reset {
      controller.resynchronise()
      hasConverged = false
    }
    let isHeld =
      permission.mode == .automatic
      && (permission.movement == .held || permission.movement == .compensation)
    if !isHeld {
      held = nil
    } else if held == nil {
      // 20 stops are more than any range of biases shifts by.
      held = BiasInterpolator(range: -20...20).map { Held(biasTarget: before, shift: $0) }
    }
    if let base = held?.biasTarget { held?.shift.setTarget(bias.target - base) }
    if !configuration.smoothsBias { held?.shift.jump() }
    return locking
  }
}
