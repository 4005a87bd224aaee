#!/usr/bin/env bash
# Runs all tests under the thread sanitizer.
source "$(dirname "$0")/common.sh"

# Random frames take minutes under a sanitizer, and a few of each format visit every line.
export GRAYCARD_ROUNDS=${GRAYCARD_ROUNDS:-8}

# argp ends the program inside the C library for --help, --version and unknown options, which the
# thread sanitizer takes for a fault ("finished with ignores enabled"); `make test` and the address
# sanitizer run these.
#
# The closed loops are values on one thread each, take most of the time, and run under the address
# sanitizer.
say "leaving out HelpTests and UsageTests, whose programs end inside argp"
say "leaving out ExposureTests and ClosedLoopTests, which share nothing between threads"
swift test --skip 'HelpTests|UsageTests|ExposureTests|ClosedLoopTests' --disable-xctest --parallel --sanitize=thread --scratch-path .build-thread \
  "${strict[@]}" || fail "the thread sanitizer or a test objects; see above"
