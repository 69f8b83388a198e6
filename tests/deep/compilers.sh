#!/usr/bin/env bash
# Runs the tests of each folder and checks the goldens as Clang optimises them. Then builds weald without optimisation and
# for this machine's processor, by GCC and by Clang, and checks the goldens: neither the compiler nor what it may make of the
# processor changes a byte. Builds without optimisation are some ten times slower: there all presets are built with fewer
# samples, and one with all.
#
# usage: tests/deep/compilers.sh FOLDER_OF_BUILDS
set -euo pipefail
cd "$(dirname "$0")/../.."
builds=$1
export WEALD_CACHE=off

# check COMPILER FLAGS NAME GOLDEN...: these of the goldens with all samples are built; all where none is named.
check() {
  local compiler=$1 flags=$2 build=$builds/$3
  shift 3
  cmake -S . -B "$build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE="$flags -DNDEBUG" \
    -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 -DWEALD_TESTS=OFF >/dev/null
  cmake --build "$build" --target weald
  "$build/weald" golden check '*-small' --dir=tests/golden --tier=0 -q
  "$build/weald" golden check --dir=tests/golden --tier=0 -q "${@:-!*-small}"
}

# The checks of every change run these tests and the goldens with fewer samples in a build with sanitizers, which optimises
# less.
./dev build clang -DWEALD_BENCH=ON -- --target weald unit_tests benchmarks
ctest --preset clang -L unit
build/clang/weald golden check --dir=tests/golden --tier=0 -q

for compiler in g++ clang++; do
  check "$compiler" -O0 "$compiler-o0" valley
  check "$compiler" "-O3 -march=native" "$compiler-native"
done
