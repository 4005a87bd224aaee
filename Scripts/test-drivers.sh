#!/usr/bin/env bash
# Runs the driver tests: a small virtual machine with the distribution's kernel, its uvcvideo, and a
# virtual camera. Documentation/DriverTests.md says how, and how to run one scenario.
#
#   Scripts/test-drivers.sh [SCENARIO...]
#
# GRAYCARD_DRIVER_ROUNDS is the number of random rounds, 50 where it is not set.
source "$(dirname "$0")/common.sh"

if [ "$(uname -m)" != x86_64 ]; then
  say "left out: the driver tests boot an x86-64 kernel and run this machine's programs in it; this is $(uname -m)"
  exit 0
fi
cache=${XDG_CACHE_HOME:-$HOME/.cache}/graycard-vm
say "making the virtual machine"
bash Tests/Drivers/vm/setup.sh "$cache" || fail "the virtual machine cannot be made; see above"

say "building the scenarios (release)"
swift build -c release --product driver-scenarios
swift build -c release --product graycard

temporary=$(mktemp -d)
chmod 755 "$temporary"
printf 'uvcvideo\nvhci-hcd\nvivid n_devs=1 node_types=0x1 num_inputs=1\n' >"$temporary/modules"
# The machine sees the host's files but for some folders, where this one may lie.
mkdir "$temporary/lib"
for program in driver-scenarios graycard; do
  cp ".build/release/$program" "$temporary/"
  ldd ".build/release/$program" | sed -n 's/.*=> \(\/[^ ]*\) (.*/\1/p' |
    { grep -vE '^/(usr/)?lib' || true; } | xargs -r cp -t "$temporary/lib" -n
done
rounds=${GRAYCARD_DRIVER_ROUNDS:-50}
play() {
  bash Tests/Drivers/vm/run.sh "$cache" $((420 + rounds * 6)) "$temporary" \
    env "GRAYCARD_DRIVER_ROUNDS=$rounds" LD_LIBRARY_PATH=/run/job/lib /run/job/driver-scenarios \
    /run/job/graycard "$@"
}
say "running the scenarios in the virtual machine"
if ! play "$@"; then
  # A kernel that waits for a lost transfer takes every later scenario with it, see
  # Documentation/DriverTests.md; only then a second machine is asked.
  grep -q 'blocked for more than' "$temporary/console" || fail "a scenario failed; see above"
  failed=$(sed -n 's/^failed: //p' "$temporary/output" | tr -d ,)
  [ -n "$failed" ] || fail "the machine's kernel hung; see above"
  say "the machine's kernel hung in a transfer that it lost; what failed, once more in another: $failed"
  # shellcheck disable=SC2086
  play $failed || fail "a scenario failed; see above"
fi
