// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that what benchmarks compare with never becomes a dependency of GrayCard.
let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "graycard-benchmarks",
  dependencies: [.package(name: "graycard", path: "..")],
  targets: [
    .target(name: "CReadKernel"),
    .executableTarget(
      name: "graycard-benchmarks",
      dependencies: ["CReadKernel", "Provenance", .product(name: "GrayCard", package: "graycard")],
      path: "Sources/Benchmarks",
      swiftSettings: settings),
    // What was measured where: commit, processor, date.
    .target(name: "Provenance", swiftSettings: settings),
    // Exposure loops of others, written from their published descriptions.
    .target(
      name: "ExposurePeers",
      dependencies: [
        .product(name: "LoopMeasures", package: "graycard"),
        .product(name: "GrayCard", package: "graycard"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "exposure-bench",
      dependencies: [
        "ExposurePeers", "Provenance", .product(name: "LoopMeasures", package: "graycard"),
        .product(name: "GrayCard", package: "graycard"),
      ],
      path: "Sources/ExposureBench", swiftSettings: settings),
    .executableTarget(
      name: "focus-bench",
      dependencies: [
        "Provenance", .product(name: "FocusRig", package: "graycard"),
        .product(name: "GrayCard", package: "graycard"),
      ],
      path: "Sources/FocusBench", swiftSettings: settings),
    .executableTarget(
      name: "balance-bench",
      dependencies: [
        "Provenance", .product(name: "FileReaders", package: "graycard"),
        .product(name: "GrayCard", package: "graycard"),
      ],
      path: "Sources/BalanceBench", swiftSettings: settings),
    // Recording 1080p30 on one core; its figures are in Documentation/Recordings.md.
    .executableTarget(
      name: "record-bench",
      dependencies: [.product(name: "Recordings", package: "graycard")],
      path: "Sources/RecordBench", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu17
)
