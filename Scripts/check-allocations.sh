#!/usr/bin/env bash
# Meters frames of every format with a malloc that counts: none may allocate.
source "$(dirname "$0")/common.sh"

say "building allocation-check (release)"
swift build -c release --product allocation-check
.build/release/allocation-check || fail "a frame allocates; the formats are listed above"
