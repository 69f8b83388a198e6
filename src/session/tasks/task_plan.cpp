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

}  // namespace

std::string PlannedTask::name() const {
  if (kind == TaskKind::prepare) return "prepare";
  return kind == TaskKind::merge ? "merge" : fmt::format("tiles-{}", number);
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
  for (const int number : {params.tile, params.overlap, params.apron, static_cast<int>(params.order),
                           static_cast<int>(params.origin), layout.columns, layout.rows})
    hasher.add(static_cast<std::uint64_t>(number));
  return hasher.hex();
}

TaskPlan plan_tasks(const preset::Preset& preset, const TileLayout& layout, const WorldCosts& costs,
                    TaskChoice choice) {
  TaskPlan plan;
  plan.name = preset.name;
  plan.recipe = recipe_of(preset, layout);
  plan.cache_bytes = cache_room(costs);
  const std::int64_t tiles = layout.count(), parts = std::min(choice.parts, tiles);
  plan.choice = std::move(choice);
  std::vector<std::int64_t> first;
  if (!costs.shared.empty()) {
    plan.tasks.push_back({0, TaskKind::prepare, {}, {}});
    first.push_back(0);
  }
  for (std::int64_t part = 0; part < parts; ++part) {
    PlannedTask task{part + 1, TaskKind::tiles, first, {}};
    for (std::int64_t i = part * tiles / parts; i < (part + 1) * tiles / parts; ++i) {
      const TileId tile = layout.tile(i);
      task.tiles.push_back({tile.column, layout.named_row(tile)});
    }
    plan.tasks.push_back(std::move(task));
  }
  PlannedTask merge{parts + 1, TaskKind::merge, std::vector<std::int64_t>(static_cast<std::size_t>(parts)), {}};
  std::iota(merge.needs.begin(), merge.needs.end(), std::int64_t{1});
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
