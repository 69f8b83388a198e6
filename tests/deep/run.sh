#!/usr/bin/env bash
# tests/deep/run.sh [MACHINE...] [--minutes N | --seconds N] [--seed S] [--case I] [--cases N] [--resume]
#
# Runs the machines that look for faults, one after the other, all of them where none is named. The time is that of all
# together, 60 minutes without one; each machine gets its share. Notes and findings lie in build/deep; --resume goes on
# where the last run stopped, with its seed. --case runs one case of one machine again. Exit code 1 where a fault is
# known.
set -euo pipefail
cd "$(dirname "$0")/../.."

# A machine, and its share of the time. A new one has a line here and a case in run_machine.
shares=(
  edges 20
  graphs 20
  kills 10
  caches 5
)

usage() { sed -n '2,7s/^# \{0,1\}//p' tests/deep/run.sh; exit 2; }

# run_machine NAME SECONDS [ARGUMENT...]
run_machine() {
  local name=$1 seconds=$2
  shift 2
  case $name in
    edges | graphs | kills | caches) build/release/tests/deep/test_deep "$name" --seconds "$seconds" "$@" ;;
    *) echo "there is no machine '$name'" >&2; return 2 ;;
  esac
}

share_of() {
  local i
  for ((i = 0; i < ${#shares[@]}; i += 2)); do
    [ "${shares[i]}" != "$1" ] || echo "${shares[i + 1]}"
  done
}

seconds=3600
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
failed=()
for machine in "${machines[@]}"; do
  printf '\n==== %s\n' "$machine"
  run_machine "$machine" $((seconds * $(share_of "$machine") / total)) "${passed_on[@]}" || failed+=("$machine")
done
[ ${#failed[@]} -eq 0 ] || { printf '\nfaults: %s; see build/deep/findings\n' "${failed[*]}"; exit 1; }
