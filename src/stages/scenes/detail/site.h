#pragma once
// Site: a position at which the stage `place` puts a copy, with the directions that the arrangement has there.

#include <cstdint>
#include <string_view>

#include "base/math/vec.h"

namespace weald::scene {

struct Site {
  Vec3 position{0};
  Vec3 tangent{0, 0, 1};     ///< unit: direction of travel
  Vec3 normal{0, 1, 0};      ///< unit
  Vec3 outward{0, 0, 1};     ///< unit
  std::uint64_t number = 0;  ///< its number in its row; rows begin at 0
  double along = 0;          ///< metres along the curve from the start of its path
};

/// Throws StageError at `key` if there are more than kMaxInstances sites. Pre: `count` is not negative.
void require_site_count(double count, std::string_view key);

}  // namespace weald::scene
