#!/bin/sh
# Runs a task of plan.json: task.sh prepare, task.sh merge, or, in an array, task.sh FIRST.
# A task that fails for want of memory, or because a file cannot be read or written, is queued again three times.
task=$1
[ -z "${SLURM_ARRAY_TASK_ID:-}" ] || task=$(($1 + SLURM_ARRAY_TASK_ID))
"${WEALD:-weald}" build --task plan.json:"$task" --threads 1 --quiet && exit 0
code=$?
case $code in 3 | 5)
  [ "${SLURM_RESTART_COUNT:-0}" -ge 3 ] || scontrol requeue "$SLURM_JOB_ID" ;;
esac
exit $code
