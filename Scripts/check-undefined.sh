#!/usr/bin/env bash
# Runs the tests of the C kernels with every undefined operation of C trapped.
#
# SwiftPM refuses --sanitize=undefined on Linux, so C alone is instrumented and the runtime linked
# by hand; `function` is left out because Swift's calls carry no type to check.
source "$(dirname "$0")/common.sh"

# A few random frames of each format visit every line of the kernels.
export GRAYCARD_ROUNDS=${GRAYCARD_ROUNDS:-8}

runtime=$(find "$(dirname "$(readlink -f "$(command -v swift)")")/../lib" \
  -name "libclang_rt.ubsan_standalone-$(uname -m).a" -print -quit)
if [ -z "$runtime" ]; then fail "this Swift toolchain has no libclang_rt.ubsan_standalone"; fi

swift test --disable-xctest --parallel --scratch-path .build-undefined --filter StatisticsTests \
  -Xcc -fsanitize=undefined -Xcc -fno-sanitize=function -Xcc -fno-sanitize-recover=all \
  -Xlinker --whole-archive -Xlinker "$runtime" -Xlinker --no-whole-archive -Xlinker -lstdc++ ||
  fail "a kernel does what C leaves undefined, or a test fails; see above"
