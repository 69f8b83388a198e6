#pragma once
// NearPoints: the points of a growing set that lie near a place in space, by a hashed grid.

#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/math/vec.h"

namespace weald::scene {

class NearPoints {
 public:
  /// Serves queries up to `reach` metres away. Pre: reach > 0.
  explicit NearPoints(double reach) : reach_(reach) {}

  /// Adds a point; points are numbered from 0.
  void add(const Vec3& point) {
    const auto [cell, is_new] = first_.try_emplace(key_of(cell_of(point)), kNone);
    points_.push_back(point);
    next_.push_back(cell->second);
    cell->second = static_cast<std::uint32_t>(points_.size() - 1);
  }

  /// Calls visit(number, squared distance) for each point less than the reach away from `place`, in an order that
  /// depends on the set alone, until a call returns true. Returns whether one did.
  template <class Visitor>
  bool any_near(const Vec3& place, Visitor&& visit) const {
    const Cell middle = cell_of(place);
    for (std::int64_t z = -1; z <= 1; ++z) {
      for (std::int64_t y = -1; y <= 1; ++y) {
        for (std::int64_t x = -1; x <= 1; ++x) {
          const auto found = first_.find(key_of({middle.x + x, middle.y + y, middle.z + z}));
          if (found == first_.end()) continue;
          for (std::uint32_t i = found->second; i != kNone; i = next_[i]) {
            const Vec3 off = points_[i] - place;
            const double square = glm::dot(off, off);
            if (square < reach_ * reach_ && visit(i, square)) return true;
          }
        }
      }
    }
    return false;
  }

  const std::vector<Vec3>& points() const { return points_; }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  struct Cell {
    std::int64_t x, y, z;
  };

  Cell cell_of(const Vec3& p) const {
    return {static_cast<std::int64_t>(std::floor(p.x / reach_)), static_cast<std::int64_t>(std::floor(p.y / reach_)),
            static_cast<std::int64_t>(std::floor(p.z / reach_))};
  }
  /// Cells 2^21 apart share a key, which is slower but gives the same results.
  static std::uint64_t key_of(const Cell& cell) {
    constexpr std::uint64_t kMask = (std::uint64_t{1} << 21) - 1;
    return (static_cast<std::uint64_t>(cell.x) & kMask) << 42 | (static_cast<std::uint64_t>(cell.y) & kMask) << 21 |
           (static_cast<std::uint64_t>(cell.z) & kMask);
  }

  double reach_;
  std::vector<Vec3> points_;
  std::vector<std::uint32_t> next_;                         ///< per point: the next one in its cell
  std::unordered_map<std::uint64_t, std::uint32_t> first_;  ///< per cell; only looked up
};

}  // namespace weald::scene
