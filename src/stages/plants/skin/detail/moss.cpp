#include "stages/plants/skin/detail/moss.h"

#include <algorithm>
#include <cmath>

#include "base/math/smoothstep.h"

namespace weald::plant {
namespace {

constexpr std::uint64_t kMossStream = std::uint64_t{1} << 40;  // of random numbers; stems have lower ones
constexpr double kPatch = 0.1;                                 // metres between the points of the noise
constexpr double kMossEdge = 0.4;   // dampness over which moss thickens from none to full cover
constexpr double kMossyWood = 0.2;  // share of the thickest radius from which wood is as damp as the trunk
constexpr double kSouthern = 0.3;   // dampness of sides that face south, near the ground

/// Noise from 0 to 1: values on a lattice, blended between.
double patches(const Vec3& position, const Rng& rng) {
  const Vec3 p = position / kPatch, cell = glm::floor(p), t = p - cell;
  const auto at = [&](int corner) {
    const auto number = [&](double c, int step) {
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(c) + step) & 0x1fffff;
    };
    return rng.uniform(kMossStream, number(cell.x, corner & 1) << 42 | number(cell.y, corner >> 1 & 1) << 21 |
                                        number(cell.z, corner >> 2));
  };
  const auto along_x = [&](int corner) { return glm::mix(at(corner), at(corner + 1), math::smoothstep(t.x)); };
  const auto along_y = [&](int corner) {
    return glm::mix(along_x(corner), along_x(corner + 2), math::smoothstep(t.y));
  };
  return glm::mix(along_y(0), along_y(4), math::smoothstep(t.z));
}

}  // namespace

double moss_share(const MossParams& moss, const MossPlace& place, const Rng& rng) {
  if (moss.amount <= 0) return 0;
  const double climb = std::max(place.position.y, 0.0) / moss.height;
  const double low = 1 / (1 + climb * climb);
  const double northern = kSouthern + (1 - kSouthern) * 0.5 * (1 - place.normal.z);
  const double damp = std::max(std::max(place.normal.y, 0.0), low * northern);
  const double wood = std::min(place.thick / kMossyWood, 1.0);
  const double cover = damp * wood * (0.6 + 0.8 * patches(place.position, rng));
  return math::smoothstep(std::clamp((cover - 1.25 + 1.1 * moss.amount) / kMossEdge, 0.0, 1.0));
}

}  // namespace weald::plant
