// weald build: evaluates presets and writes their files.

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "base/parallel.h"
#include "front/cli/arguments/shard.h"
#include "front/cli/building/build.h"
#include "front/cli/command.h"

namespace weald::app {

namespace {

constexpr int kLargestRegion = 1 << 20;  // samples along one side; no map has as many

ProgressMode progress_mode(const std::string& name) {
  if (name == "auto") return ProgressMode::automatic;
  if (name == "json") return ProgressMode::json;
  if (name == "off") return ProgressMode::off;
  throw CLI::ValidationError("--progress", fmt::format("'{}' must be auto, json or off", name));
}

/// Rejects the invalid combinations of options that CLI11 cannot express.
void check_options(const BuildOptions& options) {
  if (options.to_stdout()) {
    refuse_option(!options.depfile.empty(), "--depfile", "needs -o FOLDER: standard output cannot be a target");
    refuse_option(options.if_stale, "--if-stale", "needs -o FOLDER: standard output has no earlier files");
    refuse_option(options.write_if_changed, "--write-if-changed", "needs -o FOLDER");
    refuse_option(options.json, "--json", "needs -o FOLDER: the file is written to standard output");
    refuse_option(options.watch, "--watch", "needs -o FOLDER");
    refuse_option(options.preview == "-", "--preview", "and -o - cannot both use standard output");
  }
  const auto& paths = options.presets.paths;
  const bool reads_stdin = std::find(paths.begin(), paths.end(), "-") != paths.end();
  refuse_option(std::count(paths.begin(), paths.end(), "-") > 1, "-", "standard input can be read only once");
  refuse_option(options.watch && reads_stdin, "--watch", "cannot watch standard input; name a file");
  refuse_option(!options.preview.empty() && reads_stdin, "--preview", "cannot read standard input again; name a file");
  refuse_option(options.json && options.preview == "-", "--preview", "and --json cannot both use standard output");
  refuse_option(!options.preview.empty() && options.preview != "-" && !options.preview.ends_with(".png"), "--preview",
                "needs a file name that ends in .png");
  refuse_option(options.depfile == "-", "--depfile", "needs a file name");
  refuse_option(options.list_inputs && options.list_outputs && !options.json, "--list-inputs",
                "needs --json with --list-outputs, to tell the two lists apart");
}

/// "X,Y,W,H" as a region.
Region region_of(const std::string& text) {
  std::array<int, 4> numbers{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto [next, error] = std::from_chars(at, end, numbers[i]);
    const bool is_last = i + 1 == numbers.size();
    if (error != std::errc{} || (is_last ? next != end : next == end || *next != ',') || numbers[i] < (i < 2 ? 0 : 1) ||
        numbers[i] > kLargestRegion)
      throw CLI::ValidationError(
          "--region",
          fmt::format("'{}' is not X,Y,W,H: four whole numbers, such as 1024,0,513,513, with X and Y from 0, W and H "
                      "from 1",
                      text));
    if (!is_last) at = next + 1;
  }
  return {numbers[0], numbers[1], numbers[2], numbers[3]};
}

void add_what(CLI::App& command, BuildOptions& options) {
  command
      .add_option("-o,--output", options.directory,
                  "Folder to write to; created if missing (default: the current folder); '-' prints one file")
      ->type_name("DIR");
  command
      .add_option("--only", options.only,
                  "Write only this output and the textures it names; give the name as in the preset or as listed, or a "
                  "pattern such as '*.obj'; repeatable")
      ->type_name("OUTPUT")
      ->allow_extra_args(false)
      ->take_all();
  command
      .add_option_function<std::string>(
          "--region", [&options](const std::string& text) { options.region = region_of(text); },
          "Build only W x H samples of every heightmap, from column X and row Y; they equal those of the whole map")
      ->type_name("X,Y,W,H");
  command
      .add_option("--tile", options.tiles,
                  "Of a preset with 'world': build only this tile, by its column and row as in the names of files, "
                  "with the level before them if the world has several; repeatable")
      ->type_name("[Z,]X,Y")
      ->allow_extra_args(false)
      ->take_all()
      ->excludes("--region");
  command
      .add_option(
          "--shard", options.shard,
          std::string("Build part I of N of the tiles of a world, or of the siblings of a sweep, ") + kShardHelp)
      ->type_name("I/N")
      ->excludes("--region");
  command
      .add_option("--memory", options.memory,
                  "Refuse what certainly needs more memory than this, such as 4G (default: what the system grants)")
      ->type_name("SIZE");
  command.add_flag("--no-pictures", options.no_pictures, "Skip outputs that are pictures or contact sheets");
  CLI::Option* dry_run =
      command.add_flag("-n,--dry-run", options.dry_run, "Print what would be done without writing anything");
  command
      .add_flag("--explain-plan", options.explain_plan,
                "With --dry-run: print how each stage would be computed, what is cached, and when memory is freed")
      ->needs(dry_run);
}

void add_build_script_options(CLI::App& command, BuildOptions& options) {
  const char* group = "Build scripts";
  CLI::Option* depfile = command
                             .add_option("--depfile", options.depfile,
                                         "Write the names of all files that were read to FILE, in "
                                         "Makefile syntax")
                             ->type_name("FILE")
                             ->group(group)
                             ->excludes("--dry-run");
  command
      .add_option("--depfile-target", options.depfile_targets,
                  "Target name in the depfile, instead of the outputs; repeatable")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->take_all()
      ->needs(depfile)
      ->group(group);
  command
      .add_flag("--write-if-changed", options.write_if_changed,
                "Keep a file whose bytes are unchanged, with its modification time (for ninja's restat; not for make)")
      ->group(group);
  command.add_flag("--if-stale", options.if_stale, "Build a preset only if its files are not up to date")->group(group);
  command.add_flag("--explain-stale", options.explain_stale, "With --if-stale: print why a preset is built")
      ->needs("--if-stale")
      ->group(group);
  command.add_flag("--list-outputs", options.list_outputs, "Print the files that would be written, one per line")
      ->group(group);
  command.add_flag("--list-inputs", options.list_inputs, "Print the files that are read, one per line")->group(group);
  command
      .add_option("--preview", options.preview,
                  "Draw the first preset into this PNG after every build; '-' shows it in the terminal")
      ->type_name("FILE")
      ->excludes("--dry-run")
      ->group(group);
  command.add_flag("--watch", options.watch, "Rebuild whenever a file that was read changes, until Ctrl-C")
      ->excludes("--dry-run")
      ->group(group);
}

void add_how_much_to_say(CLI::App& command, BuildOptions& options) {
  CLI::Option* quiet = command.add_flag("-q,--quiet", options.quiet, "Print errors only");
  command.add_flag("-v,--verbose", options.verbose, "Print the time of every stage and output")->excludes(quiet);
  command.add_flag("--json", options.json, "Print the report as JSON; see docs/json.md");
  command
      .add_option_function<std::string>(
          "--progress", [&options](const std::string& mode) { options.progress = progress_mode(mode); },
          "Progress on stderr: auto (a bar on a terminal), json (an object per line) or off")
      ->type_name("HOW");
}

/// Adds --task, which stands in the place of the preset and of what else a plan says.
void add_task(CLI::App& command, std::string& task) {
  CLI::Option* option =
      command
          .add_option("--task", task,
                      "Run this task of a plan that weald plan has made, by its number or name; the plan says which "
                      "preset it builds, and where to")
          ->type_name("PLAN:TASK");
  for (const char* name :
       {"preset",    "--set",      "--variant",      "--include",     "--seed",    "--sweep",       "--coarser",
        "--output",  "--only",     "--region",       "--tile",        "--shard",   "--no-pictures", "--dry-run",
        "--depfile", "--if-stale", "--list-outputs", "--list-inputs", "--preview", "--watch"})
    option->excludes(name);
  command.get_option("preset")->required(false);  // without --task it is: see add_build()
}

}  // namespace

void add_build(CLI::App& program, Context& context) {
  auto options = std::make_shared<BuildOptions>();
  CLI::App* command = program.add_subcommand("build", "Build presets and write their files");
  add_preset_options(*command, options->presets, true);
  add_sweep_option(*command, options->presets);
  add_coarser_option(*command, options->presets);
  add_thread_option(*command, options->presets.threads);
  add_what(*command, *options);
  add_how_much_to_say(*command, *options);
  add_build_script_options(*command, *options);
  add_cache_options(*command, options->cache);
  auto task = std::make_shared<std::string>();
  add_task(*command, *task);
  command->footer(
      "Prints every file written, with its size. All presets are checked before the first file is written.\n"
      "Exit code 1: with -n --if-stale, a preset would be built.\n"
      "Example: weald build presets/alpine.yaml -o out --set ridges.octaves=5 --seed 7\n"
      "Example: weald build presets/oak.yaml -o out --sweep seed=1..4\n"
      "Example: weald build presets/koch.yaml -o out --depfile out/koch.d");
  command->callback([options, task, &context] {
    if (!task->empty())
      set_task(*options, *task);
    else if (options->presets.paths.empty())
      throw CLI::RequiredError("preset");
    check_options(*options);
    const ThreadLimit threads(options->presets.threads);
    context.exit_code = options->watch ? watch_build(*options, context) : run_build(*options, context);
  });
}

}  // namespace weald::app
