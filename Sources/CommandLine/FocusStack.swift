internal import Focus
internal import Frames
internal import Recordings
internal import Statistics

/// Frames that were taken through focus, one a position of the lens.
struct FocusStack {
  /// The frames' names, in the order of the positions.
  let names: [String]
  /// What each was measured at; `nil` where the windows show nothing.
  let samples: [FocusSample?]
  let statistics: [FrameStatistics]
  /// Files that could not be read, in words.
  let faults: [String]

  /// Reads and measures frames.
  init(_ paths: [String], reading: SourceOptions, rectangles: [WeightedRectangle]) throws {
    var source = try FrameSource(paths: paths, options: reading)
    var measure = FocusMeasure(rectangles: rectangles)
    var (names, samples, statistics, faults) = (
      [String](), [FocusSample?](), [FrameStatistics](), [String]()
    )
    while true {
      do throws(SourceError) {
        guard let frame = try source.next() else { break }
        do {
          var extractor = try StatisticsExtractor(frame.layout)
          let taken = try extractor.extract(FrameView(frame.layout, frame.bytes.span))
          samples.append(measure.measure(taken))
          statistics.append(taken)
          names.append(frame.name)
        } catch {
          faults.append("\(frame.name): \(error)")
        }
      } catch {
        faults.append(error.description)
      }
    }
    self.names = names
    self.samples = samples
    self.statistics = statistics
    self.faults = faults
  }

  /// The sharpest position, and where between the positions the peak lies.
  var peak: (best: Int, place: Double)? {
    let sharp = samples.enumerated().compactMap { index, sample in
      sample.map { (index, $0.sharpness) }
    }
    guard let best = sharp.max(by: { $0.1 < $1.1 }) else { return nil }
    let (left, right) = (best.0 - 1, best.0 + 1)
    guard samples.indices.contains(left), samples.indices.contains(right),
      let below = samples[left]?.sharpness, let above = samples[right]?.sharpness,
      2 * best.1 - below - above > 0
    else { return (best.0, Double(best.0)) }
    let shift = 0.5 * (above - below) / (2 * best.1 - below - above)
    return (best.0, Double(best.0) + shift)
  }

  /// Whether detail rises to the peak by more than a little and more than noise, so that it is one.
  var hasPeak: Bool {
    guard let best = peak.flatMap({ samples[$0.best] }) else { return false }
    let least = samples.compactMap { $0?.sharpness }.min() ?? best.sharpness
    return best.hasDetail && best.sharpness - least > max(0.5, 3 * best.sharpnessError)
  }
}
