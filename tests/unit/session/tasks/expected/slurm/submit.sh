#!/bin/sh
# Submits the tasks of the world alps: job arrays whose tasks are run again if a node fails.
# Options for all jobs are taken from the variables of sbatch, such as SBATCH_PARTITION and SBATCH_TIMELIMIT.
# WEALD_ARRAY is the largest array that Slurm accepts here (default: 1000, below its default MaxArraySize).
set -eu
cd "$(dirname "$0")"
mkdir -p logs

# submit OPTION... task.sh ARGUMENT...: prints the number of the job.
submit() {
  job=$(sbatch --parsable --requeue --open-mode=append --kill-on-invalid-dep=yes --cpus-per-task=1 "$@")
  echo "${job%%;*}"
}

after=--dependency=afterok:$(submit --job-name=alps-prepare --output=logs/prepare.log task.sh prepare)
tiles=
first=1
while [ "$first" -le 3 ]; do
  count=$((3 - first + 1))
  [ "$count" -le "${WEALD_ARRAY:-1000}" ] || count=${WEALD_ARRAY:-1000}
  job=$(submit --job-name=alps-tiles --output=logs/tiles-%A-%a.log --array="0-$((count - 1))" ${after:+"$after"} task.sh "$first")
  tiles=$tiles:$job
  first=$((first + count))
done
merge=$(submit --job-name=alps-merge --output=logs/merge.log --dependency="afterok$tiles" task.sh merge)
echo "submitted; the world is complete when job $merge has ended"
