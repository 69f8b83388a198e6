#!/usr/bin/env bash
# tests/deep/run.sh [MACHINE...] [--minutes N | --seconds N] [--seed S] [--case I] [--cases N] [--resume]
#
# Runs the machines that look for faults, one after the other, all of them where none is named. The time is that of all
# together and each machine gets its share; without one, each has the minutes of its share. compilers, sanitizers,
# aarch64 and slurm take as long as they take. Notes and findings lie in build/deep and build/fuzz; --resume goes on where
# the last run stopped, with its seed (fuzz always does). --case runs one case of one machine again. Exit code 1 where a
# fault is known.
set -euo pipefail
cd "$(dirname "$0")/../.."

# A machine, and its share of the time in minutes. A new one has a line here and a case in run_machine.
shares=(
  edges 20
  graphs 20
  kills 10
  caches 5
  fuzz 70  # ten minutes for each harness, two at a time
  compilers 20
  sanitizers 50
  aarch64 5
  slurm 2
)

usage() { sed -n '2,9s/^# \{0,1\}//p' tests/deep/run.sh; exit 2; }

# fuzz SECONDS [ARGUMENT...]: all harnesses, two at a time, in this time altogether, or with so many inputs each.
fuzz() {
  local harnesses=build/asan/tests/fuzz/harnesses.txt each=$1 runs= arguments=()
  shift
  ./dev build asan -- --target fuzzers
  each=$((each * 2 / $(grep -c . "$harnesses")))
  while [ $# -gt 0 ]; do
    case $1 in
      --seed) arguments+=(--seed "$2"); shift 2 ;;
      --cases) runs=$2; shift 2 ;;
      --resume) shift ;;
      *) echo "fuzz takes no $1; tests/fuzz/run.sh runs single harnesses" >&2; return 2 ;;
    esac
  done
  if [ -n "$runs" ]; then arguments+=(--runs "$runs"); else arguments+=(--seconds $((each > 0 ? each : 1))); fi
  tests/fuzz/run.sh build/asan --jobs 2 "${arguments[@]}"
}

# run_machine NAME SECONDS [ARGUMENT...]
run_machine() {
  local name=$1 seconds=$2
  shift 2
  case $name in
    edges | graphs | kills | caches)
      ./dev build release -- --target weald test_deep
      build/release/tests/deep/test_deep "$name" --seconds "$seconds" "$@" ;;
    fuzz) fuzz "$seconds" "$@" ;;
    compilers)
      ./dev install all
      tests/deep/compilers.sh build/compilers ;;
    sanitizers)  # with the checks that the preset leaves out
      ./dev install all
      cmake --preset asan -B build/sanitizers -DWEALD_FUZZ=OFF -DWEALD_SANITIZE_WITHOUT= >/dev/null
      cmake --build build/sanitizers
      ctest --test-dir build/sanitizers --output-on-failure -j 2 ;;
    aarch64)
      ./dev install aarch64
      tests/deep/aarch64.sh build/aarch64 $WEALD_LIBRARY_PACKAGES ;;  # a list of words
    slurm)
      ./dev install slurm
      ./dev build release -- --target weald
      tests/slurm/run.sh build/release/weald ;;
    *) echo "there is no machine '$name'" >&2; return 2 ;;
  esac
}

share_of() {
  local i
  for ((i = 0; i < ${#shares[@]}; i += 2)); do
    [ "${shares[i]}" != "$1" ] || echo "${shares[i + 1]}"
  done
}

seconds=
machines=()
passed_on=()
while [ $# -gt 0 ]; do
  case $1 in
    --minutes) seconds=$((${2:?} * 60)); shift 2 ;;
    --seconds) seconds=${2:?}; shift 2 ;;
    --seed | --case | --cases) passed_on+=("$1" "${2:?}"); shift 2 ;;
    --resume) passed_on+=("$1"); shift ;;
    -*) usage ;;
    *)
      [ -n "$(share_of "$1")" ] || { echo "there is no machine '$1'" >&2; usage; }
      machines+=("$1"); shift ;;
  esac
done
if [ ${#machines[@]} -eq 0 ]; then
  for ((i = 0; i < ${#shares[@]}; i += 2)); do machines+=("${shares[i]}"); done
fi
case " ${passed_on[*]} " in
  *" --case "*) [ ${#machines[@]} -eq 1 ] || { echo "--case needs the name of one machine" >&2; exit 2; } ;;
esac

total=0
for machine in "${machines[@]}"; do total=$((total + $(share_of "$machine"))); done
[ -n "$seconds" ] || seconds=$((total * 60))
failed=()
for machine in "${machines[@]}"; do
  printf '\n==== %s\n' "$machine"
  run_machine "$machine" $((seconds * $(share_of "$machine") / total)) "${passed_on[@]}" || failed+=("$machine")
done
[ ${#failed[@]} -eq 0 ] || { printf '\nfaults: %s; see build/deep/findings\n' "${failed[*]}"; exit 1; }
