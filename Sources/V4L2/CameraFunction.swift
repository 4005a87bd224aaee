/// What can be taken from a camera's own automatics and given back.
public enum CameraFunction: Hashable, Sendable {
  /// Time, gain, and the automatics that set them.
  case exposure
  /// The lens's position and autofocus.
  case focus
  /// Colour temperature, colour gains, and automatic white balance.
  case whiteBalance
  /// One control by itself, as the mains' frequency or an exposure bias.
  case control(ControlID)
}

extension CameraFunction: CustomStringConvertible {
  /// The function in words, as they stand in a sentence.
  public var description: String {
    switch self {
    case .exposure: "exposure"
    case .focus: "focus"
    case .whiteBalance: "white balance"
    case .control(let id): "control \(id)"
    }
  }

  /// The function in one word, as a state file holds it.
  var word: String {
    switch self {
    case .exposure: "exposure"
    case .focus: "focus"
    case .whiteBalance: "white-balance"
    case .control(let id): id.description
    }
  }

  init?(word: Substring) {
    switch word {
    case "exposure": self = .exposure
    case "focus": self = .focus
    case "white-balance": self = .whiteBalance
    default:
      guard let id = ControlID(word: word) else { return nil }
      self = .control(id)
    }
  }
}

extension ControlID {
  /// Reads what ``description`` writes.
  init?(word: Substring) {
    guard word.hasPrefix("0x"), let number = UInt32(word.dropFirst(2), radix: 16) else {
      return nil
    }
    self.init(rawValue: number)
  }
}
