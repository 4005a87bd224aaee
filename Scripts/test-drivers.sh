#!/usr/bin/env bash
# Runs the driver tests: a small virtual machine with the distribution's kernel, its uvcvideo, and a
# virtual camera. Documentation/DriverTests.md says how, and how to run one scenario.
#
#   Scripts/test-drivers.sh [SCENARIO...]
#
# GRAYCARD_DRIVER_ROUNDS is the number of random rounds, 50 where it is not set.
source "$(dirname "$0")/common.sh"

if [ "$(uname -m)" != x86_64 ]; then
  fail "the driver tests boot an x86-64 kernel and run programs of this machine in it; this is $(uname -m)"
fi
cache=${XDG_CACHE_HOME:-$HOME/.cache}/graycard-vm
say "making the virtual machine"
bash Tests/Drivers/vm/setup.sh "$cache" || fail "the virtual machine cannot be made; see above"

say "building the scenarios (release)"
swift build -c release --product driver-scenarios
swift build -c release --product graycard

temporary=$(mktemp -d)
chmod 755 "$temporary"
printf 'uvcvideo\nvhci-hcd\n' >"$temporary/modules"
# The machine sees the host's files but for some folders, where this one may lie.
mkdir "$temporary/lib"
for program in driver-scenarios graycard; do
  cp ".build/release/$program" "$temporary/"
  ldd ".build/release/$program" | sed -n 's/.*=> \(\/[^ ]*\) (.*/\1/p' |
    { grep -vE '^/(usr/)?lib' || true; } | xargs -r cp -t "$temporary/lib" -n
done
rounds=${GRAYCARD_DRIVER_ROUNDS:-50}
say "running the scenarios in the virtual machine"
bash Tests/Drivers/vm/run.sh "$cache" $((240 + rounds * 6)) "$temporary" \
  env "GRAYCARD_DRIVER_ROUNDS=$rounds" LD_LIBRARY_PATH=/run/job/lib /run/job/driver-scenarios \
  /run/job/graycard "$@" || fail "a scenario failed; see above"
