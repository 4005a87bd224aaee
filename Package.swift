// swift-tools-version: 6.2
import PackageDescription

/// Settings that every Swift target of this package is built with.
///
/// `Lifetimes` lets `FrameView` be a borrowed, non-escapable value; see Documentation/Decisions/0002.
let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableExperimentalFeature("Lifetimes"),
]

let package = Package(
  name: "graycard",
  products: [
    .library(name: "GrayCard", targets: ["GrayCard"]),
    .executable(name: "graycard", targets: ["graycard"]),
  ],
  targets: [
    // Floor 0: kernels, pixels, light.
    .target(name: "CStatistics"),
    .target(name: "Frames", swiftSettings: settings),
    // Rounding and square roots, which are exact everywhere, are libm's below SSE4.1.
    .target(name: "Photometry", swiftSettings: settings, linkerSettings: [.linkedLibrary("m")]),

    // Floors 1 to 4: the pure core. No Foundation, no system calls, no clock.
    .target(
      name: "Statistics", dependencies: ["CStatistics", "Frames", "Photometry"],
      swiftSettings: settings),
    .target(
      name: "Metering", dependencies: ["Frames", "Photometry", "Statistics"],
      swiftSettings: settings),
    .target(
      name: "WhiteBalance", dependencies: ["Frames", "Photometry", "Statistics"],
      swiftSettings: settings),
    .target(
      name: "GrayCard",
      dependencies: ["Frames", "Metering", "Photometry", "Statistics", "WhiteBalance"],
      swiftSettings: settings),

    // Edges: files and the command line.
    .target(
      name: "CImageCodecs",
      linkerSettings: [
        .linkedLibrary("jpeg"), .linkedLibrary("spng"), .linkedLibrary("tiff"),
        .linkedLibrary("raw_r"),
      ]),
    .target(
      name: "Recordings", dependencies: ["CImageCodecs", "GrayCard"], swiftSettings: settings),
    .target(name: "CArgp"),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .executableTarget(
      name: "graycard", dependencies: ["CArgp", "CCairo", "GrayCard", "Recordings"],
      path: "Sources/CommandLine", swiftSettings: settings),

    // Tests mirror the sources by name.
    .testTarget(name: "FramesTests", dependencies: ["Frames"], swiftSettings: settings),
    .testTarget(name: "PhotometryTests", dependencies: ["Photometry"], swiftSettings: settings),
    .testTarget(
      name: "StatisticsTests", dependencies: ["Frames", "Statistics"], swiftSettings: settings),
    .testTarget(name: "ArchitectureTests", swiftSettings: settings),

    // A program of its own, since it replaces malloc to count.
    .target(name: "CAllocationCounter", path: "Tests/Allocation/CAllocationCounter"),
    .executableTarget(
      name: "allocation-check", dependencies: ["CAllocationCounter", "Frames", "Statistics"],
      path: "Tests/Allocation/AllocationCheck", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu17
)
