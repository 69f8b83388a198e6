// compete: against a plain loop over all pairs, and as a function of the neighbourhood.

#include "support/catch.h"

#include <algorithm>
#include <limits>

#include "base/rng.h"
#include "stages/scenes/detail/competition.h"

using namespace weald;
using namespace weald::scene;

namespace {

/// A grid of random plants; one cell of ten is empty.
SownGrid random_grid(double cell, double crown, std::int64_t cells, std::uint64_t seed) {
  SownGrid grid{cell, 1.5 * crown, -3, 5, cells, cells};
  const Rng rng(seed);
  for (std::int64_t z = 0; z < cells; ++z) {
    for (std::int64_t x = 0; x < cells; ++x) {
      const auto random = rng.four_uniforms(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(z));
      Seedling plant;
      plant.place = Vec2{static_cast<double>(x - 3) + random[0], static_cast<double>(z + 5) + random[1]} * cell;
      plant.rank = static_cast<float>(std::floor(random[2] * 200));  // with ties
      plant.crown = static_cast<float>(crown * (0.5 + random[3]));
      if (random[3] < 0.1) plant.place = {std::numeric_limits<double>::infinity(), 0};
      grid.plants.push_back(plant);
    }
  }
  return grid;
}

bool overlap_of(const Seedling& a, const Seedling& b) {
  return glm::length(a.place - b.place) < double{a.crown} + double{b.crown};
}

/// The plants that a pass in the order of ranks over all pairs leaves.
std::vector<bool> plain_competition(const std::vector<Seedling>& plants) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < plants.size(); ++i) {
    if (!is_empty(plants[i])) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return plants[a].rank < plants[b].rank; });
  std::vector<bool> stays(plants.size(), false);
  for (std::size_t k = 0; k < order.size(); ++k) {
    bool is_free = true;
    for (std::size_t earlier = 0; earlier < k && is_free; ++earlier)
      is_free = !stays[order[earlier]] || !overlap_of(plants[order[k]], plants[order[earlier]]);
    stays[order[k]] = is_free;
  }
  return stays;
}

/// A row of plants, each overlapping the next; the further right, the stronger.
SownGrid chain(std::int64_t length) {
  SownGrid grid{1, 0.6, 0, 0, length, 1};
  for (std::int64_t x = 0; x < length; ++x) {
    Seedling plant;
    plant.place = {static_cast<double>(x) + 0.5, 0.5};
    plant.rank = static_cast<float>(length - x);
    plant.crown = 0.6f;
    grid.plants.push_back(plant);
  }
  return grid;
}

}  // namespace

TEST_CASE("competition: the plants that stay are those of a plain loop over all pairs in the order of ranks") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    std::vector<SownGrid> grids{random_grid(1, 0.8, 40, seed), random_grid(2.7, 2, 15, seed + 10),
                                random_grid(0.4, 0.3, 70, seed + 20)};
    compete(grids, RunContext{});
    std::vector<Seedling> all;
    for (const SownGrid& grid : grids) all.insert(all.end(), grid.plants.begin(), grid.plants.end());
    const std::vector<bool> expected = plain_competition(all);
    std::size_t count = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      REQUIRE(all[i].stays == expected[i]);
      count += std::size_t{all[i].stays};
    }
    CHECK(count > 500);
  }
}

TEST_CASE("competition: in a long chain of rising strength, every second plant stays as far as the rounds reach") {
  const std::int64_t length = 60;
  std::vector<SownGrid> grids{chain(length)};
  compete(grids, RunContext{});
  for (std::int64_t from_end = 0; from_end < length; ++from_end) {
    const bool stays = grids[0].plants[static_cast<std::size_t>(length - 1 - from_end)].stays;
    CAPTURE(from_end);
    CHECK(stays == (from_end % 2 == 0 && from_end < kRounds));
  }
}

TEST_CASE("competition: no plant beyond the reach of the rounds has an influence") {
  const SownGrid whole = random_grid(1, 0.6, 60, 4);
  const double reach = kRounds * 2 * whole.largest;  // 21.6 m
  std::vector<SownGrid> once{whole}, again{whole};
  const SownGrid other = random_grid(1, 0.6, 60, 5);
  const Vec2 middle{27, 35};
  for (std::size_t i = 0; i < other.plants.size(); ++i) {
    const Vec2 cell{static_cast<double>(i % 60) - 2.5, static_cast<double>(i / 60) + 5.5};
    if (glm::length(cell - middle) > reach + 3) again[0].plants[i] = other.plants[i];
  }
  compete(once, RunContext{});
  compete(again, RunContext{});
  int changed = 0;
  for (std::size_t i = 0; i < other.plants.size(); ++i) {
    if (glm::length(whole.plants[i].place - middle) < 2) CHECK(once[0].plants[i].stays == again[0].plants[i].stays);
    changed += int{once[0].plants[i].stays != again[0].plants[i].stays};
  }
  CHECK(changed > 100);
}
