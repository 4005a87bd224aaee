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

/// The path of `libclang_rt.fuzzer_no_main-x86_64.a`; fuzzers and their instrumentation exist only
/// where it is set, since they link libFuzzer and need unsafe flags. Set by Scripts/fuzz.sh.
let fuzzingRuntime = Context.environment["FUZZ"]

/// Settings of the targets that fuzzers watch.
let fuzzed: [SwiftSetting] =
  fuzzingRuntime == nil ? settings : settings + [.unsafeFlags(["-sanitize=fuzzer,address"])]
let fuzzedC: [CSetting] =
  fuzzingRuntime == nil ? [] : [.unsafeFlags(["-fsanitize=fuzzer-no-link,address"])]

let package = Package(
  name: "graycard",
  products: [
    .library(name: "GrayCard", targets: ["GrayCard"]),
    .library(name: "GrayCardV4L2", targets: ["V4L2"]),
    .library(name: "GrayCardProfiles", targets: ["Profiles"]),
    .executable(name: "graycard", targets: ["graycard"]),
    // For Benchmarks, which is a package of its own; no part of the library.
    .library(name: "LoopMeasures", targets: ["LoopMeasures"]),
    .library(name: "FocusRig", targets: ["FocusRig"]),
    .library(name: "FileReaders", targets: ["Profiles", "Recordings"]),
    .library(name: "Recordings", targets: ["Recordings"]),
  ],
  targets: [
    // Floor 0: kernels, pixels, light.
    .target(name: "CStatistics", cSettings: fuzzedC),
    .target(name: "Frames", swiftSettings: fuzzed),
    // Rounding and square roots, which are exact everywhere, are libm's below SSE4.1.
    .target(name: "Photometry", swiftSettings: settings, linkerSettings: [.linkedLibrary("m")]),

    // Floors 1 to 4: the pure core. No Foundation, no system calls, no clock.
    .target(
      name: "Statistics", dependencies: ["CStatistics", "Frames", "Photometry"],
      swiftSettings: fuzzed),
    .target(name: "LockStates", dependencies: ["Frames"], swiftSettings: settings),
    .target(name: "Controls", dependencies: ["Photometry"], swiftSettings: settings),
    .target(
      name: "Metering", dependencies: ["Frames", "Photometry", "Statistics"],
      swiftSettings: settings),
    .target(
      name: "Exposure",
      dependencies: ["Controls", "Frames", "LockStates", "Metering", "Photometry", "Statistics"],
      swiftSettings: settings),
    .target(
      name: "WhiteBalance",
      dependencies: ["Controls", "Frames", "LockStates", "Photometry", "Statistics"],
      swiftSettings: settings),
    .target(
      name: "Focus",
      dependencies: ["Controls", "Frames", "LockStates", "Photometry", "Statistics"],
      swiftSettings: settings),
    .target(
      name: "GrayCard",
      dependencies: [
        "Controls", "Exposure", "Focus", "Frames", "LockStates", "Metering", "Photometry",
        "Statistics", "WhiteBalance",
      ],
      swiftSettings: settings),

    // Edges: files and the command line.
    .target(
      name: "CImageCodecs",
      linkerSettings: [
        .linkedLibrary("jpeg"), .linkedLibrary("spng"), .linkedLibrary("tiff"),
        .linkedLibrary("raw_r"),
      ]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .target(
      name: "Recordings",
      dependencies: ["CImageCodecs", "CZlib", "CZstd", "Documents", "Frames", "Photometry"],
      swiftSettings: fuzzed),
    .target(
      name: "SimulatedCamera", dependencies: ["Frames", "Photometry"], swiftSettings: settings),
    .target(
      name: "ClosedLoop", dependencies: ["GrayCard", "SimulatedCamera"], swiftSettings: settings),
    .target(name: "CV4L2"),
    .target(
      name: "V4L2", dependencies: ["Controls", "CV4L2", "Frames", "Photometry"],
      swiftSettings: settings),
    .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    // JSON read strictly, with the place of each fault; what settings, profiles and recordings share.
    .target(name: "Documents", dependencies: ["CJansson", "Photometry"], swiftSettings: fuzzed),
    .target(
      name: "Profiles",
      dependencies: [
        "Controls", "Documents", "Exposure", "GrayCard", "Metering", "Photometry",
        "WhiteBalance",
      ],
      swiftSettings: fuzzed
    ),
    .target(name: "CArgp"),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .executableTarget(
      name: "graycard",
      dependencies: [
        "CArgp", "CCairo", "ClosedLoop", "Controls", "Documents", "Focus", "GrayCard", "Profiles",
        "Recordings",
        "SimulatedCamera", "V4L2",
      ],
      path: "Sources/CommandLine", swiftSettings: settings),

    // Tests mirror the sources by name.
    .testTarget(name: "GrayCardTests", dependencies: ["GrayCard"], swiftSettings: settings),
    .testTarget(
      name: "FocusTests", dependencies: ["Focus", "Frames", "LockStates", "Statistics"],
      swiftSettings: settings),
    .testTarget(
      name: "ControlsTests", dependencies: ["Controls", "Photometry"], swiftSettings: settings),
    .testTarget(
      name: "ExposureTests",
      dependencies: [
        "Controls", "Exposure", "Frames", "LockStates", "Metering", "Photometry", "SimulatedCamera",
        "Statistics",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ClosedLoopTests",
      dependencies: [
        "ClosedLoop", "Controls", "Exposure", "GrayCard", "LoopMeasures", "Metering",
        "Photometry", "SimulatedCamera",
      ],
      swiftSettings: settings),
    .testTarget(name: "DocumentsTests", dependencies: ["Documents"], swiftSettings: settings),
    .testTarget(
      name: "ProfilesTests",
      dependencies: [
        "Controls", "Documents", "GrayCard", "Photometry", "Profiles", "WhiteBalance",
      ],
      exclude: ["full.json"],
      swiftSettings: settings),
    .testTarget(name: "FramesTests", dependencies: ["Frames"], swiftSettings: settings),
    .testTarget(name: "PhotometryTests", dependencies: ["Photometry"], swiftSettings: settings),
    .testTarget(
      name: "LockStatesTests", dependencies: ["Frames", "LockStates"], swiftSettings: settings),
    .testTarget(
      name: "StatisticsTests", dependencies: ["Frames", "Statistics"], swiftSettings: settings),
    .testTarget(
      name: "SimulatedCameraTests",
      dependencies: ["Frames", "Photometry", "Recordings", "SimulatedCamera"],
      swiftSettings: settings),
    .testTarget(
      name: "MeteringTests",
      dependencies: ["Frames", "Metering", "Photometry", "Recordings", "Statistics"],
      swiftSettings: settings),
    .testTarget(
      name: "WhiteBalanceTests",
      dependencies: [
        "Controls", "Frames", "LockStates", "Photometry", "Recordings", "SimulatedCamera",
        "Statistics", "WhiteBalance",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "RecordingsTests", dependencies: ["Documents", "Frames", "Photometry", "Recordings"],
      swiftSettings: settings),

    .testTarget(
      name: "V4L2Tests", dependencies: ["Controls", "CV4L2", "Frames", "Photometry", "V4L2"],
      swiftSettings: settings),

    // Real frames against numbers that another program computed, see Scripts/expected_metering.py.
    .testTarget(
      name: "RegressionTests",
      dependencies: [
        "Frames", "Metering", "Photometry", "Recordings", "Statistics", "WhiteBalance",
      ],
      path: "Tests/Regression", exclude: ["expected.json", "focus-labels.tsv", "frames", "stacks"],
      swiftSettings: settings),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "graycard", "ClosedLoop", "Controls", "Exposure", "Frames", "GrayCard", "Metering",
        "Photometry", "Profiles", "Recordings", "SimulatedCamera", "Statistics", "V4L2",
      ],
      swiftSettings: settings),
    .testTarget(name: "ArchitectureTests", swiftSettings: settings),

    // A virtual camera for the kernel's own drivers, see Documentation/DriverTests.md.
    .target(
      name: "VirtualUVC", dependencies: ["Frames", "SimulatedCamera"],
      path: "Tests/Drivers/VirtualUVC", swiftSettings: settings),
    .target(
      name: "PluggedCamera", dependencies: ["VirtualUVC"], path: "Tests/Drivers/PluggedCamera",
      swiftSettings: settings),
    .executableTarget(
      name: "virtual-uvc",
      dependencies: ["Frames", "PluggedCamera", "SimulatedCamera", "VirtualUVC"],
      path: "Tests/Drivers/virtual-uvc", swiftSettings: settings),
    .executableTarget(
      name: "driver-scenarios",
      dependencies: [
        "Frames", "GrayCard", "PluggedCamera", "SimulatedCamera", "V4L2", "VirtualUVC",
      ],
      path: "Tests/Drivers/Scenarios", swiftSettings: settings),
    .testTarget(
      name: "VirtualUVCTests", dependencies: ["Frames", "SimulatedCamera", "VirtualUVC"],
      swiftSettings: settings),
    // Loops at the simulated camera: what the bench in Benchmarks and the tests measure with.
    .target(
      name: "LoopMeasures",
      dependencies: [
        "Controls", "Exposure", "Frames", "Metering", "Photometry", "SimulatedCamera",
        "Statistics",
      ],
      path: "Tests/LoopMeasures", swiftSettings: settings),

    // Focus stacks and simulated scenes behind a lens, and the searches that others use.
    .target(
      name: "FocusRig", dependencies: ["Frames", "Recordings", "Statistics"],
      path: "Tests/FocusRig", swiftSettings: settings),
    .testTarget(
      name: "FocusRigTests", dependencies: ["FocusRig", "Frames", "Statistics"],
      swiftSettings: settings),

    // A program of its own, since it replaces malloc to count.
    .target(name: "CAllocationCounter", path: "Tests/Allocation/CAllocationCounter"),
    .executableTarget(
      name: "allocation-check",
      dependencies: [
        "CAllocationCounter", "CV4L2", "Controls", "Exposure", "Frames", "Metering", "Photometry",
        "Statistics", "V4L2", "WhiteBalance",
      ],
      path: "Tests/Allocation/AllocationCheck", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu17
)

if let fuzzingRuntime {
  let linkage: [LinkerSetting] = [
    .unsafeFlags([
      "-use-ld=lld", "-sanitize=address", "-Xlinker", fuzzingRuntime, "-lstdc++", "-lm",
    ])
  ]
  package.targets += [
    .target(name: "CFuzzer", path: "Fuzzers/CFuzzer"),
    .target(
      name: "FuzzSupport", dependencies: ["CFuzzer", "Frames", "Recordings"],
      path: "Fuzzers/FuzzSupport", swiftSettings: fuzzed),
  ]
  // A folder of Fuzzers/ each; one more line makes one more fuzzer, which Scripts/fuzz.sh finds.
  let fuzzers = [
    (name: "fuzz-layout", folder: "FuzzLayout"),
    (name: "fuzz-pnm", folder: "FuzzPNM"),
    (name: "fuzz-profile", folder: "FuzzProfile"),
    (name: "fuzz-raw-dump", folder: "FuzzRawDump"),
    (name: "fuzz-recording", folder: "FuzzRecording"),
    (name: "fuzz-y4m", folder: "FuzzY4M"),
  ]
  for fuzzer in fuzzers {
    package.targets.append(
      .executableTarget(
        name: fuzzer.name,
        dependencies: [
          "CFuzzer", "Controls", "Documents", "Frames", "FuzzSupport", "Profiles", "Recordings",
          "Statistics",
        ],
        path: "Fuzzers/\(fuzzer.folder)", swiftSettings: fuzzed, linkerSettings: linkage))
  }
}
