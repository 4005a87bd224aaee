#!/usr/bin/env bash
# Runs every slower check, also behind one that fails, and says which failed.
#
#   Scripts/check.sh [CHECK...]     e.g. address; all of them where left out
source "$(dirname "$0")/common.sh"

checks=("$@")
if [ ${#checks[@]} -eq 0 ]; then
  checks=(optimisation processors undefined address thread dependent docs notebooks benchmarks
    fuzzers)
fi

command_of() {
  case $1 in
    docs) echo Scripts/docs.sh ;;
    fuzzers) echo Scripts/fuzz.sh 60 ;;
    *) echo "Scripts/check-$1.sh" ;;
  esac
}

summary=()
failed=()
for check in "${checks[@]}"; do
  say "check: $check"
  began=$SECONDS
  read -ra command < <(command_of "$check")
  if bash "${command[@]}" </dev/null; then
    result=passed
  else
    result=failed
    failed+=("$check")
  fi
  summary+=("$(printf '   %-14s %s after %d s' "$check" "$result" $((SECONDS - began)))")
done

printf '%s\n' "${summary[@]}"
if [ ${#failed[@]} -gt 0 ]; then fail "these checks failed: ${failed[*]}"; fi
