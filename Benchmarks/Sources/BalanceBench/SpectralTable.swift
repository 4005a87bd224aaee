import Foundation

/// Spectra from 380 to 780 nm in steps of 5 nm, by name, in the order of the file.
struct SpectralTable {
  let names: [String]
  private let columns: [[Double]]

  /// Reads a table of Notebooks/spectra.
  init(_ name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Notebooks/spectra")
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    let lines = text.split(separator: "\n").map { $0.split(separator: ",") }
    names = lines[0].dropFirst().map(String.init)
    let rows = lines.dropFirst().map { line in line.dropFirst().compactMap { Double($0) } }
    columns = names.indices.map { column in rows.map { $0[column] } }
  }

  subscript(_ name: String) -> [Double]? {
    names.firstIndex(of: name).map { columns[$0] }
  }

  subscript(_ index: Int) -> [Double] { columns[index] }
}

/// A camera's sensitivities.
struct SpectralCamera {
  let name: String
  let channels: [[Double]]

  static func all() throws -> [SpectralCamera] {
    let table = try SpectralTable("cameras.csv")
    return stride(from: 0, to: table.names.count, by: 3).map { first in
      SpectralCamera(
        name: String(table.names[first].dropLast(2)),
        channels: (0..<3).map { table[first + $0] })
    }
  }

  /// What it makes of a spectrum.
  func colour(of spectrum: [Double]) -> [Double] {
    channels.map { zip($0, spectrum).reduce(0) { $0 + $1.0 * $1.1 } }
  }
}
