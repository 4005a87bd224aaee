#!/usr/bin/env bash
# Runs a command in the virtual machine and ends with its status.
#
#   Tests/Drivers/vm/run.sh CACHE SECONDS JOB COMMAND...
#
# JOB is a folder that the machine sees as /run/job and may write to; JOB/modules names the modules to
# load, one a line with its parameters. Status 125: the machine did not come to an end by itself.
set -uo pipefail
cache=$1
seconds=$2
job=$3
shift 3
rm -f "$job"/{status,output,console}
{
  printf 'exec '
  printf '%q ' "$@"
  echo
} >"$job/command"

# /dev/kvm proves nothing where a host offers only a kind that no stock kernel boots on.
accelerate=(-accel "tcg,thread=multi,tb-size=512" -cpu Nehalem)
if [ -w /dev/kvm ] && grep -qwE 'svm|vmx' /proc/cpuinfo && [ ! -d /sys/module/kvm_pvm ]; then
  accelerate=(-accel kvm -cpu host)
fi

attempt() {
  timeout -k 5 "$seconds" qemu-system-x86_64 "${accelerate[@]}" -machine pc,usb=off -smp 2 -m 1024 \
    -nodefaults -no-user-config -display none -no-reboot -serial "file:$job/console" \
    -kernel "$cache/kernel" -initrd "$cache/initramfs" \
    -append "console=ttyS0 loglevel=7 sysctl.kernel.hung_task_timeout_secs=20 panic=-1 tsc=reliable nokaslr random.trust_cpu=on mitigations=off" \
    -fsdev local,id=host,path=/,security_model=none,readonly=on,multidevs=remap \
    -device virtio-9p-pci,fsdev=host,mount_tag=host \
    -fsdev "local,id=job,path=$job,security_model=none" \
    -device virtio-9p-pci,fsdev=job,mount_tag=job -device virtio-rng-pci \
    </dev/null >"$job/emulator" 2>&1
}

attempt
if [ ! -s "$job/status" ] && [ ! -s "$job/output" ]; then
  echo "run.sh: the machine did not reach its job; once more" >&2
  accelerate=(-accel "tcg,thread=multi,tb-size=512" -cpu Nehalem)
  attempt
fi
if [ -e "$job/output" ]; then cat "$job/output"; fi
if [ -s "$job/status" ]; then exit "$(cat "$job/status")"; fi
echo "run.sh: the machine was stopped after $seconds s; the end of its console:" >&2
tail -n 30 "$job/console" "$job/emulator" >&2
exit 125
