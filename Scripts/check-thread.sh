#!/usr/bin/env bash
# Runs all tests under the thread sanitizer.
source "$(dirname "$0")/common.sh"

swift test --disable-xctest --parallel --sanitize=thread --scratch-path .build-thread \
  "${strict[@]}" || fail "the thread sanitizer or a test objects; see above"
