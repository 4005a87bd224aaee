#!/usr/bin/env bash
# Searches for rare faults: many rounds of the random tests, closed loops on scenes that stay as they
# are, and ten minutes for each fuzzer.
#
# GRAYCARD_ROUNDS and FUZZ_SECONDS shorten or lengthen it.
source "$(dirname "$0")/common.sh"

export GRAYCARD_ROUNDS=${GRAYCARD_ROUNDS:-1000}
say "testing with $GRAYCARD_ROUNDS rounds of random frames a format, ten times as many steady frames"
# Release, since the definition that results are held to is slow.
swift test -c release --disable-xctest --parallel --scratch-path .build-soak \
  -Xswiftc -enable-testing --filter 'StatisticsTests|ClosedLoopTests'
say "playing 1,000 random rounds on the kernel's own driver"
Scripts/setup.sh drivers
GRAYCARD_DRIVER_ROUNDS=1000 Scripts/test-drivers.sh rounds
say "fuzzing for ${FUZZ_SECONDS:-600} s each"
Scripts/fuzz.sh "${FUZZ_SECONDS:-600}"
