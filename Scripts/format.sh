#!/usr/bin/env bash
# Rewrites Swift sources in the house's format.
source "$(dirname "$0")/common.sh"

for path in Package.swift Sources Tests Benchmarks Fuzzers Snippets; do
  if [ -e "$path" ]; then
    find "$path" -name '.build*' -prune -o -name '*.swift' -print0 |
      xargs -0 -r swift format --in-place
  fi
done
say "formatted; see git diff"
