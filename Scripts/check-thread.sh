#!/usr/bin/env bash
# Runs all tests under the thread sanitizer.
source "$(dirname "$0")/common.sh"

# Random frames take minutes under a sanitizer, and a few of each format visit every line.
export GRAYCARD_ROUNDS=${GRAYCARD_ROUNDS:-8}

swift test --disable-xctest --parallel --sanitize=thread --scratch-path .build-thread \
  "${strict[@]}" || fail "the thread sanitizer or a test objects; see above"
