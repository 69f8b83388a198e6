#!/usr/bin/env bash
# Cross-builds weald for aarch64 and checks the goldens with fewer samples under qemu-user: another processor gives the same bytes.
# Needs Debian with g++-aarch64-linux-gnu, qemu-user, cmake and ninja. Its libraries are unpacked below the build folder; what the
# system has installed stays as it is.
#
# usage: tests/deep/aarch64.sh BUILD_FOLDER LIBRARY_PACKAGE... [-- GOLDEN...]
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$1
shift
packages=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do packages+=("$1"); shift; done
[ $# -eq 0 ] || shift

mkdir -p "$build"
build=$(cd "$build" && pwd)
sysroot=$build/sysroot

# fetch FOLDER: downloads the packages and what they depend on, for arm64, with lists and state of their own.
fetch() {
  local apt=(apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o "Dir::State=$1/state" -o "Dir::State::status=$1/status"
    -o "Dir::Cache=$1/cache" -o Debug::NoLocking=1 -o APT::Sandbox::User=)
  mkdir -p "$1/state/lists/partial" "$1/cache/archives/partial"
  : >"$1/status"
  "${apt[@]}" update
  "${apt[@]}" install -y --download-only --no-install-recommends "${packages[@]}" >/dev/null
}

# Makes the folder of libraries anew where it was made of other packages.
make_sysroot() {
  if [ "$(cat "$sysroot.packages" 2>/dev/null)" = "${packages[*]}" ]; then return; fi
  local fetched package link
  fetched=$(mktemp -d)
  trap 'rm -rf "$fetched"' RETURN
  fetch "$fetched"
  rm -rf "$sysroot"
  mkdir "$sysroot"
  for package in "$fetched"/cache/archives/*.deb; do dpkg-deb -x "$package" "$sysroot"; done
  # Links such as libm.so name their targets from the root of a system: they must stay in this one.
  find "$sysroot" -type l -lname '/*' -print0 | while IFS= read -r -d '' link; do
    ln -sfn --relative "$sysroot$(readlink "$link")" "$link"
  done
  echo "${packages[*]}" >"$sysroot.packages"
}

make_sysroot
cmake -S . -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/aarch64.cmake" -DWEALD_SYSROOT="$sysroot" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 -DWEALD_TESTS=OFF >/dev/null
cmake --build "$build" --target weald
WEALD_CACHE=off qemu-aarch64 -L "$sysroot" "$build/weald" golden check --dir=tests/golden --tier=0 "${@:-*-small}"
