import Foundation
import Frames
import Recordings
import Statistics
import Testing

/// Frames that may be used but not copied, in the folder that GRAYCARD_FRAMES names.
///
/// The folder's MANIFEST.tsv and FILES.tsv tell where each comes from and what is known of it; these
/// tests hold the library to that.
enum SharedFrames {
  /// The tests that need them, so that a log can say how many were left out.
  enum Subject: CaseIterable {
    case memorialRises
    case memorialSteps
    case exposureRanks
    case nikonOrders
    case nikonDeclaredWrongly
    case openISPPlanes
    case openISPClipping
    case beetle
    case printedCircuit
    case mitochondria
    case grayWorldAngles
  }

  static let reason =
    "GRAYCARD_FRAMES is not set: \(Subject.allCases.count) tests on frames that may not be copied "
    + "are not run"

  /// The folder; asked for the first time, its absence is said once.
  static let folder: String? = {
    if let folder = ProcessInfo.processInfo.environment["GRAYCARD_FRAMES"], !folder.isEmpty {
      return folder
    }
    print(reason)
    return nil
  }()

  static func path(_ name: String) throws -> String {
    try #require(folder) + "/" + name
  }

  /// The names of a folder's files with an extension, in order.
  static func names(in name: String, ending: String) throws -> [String] {
    let found = try FileManager.default.contentsOfDirectory(atPath: path(name))
    return found.filter { $0.lowercased().hasSuffix(ending) }.sorted().map { "\(name)/\($0)" }
  }

  static func frame(_ name: String, _ options: SourceOptions = SourceOptions()) throws
    -> RecordedFrame
  {
    var source = try FrameSource(paths: [path(name)], options: options)
    return try #require(try source.next())
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs a test only where the shared frames are.
  static func needsFrames(_ subject: SharedFrames.Subject) -> Self {
    .enabled(if: SharedFrames.folder != nil, "\(SharedFrames.reason)")
  }
}

/// Medians and the like of small lists.
extension [Double] {
  var mean: Double { reduce(0, +) / Double(count) }

  var median: Double {
    let sorted = sorted()
    let middle = count / 2
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// The index of the greatest.
  var peak: Int? { indices.max { self[$0] < self[$1] } }
}
