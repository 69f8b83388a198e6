#include "stages/scenes/detail/stand.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "base/parallel.h"
#include "stages/scenes/detail/land_share.h"
#include "stages/scenes/detail/sower.h"

namespace weald::scene {

namespace {

/// A stretch of the land from north to south, metres.
struct Stretch {
  double from, to;
};

/// A rectangle of the land, world x and z, metres.
struct Area {
  Vec2 low{0}, high{0};
};

std::int64_t cell_at(double metres, double cell) { return static_cast<std::int64_t>(std::floor(metres / cell)); }

class Bands {
 public:
  Bands(const ScatterGround& ground, const ScatterParams& params, const RunContext& context)
      : params_(params),
        context_(context),
        plans_(plan_layers(params)),
        sower_(ground, params, context),
        share_(ground.ground, params.apron) {
    const GridSpec grid = ground.ground.whole_grid();
    low_ = grid.position(0, 0);
    high_ = grid.position(grid.width - 1, grid.height - 1);
    from_ = share_.low();
    to_ = share_.high();
    for (const LayerPlan& plan : plans_) classes_ += plan.classes.size();
  }

  /// Height of the bands: as many seedlings as fit into the cache nearby, but not much more land around than in them.
  double chosen_height() const {
    constexpr double kSeedlings = 1e6;
    double density = 0, halo = 0, most = 0;
    for (const LayerPlan& plan : plans_) {
      double own = 0;
      for (const SizeClass& size_class : plan.classes) own += 1 / (size_class.cell * size_class.cell);
      if (own > most) most = own, halo = plan.halo;
      density += own;
    }
    const double width = std::min(to_.x + halo, high_.x) - std::max(from_.x - halo, low_.x);
    if (density * width * (to_.y - from_.y) > kMaxSeedlings) {
      throw StageError(fmt::format("the crowns are too small for this ground: more than {} places would have to be "
                                   "tested",
                                   kMaxSeedlings),
                       "species");
    }
    return std::max(kSeedlings / (density * width), halo);
  }

  /// The plants of all bands: lists by layer, size class and band.
  std::vector<std::vector<Plant>> grow(double height) {
    const auto bands = static_cast<std::size_t>(std::max(1.0, std::ceil((to_.y - from_.y) / height)));
    std::vector<std::vector<Plant>> plants(classes_ * bands);
    parallel_blocks(bands, 1, [&](std::size_t begin, std::size_t) {
      const bool is_last = begin + 1 == bands;
      const auto start = [&](std::size_t number) { return from_.y + static_cast<double>(number) * height; };
      std::vector<std::vector<Plant>> own = grow_band({start(begin), is_last ? to_.y : start(begin + 1)}, is_last);
      for (std::size_t c = 0; c < classes_; ++c) plants[c * bands + begin] = std::move(own[c]);
    });
    return plants;
  }

 private:
  /// The plants in the rows of cells that begin in a band, per size class.
  std::vector<std::vector<Plant>> grow_band(const Stretch& band, bool is_last) const {
    std::vector<std::vector<SownGrid>> grids;  // per layer and size class
    grids.reserve(plans_.size());
    HigherLayers higher(params_);
    std::vector<std::vector<Plant>> result;
    for (const LayerPlan& plan : plans_) {
      std::vector<SownGrid>& own = grids.emplace_back();
      const Vec2 low = glm::max(Vec2{from_.x, band.from} - plan.halo, low_);
      const Vec2 high = glm::min(Vec2{to_.x, band.to} + plan.halo, high_);
      for (const SizeClass& size_class : plan.classes) own.push_back(sown(plan, size_class, {low, high}, higher));
      compete(own, context_);
      for (std::size_t c = 0; c < own.size(); ++c) {
        const double cell = plan.classes[c].cell;
        const std::int64_t end = cell_at(band.to, cell) + (is_last ? 1 : 0);
        result.push_back(collected(plan, plan.classes[c], own[c], cell_at(band.from, cell), end));
      }
      for (std::size_t c = 0; c < own.size(); ++c) higher.add(own[c], plan.classes[c].trunk);
    }
    return result;
  }

  SownGrid sown(const LayerPlan& plan, const SizeClass& size_class, const Area& area,
                const HigherLayers& higher) const {
    SownGrid grid{size_class.cell, size_class.largest};
    grid.x = cell_at(area.low.x, grid.cell);
    grid.z = cell_at(area.low.y, grid.cell);
    grid.columns = cell_at(area.high.x, grid.cell) - grid.x + 1;
    grid.rows = cell_at(area.high.y, grid.cell) - grid.z + 1;
    grid.plants.reserve(static_cast<std::size_t>(grid.columns * grid.rows));
    for (std::int64_t z = grid.z; z < grid.z + grid.rows; ++z) {
      context_.check_stop();
      for (std::int64_t x = grid.x; x < grid.x + grid.columns; ++x)
        grid.plants.push_back(sower_.sow({plan, size_class, x, z}, higher));
    }
    return grid;
  }

  /// The plants that stay in the rows [first, last), inside the region and the margin.
  std::vector<Plant> collected(const LayerPlan& plan, const SizeClass& size_class, const SownGrid& grid,
                               std::int64_t first, std::int64_t last) const {
    const Vec2 low = low_ + params_.margin, high = high_ - params_.margin;
    std::vector<Plant> plants;
    for (std::int64_t z = first; z < last; ++z) {
      for (std::int64_t x = grid.x; x < grid.x + grid.columns; ++x) {
        const Seedling& seedling = grid.plants[grid.index(x, z)];
        if (!seedling.stays || !seedling.is_kept) continue;
        const Vec2& p = seedling.place;
        if (!share_.owns(p) || p.x < low.x || p.y < low.y || p.x > high.x || p.y > high.y) continue;
        plants.push_back(sower_.plant({plan, size_class, x, z}, seedling));
      }
    }
    return plants;
  }

  const ScatterParams& params_;
  const RunContext& context_;
  std::vector<LayerPlan> plans_;
  Sower sower_;
  LandShare share_;
  Vec2 low_{0}, high_{0};  ///< of the whole land
  Vec2 from_{0}, to_{0};   ///< of the region that is built
  std::size_t classes_ = 0;
};

/// Keeps the `count` plants of the lowest lots.
void thin_out_plants(std::vector<std::vector<Plant>>& plants, std::size_t count) {
  struct Lot {
    std::uint32_t lot;
    std::uint32_t number;
    auto operator<=>(const Lot&) const = default;
  };
  std::vector<Lot> lots;
  for (const std::vector<Plant>& list : plants) {
    for (const Plant& plant : list) lots.push_back({plant.lot, static_cast<std::uint32_t>(lots.size())});
  }
  if (lots.size() <= count) return;
  if (count > 0) std::nth_element(lots.begin(), lots.begin() + static_cast<std::ptrdiff_t>(count - 1), lots.end());
  std::vector<bool> is_kept(lots.size(), false);
  for (std::size_t i = 0; i < count; ++i) is_kept[lots[i].number] = true;
  std::size_t number = 0;
  for (std::vector<Plant>& list : plants) std::erase_if(list, [&](const Plant&) { return !is_kept[number++]; });
}

}  // namespace

double most_plants(const ScatterParams& params, const Vec2& size) {
  double most = 0;
  for (const LayerPlan& plan : plan_layers(params)) {
    for (const SizeClass& own : plan.classes) most += (size.x / own.cell + 2) * (size.y / own.cell + 2);
  }
  return most;
}

std::vector<std::vector<Plant>> grow_stand(const ScatterGround& ground, const ScatterParams& params,
                                           const RunContext& context, double band) {
  Bands bands(ground, params, context);
  std::vector<std::vector<Plant>> plants = bands.grow(band > 0 ? band : bands.chosen_height());
  if (params.count) thin_out_plants(plants, static_cast<std::size_t>(*params.count));
  std::size_t total = 0;
  for (const std::vector<Plant>& list : plants) total += list.size();
  if (total > kMaxInstances) {
    throw StageError(fmt::format("there would be more than {} plants: set larger crowns or a count", kMaxInstances),
                     "species");
  }
  return plants;
}

}  // namespace weald::scene
