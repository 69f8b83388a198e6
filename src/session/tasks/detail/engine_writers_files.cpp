// Engines that make files from files: make and ninja. Each task has a file in `done` that says that it was run.

#include <fmt/format.h>

#include "session/tasks/detail/engine_text.h"
#include "session/tasks/detail/engine_writers.h"

namespace weald::session {

namespace {

/// The file that says that a task was run.
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

/// The files of the tasks that `task` needs, each after `separator`.
std::string needed_files(const TaskPlan& plan, const PlannedTask& task, std::string_view separator) {
  std::string text;
  const std::int64_t first = plan.tasks.front().number;  // they ascend by one
  for (const std::int64_t needed : task.needs)
    text += std::string(separator) + done_file(plan.tasks[static_cast<std::size_t>(needed - first)]);
  return text;
}

/// The command of a task in a file in which `$$` stands for a dollar. `task` is inserted as it is.
std::string escaped_command(const TaskPlan& plan, std::string_view task) {
  const std::string text = task_command(plan, kPlanFile, "@");
  const std::size_t mark = text.find('@');
  return dollars_doubled(text.substr(0, mark)) + std::string(task) + dollars_doubled(text.substr(mark + 1));
}

/// A rule of make; `task` is what the command names.
std::string make_rule(const TaskPlan& plan, std::string_view target, std::string_view needs, std::string_view task) {
  return fmt::format("\n{}: {}{}\n\t{}\n\t@mkdir -p done && touch $@\n", target, kPlanFile, needs,
                     escaped_command(plan, task));
}

}  // namespace

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

}  // namespace weald::session
