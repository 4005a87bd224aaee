// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that what benchmarks compare with never becomes a dependency of GrayCard.
let package = Package(
  name: "graycard-benchmarks",
  dependencies: [.package(name: "graycard", path: "..")],
  targets: [
    .target(name: "CReadKernel"),
    .executableTarget(
      name: "graycard-benchmarks",
      dependencies: ["CReadKernel", .product(name: "GrayCard", package: "graycard")],
      path: "Sources/Benchmarks",
      swiftSettings: [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu17
)
