// Engines that run jobs in a checked-out repository and pass files on as artifacts: GitHub and GitLab.

#include <fmt/format.h>

#include "session/tasks/detail/engine_text.h"
#include "session/tasks/detail/engine_writers.h"

namespace weald::session {

namespace {

/// The paths of a plan in the repository.
struct CheckoutPaths {
  std::string plan, tiles, cache;
  std::string levels;  ///< what the tasks leave to the last one, in the cache
};

/// The paths, or a message if one of them is not in the repository.
std::variant<CheckoutPaths, std::string> paths_of(const TaskPlan& plan, const EngineChoice& choice) {
  const auto refuse = [](std::string_view what, const std::string& path) {
    return fmt::format(
        "{} '{}' is not in the repository that the jobs check out: run weald plan in its first folder, "
        "and name folders below it",
        what, path);
  };
  const auto file = checkout_path(choice, std::string(kPlanFile));
  if (!file) return refuse("the folder of the plan", choice.folder);
  const auto tiles = checkout_path(choice, plan.choice.directory);
  if (!tiles) return refuse("the folder of the tiles", plan.choice.directory);
  const auto cache = checkout_path(choice, plan.choice.cache);
  if (!cache) return refuse("the cache", plan.choice.cache);
  const std::string& preset = plan.choice.preset.paths.front();
  if (!checkout_path(choice, preset)) return refuse("the preset", preset);
  return CheckoutPaths{*file, *tiles, *cache, fmt::format("{}/{}", *cache, kMergedLevelFolder)};
}

constexpr std::string_view kUpload = R"text(      - uses: actions/upload-artifact@v4
        with: {{name: {name}, path: {path}, include-hidden-files: true, retention-days: {days}}}
)text";

constexpr std::string_view kDownload = R"text(      - uses: actions/download-artifact@v4
        with: {{{what}, path: {path}}}
)text";

std::string github_job(const EngineChoice& choice, std::string_view name, std::string_view extra) {
  return fmt::format(
      "  {}:\n    runs-on: ubuntu-latest\n    container: {}\n{}    steps:\n      - uses: actions/checkout@v4\n", name,
      yaml_quoted(choice.image), extra);
}

std::string github_command(const TaskPlan& plan, const CheckoutPaths& paths, std::string_view task) {
  return fmt::format("      - run: {}\n", yaml_quoted(task_command(plan, shell_quoted(paths.plan), task)));
}

std::string gitlab_job(const TaskPlan& plan, const CheckoutPaths& paths, std::string_view stage,
                       std::string_view task) {
  return fmt::format("\nweald-{0}:\n  extends: .weald\n  stage: weald-{0}\n  script:\n    - {1}\n", stage,
                     yaml_quoted(task_command(plan, shell_quoted(paths.plan), task)));
}

std::string gitlab_artifacts(const std::vector<std::string>& paths, std::string_view until) {
  std::string list;
  for (const std::string& path : paths) list += (list.empty() ? "" : ", ") + yaml_quoted(path + "/");
  return fmt::format("  artifacts: {{paths: [{}], expire_in: {}}}\n", list, until);
}

/// [1, 2, 3]
std::string numbers_to(std::int64_t last) {
  std::string text;
  for (std::int64_t i = 1; i <= last; ++i) text += fmt::format("{}{}", i == 1 ? "" : ", ", i);
  return "[" + text + "]";
}

}  // namespace

EngineFiles github_files(const TaskPlan& plan, const EngineChoice& choice) {
  using namespace fmt::literals;
  const auto found = paths_of(plan, choice);
  if (const auto* message = std::get_if<std::string>(&found)) return *message;
  const CheckoutPaths& paths = std::get<CheckoutPaths>(found);
  const auto upload = [](std::string_view name, const std::string& path, int days) {
    return fmt::format(kUpload, "name"_a = name, "path"_a = yaml_quoted(path), "days"_a = days);
  };
  const auto download = [](std::string_view what, const std::string& path) {
    return fmt::format(kDownload, "what"_a = what, "path"_a = yaml_quoted(path));
  };
  const bool prepares = plan.has_prepare();
  std::string text =
      fmt::format("# The tasks of the world {}, to be copied to .github/workflows.\n", comment_text(plan.name));
  text += fmt::format("name: {}\non: workflow_dispatch\njobs:\n", yaml_quoted("weald: " + plan.name));
  if (prepares)
    text +=
        github_job(choice, "prepare", "") + github_command(plan, paths, "prepare") + upload("cache", paths.cache, 1);
  text += github_job(choice, "tiles",
                     fmt::format("{}    strategy:\n      fail-fast: false\n      matrix: {{task: {}}}\n",
                                 prepares ? "    needs: prepare\n" : "", numbers_to(plan.parts())));
  if (prepares) text += download("name: cache", paths.cache);
  text += github_command(plan, paths, "${{ matrix.task }}") + upload("'tiles-${{ matrix.task }}'", paths.tiles, 1);
  if (plan.merges_levels()) text += upload("'levels-${{ matrix.task }}'", paths.levels, 1);
  text += github_job(choice, "merge", "    needs: tiles\n");
  text += download("pattern: tiles-*, merge-multiple: true", paths.tiles);
  if (plan.merges_levels()) {
    if (prepares) text += download("name: cache", paths.cache);
    text += download("pattern: levels-*, merge-multiple: true", paths.levels);
  }
  text += github_command(plan, paths, "merge") + upload("world", paths.tiles, 30);
  return std::vector<EngineFile>{{"weald.yml", std::move(text)}};
}

EngineFiles gitlab_files(const TaskPlan& plan, const EngineChoice& choice) {
  const auto found = paths_of(plan, choice);
  if (const auto* message = std::get_if<std::string>(&found)) return *message;
  const CheckoutPaths& paths = std::get<CheckoutPaths>(found);
  std::string text =
      fmt::format("# The tasks of the world {}, to be included in .gitlab-ci.yml.\n", comment_text(plan.name));
  text += fmt::format("stages: [{}weald-tiles, weald-merge]\n\n.weald:\n  image: {}\n  retry: 2\n",
                      plan.has_prepare() ? "weald-prepare, " : "", yaml_quoted(choice.image));
  if (plan.has_prepare())
    text += gitlab_job(plan, paths, "prepare", "prepare") + gitlab_artifacts({paths.cache}, "1 day");
  text += gitlab_job(plan, paths, "tiles", "\"${CI_NODE_INDEX:-1}\"");
  if (plan.parts() > 1) text += fmt::format("  parallel: {}\n", plan.parts());
  std::vector<std::string> passed_on = {paths.tiles};
  if (plan.merges_levels()) passed_on.push_back(paths.levels);
  text += gitlab_artifacts(passed_on, "1 day");
  text += gitlab_job(plan, paths, "merge", "merge") + gitlab_artifacts({paths.tiles}, "never");
  return std::vector<EngineFile>{{"weald.gitlab-ci.yml", std::move(text)}};
}

}  // namespace weald::session
