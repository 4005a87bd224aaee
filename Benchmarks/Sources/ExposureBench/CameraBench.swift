import LoopMeasures
import GrayCard

/// All measurements at one camera.
struct CameraBench {
  let options: BenchOptions
  let kind: LoopCamera.Kind

  init(_ options: BenchOptions, _ kind: LoopCamera.Kind) {
    self.options = options
    self.kind = kind
  }

  struct StepRow {
    let loop: String
    let response: StepResponse
    /// What GrayCard misses; `nil` of loops that are held to nothing.
    let faults: [String]?
  }

  func steps() throws -> [StepRow] {
    var rows: [StepRow] = []
    for stops in options.steps {
      for latency in options.latencies {
        let camera = options.camera(kind, latency: latency)
        let scene = LoopScenes.texture(camera)
        var fast: StepResponse?
        for contender in Contender.all {
          let response = try StepResponse(
            stops: stops, camera, scene: scene, patience: options.patience, contender.maker)
          var faults: [String]?
          if contender.name == Contender.fast.name {
            fast = response
            faults = response.faults
          } else if contender.name == Contender.smooth.name, let fast {
            faults = response.smoothFaults(fast)
          }
          rows.append(StepRow(loop: contender.name, response: response, faults: faults))
        }
      }
    }
    return rows
  }

  struct SmoothRow {
    let latency: Int
    let up: SmoothResponse
    let down: SmoothResponse
    var asymmetry: Double { up.asymmetry(to: down) }
    var faults: [String] {
      up.faults + down.faults
        + (asymmetry > SmoothResponse.asymmetryBar ? ["is lopsided by \(asymmetry) EV"] : [])
    }
  }

  func smooth() throws -> [SmoothRow] {
    var rows: [SmoothRow] = []
    for rate in options.frameRates {
      for latency in options.isSmoke ? [2] : [1, 3, 6] {
        var camera = options.camera(kind, latency: latency)
        camera.frameRate = rate
        let scene = LoopScenes.texture(camera)
        for stops in options.isSmoke ? [1.0] : [1, 1.25] {
          rows.append(
            SmoothRow(
              latency: latency, up: try SmoothResponse(stops: stops, camera, scene: scene),
              down: try SmoothResponse(stops: -stops, camera, scene: scene)))
        }
      }
    }
    return rows
  }

  struct SteadyRow {
    let loop: String
    let total: Double
    let ripple: Double
    let steady: SteadyScene
  }

  func steady() throws -> [SteadyRow] {
    var rows: [SteadyRow] = []
    let camera = options.camera(kind, latency: 3)
    let scene = LoopScenes.texture(camera)
    for total in options.isSmoke ? [-11.0] : [-11, -7.5, -3] {
      for ripple in [0, 0.02] {
        for contender in Contender.all {
          rows.append(
            SteadyRow(
              loop: contender.name, total: total, ripple: ripple,
              steady: try SteadyScene(
                frames: options.steadyFrames, ripple: ripple, camera, scene: scene, total: total,
                contender.maker)))
        }
      }
    }
    return rows
  }

  struct HighlightRow {
    let loop: String
    let pattern: LoopPattern
    let highlight: PassingHighlight
    /// Whether the bar holds: for `.smooth` over patterns that do not prefer the middle, which the
    /// highlight passes.
    var isHeld: Bool { loop == Contender.smooth.name && pattern != .centre }
  }

  func highlights() throws -> [HighlightRow] {
    let camera = options.camera(kind, latency: 3)
    let scene = LoopScenes.texture(camera)
    var rows: [HighlightRow] = []
    for contender in Contender.all {
      // The others meter as they do, whatever the pattern.
      let isOurs = contender.name.hasPrefix("graycard")
      for pattern in isOurs ? LoopPattern.allCases : [.average] {
        rows.append(
          HighlightRow(
            loop: contender.name, pattern: pattern,
            highlight: try PassingHighlight(camera, scene: scene, pattern, contender.maker)))
      }
    }
    return rows
  }

  struct RampRow {
    let program: String
    let flicker: String
    let speed: String
    let stops: Double
    let ramp: LightRamp
  }

  func ramps() throws -> [RampRow] {
    let programs: [(String, ExposureProgram)] = [
      ("balanced", .balanced), ("short", .short), ("long", .long),
    ]
    let lamps: [(String, FlickerAvoidance)] = [("off", .off), ("50", .mains50), ("60", .mains60)]
    let speeds: [(String, ExposureSpeed)] = [
      ("fast", .fast), ("smooth", .smooth(timeConstant: 0.3)),
    ]
    let camera = options.camera(kind, latency: 3)
    let scene = LoopScenes.texture(camera)
    // The webcam holds 12.3 stops.
    let reach = kind == .raw ? 14.0 : 11.5
    var rows: [RampRow] = []
    for (program, road) in options.isSmoke ? [programs[1]] : programs {
      for (name, flicker) in options.isSmoke ? [lamps[1]] : lamps {
        for (speed, how) in speeds {
          for stops in options.isSmoke ? [-reach] : [reach, -reach] {
            let from = stops > 0 ? -2 : -2 + stops
            let splitter = ExposureSplitter(program: road, flicker: flicker)
            rows.append(
              RampRow(
                program: program, flicker: name, speed: speed, stops: stops,
                ramp: try LightRamp(
                  stops: stops, seconds: 2 * reach, from: from, camera, scene: scene,
                  GrayCardLoop.maker(how, splitter))))
          }
        }
      }
    }
    return rows
  }
}
