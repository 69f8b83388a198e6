#include "session/tasks/task_plan.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/hash.h"

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

}  // namespace weald::session
