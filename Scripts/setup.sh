#!/usr/bin/env bash
# Sees to everything that building needs, and installs the packages that are missing.
#
#   Scripts/setup.sh          to build and test
#   Scripts/setup.sh check    also what `make check` runs: an emulator, Python, ShellCheck
#   Scripts/setup.sh drivers  also what `make drivers` runs: a virtual machine, V4L2's tools
#
# Asks for sudo only where something is missing and this is not root.
source "$(dirname "$0")/common.sh"

missing=()
need_library() { pkg-config --exists "$1" 2>/dev/null || missing+=("$2"); }
need_command() { command -v "$1" >/dev/null || missing+=("$2"); }

need_command pkg-config pkg-config
need_library libjpeg libjpeg-dev
need_library spng libspng-dev
need_library libtiff-4 libtiff-dev
need_library libraw_r libraw-dev
need_library cairo libcairo2-dev
need_library jansson libjansson-dev
need_library libzstd libzstd-dev
need_library zlib zlib1g-dev
if [ "${1:-}" = check ]; then
  need_command qemu-x86_64 qemu-user
  need_command shellcheck shellcheck
  python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
fi
if [ "${1:-}" = drivers ]; then
  need_command qemu-system-x86_64 qemu-system-x86
  need_command busybox busybox-static
  need_command cpio cpio
  need_command depmod kmod
  need_command xz xz-utils
  need_command v4l2-ctl v4l-utils
fi

if [ ${#missing[@]} -gt 0 ]; then
  command -v apt-get >/dev/null ||
    fail "there is no apt-get here; install what these Debian packages hold: ${missing[*]}"
  say "installing ${missing[*]}"
  root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "neither root nor sudo; have root install: ${missing[*]}"
    root=(sudo)
  fi
  {
    "${root[@]}" apt-get update -q
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q \
      --no-install-recommends "${missing[@]}"
  } </dev/null || fail "apt-get could not install ${missing[*]}; its own words stand above"
fi

# Error handlers of its own for each file came to libtiff with 4.5.
pkg-config --atleast-version=4.5 libtiff-4 ||
  fail "libtiff $(pkg-config --modversion libtiff-4) is too old; 4.5 comes with Debian 12 and Ubuntu 24.04"

# Only PATH is searched: whichever toolchain the shell finds is the one that builds.
advice="install one from swift.org and put its usr/bin into PATH"
command -v swift >/dev/null || fail "there is no swift in PATH; GrayCard needs 6.2 or newer: $advice"
version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p')
if [ "$(printf '%s\n' 6.2 "$version" | sort -V | head -n 1)" != 6.2 ]; then
  fail "the swift in PATH is version ${version:-unknown}; GrayCard needs 6.2 or newer: $advice"
fi
say "Swift $version and all packages are there"
