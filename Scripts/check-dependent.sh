#!/usr/bin/env bash
# Builds a package that depends on this one and imports GrayCard alone, as a user's would.
#
# The pure library needs no system package, so the program's link line may name none of ours.
source "$(dirname "$0")/common.sh"

project=$PWD
package=.build-dependent/package
mkdir -p "$package/Sources/dependent"
cat >"$package/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "dependent",
  dependencies: [.package(name: "graycard", path: "$project")],
  targets: [
    .executableTarget(
      name: "dependent", dependencies: [.product(name: "GrayCard", package: "graycard")])
  ])
SWIFT
cat >"$package/Sources/dependent/main.swift" <<'SWIFT'
import GrayCard

let layout = try FrameLayout(format: .grey(.bits8), width: 64, height: 48)
let pixels = [UInt8](repeating: 118, count: layout.byteCounts[0])
var extractor = try StatisticsExtractor(layout)
let statistics = try extractor.extract(FrameView(layout, pixels.span))
print("mean code", statistics.meanCode(of: statistics.total))
SWIFT

say "building a package that depends on GrayCard alone"
# An empty search path hides every library that pkg-config could have found.
env PKG_CONFIG_PATH= PKG_CONFIG_LIBDIR= \
  swift build --package-path "$package" --scratch-path .build-dependent/build
program=.build-dependent/build/debug/dependent
[ "$("$program")" = "mean code 118.0" ] || fail "the program did not meter its grey frame"
needed=$(readelf -d "$program") || fail "readelf, of Debian's binutils, cannot read $program"
if grep -E 'NEEDED.*lib(jpeg|spng|tiff|raw|cairo|jansson)' <<<"$needed"; then
  fail "a program of GrayCard alone must not link the libraries above"
fi
say "it runs, and links none of our system libraries"
