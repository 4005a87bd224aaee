#!/usr/bin/env bash
# Builds everything with warnings as errors and runs all tests.
source "$(dirname "$0")/common.sh"

say "building with warnings as errors"
swift build --build-tests "${strict[@]}"
say "testing"
swift test --skip-build --disable-xctest --parallel "${strict[@]}"
