# shellcheck shell=bash
# What every script here begins with: strict mode, the project's folder, one-sentence failures and
# the time that the script took.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
script=$(basename "$0")
SECONDS=0
temporary=
trap 'report_duration $?' EXIT
# Without these a script that is stopped would report the status of its last command.
trap 'exit 130' INT
trap 'exit 143' TERM

# Debug builds treat warnings as errors; one set of flags, so that nothing is built twice.
# shellcheck disable=SC2034
strict=(-Xswiftc -warnings-as-errors -Xcc -Wall -Xcc -Wextra -Xcc -Werror)

# Small frames that may be given on; Tests/Regression/frames/ORIGIN.md says whose they are.
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

# Meters every sample frame as JSON with the program given, raw dumps too.
meter_samples() {
  if [ ! -d "$frames" ]; then fail "the sample frames are missing; $frames belongs to the sources"; fi
  "$@" meter --json --zones "$frames" "$frames/beetle"
  "$@" meter --json --zones --format RG14 --size 384x256 "$frames/nikon_384x256_RG14.raw"
  "$@" meter --json --zones --format RG10 --size 256x192 "$frames/openisp_256x192_RG10.raw"
}
