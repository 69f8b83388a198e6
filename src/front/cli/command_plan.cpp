// weald plan: writes the tasks of a world for an engine that runs them on several machines.

#include <limits>
#include <memory>

#include <fmt/format.h>

#include "front/cli/building/world_plan.h"
#include "front/cli/command.h"
#include "session/tasks/engines.h"

namespace weald::app {

namespace {

/// The names of all engines, as completions read them: {make,ninja}.
std::string engine_choice() {
  std::string names;
  for (const session::Engine& engine : session::engines())
    names += (names.empty() ? "" : ",") + std::string(engine.name);
  return "{" + names + "}";
}

/// A line for each engine, with how it is started.
std::string engine_help() {
  std::string text = "Engines, and how each is started in the folder of the plan:\n";
  for (const session::Engine& engine : session::engines())
    text += fmt::format("  {:<11} {}: {}\n", engine.name, engine.help, engine.start);
  return text;
}

}  // namespace

void add_plan(CLI::App& program, Context& context) {
  auto options = std::make_shared<PlanOptions>();
  CLI::App* command = program.add_subcommand("plan", "Cut the work of a world into tasks for Slurm, make and the like");
  add_preset_options(*command, options->presets, false);
  add_coarser_option(*command, options->presets);
  command->add_option("--engine", options->engine, "What runs the tasks")->required()->type_name(engine_choice());
  command->add_option("-o,--output", options->folder, "Folder for the plan (default: plan)")->type_name("DIR");
  command
      ->add_option_function<int>(
          "--tasks", [options](int parts) { options->parts = parts; },
          "Largest number of tasks that build tiles (default: 64)")
      ->type_name("N")
      ->transform(whole_number(1, std::numeric_limits<int>::max()));
  command->add_option("--tiles", options->tiles, "Folder for the tiles (default: tiles, in the folder of the plan)")
      ->type_name("DIR");
  command
      ->add_option("--cache", options->cache,
                   "Folder in which all tasks share results (default: cache, in the folder of the plan)")
      ->type_name("DIR");
  command
      ->add_option("--memory", options->memory, "Most memory of a task, such as 4G (default: what its machine grants)")
      ->type_name("SIZE");
  command
      ->add_option("-j,--threads", options->presets.threads,
                   "Threads of a task; they do not affect the results (default: 1)")
      ->type_name("N")
      ->transform(whole_number(1, 1024));
  command->add_option("--image", options->image, "Image with weald, which Kubernetes runs")->type_name("NAME");
  add_json_option(*command, options->json);
  command->footer(engine_help() +
                  "Every task can be run again: what is up to date is skipped.\n"
                  "Example: weald plan world.yaml --engine slurm -o plan --tasks 500");
  command->callback([options, &context] { context.exit_code = write_plan(*options, context); });
}

}  // namespace weald::app
