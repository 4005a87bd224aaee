import Foundation

/// The files of this package, found from where this file lies.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  struct File: Sendable {
    /// The path inside the repository.
    let path: String
    let text: String
    var lineCount: Int { text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 }
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  /// The folders right below a folder.
  static func folders(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      at: root.appending(path: path), includingPropertiesForKeys: [.isDirectoryKey]
    )
    .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
    .map(\.lastPathComponent)
  }

  /// Every file below a folder whose name ends in one of the extensions; all folders that tools
  /// make (`.build`, `out`) are left out.
  static func files(in path: String, _ extensions: Set<String>) throws -> [File] {
    let top = root.appending(path: path)
    guard let walk = FileManager.default.enumerator(at: top, includingPropertiesForKeys: nil)
    else { return [] }
    var files: [File] = []
    for case let url as URL in walk {
      let name = url.lastPathComponent
      let isTools = name.hasPrefix(".build") || name == ".git" || name == "out" || name == "site"
      if isTools {
        walk.skipDescendants()
        continue
      }
      let isPlain = url.pathExtension.isEmpty && extensions.contains(name)
      guard isPlain || extensions.contains(url.pathExtension),
        let text = try? String(contentsOf: url, encoding: .utf8)
      else { continue }
      files.append(File(path: String(url.path.dropFirst(root.path.count + 1)), text: text))
    }
    return files
  }
}
