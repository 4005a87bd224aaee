/// A Swift source file as far as its imports and its habits can be read without a compiler.
struct SourceText {
  /// The lines without comments and without what stands in string literals.
  let lines: [String]

  init(_ text: String) {
    var depth = 0
    var isInMultilineString = false
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      Self.code(of: Array(line), depth: &depth, isInMultilineString: &isInMultilineString)
    }
  }

  /// The modules that the file imports, whatever attributes and access levels stand before.
  var imports: [String] {
    lines.compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
        words[..<place].allSatisfy(Self.mayPrecedeImport)
      else { return nil }
      let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
      let named = kinds.contains(words[place + 1]) && place + 2 < words.count
      let path = words[named ? place + 2 : place + 1]
      return path.split(separator: ".").first.map(String.init)
    }
  }

  /// Lines that stop the program where a thrown error would have told what is wrong.
  ///
  /// `precondition` with a sentence is allowed: it states a caller's duty.
  var traps: [String] {
    lines.filter { line in
      line.contains("fatalError(") || line.contains("try!") || line.contains("as!")
        || Self.forcesUnwrapping(line)
    }
  }

  /// Whether the file declares anything; a file of imports alone has nothing to test.
  var declares: Bool {
    let keywords: Set = ["func", "struct", "enum", "class", "actor", "protocol", "extension"]
    return lines.contains { line in
      line.split(whereSeparator: { !$0.isLetter }).contains { keywords.contains(String($0)) }
    }
  }

  private static func mayPrecedeImport(_ word: String) -> Bool {
    let levels: Set = ["public", "package", "internal", "fileprivate", "private"]
    return word.hasPrefix("@") || levels.contains(word)
  }

  /// An exclamation mark right behind a value and not part of `!=`.
  private static func forcesUnwrapping(_ line: String) -> Bool {
    let characters = Array(line)
    for (index, character) in characters.enumerated() where character == "!" && index > 0 {
      let before = characters[index - 1]
      let isBehindValue =
        before.isLetter || before.isNumber || before == ")" || before == "]" || before == "_"
      let isComparison = index + 1 < characters.count && characters[index + 1] == "="
      if isBehindValue && !isComparison { return true }
    }
    return false
  }

  private static func code(
    of line: [Character], depth: inout Int, isInMultilineString: inout Bool
  ) -> String {
    var code = ""
    var isInString = false
    var index = 0
    func begins(_ text: String) -> Bool { line[index...].starts(with: text) }
    while index < line.count {
      if isInMultilineString {
        if begins("\"\"\"") {
          isInMultilineString = false
          index += 2
        }
      } else if depth > 0 {
        if begins("*/") {
          depth -= 1
          index += 1
        }
      } else if isInString {
        if line[index] == "\\" {
          index += 1
        } else if line[index] == "\"" {
          isInString = false
        }
      } else if begins("\"\"\"") {
        isInMultilineString = true
        index += 2
      } else if line[index] == "\"" {
        isInString = true
      } else if begins("//") {
        break
      } else if begins("/*") {
        depth += 1
        index += 1
      } else {
        code.append(line[index])
      }
      index += 1
    }
    return code
  }
}
