internal import Glibc

/// A file descriptor that text is written to.
struct Output {
  static let standardOutput = Output(descriptor: STDOUT_FILENO, name: "the output")
  static let standardError = Output(descriptor: STDERR_FILENO, name: "messages")

  let descriptor: Int32
  /// What a complaint calls it.
  let name: String

  /// Whether a person reads along.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether lines can be drawn over: on a terminal that knows how.
  var redraws: Bool {
    guard isTerminal, let kind = unsafe getenv("TERM") else { return false }
    let name = unsafe String(cString: kind)
    return !name.isEmpty && name != "dumb"
  }

  /// Whether colour is wanted: on a terminal, unless NO_COLOR is set (no-color.org).
  var wantsColour: Bool {
    guard redraws else { return false }
    guard let value = unsafe getenv("NO_COLOR") else { return true }
    return unsafe String(cString: value).isEmpty
  }

  /// The terminal's size in letters; 80×24 where it does not say.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Writes all of a text; what cannot be written ends the program, since nothing it does after that
  /// would be of use.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return }
      var done = 0
      while done < bytes.count {
        let count = unsafe Glibc.write(descriptor, base + done, bytes.count - done)
        if count < 0 {
          if errno == EINTR { continue }
          return fail(errno)
        }
        done += count
      }
    }
  }

  private func fail(_ code: Int32) {
    if descriptor == STDERR_FILENO { return }
    let reason = unsafe String(cString: strerror(code))
    Self.standardError.write("graycard: \(name) cannot be written: \(reason)\n")
    // At once: whatever would run at an orderly exit has nowhere to write to.
    _exit(ExitStatus.failure.rawValue)
  }
}
