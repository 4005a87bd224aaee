#!/usr/bin/env bash
# Makes what the virtual machine boots, in a cache folder: the distribution's own kernel, unpacked and
# not installed, and a small file system in memory with the modules that the tests need.
#
#   Tests/Drivers/vm/setup.sh FOLDER     does nothing where FOLDER is made of the same parts already
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=$1

# The metapackage's name stays, the package's changes with each security update.
find_package() {
  apt-cache depends linux-image-amd64 2>/dev/null |
    sed -n 's/^ *Depends: \(linux-image-[0-9][^ ]*\)$/\1/p' | head -n 1
}
package=$(find_package)
if [ -z "$package" ]; then
  # A machine that is new has no lists yet.
  if [ "$(id -u)" -eq 0 ]; then apt-get update -q; else sudo -n apt-get update -q || true; fi
  package=$(find_package)
fi
if [ -z "$package" ]; then
  echo "setup.sh: apt knows no linux-image-amd64; apt-get update, or use Debian or Ubuntu" >&2
  exit 1
fi
parts="$package $(cat "$here/setup.sh" "$here/init" | sha256sum | cut -d' ' -f1)"
if [ "$(cat "$cache/parts" 2>/dev/null)" = "$parts" ]; then exit 0; fi

echo "== unpacking $package"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
(cd "$work" && apt-get download -q "$package" >/dev/null)
mkdir "$work/files"
folders=(drivers/media drivers/usb drivers/virtio net/9p fs/9p fs/netfs fs/fscache lib drivers/input)
wanted=('./boot/vmlinuz-*' './lib/modules/*/modules.*')
for folder in "${folders[@]}"; do wanted+=("./lib/modules/*/kernel/$folder/*"); done
dpkg-deb --fsys-tarfile "$work"/*.deb | tar -x -C "$work/files" --wildcards "${wanted[@]}" || true
version=$(ls "$work/files/lib/modules")
depmod -b "$work/files" "$version"

root=$work/root
mkdir -p "$root"/{bin,proc,sys,dev,modules,root}
cp "$(command -v busybox)" "$root/bin/busybox"
ln -s busybox "$root/bin/sh"
install -m 755 "$here/init" "$root/init"
for module in virtio_pci 9pnet_virtio 9p vivid uvcvideo vhci-hcd; do
  modprobe -d "$work/files" -S "$version" --show-depends "$module" |
    while read -r kind path _; do
      # What is built in needs no file.
      if [ "$kind" != insmod ]; then continue; fi
      name=$(basename "$path")
      case $name in
        *.xz) xz -dc "$path" >"$root/modules/${name%.xz}" ;;
        *.zst) zstd -qdc "$path" >"$root/modules/${name%.zst}" ;;
        *) cp "$path" "$root/modules/$name" ;;
      esac
      name=${name%.xz}
      echo "${name%.zst}"
    done >"$root/modules/$module.list"
done

rm -rf "$cache.new"
mkdir -p "$cache.new"
(cd "$root" && find . | cpio -o -H newc --quiet) >"$cache.new/initramfs"
image=$(echo "$work"/files/boot/vmlinuz-*)
# An unpacked kernel boots some seconds faster under emulation; a packed one boots too.
offset=$(LC_ALL=C grep -abom1 -P '\xfd7zXZ\x00' "$image" | cut -d: -f1 || true)
if [ -n "$offset" ]; then
  tail -c "+$((offset + 1))" "$image" | xz -dc >"$cache.new/kernel" 2>/dev/null || true
fi
if [ "$(head -c 4 "$cache.new/kernel" 2>/dev/null | tail -c 3)" != ELF ]; then
  cp "$image" "$cache.new/kernel"
fi
echo "$parts" >"$cache.new/parts"
rm -rf "$cache"
mv "$cache.new" "$cache"
