#include "session/tasks/engines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

#include "session/tasks/detail/engine_text.h"

namespace weald::session {

namespace {

// Slurm: a script that submits the jobs, and the script of a job.

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

// A size in bytes, or with a unit of 1024, as Slurm takes it: without a unit that would be megabytes.
std::string memory_with_unit(const std::string& size) {
  const bool has_unit = size.find_first_not_of("0123456789") != std::string::npos;
  if (has_unit) return shell_quoted(size);
  const std::uint64_t bytes = std::strtoull(size.c_str(), nullptr, 10);
  return fmt::format("{}K", bytes / 1024 + (bytes % 1024 != 0 ? 1 : 0));
}

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

// Engines that make files from files: make and ninja. Each task has a file in `done` that says that it was run.

// The file that says that a task was run.
std::string done_file(const PlannedTask& task) { return "done/" + task.name(); }

std::string dollars_doubled(const std::string& text) {
  std::string result;
  for (const char c : text) result.append(c == '$' ? 2 : 1, c);
  return result;
}

std::string head(const TaskPlan& plan, std::string_view start) {
  return fmt::format(
      "# The tasks of the world {}. Run them in this folder: {}\n"
      "# The program is $WEALD, or 'weald'. A task that was run has a file in done/.\n",
      comment_text(plan.name), start);
}

// The files of the tasks that `task` needs, each after `separator`.
std::string needed_files(const TaskPlan& plan, const PlannedTask& task, std::string_view separator) {
  std::string text;
  const std::int64_t first = plan.tasks.front().number;  // they ascend by one
  for (const std::int64_t needed : task.needs)
    text += std::string(separator) + done_file(plan.tasks[static_cast<std::size_t>(needed - first)]);
  return text;
}

// The command of a task in a file in which `$$` stands for a dollar. `task` is inserted as it is.
std::string escaped_command(const TaskPlan& plan, std::string_view task) {
  const std::string text = task_command(plan, kPlanFile, "@");
  const std::size_t mark = text.find('@');
  return dollars_doubled(text.substr(0, mark)) + std::string(task) + dollars_doubled(text.substr(mark + 1));
}

// A rule of make; `task` is what the command names.
std::string make_rule(const TaskPlan& plan, std::string_view target, std::string_view needs, std::string_view task) {
  return fmt::format("\n{}: {}{}\n\t{}\n\t@mkdir -p done && touch $@\n", target, kPlanFile, needs,
                     escaped_command(plan, task));
}

EngineFiles make_files(const TaskPlan& plan, const EngineChoice& choice) {
  std::string text = head(plan, choice.start) + "\n.PHONY: all\nall: done/merge\n";
  if (plan.has_prepare()) text += make_rule(plan, "done/prepare", "", "prepare");
  text += make_rule(plan, "done/tiles-%", plan.has_prepare() ? " done/prepare" : "", "$*");
  text += make_rule(plan, "done/merge", needed_files(plan, plan.tasks.back(), " \\\n  "), "merge");
  return std::vector<EngineFile>{{"Makefile", std::move(text)}};
}

EngineFiles ninja_files(const TaskPlan& plan, const EngineChoice& choice) {
  std::string text = head(plan, choice.start);
  text +=
      fmt::format("ninja_required_version = 1.3\n\nrule task\n  command = {} && touch $out\n  description = $task\n\n",
                  escaped_command(plan, "$task"));
  for (const PlannedTask& task : plan.tasks) {
    text += fmt::format("build {}: task {}{}\n  task = {}\n", done_file(task), kPlanFile,
                        needed_files(plan, task, task.kind == TaskKind::merge ? " $\n    " : " "), task.name());
  }
  text += "\ndefault done/merge\n";
  return std::vector<EngineFile>{{"build.ninja", std::move(text)}};
}

// Kubernetes: a volume, a job for each level of the plan, and a script that runs one after the other.

constexpr std::string_view kVolume =
    R"text(# What all jobs share. Copy the preset and this folder to it, with the same places relative to each other, this folder
# as {folder}.
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {{name: {name}}}
spec:
  accessModes: [ReadWriteMany]
  resources: {{requests: {{storage: {gibibytes}Gi}}}}
)text";

// Exit code 2 says that the plan does not fit the preset, which no further attempt changes. Pods that are lost with
// their node, or evicted from it, do not count as attempts.
constexpr std::string_view kJob = R"text(apiVersion: batch/v1
kind: Job
metadata: {{name: {name}-{task}}}
spec:
  completionMode: Indexed
  completions: {count}
  parallelism: {parallel}
  backoffLimit: {attempts}
  podFailurePolicy:
    rules:
      - action: FailJob
        onExitCodes: {{containerName: weald, operator: In, values: [2]}}
      - action: Ignore
        onPodConditions: [{{type: DisruptionTarget, status: "True"}}]
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: weald
          image: {image}
          workingDir: {folder}
          command: [sh, -c, {command}]
          resources:
            requests: {{cpu: "{threads}", memory: {memory}}}{limits}
          volumeMounts: [{{name: world, mountPath: /world}}]
      volumes:
        - name: world
          persistentVolumeClaim: {{claimName: {volume}}}
)text";

constexpr std::string_view kRunHead = R"text(#!/bin/sh
# Runs the tasks of the world {name} in the cluster and name space of kubectl's context: each job once the one before it
# is complete. A second run goes on where the first one ended.
set -eu
cd "$(dirname "$0")"

# run JOB: starts the job and waits until it is complete or has failed.
run() {{
  kubectl apply -f "$1.yaml"
  until kubectl wait --for=condition=complete --timeout=60s "job/{volume}-$1" >/dev/null 2>&1; do
    failed=$(kubectl get job "{volume}-$1" -o 'jsonpath={{.status.conditions[?(@.type=="Failed")].status}}')
    [ "$failed" != True ] || {{ echo "the job {volume}-$1 has failed" >&2; exit 1; }}
  done
}}

kubectl apply -f volume.yaml
)text";

constexpr double kMebibyte = 1024.0 * 1024, kGibibyte = 1024 * kMebibyte;
constexpr double kUnknownBytes = 10 * kGibibyte;
constexpr std::int64_t kMostAtOnce = 1000;

// A memory size of --memory, such as 4G, whose units are of 1024, as a quantity of Kubernetes.
std::string memory_quantity(const std::string& size) {
  const bool has_unit = size.find_first_not_of("0123456789") != std::string::npos;
  return has_unit ? size + "i" : size;
}

// What a pod asks for if the user has set no limit: twice the lower bound, and room for the program.
std::string memory_request(double least) { return fmt::format("{:.0f}Mi", 256 + std::ceil(2 * least / kMebibyte)); }

double volume_gibibytes(const TaskPlan& plan, const WorldCosts& costs) {
  std::size_t tiles = 0;
  for (const PlannedTask& task : plan.tasks) tiles += task.tiles.size();
  const Amount bytes = costs.tile.bytes * static_cast<double>(tiles) + costs.prepare.bytes;
  return std::ceil(bytes.most.value_or(std::max(kUnknownBytes, 4 * bytes.least)) * 1.5 / kGibibyte);
}

EngineFiles kubernetes_files(const TaskPlan& plan, const EngineChoice& choice) {
  using namespace fmt::literals;
  const std::string volume = "weald-" + plain_name(plan.name);
  const std::string own = without_end_slash(std::filesystem::weakly_canonical(choice.folder)).filename().string();
  const std::string folder = yaml_quoted("/world/" + own);
  const std::string& most_memory = plan.choice.memory;
  const auto job = [&](const PlannedTask& task, std::int64_t count, std::string_view word) {
    const WorkCost& cost = task.kind == TaskKind::prepare ? choice.costs.prepare : choice.costs.tile;
    const std::string memory =
        most_memory.empty() ? memory_request(task.kind == TaskKind::merge && task.tiles.empty() ? 0 : cost.memory)
                            : memory_quantity(most_memory);
    const std::string limits = most_memory.empty() ? "" : fmt::format("\n            limits: {{memory: {}}}", memory);
    const std::string name = task.kind == TaskKind::tiles ? "tiles" : task.name();
    return EngineFile{
        name + ".yaml",
        fmt::format(kJob, "name"_a = volume, "task"_a = name, "count"_a = count,
                    "parallel"_a = std::min(count, kMostAtOnce), "attempts"_a = 6 + count / 10,
                    "image"_a = yaml_quoted(choice.image), "folder"_a = folder,
                    "command"_a = yaml_quoted(task_command(plan, kPlanFile, word)), "threads"_a = plan.choice.threads,
                    "memory"_a = memory, "limits"_a = limits, "volume"_a = volume)};
  };
  std::vector<EngineFile> files;
  files.push_back({"volume.yaml", fmt::format(kVolume, "name"_a = volume, "folder"_a = comment_text("/world/" + own),
                                              "gibibytes"_a = volume_gibibytes(plan, choice.costs))});
  std::string run = fmt::format(kRunHead, "name"_a = comment_text(plan.name), "volume"_a = volume);
  if (plan.has_prepare()) {
    files.push_back(job(plan.tasks.front(), 1, "prepare"));
    run += "run prepare\n";
  }
  files.push_back(job(*plan.find("1"), plan.parts(), "\"$((JOB_COMPLETION_INDEX + 1))\""));
  files.push_back(job(plan.tasks.back(), 1, "merge"));
  files.push_back({"run.sh", run + "run tiles\nrun merge\n", true});
  return files;
}

// The only place that names an engine: options, help, completions and messages follow from it.
constexpr std::array kEngines{
    Engine{"kubernetes", "indexed jobs of Kubernetes, on a shared volume", "sh run.sh", 100'000, kubernetes_files},
    Engine{"make", "a Makefile", "make -j 4", 0, make_files},
    Engine{"ninja", "a file for ninja", "ninja", 0, ninja_files},
    Engine{"slurm", "job arrays of Slurm, on a shared file system", "sh submit.sh", 0, slurm_files}};

}  // namespace

std::span<const Engine> engines() { return kEngines; }

const Engine* find_engine(std::string_view name) {
  for (const Engine& engine : kEngines) {
    if (engine.name == name) return &engine;
  }
  return nullptr;
}

EngineFiles engine_files(const Engine& engine, const TaskPlan& plan, const EngineChoice& choice) {
  if (engine.most_parts > 0 && plan.parts() > engine.most_parts)
    return fmt::format("{} runs at most {} jobs of one kind, and the plan has {} tasks for tiles", engine.name,
                       engine.most_parts, plan.parts());
  EngineChoice own = choice;
  own.start = engine.start;
  return engine.files(plan, own);
}

}  // namespace weald::session
