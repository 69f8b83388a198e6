// weald plan: writes the tasks of a world for an engine that runs them on several machines.

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text/counted.h"
#include "base/text/nearest_name.h"
#include "engine/plan/graph_estimate.h"
#include "engine/plan/output_faults.h"
#include "formats/files/file_set.h"
#include "front/cli/arguments/cache.h"
#include "front/cli/arguments/preset_options.h"
#include "front/cli/command.h"
#include "front/cli/console/context.h"
#include "front/cli/console/failure.h"
#include "front/cli/console/json_report.h"
#include "front/cli/console/option_error.h"
#include "front/cli/console/version.h"
#include "session/selection.h"
#include "session/tasks/engines.h"
#include "session/tasks/task_costs.h"

namespace weald::app {

namespace {

namespace fs = std::filesystem;

/// The options of weald plan.
struct PlanOptions {
  PresetOptions presets;
  std::string engine;
  std::string folder = "plan";        ///< of the plan
  std::string tiles;                  ///< folder of the tiles; empty: "tiles" in the folder of the plan
  std::string cache;                  ///< folder that all tasks share; empty: "cache" in the folder of the plan
  std::string memory;                 ///< most memory of a task, such as "4G"; empty: what its machine grants
  std::string image;                  ///< of containers; empty: "weald:" and the version
  std::optional<std::int64_t> parts;  ///< tasks that build tiles; unset: 64, or what the engine allows
  bool json = false;
};

constexpr std::int64_t kUsualParts = 64;

/// A world that can be cut into tasks.
struct World {
  session::LoadedPresets loaded;
  std::optional<session::TileLayout> layout;
  session::WorldCosts costs;

  const preset::Preset& preset() const { return *loaded.presets.front().preset; }
};

/// Loads the preset and checks that its tiles can be built. Errors are added to the diagnostics.
World load_world(const PlanOptions& options, Context& context) {
  World world{load_presets(options.presets, context), std::nullopt, {}};
  Diagnostics& diagnostics = world.loaded.diagnostics;
  if (!world.loaded.ok()) return world;
  if (world.loaded.presets.size() != 1 || !world.preset().world) {
    diagnostics.error(
        std::nullopt,
        fmt::format("'{}' is no world, so there is nothing to cut into tasks", options.presets.paths.front()),
        "give the preset 'world: {tile: SAMPLES}', with {x} and {y} in the names of its files");
    return world;
  }
  world.layout = session::tile_layout(world.preset(), diagnostics);
  if (!world.layout) return world;
  const session::TileId middle{world.layout->columns / 2, world.layout->rows / 2, 0};
  const pipeline::Graph tile = session::tile_graph(world.preset().graph, *world.layout, middle);
  const pipeline::GraphEstimate estimate = pipeline::estimate(tile);
  // The memory of this machine says nothing about that of others.
  if (pipeline::check_output_faults(tile, diagnostics) && pipeline::check_sizes(tile, estimate, diagnostics) &&
      !options.memory.empty())
    pipeline::check_memory(tile, estimate, static_cast<double>(parse_size(options.memory, "--memory")), diagnostics);
  if (diagnostics.has_errors()) return world;
  world.costs = session::costs_of(tile);
  for (int level = 1; level < world.layout->levels; ++level) {
    const session::TileId coarse{0, 0, level};
    world.costs.coarser.push_back(
        session::costs_of(session::tile_graph(world.preset().graph, *world.layout, coarse)).tile);
  }
  return world;
}

/// A folder of the options as seen from the plan's; `usual` is inside the plan's folder.
std::string folder_in_plan(const PlanOptions& options, const std::string& given, const char* usual) {
  return given.empty() ? usual : session::seen_from(options.folder, given);
}

session::TaskChoice choice_of(const PlanOptions& options, const session::Engine& engine) {
  session::TaskChoice choice;
  choice.preset = options.presets;
  for (std::string& path : choice.preset.paths) path = session::seen_from(options.folder, path);
  for (std::string& path : choice.preset.include) path = session::seen_from(options.folder, path);
  choice.directory = folder_in_plan(options, options.tiles, "tiles");
  choice.cache = folder_in_plan(options, options.cache, "cache");
  choice.memory = options.memory;
  choice.threads = std::max(1, options.presets.threads);
  const std::int64_t most = engine.most_parts > 0 ? engine.most_parts : kUsualParts;
  choice.parts = options.parts.value_or(std::min(kUsualParts, most));
  return choice;
}

std::vector<session::FileRecord> inputs_of(const World& world) {
  const preset::LoadedPreset& loaded = world.loaded.presets.front();
  io::FileDigests digests;
  return session::manifest_of(world.preset().graph, session::files_imported(loaded), loaded.text.files.front(), digests)
      .inputs;
}

/// Writes plan.json and the files of the engine; returns their names.
std::vector<std::string> write_files(const PlanOptions& options, const World& world, const session::TaskPlan& plan,
                                     std::vector<session::EngineFile> files) {
  files.insert(files.begin(),
               {std::string(session::kPlanFile),
                session::plan_text(plan, {world.preset(), *world.layout, world.costs, inputs_of(world)})});
  io::FileSet written;
  std::vector<std::string> names;
  for (const session::EngineFile& file : files) {
    const std::string path = session::output_path(options.folder, file.name);
    written.write(path, [&](io::Sink& sink) { sink.append(file.text); });
    names.push_back(path);
  }
  written.commit(io::Equal::keep);  // so that make and ninja run nothing again for an equal plan
  constexpr fs::perms kExecutable = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].is_program) fs::permissions(names[i], kExecutable, fs::perm_options::add);
  }
  return names;
}

/// Engines whose jobs need no plan: each builds a part of the world.
constexpr std::array<std::string_view, 3> kWithoutPlan{"github", "gitlab", "snakemake"};

/// The engine with this name. Throws OptionError if there is none.
const session::Engine& engine_of(const std::string& name) {
  if (const session::Engine* engine = session::find_engine(name)) return *engine;
  if (std::ranges::find(kWithoutPlan, name) != kWithoutPlan.end())
    throw OptionError("--engine",
                      fmt::format("'{}' needs no plan: let each of its jobs run 'weald build --shard auto', "
                                  "as docs/scale.md shows",
                                  name));
  std::vector<std::string_view> names;
  for (const session::Engine& engine : session::engines()) names.push_back(engine.name);
  throw OptionError("--engine", fmt::format("there is no engine '{}'; {}", name, schema::suggest(name, names)));
}

int make_plan(const PlanOptions& options, Context& context, Json& report) {
  const session::Engine& engine = engine_of(options.engine);
  World world = load_world(options, context);
  report_new(world.loaded, context);
  report["diagnostics"] = diagnostics_json(world.loaded);
  if (!world.loaded.ok()) return failure_code(world.loaded.diagnostics);
  const session::TaskPlan plan =
      session::plan_tasks(world.preset(), *world.layout, world.costs, choice_of(options, engine));
  const std::string image = options.image.empty() ? std::string("weald:") + weald_version() : options.image;
  auto files = session::engine_files(engine, plan, {options.folder, image, world.costs});
  if (const auto* message = std::get_if<std::string>(&files)) throw OptionError("--engine", *message);
  const std::vector<std::string> names =
      write_files(options, world, plan, std::move(std::get<std::vector<session::EngineFile>>(files)));
  report["engine"] = engine.name;
  report["tiles"] = world.layout->count();
  report["tasks"] = plan.tasks.size();
  report["files"] = names;
  if (options.json) return kOk;
  fmt::print("{}: {} in {}{} for tiles{}\n", plan.name, counted_noun(world.layout->count(), "tile"),
             plan.has_prepare() ? "1 task for what they share, " : "", counted_noun(plan.parts(), "task"),
             " and 1 task that checks them");
  for (const std::string& name : names) fmt::print("{:>10}  {}\n", "", name);
  fmt::print("start it in {}: {}\n", options.folder, engine.start);
  return kOk;
}

/// Writes plan.json and the files of the engine, and prints how the engine is started. Returns the exit code.
int write_plan(const PlanOptions& options, Context& context) {
  if (!options.memory.empty()) parse_size(options.memory, "--memory");
  Json report = report_head("plan");
  const auto work = [&] { return make_plan(options, context, report); };
  return options.json ? print_report(report, work) : work();
}

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
