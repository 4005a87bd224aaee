#!/usr/bin/env bash
# Builds the command line and meters the sample frames with it.
source "$(dirname "$0")/common.sh"

say "building graycard (release)"
swift build -c release --product graycard

mkdir -p out
say "metering the sample frames of $frames"
.build/release/graycard meter "$frames" --zones --overlay out/overlay.png
say "the pictures of the zones are $PWD/out/overlay*.png"
