import Frames
import Recordings
import Statistics
import Testing

/// A frame of the samples with the implementation that measures it.
struct FrameCase: CustomTestStringConvertible, Sendable {
  let expected: ExpectedFrame
  let implementation: StatisticsConfiguration.Implementation

  var testDescription: String { "\(expected.name), \(implementation)" }

  static let all: [FrameCase] = Expected.frames.flatMap { frame in
    [.fastest, .reference].map { FrameCase(expected: frame, implementation: $0) }
  }

  /// What the library measures of the frame; each frame is read and counted once for all tests.
  func measured() throws -> Measured { try Measured.of(self) }
}

/// A frame as the library reads and counts it.
struct Measured: Sendable {
  let frame: RecordedFrame
  /// Histograms of all samples.
  let every: FrameStatistics
  /// Histograms of every fourth sample of every fourth row, as configurations are by default.
  let by4x4: FrameStatistics

  func taken(_ decimation: String) -> FrameStatistics {
    decimation == "every" ? every : by4x4
  }

  static func of(_ frameCase: FrameCase) throws -> Measured {
    let name = frameCase.expected.name
    let all = frameCase.implementation == .fastest ? fastest : reference
    return try #require(all[name], "\(name) isn't read").get()
  }

  private static let fastest = measure(.fastest)
  private static let reference = measure(.reference)
  private static let recorded: [String: Result<RecordedFrame, any Error>] = {
    var frames: [String: Result<RecordedFrame, any Error>] = [:]
    for expected in Expected.frames where expected.page == 0 {
      do {
        var source = try FrameSource(
          paths: [Expected.framesFolder + expected.file], options: options(expected))
        while let frame = try source.next() {
          let name = String(frame.name.dropFirst(Expected.framesFolder.count))
          frames[name] = .success(frame)
        }
      } catch {
        frames[expected.name] = .failure(error)
      }
    }
    return frames
  }()

  private static func measure(
    _ implementation: StatisticsConfiguration.Implementation
  ) -> [String: Result<Measured, any Error>] {
    recorded.mapValues { frame in
      Result {
        let frame = try frame.get()
        func take(_ decimation: HistogramDecimation) throws -> FrameStatistics {
          try statistics(
            of: frame,
            StatisticsConfiguration(decimation: decimation, implementation: implementation))
        }
        return Measured(frame: frame, every: try take(.every), by4x4: try take(.by4x4))
      }
    }
  }

  private static func options(_ expected: ExpectedFrame) -> SourceOptions {
    var options = SourceOptions()
    guard let dump = expected.dump else { return options }
    options.format = FourCC(dump.format)
    (options.width, options.height) = (dump.width, dump.height)
    (options.blackLevel, options.whiteLevel) = (dump.black, dump.white)
    return options
  }
}

/// Takes the statistics of one frame.
func statistics(
  of frame: RecordedFrame, _ configuration: StatisticsConfiguration = StatisticsConfiguration()
) throws -> FrameStatistics {
  var extractor = try StatisticsExtractor(frame.layout, configuration: configuration)
  return try extractor.extract(FrameView(frame.layout, frame.bytes.span))
}

/// FNV-1a of 64 bits over the values as little-endian 64-bit words, in hexadecimal.
func checksum(_ values: some Sequence<some BinaryInteger>) -> String {
  var state: UInt64 = 0xCBF2_9CE4_8422_2325
  for value in values {
    let word = UInt64(value)
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      state = (state ^ (word >> shift & 0xFF)) &* 0x100_0000_01B3
    }
  }
  let digits = String(state, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
