// weald verify: builds some tiles of a world again, and compares them with the files that are there.

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "base/memory_store.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "base/text/counted.h"
#include "front/cli/command.h"
#include "front/cli/console/failure.h"
#include "front/cli/console/json_report.h"
#include "session/manifest.h"
#include "session/selection.h"
#include "session/world_manifest.h"
#include "session/write.h"

namespace weald::app {

namespace {

struct VerifyOptions {
  PresetOptions presets;
  std::string directory;
  int tiles = 8;
  std::uint64_t sample = 0;  ///< seed of the choice
  bool json = false;
};

/// `count` different numbers below `all`, ascending: the sample that a seed chooses.
std::vector<std::int64_t> chosen_tiles(std::int64_t all, std::size_t count, std::uint64_t seed) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(all));
  std::iota(numbers.begin(), numbers.end(), std::int64_t{0});
  const Rng rng(seed);
  const std::size_t wanted = std::min(numbers.size(), count);
  for (std::size_t i = 0; i < wanted; ++i) {
    const auto left = static_cast<double>(numbers.size() - i);
    std::swap(numbers[i], numbers[i + static_cast<std::size_t>(rng.uniform(i) * left)]);
  }
  numbers.resize(wanted);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

/// The differences of the files on disk from those in `built`, a sentence for each.
std::vector<std::string> differences(const pipeline::Graph& tile, const std::string& directory,
                                     const io::MemoryFileSet& built) {
  std::vector<std::string> found;
  for (const std::string& path : session::output_paths(tile, directory)) {
    const std::string* bytes = built.find(path);
    if (bytes == nullptr) continue;  // a file that the output does not need
    Hasher hasher;
    hasher.add_bytes(std::as_bytes(std::span(*bytes)));
    const auto there = session::record_of(path, path);
    if (!there)
      found.push_back(fmt::format("'{}' is missing", path));
    else if (there->digest != hasher.hex())
      found.push_back(fmt::format("'{}' differs from what the preset makes", path));
  }
  return found;
}

int verify(const VerifyOptions& options, Context& context, Json& report_json) {
  session::LoadedPresets loaded = load_presets(options.presets, context);
  report_json["diagnostics"] = diagnostics_json(loaded);
  if (!loaded.ok()) return failure_code(loaded.diagnostics);
  const preset::Preset& preset = *loaded.presets.front().preset;
  if (!preset.world) throw OptionError("PRESET", fmt::format("'{}' has no 'world'", options.presets.paths.front()));
  const auto layout = session::tile_layout(preset, loaded.diagnostics);
  report_new(loaded, context);
  if (!layout) return failure_code(loaded.diagnostics);
  context.catch_signals();
  MemoryStore store(session::kSharedTileBytes);
  session::WriteOptions write;
  write.run.stop = context.stop;
  write.run.cache = &store;
  write.directory = options.directory;
  report_json["tiles"] = Json::array();
  std::size_t wrong = 0;
  const auto numbers = chosen_tiles(layout->count(), static_cast<std::size_t>(options.tiles), options.sample);
  for (const std::int64_t number : numbers) {
    const session::TileId tile = layout->tile(number);
    const pipeline::Graph graph = session::tile_graph(preset.graph, *layout, tile);
    io::MemoryFileSet built;
    if (!session::write_outputs(graph, write, loaded.diagnostics, built)) {
      report_new(loaded, context);
      return failure_code(loaded.diagnostics);
    }
    const auto found = differences(graph, options.directory, built);
    if (!found.empty()) ++wrong;
    report_json["tiles"].push_back(session::tile_name_json(*layout, tile));
    report_json["tiles"].back()["differences"] = found;
    for (const std::string& difference : found) {
      if (!options.json) fmt::print("tile {}: {}\n", layout->text_of(tile), difference);
    }
  }
  report_json["equal"] = wrong == 0;
  if (!options.json)
    fmt::print("{}: {} of {} built again, {} of them {}\n", preset.name, counted_noun(numbers.size(), "tile"),
               layout->count(), wrong == 0 ? "all" : std::to_string(wrong), wrong == 0 ? "equal" : "different");
  return wrong == 0 ? kOk : kNo;
}

}  // namespace

void add_verify(CLI::App& program, Context& context) {
  auto options = std::make_shared<VerifyOptions>();
  CLI::App* command =
      program.add_subcommand("verify", "Build some tiles of a world again, and compare them with its files");
  add_preset_options(*command, options->presets, false);
  add_thread_option(*command, options->presets.threads);
  command->add_option("-o,--output", options->directory, "Folder of the tiles (default: the current folder)")
      ->type_name("DIR");
  command->add_option("--tiles", options->tiles, "Number of tiles, chosen at random")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000))
      ->capture_default_str();
  command->add_option("--sample", options->sample, "Seed of the choice: another seed chooses other tiles")
      ->type_name("SEED")
      ->capture_default_str();
  add_json_option(*command, options->json);
  command->footer(
      "The tiles are built in memory, without the cache.\n"
      "Exit code 0: all are equal; 1: at least one file differs or is missing.\n"
      "Example: weald verify world.yaml -o out --tiles 20");
  command->callback([options, &context] {
    Json report = report_head("verify");
    const ThreadLimit threads(options->presets.threads);
    const auto work = [&] { return verify(*options, context, report); };
    context.exit_code = options->json ? print_report(report, work) : work();
  });
}

}  // namespace weald::app
