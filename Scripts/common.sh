# shellcheck shell=bash
# What every script here begins with: strict mode, the project's folder, one-sentence failures and
# the time that the script took.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
script=$(basename "$0")
SECONDS=0
temporary=
trap 'report_duration $?' EXIT

# Debug builds treat warnings as errors; one set of flags, so that nothing is built twice.
# shellcheck disable=SC2034
strict=(-Xswiftc -warnings-as-errors -Xcc -Wall -Xcc -Wextra -Xcc -Werror)

frames=Tests/Regression/frames

say() { printf '== %s\n' "$*"; }

fail() {
  printf '%s: %s\n' "$script" "$*" >&2
  exit 1
}

report_duration() {
  local result=passed
  if [ "$1" -ne 0 ]; then result=failed; fi
  rm -rf "${temporary:-}"
  printf '== %s %s after %d s\n' "$script" "$result" "$SECONDS"
}

# Prints the pictures and films that carry their own description; raw dumps need options.
sample_frames() {
  if [ ! -d "$frames" ]; then fail "the sample frames are missing; $frames belongs to the sources"; fi
  find "$frames" -type f -regextype posix-extended \
    -regex '.*\.(png|jpe?g|tiff?|dng|y4m|p[gp]m)' | LC_ALL=C sort
}
