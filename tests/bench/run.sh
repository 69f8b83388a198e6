#!/usr/bin/env bash
# run.sh BUILD_DIR [REGEX]: runs the benchmark programs of a build, then whole runs of weald. What happens goes to stderr,
# a Markdown table to stdout. With REGEX: a table of all benchmarks whose names match, and no whole runs.
# WEALD_BENCH_REPETITIONS: how often each benchmark is repeated (default 3); the best repetition counts, on both sides.
set -euo pipefail
build=$1
regex=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
repetitions=${WEALD_BENCH_REPETITIONS:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset WEALD_SIMD

# The JSON of one program as lines `program, name, unit, real time, CPU time, key=value...`, tabs between; best repetition of each.
best_of() {
  awk -v program="$1" '
    function value(line) { sub(/^[^:]*: /, "", line); sub(/,$/, "", line); gsub(/"/, "", line); return line }
    function finish() {
      if (name == "" || type != "iteration" || failed) return
      if (!(name in cpu)) order[++count] = name
      if (!(name in cpu) || cpu_time + 0 < cpu[name] + 0) { cpu[name] = cpu_time; real[name] = real_time; units[name] = unit; rest[name] = more }
    }
    /^    \{/ { name = type = more = ""; failed = 0 }
    /^      "/ {
      key = $0; sub(/^ *"/, "", key); sub(/".*/, "", key)
      if (key == "name") name = value($0)
      else if (key == "run_type") type = value($0)
      else if (key == "error_occurred") failed = 1
      else if (key == "real_time") real_time = value($0)
      else if (key == "cpu_time") cpu_time = value($0)
      else if (key == "time_unit") unit = value($0)
      else if (key !~ /^(run_name|family_index|per_family_instance_index|repetitions|repetition_index|threads|iterations|error_message)$/)
        more = more "\t" key "=" value($0)
    }
    /^    \}/ { finish() }
    END { for (i = 1; i <= count; ++i) { n = order[i]; printf "%s\t%s\t%s\t%s\t%s%s\n", program, n, units[n], real[n], cpu[n], rest[n] } }
  ' "$2"
}

for program in "$build"/tests/bench/bench_*; do
  [ -x "$program" ] && [ -f "$program" ] || continue
  topic=${program##*/bench_}
  echo "==== $topic" >&2
  "$program" --benchmark_filter="${regex:-.}" --benchmark_repetitions="$repetitions" --benchmark_enable_random_interleaving=true \
    --benchmark_out="$work/$topic.json" --benchmark_out_format=json >&2
  [ ! -s "$work/$topic.json" ] || best_of "$topic" "$work/$topic.json" >>"$work/results"
done

[ -n "$regex" ] || "$here/whole_process.sh" "$build/weald" >"$work/whole"

cat <<END
CPU: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores, $(awk '/MemTotal/ {printf "%.0f GB", $2 / 1e6}' /proc/meminfo).
Compiler: $("$(sed -n 's/^CMAKE_CXX_COMPILER:[^=]*=//p' "$build/CMakeCache.txt")" --version | head -n 1).
Load average when the run ended: $(cut -d ' ' -f 1-3 /proc/loadavg). Best of $repetitions repetitions in random order.

END
if [ -n "$regex" ]; then
  sort -V "$work/results" | awk -f "$here/all.awk"
else
  printf '| what | measured | bar | holds |\n|---|---|---|---|\n'
  awk -f "$here/ratios.awk" "$work/results"
  cat "$work/whole"
fi
