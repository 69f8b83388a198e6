// Kubernetes: a volume, a job for each level of the plan, and a script that runs one after the other.

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "session/tasks/detail/engine_text.h"
#include "session/tasks/detail/engine_writers.h"

namespace weald::session {

namespace {

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

/// A memory size of --memory, such as 4G, whose units are of 1024, as a quantity of Kubernetes.
std::string memory_quantity(const std::string& size) {
  const bool has_unit = size.find_first_not_of("0123456789") != std::string::npos;
  return has_unit ? size + "i" : size;
}

/// What a pod asks for if the user has set no limit: twice the lower bound, and room for the program.
std::string memory_request(double least) { return fmt::format("{:.0f}Mi", 256 + std::ceil(2 * least / kMebibyte)); }

double volume_gibibytes(const TaskPlan& plan, const WorldCosts& costs) {
  std::size_t tiles = 0;
  for (const PlannedTask& task : plan.tasks) tiles += task.tiles.size();
  const Amount bytes = costs.tile.bytes * static_cast<double>(tiles) + costs.prepare.bytes;
  return std::ceil(bytes.most.value_or(std::max(kUnknownBytes, 4 * bytes.least)) * 1.5 / kGibibyte);
}

}  // namespace

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

}  // namespace weald::session
