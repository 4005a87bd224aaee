internal import CArgp
internal import Glibc

/// An option of a command, as argp prints and reads it.
struct OptionEntry {
  let name: StaticString
  /// The one-letter form, or `nil`.
  let letter: Character?
  /// What stands for the value in help; `nil` for a switch.
  let value: StaticString?
  let help: StaticString

  init(
    _ name: StaticString, _ letter: Character? = nil, value: StaticString? = nil,
    help: StaticString
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.help = help
  }
}

/// What a command line said, in order.
struct ParsedArguments {
  var options: [(name: String, value: String?)] = []
  var arguments: [String] = []
  /// What stands behind the first argument, where parsing stopped there.
  var rest: [String] = []
}

/// One command's options and help, parsed by glibc's argp.
///
/// argp prints help and complaints itself and then ends the program, with status 0 and 2.
struct ArgumentTable {
  let name: String
  let usage: String
  let summary: String
  let details: String
  let options: [OptionEntry]
  let acceptsArguments: Bool

  /// What argp's callback fills; alive for the length of one parse.
  private final class Collector {
    let options: [OptionEntry]
    let stopsAtFirstArgument: Bool
    var parsed = ParsedArguments()
    var stoppedAt: Int?

    init(_ options: [OptionEntry], stopsAtFirstArgument: Bool) {
      self.options = options
      self.stopsAtFirstArgument = stopsAtFirstArgument
    }
  }

  /// Keys of options without a letter begin above the letters.
  private static let firstKey: Int32 = 1000

  /// Gives every command a `--version`, which prints the text and ends the program.
  ///
  /// - Parameter text: The text; argp keeps its address, so it must be a literal.
  static func setVersion(_ text: StaticString) {
    unsafe graycard_argp_set_version(
      UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self))
  }

  /// Parses a command line whose first element is the program's name.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - stopsAtFirstArgument: Whether the first argument is a command, with its own options behind.
  /// - Returns: Options and arguments in order.
  func parse(_ arguments: [String], stopsAtFirstArgument: Bool = false) -> ParsedArguments {
    let collector = Collector(options, stopsAtFirstArgument: stopsAtFirstArgument)
    graycard_argp_set_usage_status(ExitStatus.usage.rawValue)
    unsafe withArgp { parser in
      unsafe Self.withArguments(arguments) { count, vector in
        let flags = stopsAtFirstArgument ? graycard_argp_in_order : 0
        let input = unsafe Unmanaged.passUnretained(collector).toOpaque()
        _ = unsafe argp_parse(&parser, count, vector, flags, nil, input)
      }
    }
    if let stoppedAt = collector.stoppedAt, stoppedAt <= arguments.count {
      collector.parsed.rest = Array(arguments[stoppedAt...])
    }
    return collector.parsed
  }

  /// Complains about the usage as argp does, and ends the program with status 2.
  func fail(_ message: String) -> Never {
    var text = "\(name): \(message)\n"
    text += "Try `\(name) --help' or `\(name) --usage' for more information.\n"
    Output.standardError.write(text)
    exit(ExitStatus.usage.rawValue)
  }

  private static func key(_ index: Int, _ entry: OptionEntry) -> Int32 {
    entry.letter?.asciiValue.map { Int32($0) } ?? firstKey + Int32(index)
  }

  private func withArgp(_ body: (inout argp) -> Void) {
    // argp keeps the addresses of these until it returns.
    let usageText = unsafe strdup(usage)
    let documentation = unsafe strdup(summary + "\u{0B}" + details)
    defer {
      unsafe free(usageText)
      unsafe free(documentation)
    }
    var table = unsafe options.enumerated().map { index, entry in
      var option = unsafe argp_option()
      unsafe option.name = UnsafeRawPointer(entry.name.utf8Start)
        .assumingMemoryBound(to: CChar.self)
      unsafe option.key = Self.key(index, entry)
      if let value = entry.value {
        unsafe option.arg = UnsafeRawPointer(value.utf8Start).assumingMemoryBound(to: CChar.self)
      }
      unsafe option.doc = UnsafeRawPointer(entry.help.utf8Start)
        .assumingMemoryBound(to: CChar.self)
      return unsafe option
    }
    unsafe table.append(argp_option())
    unsafe table.withUnsafeBufferPointer { options in
      var parser = unsafe argp()
      unsafe parser.options = options.baseAddress
      unsafe parser.parser = { key, value, state in
        unsafe ArgumentTable.take(key, value, state)
      }
      // For an empty text argp would print a blank.
      unsafe parser.args_doc = usage.isEmpty ? nil : UnsafePointer(usageText)
      unsafe parser.doc = UnsafePointer(documentation)
      unsafe body(&parser)
    }
  }

  /// argp's callback.
  private static func take(
    _ key: Int32, _ value: UnsafeMutablePointer<CChar>?, _ state: UnsafeMutablePointer<argp_state>?
  ) -> error_t {
    guard let state = unsafe state, let input = unsafe state.pointee.input else { return 0 }
    let collector = unsafe Unmanaged<Collector>.fromOpaque(input).takeUnretainedValue()
    let text = unsafe value.map { unsafe String(cString: $0) }
    if key == graycard_argp_key_argument {
      collector.parsed.arguments.append(text ?? "")
      if collector.stopsAtFirstArgument {
        collector.stoppedAt = unsafe Int(state.pointee.next)
        unsafe state.pointee.next = state.pointee.argc
      }
      return 0
    }
    for (index, entry) in collector.options.enumerated() where Self.key(index, entry) == key {
      collector.parsed.options.append((String(describing: entry.name), text))
      return 0
    }
    return graycard_argp_unknown
  }

  private static func withArguments(
    _ arguments: [String],
    _ body: (Int32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Void
  ) {
    var vector = unsafe arguments.map { unsafe strdup($0) }
    unsafe vector.append(nil)
    defer { unsafe vector.forEach { unsafe free($0) } }
    // argp moves options before arguments, so it gets a copy to reorder.
    var reordered = unsafe vector
    unsafe reordered.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe body(Int32(arguments.count), base)
    }
  }
}
