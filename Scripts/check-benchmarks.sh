#!/usr/bin/env bash
# Builds the benchmarks and runs each a few times, to see that they work; times mean nothing here.
source "$(dirname "$0")/common.sh"

swift run -c release --package-path Benchmarks graycard-benchmarks --smoke ||
  fail "the benchmarks do not run, or two implementations disagree"
