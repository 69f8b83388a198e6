#include "stages/scenes/detail/competition.h"

#include <algorithm>
#include <cmath>

namespace weald::scene {

bool is_empty(const Seedling& seedling) { return std::isinf(seedling.place.x); }

namespace {

/// The rounds of a competition. Plants are numbered through all grids.
class Rounds {
 public:
  Rounds(std::span<SownGrid> grids, const RunContext& context) : grids_(grids), context_(context) {
    std::size_t count = 0;
    for (const SownGrid& grid : grids) {
      first_.push_back(count);
      count += grid.plants.size();
    }
    begin_.resize(count + 1);
    decided_.assign(count, 0);
    stronger_.resize(8 * count);
    for (std::size_t g = 0; g < grids.size(); ++g) find_stronger(g);
    begin_[count] = static_cast<std::uint32_t>(found_);
  }

  void run() {
    std::vector<std::uint32_t> open;
    for (std::size_t g = 0; g < grids_.size(); ++g) {
      for (std::size_t i = 0; i < grids_[g].plants.size(); ++i) {
        if (!is_empty(grids_[g].plants[i])) open.push_back(static_cast<std::uint32_t>(first_[g] + i));
      }
    }
    for (std::int8_t round = 1; round <= kRounds && !open.empty(); ++round) {
      context_.check_stop();
      std::erase_if(open, [&](std::uint32_t plant) {
        decided_[plant] = decision(plant, round);
        return decided_[plant] != 0;
      });
    }
    for (std::size_t g = 0; g < grids_.size(); ++g) {
      for (std::size_t i = 0; i < grids_[g].plants.size(); ++i) grids_[g].plants[i].stays = decided_[first_[g] + i] > 0;
    }
  }

 private:
  /// Lists the stronger neighbours of the plants of a grid.
  void find_stronger(std::size_t own) {
    const std::vector<Seedling>& plants = grids_[own].plants;
    for (std::size_t i = 0; i < plants.size(); ++i) {
      if (i % 65536 == 0) context_.check_stop();
      begin_[first_[own] + i] = static_cast<std::uint32_t>(found_);
      if (is_empty(plants[i])) continue;
      for (std::size_t g = 0; g < grids_.size(); ++g) add_stronger(plants[i], first_[own] + i, g);
    }
  }

  void add_stronger(const Seedling& plant, std::size_t number, std::size_t g) {
    const SownGrid& grid = grids_[g];
    const Seedling* plants = grid.plants.data();
    grid.any_run(plant.place, double{plant.crown} + grid.largest, [&](std::size_t begin, std::size_t end) {
      if (found_ + (end - begin) > stronger_.size()) stronger_.resize(2 * stronger_.size() + (end - begin));
      // Written always and counted if true: the condition is hard to predict.
      std::uint32_t* next = stronger_.data() + found_;
      for (std::size_t i = begin; i < end; ++i) {
        const Vec2 off = plants[i].place - plant.place;
        const double reach = double{plant.crown} + double{plants[i].crown};
        const bool is_stronger =
            (plants[i].rank < plant.rank) | ((plants[i].rank == plant.rank) & (first_[g] + i < number));
        *next = static_cast<std::uint32_t>(first_[g] + i);
        next += static_cast<std::size_t>((glm::dot(off, off) < reach * reach) & is_stronger);
      }
      found_ = static_cast<std::size_t>(next - stronger_.data());
      return false;
    });
  }

  /// The round, positive if the plant stays and negative if it goes; 0 if this is still open.
  std::int8_t decision(std::uint32_t plant, std::int8_t round) const {
    bool is_open = false;
    for (std::size_t i = begin_[plant]; i < begin_[plant + 1]; ++i) {
      const std::int8_t other = decided_[stronger_[i]];
      if (other > 0 && other < round) return static_cast<std::int8_t>(-round);
      is_open = is_open || other >= 0 || -other >= round;
    }
    return is_open ? std::int8_t{0} : round;
  }

  std::span<SownGrid> grids_;
  const RunContext& context_;
  std::vector<std::size_t> first_;       ///< per grid: number of its first plant
  std::vector<std::uint32_t> begin_;     ///< per plant and one more: offset into stronger_
  std::vector<std::uint32_t> stronger_;  ///< neighbours; the first `found_` of them are set
  std::size_t found_ = 0;
  std::vector<std::int8_t> decided_;  ///< per plant, as decision()
};

}  // namespace

void compete(std::span<SownGrid> grids, const RunContext& context) { Rounds(grids, context).run(); }

}  // namespace weald::scene
