internal import Frames
internal import Glibc
internal import GrayCard

/// Keys on a terminal, turned into requests; the terminal is put back at the end.
struct RunKeys {
  /// Whether keys are read.
  let isListening: Bool
  private var bias: Double
  private var spot = (x: 0.5, y: 0.5)
  private var rest: [UInt8] = []

  /// Stops that a key moves the bias by, as cameras' dials do.
  private static let biasStep = 1.0 / 3
  /// Shares of the frame that an arrow moves the spot by.
  private static let spotStep = 0.05

  /// Listens where a person sees what a key does.
  ///
  /// - Parameters:
  ///   - isWanted: Whether the output is a live table.
  ///   - bias: The bias to begin with, in EV.
  init(isWanted: Bool, bias: Double) {
    isListening = isWanted && isatty(STDIN_FILENO) == 1 && TerminalMode.begin()
    self.bias = bias
  }

  /// Where the spot is; `nil` where no keys are read.
  var marker: String? {
    isListening
      ? "keys        l lock, u unlock, +/- bias, arrows and t tap at "
        + "\((spot.x * 100).rounded() / 100),\((spot.y * 100).rounded() / 100), p press, q quit"
      : nil
  }

  /// What the keys that were pressed since the last call ask for; `nil` to end.
  mutating func requests() -> ControllerRequests? {
    guard isListening else { return ControllerRequests() }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
    return requests(for: count > 0 ? Array(bytes.prefix(count)) : [])
  }

  /// What some keys ask for.
  mutating func requests(for bytes: [UInt8]) -> ControllerRequests? {
    var asked = ControllerRequests()
    var keys = (rest + bytes)[...]
    rest = []
    while let key = keys.popFirst() {
      switch key {
      case UInt8(ascii: "q"), 3, 4: return nil
      case UInt8(ascii: "l"): asked.gestures.append(.lockAll)
      case UInt8(ascii: "u"): asked.gestures.append(.release)
      case UInt8(ascii: "+"), UInt8(ascii: "="): asked.bias = moveBias(Self.biasStep)
      case UInt8(ascii: "-"): asked.bias = moveBias(-Self.biasStep)
      case UInt8(ascii: "t"):
        if let point { asked.gestures.append(.tap(point)) }
      case UInt8(ascii: "p"):
        if let point { asked.gestures.append(.longPress(point, includingWhiteBalance: true)) }
      case 27:
        // An arrow is three bytes, which may come in two pieces.
        guard keys.count >= 2 || keys.isEmpty == false && keys.first != UInt8(ascii: "[") else {
          rest = [27] + keys
          return asked
        }
        guard keys.first == UInt8(ascii: "["), let direction = keys.dropFirst().first else { break }
        keys = keys.dropFirst(2)
        move(direction)
      default: break
      }
    }
    return asked
  }

  private var point: NormalisedPoint? { NormalisedPoint(x: spot.x, y: spot.y) }

  private mutating func moveBias(_ stops: Double) -> Double {
    // Thirds that add up would miss the whole stops by a hair.
    bias = ((bias + stops) * 3).rounded() / 3
    bias = min(max(bias, -10), 10)
    return bias
  }

  private mutating func move(_ direction: UInt8) {
    switch direction {
    case UInt8(ascii: "A"): spot.y -= Self.spotStep
    case UInt8(ascii: "B"): spot.y += Self.spotStep
    case UInt8(ascii: "C"): spot.x += Self.spotStep
    case UInt8(ascii: "D"): spot.x -= Self.spotStep
    default: break
    }
    spot = (min(max(spot.x, 0), 1), min(max(spot.y, 0), 1))
  }

  /// Puts the terminal back.
  func close() {
    if isListening { TerminalMode.end() }
  }
}

/// Keys come at once and unseen while a live table runs.
enum TerminalMode {
  /// Switches the terminal; whether it could be done.
  static func begin() -> Bool {
    var mode = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &mode) == 0 else { return false }
    mode.c_lflag &= ~UInt32(ICANON | ECHO)
    setMinimum(&mode, 0)
    return unsafe tcsetattr(STDIN_FILENO, TCSANOW, &mode) == 0
  }

  /// Switches it back.
  static func end() {
    var mode = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &mode) == 0 else { return }
    mode.c_lflag |= UInt32(ICANON | ECHO)
    setMinimum(&mode, 1)
    unsafe _ = tcsetattr(STDIN_FILENO, TCSANOW, &mode)
  }

  /// How many bytes a read waits for.
  private static func setMinimum(_ mode: inout termios, _ count: UInt8) {
    unsafe withUnsafeMutableBytes(of: &mode.c_cc) { bytes in
      unsafe bytes[Int(VMIN)] = count
      unsafe bytes[Int(VTIME)] = 0
    }
  }
}

/// Keeps a simulated camera to the time of its frames, where somebody steers it by hand.
struct FramePace {
  private let began: Double?

  init(isWanted: Bool) { began = isWanted ? Self.now : nil }

  /// Waits until a frame's time has come.
  func wait(until timestamp: Double) {
    guard let began else { return }
    let left = began + timestamp - Self.now
    if left > 0, left < 10 { usleep(UInt32(left * 1e6)) }
  }

  private static var now: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
