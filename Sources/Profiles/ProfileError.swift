/// Why a file is no device profile, or could not be read or written.
public enum ProfileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is no JSON.
  case syntax(line: Int, column: Int, reason: String)
  /// The document is larger than any profile.
  case tooLarge(bytes: Int)
  /// The profile is of a version that this program does not know.
  case schema(Int)
  /// A key is missing.
  case missing(path: String)
  /// A key that no profile has; the nearest that one has.
  case unknownKey(path: String, suggestion: String?)
  /// A value of the wrong kind.
  case kind(path: String, wanted: String, found: String)
  /// A value that cannot be.
  case value(path: String, reason: String)
  /// The file could not be read.
  case reading(file: String, errno: Int32)
  /// The file could not be written; the one that was there before still is.
  case writing(file: String, errno: Int32)

  /// One sentence: what is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .syntax(let line, let column, let reason):
      "line \(line), column \(column): \(reason)"
    case .tooLarge(let bytes): "\(bytes) bytes are too many for a profile"
    case .schema(let version):
      "schema \(version) is not known; this program reads schema 1"
    case .missing(let path): "\(path) is missing"
    case .unknownKey(let path, let suggestion):
      "\(path) is not a key of a profile" + (suggestion.map { "; did you mean \($0)?" } ?? "")
    case .kind(let path, let wanted, let found): "\(path) is \(found), not \(wanted)"
    case .value(let path, let reason): "\(path): \(reason)"
    case .reading(let file, let code): "\(file): cannot be read: errno \(code)"
    case .writing(let file, let code):
      "\(file): cannot be written: errno \(code); what was there is unchanged"
    }
  }
}
