#!/usr/bin/env bash
# Builds the benchmarks and runs each a few times, to see that they work; times mean nothing here.
source "$(dirname "$0")/common.sh"

swift run -c release --package-path Benchmarks graycard-benchmarks --smoke ||
  fail "the benchmarks do not run, or two implementations disagree"
swift run -c release --package-path Benchmarks exposure-bench --smoke ||
  fail "exposure-bench does not run, or GrayCard misses a bar; a line with ✘ says which"
swift run -c release --package-path Benchmarks focus-bench --smoke ||
  fail "focus-bench does not run"
swift run -c release --package-path Benchmarks balance-bench --smoke ||
  fail "balance-bench does not run"
