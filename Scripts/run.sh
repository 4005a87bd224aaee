#!/usr/bin/env bash
# Builds the command line and meters the sample frames with it.
source "$(dirname "$0")/common.sh"

say "building graycard (release)"
swift build -c release --product graycard

mapfile -t sources < <(sample_frames)
mkdir -p out
say "metering ${#sources[@]} sample frames"
.build/release/graycard meter "${sources[@]}" --zones --overlay out/overlay.png
if [ -f out/overlay.png ]; then say "the picture of the zones is $PWD/out/overlay.png"; fi
