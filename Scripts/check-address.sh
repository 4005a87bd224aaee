#!/usr/bin/env bash
# Runs all tests under the address sanitizer, which also finds leaks.
source "$(dirname "$0")/common.sh"

# Random frames take minutes under a sanitizer, and a few of each format visit every line.
export GRAYCARD_ROUNDS=${GRAYCARD_ROUNDS:-8}

export LSAN_OPTIONS="suppressions=$PWD/Scripts/leaks.supp:print_suppressions=0"
swift test --disable-xctest --parallel --sanitize=address --scratch-path .build-address \
  "${strict[@]}" || fail "the address sanitizer or a test objects; see above"
