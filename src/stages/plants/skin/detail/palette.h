#pragma once
// PlantPalette: maps a turtle's colour indices to colours.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "base/math/clamped.h"
#include "base/math/vec.h"

namespace weald::plant {

/// Colours by index, sRGB: colour i of the list belongs to index i * steps; colours in between are interpolated.
class PlantPalette {
 public:
  /// `colours` must outlive the palette. Pre: steps > 0.
  PlantPalette(std::span<const Vec3> colours, int steps) : colours_(colours), steps_(steps) {}

  /// Whether there are no colours; indices are then ignored.
  bool empty() const { return colours_.empty(); }
  /// The colour of an index, which need not be an integer; indices beyond the list are clamped. Pre: not empty.
  Vec3 at(double index) const {
    const double place = clamped(index / steps_, 0.0, static_cast<double>(colours_.size() - 1));
    const auto below = std::min(static_cast<std::size_t>(place), colours_.size() - 1);
    const auto above = std::min(below + 1, colours_.size() - 1);
    return glm::mix(colours_[below], colours_[above], place - static_cast<double>(below));
  }
  /// Per-channel maximum of all colours.
  Vec3 brightest() const {
    Vec3 most{0};
    for (const Vec3& colour : colours_) most = glm::max(most, colour);
    return most;
  }

 private:
  std::span<const Vec3> colours_;
  int steps_;
};

}  // namespace weald::plant
