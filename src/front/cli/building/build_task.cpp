// The options of a build that runs a task of a plan.

#include <filesystem>

#include <fmt/format.h>

#include "base/parallel.h"
#include "formats/files/read_file.h"
#include "front/cli/building/build.h"
#include "front/cli/console/option_error.h"

namespace weald::app {

namespace {

constexpr std::size_t kMaxPlan = std::size_t{1} << 30;

/// A path of a plan, relative to the plan's folder or absolute, as seen from the current folder.
std::string from_plan(const std::filesystem::path& folder, const std::string& path) { return (folder / path).string(); }

}  // namespace

void set_task(BuildOptions& options, const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == text.size())
    throw OptionError("--task", fmt::format("'{}' is not PLAN:TASK, such as plan/plan.json:3", text));
  const std::string file = text.substr(0, colon), name = text.substr(colon + 1);
  auto read = session::parse_plan(io::read_file(file, kMaxPlan));
  if (const auto* message = std::get_if<std::string>(&read))
    throw OptionError("--task", fmt::format("'{}' cannot be used: {}", file, *message));
  TaskRun run{file, std::move(std::get<session::TaskPlan>(read))};
  const session::PlannedTask* task = run.plan.find(name);
  if (task == nullptr)
    throw OptionError("--task", fmt::format("the plan '{}' has no task '{}': its tasks are {}1 to {}, and merge", file,
                                            name, run.plan.has_prepare() ? "prepare, " : "", run.plan.parts()));
  run.index = static_cast<std::size_t>(task - run.plan.tasks.data());
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  const session::TaskChoice& choice = run.plan.choice;
  static_cast<session::PresetChoice&>(options.presets) = choice.preset;
  options.presets.paths.front() = from_plan(folder, choice.preset.paths.front());
  for (std::string& include : options.presets.include) include = from_plan(folder, include);
  options.directory = from_plan(folder, choice.directory);
  if (options.cache.where.empty()) options.cache.where = from_plan(folder, choice.cache);
  if (options.cache.size.empty()) options.cache.size = std::to_string(run.plan.cache_bytes);
  if (options.memory.empty()) options.memory = choice.memory;
  if (options.presets.threads == 0) options.presets.threads = choice.threads;
  options.task = std::move(run);
}

}  // namespace weald::app
