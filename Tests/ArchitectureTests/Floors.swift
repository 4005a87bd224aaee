/// Which module stands on which floor, and what it may import: the table of the design.
struct Module: Sendable {
  let name: String
  let floor: Int
  /// The modules of this package that it may import, beside those that every module above the
  /// ground may (``everywhere``).
  let imports: Set<String>
  /// Whether it sees numbers only: no Foundation, no system call, no clock.
  let isPure: Bool

  init(_ name: String, floor: Int, imports: Set<String> = [], pure: Bool = true) {
    self.name = name
    self.floor = floor
    self.imports = imports
    isPure = pure
  }

  /// What every module above floor 0 may import.
  static let everywhere: Set<String> = ["Frames", "Photometry"]

  static let cores: Set<String> = ["Metering", "Statistics", "WhiteBalance", "Exposure", "Focus"]

  /// A new module gets a line here, so that its place is a decision and not an accident.
  static let table: [Module] = [
    Module("CStatistics", floor: 0),
    Module("Frames", floor: 0),
    Module("Photometry", floor: 0),
    Module("CImageCodecs", floor: 0, pure: false),
    Module("CArgp", floor: 0, pure: false),
    Module("CCairo", floor: 0, pure: false),
    Module("CJansson", floor: 0, pure: false),
    Module("CV4L2", floor: 0, pure: false),
    Module("CZlib", floor: 0, pure: false),
    Module("CZstd", floor: 0, pure: false),
    Module("Statistics", floor: 1, imports: ["CStatistics"]),
    Module("LockStates", floor: 1),
    Module("Controls", floor: 1),
    Module("Metering", floor: 2, imports: ["Statistics"]),
    Module("WhiteBalance", floor: 3, imports: ["Statistics", "Controls", "LockStates"]),
    Module("Exposure", floor: 3, imports: ["Statistics", "Metering", "Controls", "LockStates"]),
    Module("Focus", floor: 3, imports: ["Statistics", "Controls", "LockStates"]),
    Module("GrayCard", floor: 4, imports: cores.union(["Controls", "LockStates"])),
    Module("Documents", floor: 4, imports: ["CJansson"], pure: false),
    Module(
      "Profiles", floor: 5, imports: cores.union(["GrayCard", "Controls", "Documents"]), pure: false
    ),
    Module(
      "Recordings", floor: 5,
      imports: cores.union(["GrayCard", "CImageCodecs", "CZlib", "CZstd", "Documents"]),
      pure: false),
    Module(
      "V4L2", floor: 5, imports: cores.union(["GrayCard", "Controls", "CV4L2"]), pure: false),
    Module("SimulatedCamera", floor: 5, imports: cores.union(["GrayCard"]), pure: false),
    Module(
      "ClosedLoop", floor: 6, imports: cores.union(["GrayCard", "SimulatedCamera"]), pure: false),
    Module(
      "graycard", floor: 7,
      imports: cores.union([
        "GrayCard", "Controls", "LockStates", "Recordings", "V4L2", "SimulatedCamera", "ClosedLoop",
        "CArgp", "CCairo", "Documents", "Profiles",
      ]), pure: false),
  ]

  static func named(_ name: String) -> Module? { table.first { $0.name == name } }
}
