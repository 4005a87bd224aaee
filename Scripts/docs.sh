#!/usr/bin/env bash
# Makes the documentation of the public modules in Documentation/site; a warning is an error.
source "$(dirname "$0")/common.sh"

# The modules of the libraries; those that are not written yet have no folder.
modules=()
for module in Frames Photometry Controls LockStates Statistics Metering WhiteBalance Exposure Focus \
  GrayCard V4L2 Documents Profiles ClosedLoop; do
  if [ -d "Sources/$module" ]; then modules+=("$module"); fi
done
graphs=.build-docs/graphs
archives=.build-docs/archives
rm -rf "$graphs" "$archives"
mkdir -p "$archives"

say "building with warnings as errors"
swift build --build-tests "${strict[@]}"
target=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')

# A Swift module's imports of C modules are found by their maps.
maps=()
for map in Sources/*/module.modulemap Sources/*/include/module.modulemap .build/debug/*.build/module.modulemap; do
  if [ -f "$map" ]; then maps+=(-Xcc "-fmodule-map-file=$map"); fi
done

wrong=()
for module in "${modules[@]}"; do
  mkdir -p "$graphs/$module"
  swift symbolgraph-extract -module-name "$module" -I .build/debug/Modules \
    -target "$target" -minimum-access-level public -skip-synthesized-members \
    -output-dir "$graphs/$module" "${maps[@]}" >/dev/null
  # A module that only hands others on, or holds nothing yet, has no page of its own.
  if ! grep -q '"accessLevel"' "$graphs/$module/$module.symbols.json" &&
    [ ! -d "Sources/$module/$module.docc" ]; then
    say "$module declares nothing public and has no catalogue"
    continue
  fi
  catalogue=()
  if [ -d "Sources/$module/$module.docc" ]; then catalogue=("Sources/$module/$module.docc"); fi
  docc convert "${catalogue[@]}" --additional-symbol-graph-dir "$graphs/$module" \
    --fallback-display-name "$module" --fallback-bundle-identifier "graycard.$module" \
    --transform-for-static-hosting --hosting-base-path graycard --warnings-as-errors \
    --output-path "$archives/$module.doccarchive" || wrong+=("$module")
done

if [ ${#wrong[@]} -gt 0 ]; then fail "the documentation of these is wrong: ${wrong[*]}"; fi

rm -rf Documentation/site
mkdir -p Documentation
docc merge "$archives"/*.doccarchive --output-path Documentation/site \
  --synthesized-landing-page-name GrayCard
say "the documentation is in Documentation/site"
