#pragma once
// NearPoints: the points of a growing set that lie near a place in space, by a hashed grid.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/math/vec.h"

namespace weald::scene {

class NearPoints {
 public:
  /// Serves queries up to `reach` metres away. Pre: reach > 0.
  explicit NearPoints(double reach) : reach_(reach) {}

  /// Adds a point; points are numbered from 0.
  void add(const Vec3& point) {
    if (points_.size() >= first_.size()) enlarge();
    points_.push_back(point);
    keys_.push_back(key_of(cell_of(point)));
    next_.push_back(kNone);
    link(static_cast<std::uint32_t>(points_.size() - 1));
  }

  /// Calls visit(number, squared distance) for each point less than the reach away from `place`, in an order that
  /// depends only on the points and the order of their addition, until a call returns true. Returns whether one did.
  template <class Visitor>
  bool any_near(const Vec3& place, Visitor&& visit) const {
    if (points_.empty()) return false;
    const Cell low = cell_of(place - reach_), high = cell_of(place + reach_);
    for (std::int64_t z = low.z; z <= high.z; ++z) {
      for (std::int64_t y = low.y; y <= high.y; ++y) {
        for (std::int64_t x = low.x; x <= high.x; ++x) {
          const std::uint64_t key = key_of({x, y, z});
          for (std::uint32_t i = first_[list_of(key)]; i != kNone; i = next_[i]) {
            if (keys_[i] != key) continue;
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

  /// Cells are twice as wide as the reach, so that a query looks into at most eight.
  Cell cell_of(const Vec3& p) const {
    const Vec3 at = glm::floor(p / (2 * reach_));
    return {static_cast<std::int64_t>(at.x), static_cast<std::int64_t>(at.y), static_cast<std::int64_t>(at.z)};
  }
  /// Cells 2^21 apart share a key, which is slower but gives the same results.
  static std::uint64_t key_of(const Cell& cell) {
    constexpr std::uint64_t kMask = (std::uint64_t{1} << 21) - 1;
    return (static_cast<std::uint64_t>(cell.x) & kMask) << 42 | (static_cast<std::uint64_t>(cell.y) & kMask) << 21 |
           (static_cast<std::uint64_t>(cell.z) & kMask);
  }

  /// The list of the points in cells with this key; lists are as many as a power of two.
  std::size_t list_of(std::uint64_t key) const {
    return static_cast<std::size_t>(key * 0x9E3779B97F4A7C15u >> 32) & (first_.size() - 1);
  }
  void link(std::uint32_t point) {
    std::uint32_t& first = first_[list_of(keys_[point])];
    next_[point] = first;
    first = point;
  }
  void enlarge() {
    first_.assign(first_.empty() ? 64 : 4 * first_.size(), kNone);
    for (std::uint32_t i = 0; i < points_.size(); ++i) link(i);
  }

  double reach_;
  std::vector<Vec3> points_;
  std::vector<std::uint64_t> keys_;   ///< per point: of its cell
  std::vector<std::uint32_t> next_;   ///< per point: the next one in its list
  std::vector<std::uint32_t> first_;  ///< per list: its first point
};

}  // namespace weald::scene
