#!/usr/bin/env bash
# Runs all tests under the thread sanitizer.
source "$(dirname "$0")/common.sh"

# Random frames take minutes under a sanitizer, and a few of each format visit every line.
export GRAYCARD_ROUNDS=${GRAYCARD_ROUNDS:-8}

# argp ends the program inside the C library for --help, --version and unknown options, which the
# thread sanitizer takes for a fault ("finished with ignores enabled"); `make test` and the address
# sanitizer run these.
say "leaving out HelpTests and UsageTests, whose programs end inside argp"
swift test --skip 'HelpTests|UsageTests' --disable-xctest --parallel --sanitize=thread --scratch-path .build-thread \
  "${strict[@]}" || fail "the thread sanitizer or a test objects; see above"
