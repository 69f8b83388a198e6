#!/usr/bin/env bash
# run.sh WEALD: an eroded world of 64 tiles built by a real Slurm on two nodes, one of which is killed while it builds. Its tasks
# are queued again, and every file must equal that of a build by a single process. Needs Debian's slurm-wlm and munge, and
# root.
set -euo pipefail
weald=$(realpath "$1")
cd "$(dirname "$0")"
. ./cluster.sh

work=$(mktemp -d)
trap 'cluster_stop; rm -rf "$work"' EXIT
export WEALD=$weald WEALD_CACHE=off

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  squeue --long >&2 || true
  tail -n 40 "$work"/plan/logs/* >&2 2>/dev/null || true
  exit 1
}

# A task of four tiles takes seconds, so that a node can be killed in the middle of one.
cat >"$work/land.yaml" <<'YAML'
weald: 1
grid: {size: [1025, 1025], cell_size: 4}
world: {tile: 129, overlap: 1}
stages:
  coarse: {kind: fbm, size: [130, 130], cell_size: 32, frequency: 0.001, amplitude: 300, octaves: 4}
  eroded: {kind: hydraulic_erosion, from: coarse}
  big: {kind: resample, from: eroded, size: [1025, 1025], cell_size: 4, interpolation: bicubic}
  base: {kind: fbm, frequency: 0.02, amplitude: 10, octaves: 3}
  sum: {kind: combine, from: big, with: base}
  worn: {kind: thermal_erosion, from: sum, iterations: 100}
  mesh: {kind: heightmap_mesh, from: worn, max_error: 1, edge_error: 0.2}
outputs:
  - {from: worn, file: "h/{x}_{y}.png", range: [-400, 400]}
  - {from: mesh, file: "m/{x}_{y}.glb"}
YAML

cd "$work"
"$weald" build land.yaml -o alone --quiet 2>/dev/null
"$weald" plan land.yaml --engine slurm -o plan --tasks 16 >/dev/null 2>&1
cluster_start "$work/cluster" || fail "Slurm did not start"
plan/submit.sh

# states: the number of tasks for tiles in each state, such as "COMPLETED 5".
states() { squeue --noheader --array --states=all --name=land-tiles --format=%T | sort | uniq -c | awk '{print $2, $1}'; }
count() { states | awk -v state="$1" '$1 == state {n = $2} END {print n + 0}'; }

waited=0
until [ "$(count COMPLETED)" -ge 2 ] && [ -n "$(squeue --noheader --states=running --nodelist=n2)" ]; do
  sleep 0.2
  [ $((waited += 1)) -lt 600 ] || fail "no task was done"
done
lost=$(squeue --noheader --array --states=running --nodelist=n2 --format=%K | sort -n | xargs)
echo "killing node n2, with these tasks of the array on it: $lost"
cluster_kill n2
[ "$(count COMPLETED)" -lt 16 ] || fail "the node was killed too late"

until [ -z "$(squeue --noheader)" ]; do
  sleep 0.5
  [ $((waited += 1)) -lt 1200 ] || fail "the jobs do not end"
  [ -z "$(squeue --noheader --states=failed,out_of_memory,timeout)" ] || fail "a task has failed"
done
[ "$(count COMPLETED)" -eq 16 ] || fail "not all tasks are complete: $(states | xargs)"
again=$(scontrol show job --oneliner | grep 'JobName=land-tiles' | grep -c 'Restarts=[1-9]') || fail "no task was queued again"

diff -r alone plan/tiles || fail "the files differ from those of a single process"
[ -s plan/tiles/land.world.json ] || fail "there is no manifest of the world"
echo "64 tiles by 16 tasks on two nodes, one of them killed, $again tasks queued again: $(find plan/tiles -type f | wc -l) files, all equal"
