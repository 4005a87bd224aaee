/// The rules that keep the floors true, as functions of text, so that they can be tested on
/// made-up sources.
enum Rules {
  /// What is wrong with the imports of one file of a module.
  ///
  /// - Parameters:
  ///   - text: The file.
  ///   - module: The module's name.
  /// - Returns: A sentence for each violation.
  static func importFaults(_ text: String, in module: String) -> [String] {
    guard let here = Module.named(module) else {
      return ["module \(module) has no line in the table of floors"]
    }
    return SourceText(text).imports.compactMap { name in
      guard let other = Module.named(name) else {
        return here.isPure ? "\(module) is pure and must not import \(name)" : nil
      }
      let allowed =
        here.imports.contains(name) || (here.floor > 0 && Module.everywhere.contains(name))
      if !allowed { return "\(module) must not import \(name)" }
      if other.floor >= here.floor { return "\(module) imports \(name), which is not below it" }
      if here.isPure && !other.isPure { return "\(module) is pure and \(name) is not" }
      return nil
    }
  }

  /// A target of the manifest that is built from Sources.
  struct Target: Hashable {
    let name: String
    let folder: String
  }

  /// The targets of a manifest that lie under Sources; tests, fuzzers and tools lie elsewhere.
  static func targets(inManifest text: String) -> [Target] {
    // A dependency on a target under a condition is written like a target.
    let declaration =
      /\.(target|executableTarget|systemLibrary|testTarget)\(\s*name:\s*"([^"]+)"(?!,\s*condition)/
    let matches = text.matches(of: declaration)
    return matches.enumerated().compactMap { index, match in
      let isLast = index + 1 == matches.count
      let end = isLast ? text.endIndex : matches[index + 1].range.lowerBound
      let rest = text[match.range.upperBound..<end]
      let path = rest.firstMatch(of: /path:\s*"([^"]+)"/).map { String($0.1) }
      let folder = path ?? "Sources/\(match.2)"
      guard match.1 != "testTarget", folder.hasPrefix("Sources/") else { return nil }
      return Target(name: String(match.2), folder: folder)
    }
  }

  /// Places in a text that only exist on one machine.
  static func machinePaths(in text: String) -> [String] {
    // The names stand apart from their slashes, so that this file does not accuse itself.
    let roots: Set = ["home", "root", "Users", "work", "opt", "mnt", "scratch"]
    return text.matches(of: /(^|[\s"'`=(:<\[])\/([A-Za-z]+)\/[\w.]/)
      .filter { roots.contains(String($0.2)) }
      .map { String($0.0) }
  }
}
