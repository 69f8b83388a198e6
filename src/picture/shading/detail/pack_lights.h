#pragma once
// Packs the light of many fragments at once.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/math/vec.h"

namespace weald::render {

/// Lights as a structure of arrays.
struct LightArrays {
  std::size_t count = 0;
  std::array<std::vector<float>, 3> channels;  ///< red, green and blue; at least `count` of each

  /// Removes all lights.
  void clear() { count = 0; }
  /// Adds a light.
  void add(const Vec3f& light) {
    if (count == channels[0].size())
      for (auto& channel : channels) channel.resize(2 * count + 64);
    for (int i = 0; i < 3; ++i) channels[static_cast<std::size_t>(i)][count] = light[i];
    ++count;
  }
};

/// Appends pack_light() of each of the lights to `packed`.
void pack_lights(const LightArrays& lights, std::vector<std::uint32_t>& packed);

}  // namespace weald::render
