import LoopMeasures
import Foundation
import GrayCard
import Provenance

/// Prints measurements as Markdown for people or as lines of JSON for programs.
struct BenchReport {
  let options: BenchOptions

  init(_ options: BenchOptions) { self.options = options }

  func header() {
    let (commit, processor, date) = (Provenance.commit, Provenance.processor, Provenance.date)
    if options.printsJSON {
      line(
        HeaderLine(
          commit: commit, processor: processor, date: date, width: options.width,
          height: options.height, isSmoke: options.isSmoke))
      return
    }
    print(
      """
      # Exposure in a closed loop

      Printed by `exposure-bench` (commit \(commit), \(date), \(processor)); the numbers do not depend
      on the machine. Frames of \(options.width)x\(options.height), with noise, 30 frames/s unless said.

      `raw` is a linear 10-bit mosaic with time in 10 µs and gain in 64ths; `webcam` is 8-bit YUYV under
      sRGB's curve with time in 100 µs and gain in sixteenths. Every loop is told what each frame was
      taken with, and writes land together. The peers are our own programs after published
      descriptions: a damped loop as libcamera's for the Raspberry Pi (without the digital gain that
      hides part of its errors), the stepper of its software pipeline, and libv4l's. They stand for ways
      of control, not for those products. Only GrayCard is held to bars; `✘` marks what misses one.
      """)
  }

  func begin(_ section: BenchOptions.Section) {
    guard !options.printsJSON else { return }
    switch section {
    case .step:
      print(
        """

        ## A step of the light

        Frames until the picture's true mean stays within 0.1 EV of what the loop settles at, for
        control latencies L of 1 to 6 frames; the first frame in the new light is 1, `never` is a
        loop that swings on. Bar: (blind decisions + 1) · (L + 1) + 1, where a frame is blind that
        is clipped to white or nearly black, at most 3 of them: L + 2 where none is. Overshoot, in
        EV, is the worst over L, from where the first frame shows that was decided on with
        sight (bar 0.1), and before (blind, bar 2). Turns are changes of direction after that, writes
        those of the last second (bars 0).
        """)
    case .smooth:
      print(
        """

        ## Smooth movement

        `.smooth(0.3 s)`: frames to 95 % of a step that clips nothing. Bar: 0.9 s and L frames, ± 1 frame,
        up and down; courses up and down mirror each other within \(SmoothResponse.asymmetryBar) EV.
        Times in 1 µs, since coarser steps would decide about the last 5 %. Of half a stop these are
        0.025 EV, and a frame at 30 frames/s is 0.003 EV of it, less than 8-bit codes tell: so small
        steps are left out.
        """)
    case .steady:
      print(
        """

        ## A steady scene

        Controls written in \(options.steadyFrames) frames of a scene that does not change, L = 3, by
        the exposure that is right (log2 of seconds × gain), without and with 2 % of ripple from
        lamps. Bar: 0.
        """)
    case .highlight:
      print(
        """

        ## A passing highlight

        2 % of the picture, 8 EV brighter, crosses it in a second, L = 3: how far exposure moves, in EV.
        Bar for smooth: 0.3; not of the centre-weighted pattern, through whose middle it goes.
        """)
    case .ramp:
      print(
        """

        ## A ramp of the light

        Half a stop a second, L = 3: how far a frame's true mean stands out from a parabola through
        its 12 neighbours, where a program turns from time to gain or both trade places, and
        anywhere. Bar at the knees: 3 %, of the webcam 6.1 %, since half its step of gain is 3.1 %.
        """)
    }
  }

  func end(_ faults: Int) {
    guard !options.printsJSON else { return }
    print("\n\(faults == 0 ? "GrayCard holds every bar." : "GrayCard misses \(faults) bars.")")
  }

  /// Prints a row of a table.
  func row(_ cells: [String]) { print("| " + cells.joined(separator: " | ") + " |") }

  func head(_ cells: [String], words: Int) {
    print()
    row(cells)
    row(cells.indices.map { $0 < words ? "---" : "---:" })
  }

  func line(_ value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return }
    print(String(decoding: data, as: UTF8.self))
  }

  static func number(_ value: Double, _ digits: Int) -> String {
    let text = String(format: "%.\(digits)f", value)
    return text.allSatisfy { "-0.".contains($0) } ? String(format: "%.\(digits)f", 0.0) : text
  }

  static func signed(_ value: Double, _ digits: Int = 0) -> String {
    (value > 0 ? "+" : "−") + number(value.magnitude, digits)
  }
}
