#!/usr/bin/env bash
# Meters the sample frames with debug and release builds: the output must be the same to the byte.
source "$(dirname "$0")/common.sh"

say "building graycard (debug and release)"
swift build --build-tests "${strict[@]}"
swift build -c release --product graycard

temporary=$(mktemp -d)
for build in debug release; do
  say "metering the sample frames ($build)"
  meter_samples ".build/$build/graycard" </dev/null >"$temporary/$build"
done
grep -q '^{' "$temporary/release" || fail "graycard meter --json printed no JSON"
cmp "$temporary/debug" "$temporary/release" || fail "the optimiser changes what is metered"
say "$(wc -l <"$temporary/release") frames are equal"
