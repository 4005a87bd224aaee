#!/usr/bin/env bash
# Meters the sample frames with debug and release builds: the output must be the same to the byte.
source "$(dirname "$0")/common.sh"

say "building graycard (debug and release)"
swift build --build-tests "${strict[@]}"
swift build -c release --product graycard

mapfile -t sources < <(sample_frames)
temporary=$(mktemp -d)
for build in debug release; do
  ".build/$build/graycard" meter --json "${sources[@]}" </dev/null >"$temporary/$build"
done
grep -q '^{' "$temporary/release" || fail "graycard meter --json printed no JSON"
cmp "$temporary/debug" "$temporary/release" || fail "the optimiser changes what is metered"
say "$(wc -l <"$temporary/release") lines are equal"
