#!/usr/bin/env bash
# Fuzzes every fuzz-* product under AddressSanitizer, from seeds made of the sample frames.
#
#   Scripts/fuzz.sh [SECONDS [FUZZER...]]      60 seconds each and all of them where left out
#
# Fails on the first crash, leak or run that takes too long, and leaves the input that did it in
# .build-fuzz/findings. Prints runs, speed and coverage of each.
set -euo pipefail

cd "$(dirname "$0")/.."
seconds=${1:-60}
shift || true
frames=Tests/Regression/frames
scratch=.build-fuzz

runtime=$(find "$(dirname "$(readlink -f "$(command -v swift)")")/.." \
  -name 'libclang_rt.fuzzer_no_main-x86_64.a' -print -quit)
if [ -z "$runtime" ]; then
  echo "fuzz.sh: this Swift toolchain has no libclang_rt.fuzzer_no_main-x86_64.a" >&2
  exit 2
fi
export FUZZ=$runtime
# Swift's own backtracer trips over AddressSanitizer and would hide what was found.
export SWIFT_BACKTRACE=enable=no

# A dump's seed: the 13 bytes of options that Fuzzers/FuzzRawDump/main.swift describes, and pixels.
# shellcheck disable=SC2059 # the arguments are the escapes that printf is to read
dump_seed() { # NAME FORMAT-INDEX WIDTH-AND-HEIGHT FLAGS FILE BYTES
  { printf "\\x$2\\x$3\\x00\\x$3\\x00\\x40\\x00\\x$4\\x10\\x00\\xEB\\x00\\x01"; head -c "$6" "$5"; } \
    >"$scratch/seeds/fuzz-raw-dump/$1"
}

# A recording's seed: description, lines and frames with a zero byte between them.
recording_seed() { # NAME COMPRESSION LENGTH SIZE BYTES CHECKSUM
  {
    printf '{"schema":1,"layout":{"format":"YUYV","width":4,"height":2,"planes":[{"offset":0,"stride":8}],'
    printf '"range":"limited","bitDepth":8,"matrix":"bt601","alignment":"low"},"response":"srgb",'
    printf '"compression":"%s","device":{"name":"c","driver":"d","bus":"b"}}\0' "$2"
    for sequence in 0 1; do
      printf '{"offset":0,"length":%d,"size":%d,"checksum":"%s","sequence":%d,"timestamp":0.5,' \
        "$3" "$4" "$6" "$sequence"
      printf '"flags":["privacy"],"settings":{"gain":1},"input":{},"report":{}}\n'
    done
    printf '\0%s' "$5"
  } >"$scratch/seeds/fuzz-recording/$1"
}

make_seeds() {
  rm -rf "$scratch/seeds"
  mkdir -p "$scratch"/seeds/fuzz-{pnm,profile,raw-dump,recording,y4m} "$scratch/findings"
  cp "$frames/made/face.ppm" "$frames/made/face-grey16.pgm" "$scratch/seeds/fuzz-pnm"
  printf 'P5 # c\n2 2 255\n\1\2\3\4P6 1 1 1023\n\0\1\0\2\0\3' >"$scratch/seeds/fuzz-pnm/two"
  cp share/graycard/profiles/*.json Tests/ProfilesTests/full.json "$scratch/seeds/fuzz-profile"
  head -c 28880 "$frames/tree.y4m" >"$scratch/seeds/fuzz-y4m/tree"
  printf 'YUV4MPEG2 W2 H2 F25:1 Ip A1:1 Cmono XCOLORRANGE=FULL\nFRAME Ip\n\1\2\3\4FRAME\n\1\2\3\4' \
    >"$scratch/seeds/fuzz-y4m/mono"
  printf 'YUV4MPEG2 W3 H3 C422\nFRAME\n%021d' 0 >"$scratch/seeds/fuzz-y4m/422"
  recording_seed plain none 16 16 '0123456789abcdef' 68c4f033
  recording_seed short none 4 4 '0123' a6669d7d
  dump_seed grey 00 10 00 "$frames/tree.y4m" 768
  dump_seed yuyv 08 10 01 "$frames/tree.y4m" 2048
  dump_seed nv12 0C 0F 11 "$frames/tree.y4m" 3000
  dump_seed rg14 35 10 24 "$frames/nikon_384x256_RG14.raw" 1024
  dump_seed mjpg 45 10 00 "$frames/made/face-restarts.jpg" 1764
  dump_seed two-mjpg 45 10 00 <(cat "$frames"/made/face-{grey,restarts}.jpg) 3089
}

fuzzers=("$@")
if [ ${#fuzzers[@]} -eq 0 ]; then
  mapfile -t fuzzers < <(swift package --scratch-path "$scratch" describe --type json |
    grep -oE '"fuzz-[a-z0-9-]+"' | tr -d '"' | sort -u)
fi

make_seeds
for fuzzer in "${fuzzers[@]}"; do
  swift build --scratch-path "$scratch" --product "$fuzzer" >"$scratch/build.log" 2>&1 || {
    cat "$scratch/build.log" >&2
    exit 1
  }
done

failed=0
for fuzzer in "${fuzzers[@]}"; do
  log=$scratch/$fuzzer.log
  mkdir -p "$scratch/corpus/$fuzzer" "$scratch/seeds/$fuzzer"
  echo "$fuzzer: $seconds s"
  # 256 MiB at once is far beyond what inputs of 64 KiB may ask for; 10 s is a hang.
  if ! "$scratch/debug/$fuzzer" -max_total_time="$seconds" -max_len=65536 -timeout=10 \
    -malloc_limit_mb=256 -print_final_stats=1 -artifact_prefix="$scratch/findings/$fuzzer-" \
    "$scratch/corpus/$fuzzer" "$scratch/seeds/$fuzzer" >"$log" 2>&1; then
    tail -n 60 "$log" >&2
    failed=1
  fi
  grep -E '^#[0-9]+.*DONE|stat::(number_of_executed_units|average_exec_per_sec)' "$log" || true
done
exit "$failed"
