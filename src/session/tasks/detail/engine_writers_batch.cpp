// Slurm: a script that submits the jobs, and the script of a job.

#include <cstdint>
#include <cstdlib>

#include <fmt/format.h>

#include "session/tasks/detail/engine_text.h"
#include "session/tasks/detail/engine_writers.h"

namespace weald::session {

namespace {

constexpr std::string_view kSubmitHead = R"text(#!/bin/sh
# Submits the tasks of the world {name}: job arrays whose tasks are run again if a node fails.
# Options for all jobs are taken from the variables of sbatch, such as SBATCH_PARTITION and SBATCH_TIMELIMIT.
# WEALD_ARRAY is the largest array that Slurm accepts here (default: 1000, below its default MaxArraySize).
set -eu
cd "$(dirname "$0")"
mkdir -p logs

# submit OPTION... task.sh ARGUMENT...: prints the number of the job.
submit() {{
  job=$(sbatch --parsable --requeue --open-mode=append --kill-on-invalid-dep=yes --cpus-per-task={threads}{memory} "$@")
  echo "${{job%%;*}}"
}}

)text";

constexpr std::string_view kSubmitPrepare =
    R"text(after=--dependency=afterok:$(submit --job-name={name}-prepare --output=logs/prepare.log task.sh prepare)
)text";

constexpr std::string_view kSubmitRest = R"text(tiles=
first=1
while [ "$first" -le {parts} ]; do
  count=$(({parts} - first + 1))
  [ "$count" -le "${{WEALD_ARRAY:-1000}}" ] || count=${{WEALD_ARRAY:-1000}}
  job=$(submit --job-name={name}-tiles --output=logs/tiles-%A-%a.log --array="0-$((count - 1))" ${{after:+"$after"}} task.sh "$first")
  tiles=$tiles:$job
  first=$((first + count))
done
merge=$(submit --job-name={name}-merge --output=logs/merge.log --dependency="afterok$tiles" task.sh merge)
echo "submitted; the world is complete when job $merge has ended"
)text";

constexpr std::string_view kTask = R"text(#!/bin/sh
# Runs a task of plan.json: task.sh prepare, task.sh merge, or, in an array, task.sh FIRST.
# A task that fails for want of memory, or because a file cannot be read or written, is queued again three times.
task=$1
[ -z "${{SLURM_ARRAY_TASK_ID:-}}" ] || task=$(($1 + SLURM_ARRAY_TASK_ID))
{command} && exit 0
code=$?
case $code in 3 | 5)
  [ "${{SLURM_RESTART_COUNT:-0}}" -ge 3 ] || scontrol requeue "$SLURM_JOB_ID" ;;
esac
exit $code
)text";

/// A size in bytes, or with a unit of 1024, as Slurm takes it: without a unit that would be megabytes.
std::string memory_with_unit(const std::string& size) {
  const bool has_unit = size.find_first_not_of("0123456789") != std::string::npos;
  if (has_unit) return shell_quoted(size);
  const std::uint64_t bytes = std::strtoull(size.c_str(), nullptr, 10);
  return fmt::format("{}K", bytes / 1024 + (bytes % 1024 != 0 ? 1 : 0));
}

}  // namespace

EngineFiles slurm_files(const TaskPlan& plan, const EngineChoice&) {
  using namespace fmt::literals;
  const std::string name = plain_name(plan.name);
  const std::string memory = plan.choice.memory.empty() ? "" : " --mem=" + memory_with_unit(plan.choice.memory);
  std::string submit =
      fmt::format(kSubmitHead, "name"_a = name, "threads"_a = plan.choice.threads, "memory"_a = memory);
  submit += plan.has_prepare() ? fmt::format(kSubmitPrepare, "name"_a = name) : "after=\n";
  submit += fmt::format(kSubmitRest, "name"_a = name, "parts"_a = plan.parts());
  std::string task = fmt::format(kTask, "command"_a = task_command(plan, kPlanFile, "\"$task\""));
  return std::vector<EngineFile>{{"submit.sh", std::move(submit), true}, {"task.sh", std::move(task), true}};
}

}  // namespace weald::session
