#include "session/tasks/engines.h"

#include <array>

#include <fmt/format.h>

#include "session/tasks/detail/engine_writers.h"

namespace weald::session {

namespace {

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
