#!/usr/bin/env bash
# Meters the sample frames and runs closed loops with debug and release builds: what comes out must
# be the same to the byte.
source "$(dirname "$0")/common.sh"

say "building graycard (debug and release)"
swift build --build-tests "${strict[@]}"
swift build -c release --product graycard

# Closed loops over scenes that clip, flicker and move: the light, the lens, the sensor and every
# decision are in the trace. Status 1 is exposure that was still on its way at the end.
trace_loops() {
  local graycard=$1 folder=$2 arguments scene status
  while read -ra arguments; do
    scene=${arguments[0]}
    status=0
    "$graycard" run "sim:$scene" --for 105 "${arguments[@]:1}" --trace "$folder/$scene.jsonl" \
      >"$folder/$scene.txt" || status=$?
    if [ "$status" -gt 1 ]; then fail "graycard run sim:$scene ended with status $status"; fi
  done <<'SCENES'
tunnel
office-50hz --flicker 50 --speed smooth:0.3 --pattern average
window-walk --speed smooth:0.2 --program short --pattern centre
SCENES
}

temporary=$(mktemp -d)
for build in debug release; do
  say "metering the sample frames ($build)"
  meter_samples ".build/$build/graycard" </dev/null >"$temporary/$build"
  say "running closed loops ($build)"
  mkdir "$temporary/loops-$build"
  trace_loops ".build/$build/graycard" "$temporary/loops-$build"
done
grep -q '^{' "$temporary/release" || fail "graycard meter --json printed no JSON"
cmp "$temporary/debug" "$temporary/release" || fail "the optimiser changes what is metered"
say "$(wc -l <"$temporary/release") frames are equal"
diff -rq "$temporary/loops-debug" "$temporary/loops-release" ||
  fail "the optimiser changes what a closed loop does"
say "$(cat "$temporary"/loops-release/*.jsonl | wc -l) frames of closed loops are equal"
