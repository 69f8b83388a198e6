#!/usr/bin/env bash
# tests/fuzz/run.sh BUILD_DIR [--seconds N | --runs N] [--seed N] [--jobs N] [HARNESS...]
#
# Runs the libFuzzer harnesses of a build with WEALD_FUZZ (the CMake preset `asan`), all of them where none is named, for
# N seconds or N inputs each (default: 60 seconds), N of them at a time (default: 1). What is found lies in
# BUILD_DIR/../fuzz/HARNESS/findings; inputs that reached something new are kept in BUILD_DIR/../fuzz/HARNESS/corpus, and
# the next run goes on from them. Prints a line per harness; exit code 1 where something was found.
set -euo pipefail

usage() { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2; }

[ $# -gt 0 ] || usage
build=$(cd "$1" && pwd)
shift
tests=$(cd "$(dirname "$0")" && pwd)
work=$(dirname "$build")/fuzz
bound=(-max_total_time=60)
seed=$((RANDOM * 32768 + RANDOM + 1))
jobs=1
wanted=()
while [ $# -gt 0 ]; do
  case $1 in
    --seconds) bound=(-max_total_time="$2"); shift 2 ;;
    --runs) bound=(-runs="$2"); shift 2 ;;
    --seed) seed=$2; shift 2 ;;
    --jobs) jobs=$2; shift 2 ;;
    -*) usage ;;
    *) wanted+=("$1"); shift ;;
  esac
done

# Where the kernel places memory with more random bits than the sanitizer knows of, its programs now and then crash when
# they start: without randomness they do not. Containers may forbid that.
fixed=(setarch --addr-no-randomize)
"${fixed[@]}" true 2>/dev/null || fixed=()
# Short traces of allocations, and little memory held back: most of the time would go there.
export ASAN_OPTIONS=malloc_context_size=6:quarantine_size_mb=32 UBSAN_OPTIONS=print_stacktrace=1

# dictionary HARNESS FILE: the words that its inputs consist of; those of presets are the names in the schema.
dictionary() {
  : >"$2"
  case $1 in
    preset | set | recipe | suite)
      grep -o '"[a-z_0-9]\{2,40\}"' "$tests/../../docs/weald.schema.json" | sort -u >"$2" ;;
  esac
  [ ! -f "$tests/dictionaries/$1.dict" ] || cat "$tests/dictionaries/$1.dict" >>"$2"
  [ -s "$2" ] || echo '# no words' >"$2"  # libFuzzer refuses an empty file
}

# number NAME FILE: the last number that libFuzzer's log gives under this name, or 0.
number() { { grep -o "$1:\? \+[0-9]\+" "$2" || echo 0; } | tail -n 1 | grep -o '[0-9]*$'; }

# fuzz HARNESS MAX_LENGTH: runs it and prints its line; fails where something was found.
fuzz() {
  local harness=$1 length=$2 home=$work/$1 log first last found status=0
  mkdir -p "$home/corpus" "$home/findings"
  log=$home/log
  dictionary "$harness" "$home/dictionary"
  local kept=("$home/corpus" "$build/tests/fuzz/corpus/$harness")
  [ ! -d "$tests/regressions/$harness" ] || kept+=("$tests/regressions/$harness")
  (cd "$home" && "${fixed[@]}" "$build/tests/fuzz/fuzz_$harness" "${bound[@]}" -seed="$seed" -max_len="$length" \
    -dict="$home/dictionary" -entropic=0 -timeout=25 -report_slow_units=25 -rss_limit_mb=2048 -malloc_limit_mb=128 -print_final_stats=1 \
    -artifact_prefix="$home/findings/" "${kept[@]}" >"$log" 2>&1) || status=$?
  first=$({ grep 'INITED' "$log" || true; } | grep -o 'cov: [0-9]*' | grep -o '[0-9]*' || echo 0)
  last=$(number cov "$log")
  found=$(find "$home/findings" -type f -newer "$home/dictionary" | wc -l)
  printf '%-12s %10d executions, %5d new of %5d places reached, %d found\n' "$harness" \
    "$(number stat::number_of_executed_units "$log")" $((last - first)) "$last" "$found"
  [ $status -eq 0 ] && [ "$found" -eq 0 ] && return
  echo "  exit code $status; inputs in $home/findings, log in $log"
  grep -m 3 -E 'ERROR|SUMMARY|runtime error|broken promise|what\(\)' "$log" | sed 's/^/  /' || true
  return 1
}

selected=()
lengths=()
while read -r harness length; do
  [ ${#wanted[@]} -eq 0 ] || [[ " ${wanted[*]} " == *" $harness "* ]] || continue
  selected+=("$harness")
  lengths+=("$length")
done <"$build/tests/fuzz/harnesses.txt"
[ ${#selected[@]} -gt 0 ] || { echo "no such harness: ${wanted[*]}" >&2; exit 2; }

echo "seed $seed, ${bound[0]#-}"
status=0
for i in "${!selected[@]}"; do
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || status=1; done
  fuzz "${selected[$i]}" "${lengths[$i]}" &
done
while [ "$(jobs -p | wc -l)" -gt 0 ]; do wait -n || status=1; done
exit $status
