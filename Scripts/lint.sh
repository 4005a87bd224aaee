#!/usr/bin/env bash
# Holds Swift sources to .swift-format and, where ShellCheck is installed, scripts to it.
source "$(dirname "$0")/common.sh"

paths=()
for path in Package.swift Sources Tests Benchmarks Fuzzers Snippets; do
  if [ -e "$path" ]; then paths+=("$path"); fi
done
say "checking the format of ${paths[*]}"
# Build folders of nested packages hold sources that are not ours.
find "${paths[@]}" -name '.build*' -prune -o -name '*.swift' -print0 |
  xargs -0 swift format lint --strict || fail "the format differs; run: make format"

if command -v shellcheck >/dev/null; then
  say "checking scripts"
  shellcheck -x -P Scripts Scripts/*.sh .ci/run || fail "ShellCheck found something; see above"
else
  say "shellcheck is not installed, so scripts are not checked"
fi
