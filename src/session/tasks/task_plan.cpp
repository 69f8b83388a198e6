#include "session/tasks/task_plan.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "session/amount_json.h"
#include "session/selection.h"
#include "session/world_manifest.h"

namespace weald::session {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kLeastCache = std::uint64_t{2} << 30;  // the limit of a cache that no option sets
constexpr double kUnknownCache = 64e9;                         // room for shared results of unknown size
constexpr double kSpare = 2;                                   // the cache may hold results of an older recipe

/// Room in the cache for the results that all tiles share.
std::uint64_t cache_room(const WorldCosts& costs) {
  if (costs.shared.empty()) return kLeastCache;
  const Amount& bytes = costs.prepare.bytes;
  const double wanted = kSpare * bytes.most.value_or(std::max(bytes.least, kUnknownCache));
  return std::max(kLeastCache, static_cast<std::uint64_t>(wanted));
}

/// The coarsest level with enough tiles for all parts: below a tile of it, all levels are built by one task, which then
/// computes what a coarser level needs of the finer ones only once.
int divided_level(const TileLayout& layout, std::int64_t parts) {
  int level = layout.levels - 1;
  while (level > 0 && layout.count_at(level) < parts) --level;
  return level;
}

/// A tile of a level by its number there, row by row from the north.
TileId tile_at(const TileLayout& layout, int level, std::int64_t number) {
  const std::int64_t across = layout.columns >> level;
  return {static_cast<int>(number % across), static_cast<int>(number / across), level};
}

/// Adds the names of all tiles below `top`, and that of `top` after them.
void add_tiles_below(const TileLayout& layout, const TileId& top, std::vector<TileName>& tiles) {
  const std::int64_t last = layout.number_of(top);
  for (std::int64_t number = last + 1 - tiles_below(top.level + 1); number <= last; ++number)
    tiles.push_back(layout.name_of(layout.tile(number)));
}

}  // namespace

std::string PlannedTask::name() const {
  if (kind == TaskKind::prepare) return "prepare";
  return kind == TaskKind::merge ? "merge" : fmt::format("tiles-{}", number);
}

std::optional<int> TaskPlan::merged_level(const TileLayout& layout) const {
  std::optional<int> finest;
  for (const TileName& tile : tasks.back().tiles) {
    const int level = layout.find(tile).value().level;
    finest = std::min(finest.value_or(level), level);
  }
  return finest;
}

const PlannedTask* TaskPlan::find(std::string_view task) const {
  for (const PlannedTask& planned : tasks) {
    if (task == std::to_string(planned.number) || task == planned.name()) return &planned;
  }
  return nullptr;
}

std::string recipe_of(const preset::Preset& preset, const TileLayout& layout) {
  const preset::WorldParams& params = layout.params;
  Hasher hasher;
  hasher.add("weald world 1");
  hasher.add(recipe_hash(preset.graph));
  for (const int number : {params.tile, params.overlap, params.apron, params.levels, static_cast<int>(params.order),
                           static_cast<int>(params.origin), layout.columns, layout.rows, layout.levels})
    hasher.add(static_cast<std::uint64_t>(number));
  return hasher.hex();
}

TaskPlan plan_tasks(const preset::Preset& preset, const TileLayout& layout, const WorldCosts& costs,
                    TaskChoice choice) {
  TaskPlan plan;
  plan.name = preset.name;
  plan.recipe = recipe_of(preset, layout);
  plan.cache_bytes = cache_room(costs);
  const int level = divided_level(layout, choice.parts);
  const std::int64_t tiles = layout.count_at(level), parts = std::min(choice.parts, tiles);
  plan.choice = std::move(choice);
  std::vector<std::int64_t> first;
  if (!costs.shared.empty()) {
    plan.tasks.push_back({0, TaskKind::prepare, {}, {}});
    first.push_back(0);
  }
  for (std::int64_t part = 0; part < parts; ++part) {
    PlannedTask task{part + 1, TaskKind::tiles, first, {}};
    for (std::int64_t i = part * tiles / parts; i < (part + 1) * tiles / parts; ++i)
      add_tiles_below(layout, tile_at(layout, level, i), task.tiles);
    plan.tasks.push_back(std::move(task));
  }
  PlannedTask merge{parts + 1, TaskKind::merge, std::vector<std::int64_t>(static_cast<std::size_t>(parts)), {}};
  std::iota(merge.needs.begin(), merge.needs.end(), std::int64_t{1});
  for (int coarser = level + 1; coarser < layout.levels; ++coarser) {
    for (std::int64_t i = 0; i < layout.count_at(coarser); ++i)
      merge.tiles.push_back(layout.name_of(tile_at(layout, coarser, i)));
  }
  plan.tasks.push_back(std::move(merge));
  return plan;
}

std::string seen_from(const fs::path& folder, const std::string& path) {
  if (fs::path(path).is_absolute()) return path;
  // Links are followed first: the folder above a link's target is not the one above the link.
  const fs::path target = fs::weakly_canonical(fs::absolute(path));
  const fs::path relative = target.lexically_relative(fs::weakly_canonical(fs::absolute(folder)));
  return relative.empty() ? target.string() : relative.string();
}

namespace {

using Json = nlohmann::ordered_json;

constexpr int kPlanFormat = 1;

Json cost_json(const WorkCost& cost) {
  return {{"bytes", bytes_json(cost.bytes)},
          {"memory", memory_json(cost.memory, cost.kept)},
          {"seconds", seconds_json(cost.seconds)}};
}

/// The cost of tiles, one after the other.
WorkCost cost_of(const std::vector<TileName>& tiles, const TaskFacts& facts) {
  WorkCost sum;
  for (const TileName& name : tiles) {
    const auto level = static_cast<std::size_t>(facts.layout.find(name).value().level);
    const WorldCosts& costs = facts.costs;
    const WorkCost& own = level > 0 && level <= costs.coarser.size() ? costs.coarser[level - 1] : costs.tile;
    sum.bytes = sum.bytes + own.bytes;
    sum.seconds = sum.seconds + own.seconds;
    sum.memory = std::max(sum.memory, own.memory);
    sum.kept = std::max(sum.kept, own.kept);
  }
  return sum;
}

Json values_json(const PresetChoice& choice) {
  return {{"set", choice.set},
          {"seed", choice.seed},
          {"variant", choice.variant},
          {"include", choice.include},
          {"coarser", choice.coarser}};
}

Json tile_json(const TaskFacts& facts, const TileName& name) {
  const TileId tile = facts.layout.find(name).value();
  const Region region = facts.layout.region_of(tile);
  const pipeline::Graph graph = tile_graph(facts.preset.graph, facts.layout, tile);
  Json files = output_paths(graph, {});
  Json json = tile_name_json(facts.layout, tile);
  json.update({{"region", {region.x, region.y, region.width, region.height}}, {"outputs", std::move(files)}});
  return json;
}

Json shared_names(const WorldCosts& costs) {
  Json names = Json::array();
  for (const SharedStage& stage : costs.shared) names.push_back(stage.name);
  return names;
}

Json task_json(const PlannedTask& task, const TaskPlan& plan, const TaskFacts& facts) {
  Json json = {{"task", task.number}, {"name", task.name()}, {"level", task.level()}, {"needs", task.needs}};
  if (task.kind == TaskKind::prepare) {
    json["makes"] = shared_names(facts.costs);
    json.update(cost_json(facts.costs.prepare));
    return json;
  }
  if (task.kind == TaskKind::merge) json["outputs"] = {plan.name + ".world.json"};
  if (task.kind == TaskKind::merge && task.tiles.empty()) return json;
  json["reads"] = shared_names(facts.costs);
  json["halo"] = facts.costs.halo;
  json["tiles"] = Json::array();
  for (const TileName& tile : task.tiles) json["tiles"].push_back(tile_json(facts, tile));
  json.update(cost_json(cost_of(task.tiles, facts)));
  return json;
}

PlannedTask task_from(const Json& json) {
  PlannedTask task;
  task.number = json.at("task").get<std::int64_t>();
  task.needs = json.at("needs").get<std::vector<std::int64_t>>();
  const std::string name = json.at("name").get<std::string>();
  task.kind = name == "prepare" ? TaskKind::prepare : name == "merge" ? TaskKind::merge : TaskKind::tiles;
  if (task.kind != TaskKind::tiles && !json.contains("tiles")) return task;
  for (const Json& tile : json.at("tiles"))
    task.tiles.push_back({tile.at("x").get<int>(), tile.at("y").get<int>(), tile.value("z", 0)});
  return task;
}

TaskPlan plan_from(const Json& root) {
  TaskPlan plan;
  TaskChoice& choice = plan.choice;
  plan.name = root.at("world").get<std::string>();
  plan.recipe = root.at("recipe").get<std::string>();
  choice.preset.paths = {root.at("preset").get<std::string>()};
  const Json& values = root.at("values");
  choice.preset.set = values.at("set").get<std::vector<std::string>>();
  choice.preset.seed = values.at("seed").get<std::string>();
  choice.preset.variant = values.at("variant").get<std::string>();
  choice.preset.include = values.at("include").get<std::vector<std::string>>();
  choice.preset.coarser = values.at("coarser").get<int>();
  choice.directory = root.at("output").get<std::string>();
  choice.cache = root.at("cache").get<std::string>();
  plan.cache_bytes = root.at("cache_bytes").get<std::uint64_t>();
  choice.memory = root.at("memory").get<std::string>();
  choice.threads = root.at("threads").get<int>();
  for (const Json& task : root.at("tasks")) plan.tasks.push_back(task_from(task));
  if (plan.tasks.empty()) throw std::runtime_error("no tasks");
  choice.parts = plan.parts();
  return plan;
}

}  // namespace

std::string plan_text(const TaskPlan& plan, const TaskFacts& facts) {
  const TaskChoice& choice = plan.choice;
  Json inputs = Json::array(), shared = Json::array(), tasks = Json::array();
  for (const FileRecord& file : facts.inputs)
    inputs.push_back({{"file", file.name}, {"bytes", file.bytes}, {"digest", file.digest}});
  for (const SharedStage& stage : facts.costs.shared)
    shared.push_back({{"stage", stage.name},
                      {"kind", stage.kind},
                      {"bytes", bytes_json(stage.bytes)},
                      {"seconds", seconds_json(stage.seconds)}});
  for (const PlannedTask& task : plan.tasks) tasks.push_back(task_json(task, plan, facts));
  const Json head = {{"weald", WEALD_VERSION},
                     {"plan", kPlanFormat},
                     {"world", plan.name},
                     {"preset", choice.preset.paths.front()},
                     {"values", values_json(choice.preset)},
                     {"recipe", plan.recipe},
                     {"layout", layout_json(facts.layout)},
                     {"output", choice.directory},
                     {"cache", choice.cache},
                     {"cache_bytes", plan.cache_bytes},
                     {"memory", choice.memory},
                     {"threads", choice.threads},
                     {"inputs", std::move(inputs)},
                     {"shared", std::move(shared)}};
  // A line for each task, so that a plan of many tasks can be read, and compared line by line.
  const auto compact = [](const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); };
  std::string text = head.dump(1, ' ', false, Json::error_handler_t::replace);
  text.resize(text.size() - 2);  // "\n}"
  text += ",\n \"tasks\": [";
  for (std::size_t i = 0; i < tasks.size(); ++i) text += (i == 0 ? "\n  " : ",\n  ") + compact(tasks[i]);
  return text + "\n ]\n}\n";
}

std::variant<TaskPlan, std::string> parse_plan(const std::string& text) {
  try {
    const Json root = Json::parse(text);
    const Json format = root.value("plan", Json());
    if (format != kPlanFormat) return std::string("it is not a plan of this version of weald");
    return plan_from(root);
  } catch (const Json::parse_error& error) {
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
    return fmt::format("it is not JSON: line {}", 1 + std::count(text.begin(), end, '\n'));
  } catch (const std::exception&) {  // a key is missing or has another type
    return std::string("it is not a plan: keys are missing or have other types");
  }
}

}  // namespace weald::session
