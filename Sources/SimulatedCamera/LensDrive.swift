/// Where a lens is while its motor moves.
struct LensDrive: Sendable {
  private let lens: Lens
  private var start: Double
  private var target: Double
  private var begin = 0.0
  /// The glass lags behind the motor by up to half the play.
  private var glass: Double

  init(_ lens: Lens, at position: Double) {
    self.lens = lens
    (start, target, glass) = (position, position, position)
  }

  /// Sends the lens to a position in dioptres, at a time in seconds.
  mutating func move(to position: Double, at time: Double) {
    guard position != target else { return }
    _ = self.position(at: time)
    start = motor(at: time)
    target = position
    begin = time
  }

  /// The glass's position at a time not before the last one asked for.
  mutating func position(at time: Double) -> Double {
    let motor = motor(at: time)
    glass = min(max(glass, motor - lens.backlash / 2), motor + lens.backlash / 2)
    return glass
  }

  /// The motor starts and stops gently: 3*s*² − 2*s*³ of the way at the share *s* of the time.
  private func motor(at time: Double) -> Double {
    guard lens.settleTime > 0, time < begin + lens.settleTime else { return target }
    let share = max(0, (time - begin) / lens.settleTime)
    return start + (target - start) * share * share * (3 - 2 * share)
  }
}
