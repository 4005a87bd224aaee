import LoopMeasures
import GrayCard

/// Each prints its rows and returns how many bars GrayCard misses.
extension BenchReport {
  func steps(_ kind: LoopCamera.Kind, _ rows: [CameraBench.StepRow]) -> Int {
    let faults = rows.reduce(0) { $0 + ($1.faults?.count ?? 0) }
    if options.printsJSON {
      for row in rows { line(StepLine(kind, row)) }
      return faults
    }
    let titles =
      ["\(kind.rawValue): step", "loop"] + options.latencies.map { "L = \($0)" }
      + ["overshoot", "blind", "turns", "writes"]
    head(titles, words: 2)
    for stops in options.steps {
      for contender in Contender.all {
        let cells = rows.filter { $0.loop == contender.name && $0.response.stops == stops }
        row(
          ["\(Self.signed(stops)) EV", contender.name] + cells.map(Self.frames)
            + [
              Self.number(cells.map(\.response.overshoot).max() ?? 0, 2),
              Self.number(cells.map(\.response.blindOvershoot).max() ?? 0, 2),
              "\(cells.map(\.response.turns).max() ?? 0)",
              "\(cells.map(\.response.lateWrites).max() ?? 0)",
            ])
      }
    }
    for cell in rows {
      for fault in cell.faults ?? [] {
        let response = cell.response
        print(
          "\n✘ \(kind.rawValue), \(Self.signed(response.stops)) EV, L = \(response.latency), "
            + "\(cell.loop): \(fault)")
      }
    }
    return faults
  }

  /// Frames, of the fast loop with their bar.
  private static func frames(_ row: CameraBench.StepRow) -> String {
    let frames = row.response.frames.map { "\($0)" } ?? "never"
    let isFast = row.loop == Contender.fast.name
    return frames + (isFast ? "/\(row.response.bar)" : "")
      + (row.faults?.isEmpty == false ? " ✘" : "")
  }

  func smooth(_ kind: LoopCamera.Kind, _ rows: [CameraBench.SmoothRow]) -> Int {
    if !options.printsJSON {
      head(
        [
          "\(kind.rawValue): frames/s", "L", "step", "darker to brighter", "brighter to darker",
          "bar", "lopsided by",
        ], words: 0)
    }
    for cell in rows {
      let (rate, stops) = (cell.up.frameRate, cell.up.stops)
      if options.printsJSON {
        line(
          SmoothLine(
            camera: kind.rawValue, frameRate: rate, latency: cell.latency, stops: stops,
            up: cell.up.frames, down: cell.down.frames, expected: cell.up.expected,
            asymmetry: cell.asymmetry, faults: cell.faults))
        continue
      }
      let mark = cell.faults.isEmpty ? "" : " ✘"
      row([
        Self.number(rate, 0), "\(cell.latency)", "\(Self.number(stops, 2)) EV",
        "\(cell.up.frames)", "\(cell.down.frames)", Self.number(cell.up.expected, 1) + " ± 1",
        Self.number(cell.asymmetry, 3) + " EV" + mark,
      ])
    }
    return rows.reduce(0) { $0 + $1.faults.count }
  }

  func steady(_ kind: LoopCamera.Kind, _ rows: [CameraBench.SteadyRow]) -> Int {
    let ours = rows.filter { $0.loop.hasPrefix("graycard") }
    let faults = ours.count { $0.steady.writes > 0 }
    if options.printsJSON {
      for cell in rows {
        line(
          SteadyLine(
            camera: kind.rawValue, loop: cell.loop, total: cell.total, ripple: cell.ripple,
            frames: cell.steady.frames, writes: cell.steady.writes))
      }
      return faults
    }
    head(["\(kind.rawValue): exposure", "ripple"] + Contender.all.map(\.name), words: 0)
    for start in stride(from: 0, to: rows.count, by: Contender.all.count) {
      let cells = rows[start..<min(start + Contender.all.count, rows.count)]
      guard let first = cells.first else { continue }
      row(
        [Self.signed(first.total, 1), Self.number(first.ripple * 100, 0) + " %"]
          + cells.map { cell in
            let isMissed = cell.loop.hasPrefix("graycard") && cell.steady.writes > 0
            return "\(cell.steady.writes)" + (isMissed ? " ✘" : "")
          })
    }
    return faults
  }

  func highlights(_ kind: LoopCamera.Kind, _ rows: [CameraBench.HighlightRow]) -> Int {
    if !options.printsJSON {
      head(["\(kind.rawValue): loop", "pattern", "moved", "left 2 s later"], words: 2)
    }
    var faults = 0
    for cell in rows {
      let isMissed = cell.isHeld && cell.highlight.moved > 0.3
      faults += isMissed ? 1 : 0
      if options.printsJSON {
        line(
          HighlightLine(
            camera: kind.rawValue, loop: cell.loop, pattern: cell.pattern.rawValue,
            moved: cell.highlight.moved))
        continue
      }
      let isOurs = cell.loop.hasPrefix("graycard")
      row([
        cell.loop, isOurs ? cell.pattern.rawValue : "its own",
        Self.number(cell.highlight.moved, 2) + (isMissed ? " ✘" : ""),
        Self.number(cell.highlight.left.magnitude, 2),
      ])
    }
    return faults
  }

  func ramps(_ kind: LoopCamera.Kind, _ rows: [CameraBench.RampRow]) -> Int {
    if !options.printsJSON {
      head(
        [
          "\(kind.rawValue): program", "flicker", "speed", "ramp", "knees", "at a knee",
          "time × gain there", "anywhere",
        ], words: 3)
    }
    var faults = 0
    let bar = LightRamp.bar(kind)
    for cell in rows {
      let knee = cell.ramp.worstAtKnee
      let isMissed = (knee?.deviation.magnitude ?? 0) > bar
      faults += isMissed ? 1 : 0
      if options.printsJSON {
        line(
          RampLine(
            camera: kind.rawValue, program: cell.program, flicker: cell.flicker,
            speed: cell.speed, stops: cell.stops, knees: cell.ramp.knees,
            atKnee: knee?.deviation, anywhere: cell.ramp.worst.deviation, bar: bar))
        continue
      }
      func percent(_ place: LightRamp.Place?) -> String {
        place.map { Self.signed($0.deviation * 100, 1) + " %" } ?? "–"
      }
      let place = knee.map {
        "\(Self.number($0.time * 1000, 2)) ms × \(Self.number($0.gain, 2))"
      }
      row([
        cell.program, cell.flicker, cell.speed, "\(Self.signed(cell.stops, 1)) EV",
        "\(cell.ramp.knees)", percent(knee) + (isMissed ? " ✘" : ""), place ?? "–",
        percent(cell.ramp.worst),
      ])
    }
    return faults
  }
}

extension StepLine {
  init(_ kind: LoopCamera.Kind, _ row: CameraBench.StepRow) {
    let response = row.response
    self.init(
      camera: kind.rawValue, loop: row.loop, latency: response.latency, stops: response.stops,
      frames: response.frames, bar: response.bar, blindSteps: response.blindSteps,
      overshoot: response.overshoot, blindOvershoot: response.blindOvershoot,
      turns: response.turns, lateWrites: response.lateWrites, faults: row.faults,
      errors: response.trace.map { ($0 * 1e4).rounded() / 1e4 })
  }
}
