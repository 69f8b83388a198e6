#!/usr/bin/env bash
# whole_process.sh WEALD: times whole runs of the program, from start to files on disk, as rows of a Markdown table on stdout.
set -euo pipefail
weald=$(realpath "$1")
presets=$(cd "$(dirname "$0")/../../presets" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export WEALD_CACHE=off  # every run does all its work

cat >"$work/fbm_4096.yaml" <<'END'
weald: 1
stages:
  hills: {kind: fbm, size: [4096, 4096], octaves: 8}
outputs:
  - {from: hills, file: fbm_4096.png}
END
cat >"$work/mesh_1m.yaml" <<'END'
weald: 1
stages:
  hills: {kind: fbm, size: [1000, 1000], octaves: 8}
  land:  {kind: heightmap_mesh, from: hills}
outputs:
  - {from: land, file: mesh_1m.obj}
END
cat >"$work/tree_1m.yaml" <<'END'
weald: 1
seed: 11
stages:
  growth:
    kind: lsystem
    define: {shorter: 0.84, side: 0.6, shortest: 0.2}
    axiom: '!(1)F(3)[/(20)&(60)A(9)][/(140)&(50)A(9)][/(260)&(55)A(9)]A(9)'
    derivation: 30
    productions:
      - 'A(l) : l > shortest -> !(0.02*l^1.5)+(random(-18,18))&(random(-18,18))F((1-shorter)*l)/(137.5)[&(50)A(l*side)]A(l*shorter)'
      - 'A(l) : l <= shortest -> !(0.02*l^1.5)F(l)'
  wood: {kind: turtle, from: growth}
  tree:
    kind: plant_mesh
    from: wood
    stem: {sides: 16, smooth: 4}
    flare: {amount: 0.4}
    leaves: {spacing: 0.06, shape: folded_card, size: 0.1}
outputs:
  - {from: tree, file: tree_1m.obj}
END

# Peak of resident memory of process $1, in MB: the kernel keeps the highest value, the last look before the end counts.
watch_memory() {
  local peak=0 now
  while now=$(awk '/^VmHWM/ {print $2}' "/proc/$1/status" 2>/dev/null); do
    [ -z "$now" ] || peak=$now
    sleep 0.02
  done
  echo $((peak / 1000))
}

# row WHAT ARGUMENT...: one run of weald with these arguments. The files go to a fresh folder.
row() {
  local what=$1 TIMEFORMAT='%R %U %S' times bytes
  shift
  echo "whole run: $what" >&2
  rm -rf "$work/out"
  # The shell that is timed becomes weald, so that its process id is weald's.
  { time bash -c 'echo $$ >"$1"; shift; exec "$@"' _ "$work/pid" "$weald" build -q -o "$work/out" "$@" >/dev/null; } 2>"$work/times" &
  until [ -s "$work/pid" ]; do sleep 0.001; done
  local peak
  peak=$(watch_memory "$(cat "$work/pid")")
  wait $!
  rm "$work/pid"
  read -r -a times < <(tail -n 1 "$work/times")
  bytes=$(find "$work/out" -type f -printf '%s\n' | awk '{sum += $1} END {print sum}')
  awk -v what="$what" -v real="${times[0]}" -v user="${times[1]}" -v kernel="${times[2]}" -v peak="$peak" -v bytes="$bytes" \
    'BEGIN {printf "| `weald build`: %s | %.2f s by the clock, %.2f s of CPU, %d MB of memory, %.1f MB of files | | |\n", what, real, user + kernel, peak, bytes / 1e6}'
}

row "fBm 4096 x 4096, 8 octaves, to 16-bit PNG; 1 thread" -j 1 "$work/fbm_4096.yaml"
row "the same; 2 threads" -j 2 "$work/fbm_4096.yaml"
row "mesh of 1 M vertices, 2 M triangles, to OBJ; 1 thread" -j 1 "$work/mesh_1m.yaml"
row "the same; 2 threads" -j 2 "$work/mesh_1m.yaml"
row "tree of 1 M vertices, from its L-system to OBJ; 1 thread" -j 1 "$work/tree_1m.yaml"
row "the same; 2 threads" -j 2 "$work/tree_1m.yaml"
row "a forest of 100,000 plants on 4 km: a GLB with instances, and its picture; 1 thread" -j 1 "$presets/forest.yaml"
row "the same; 2 threads" -j 2 "$presets/forest.yaml"
row "all $(find "$presets" -name '*.yaml' | wc -l) presets; 2 threads" -j 2 "$presets"/*.yaml
