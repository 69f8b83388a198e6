#!/usr/bin/env bash
# Compiles the kernels of every room for aarch64, without linking: half a minute, where tests/deep/aarch64.sh takes ten.
# GCC refuses for NEON what it accepts for x86-64, such as implicit constructors of structs with vectors.
# Needs Debian's g++-aarch64-linux-gnu; headers of other libraries are those of the system.
set -euo pipefail
cd "$(dirname "$0")/../.."

compile() {
  # Optimised, since GCC inlines those constructors only then.
  aarch64-linux-gnu-g++ -std=c++20 -O1 -ffp-contract=off -S -o /dev/null -Isrc -idirafter /usr/include -DHWY_BROKEN_EMU128=1 \
    '-DHWY_DISABLED_TARGETS=(HWY_SVE|HWY_SVE2|HWY_SVE_256|HWY_SVE2_128|HWY_RVV)' "$1"
}
export -f compile

mapfile -t kernels < <(grep -rl HWY_TARGET_INCLUDE src | sort)
[ ${#kernels[@]} -gt 0 ]
printf '%s\0' "${kernels[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c 'compile "$1"' compile
echo "${#kernels[@]} files of kernels compile for aarch64"
