#!/usr/bin/env bash
# Meters the sample frames natively and on an emulated processor without FMA and AVX: the output
# must be the same to the byte. So must the checksums of the mathematics.
source "$(dirname "$0")/common.sh"

if [ "$(uname -m)" != x86_64 ]; then
  say "skipped: only x86-64 has an older processor to emulate"
  exit 0
fi
command -v qemu-x86_64 >/dev/null || fail "qemu-x86_64 is missing; run: Scripts/setup.sh check"
old=(qemu-x86_64 -cpu Nehalem)

say "building graycard (release) and the tests (debug)"
swift build -c release --product graycard
swift build --build-tests "${strict[@]}"

say "testing the mathematics on an emulated Nehalem"
bundle=.build/debug/graycardPackageTests.xctest
"${old[@]}" "$bundle" --testing-library swift-testing --filter BitExactnessTests ||
  fail "the mathematics differs on an old processor"

temporary=$(mktemp -d)
say "metering the sample frames natively and on an emulated Nehalem"
meter_samples .build/release/graycard </dev/null >"$temporary/native"
meter_samples "${old[@]}" .build/release/graycard </dev/null >"$temporary/emulated"
grep -q '^{' "$temporary/native" || fail "graycard meter --json printed no JSON"
cmp "$temporary/native" "$temporary/emulated" || fail "an old processor meters differently"
say "$(wc -l <"$temporary/native") frames are equal"
