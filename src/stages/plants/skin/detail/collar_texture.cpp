#include "stages/plants/skin/detail/collar_texture.h"

#include <algorithm>
#include <span>

#include "base/math/smoothstep.h"
#include "stages/plants/skin/detail/bark_wrap.h"
#include "stages/plants/skin/detail/tube.h"

namespace weald::plant {
namespace {

/// How far v is raised on the tube, as a share of its increase over the parent's foot. The foot is higher on the upper
/// side, where v would otherwise fall towards the tube before it rises along it.
constexpr double kRaised = 0.2;

}  // namespace

CollarTexture::CollarTexture(const Tube& tube, const Tube& parent, const CollarGrid& grid)
    : tube_(tube), parent_(parent), grid_(grid) {
  const auto feet = std::span{grid.feet}.first(grid.sides);
  const auto [low, high] =
      std::minmax_element(feet.begin(), feet.end(), [](const Vec2& a, const Vec2& b) { return a.y < b.y; });
  const auto lowest = static_cast<std::uint32_t>(low - feet.begin());
  const auto highest = static_cast<std::uint32_t>(high - feet.begin());
  if (!tube.wraps[0].below.mirrored) first_ = highest;
  const std::uint32_t corner = lowest < first_ ? lowest + grid.sides : lowest;
  const Vec2 foot = of_parent(*low), end = of_tube(grid.rows, corner);
  const double length = end.y - of_tube(0, corner).y;
  const double rise = length * glm::mix(1.0, parents_scale(*low), 0.5) + kRaised * (of_parent(*high).y - foot.y);
  shift_ = {foot.x - end.x, foot.y + rise - end.y};
}

double CollarTexture::parents_scale(const Vec2& foot) const {
  const std::size_t row = tube_row(parent_.stem, foot.y);
  const double parents = parent_.wraps[row].above.turns / ring_perimeter(parent_.stem.rings[row]);
  return parents * ring_perimeter(tube_.stem.rings[0]) / tube_.wraps[0].below.turns;
}

Vec2 CollarTexture::of_parent(const Vec2& place) const {
  const Stem& stem = parent_.stem;
  const auto& hole = tube_.attachment->hole;
  std::size_t row = hole ? hole->row : tube_row(stem, place.y);
  while (hole && row + 1 < hole->row + hole->rows && stem.rings[row + 1].arc < place.y) ++row;
  const Ring &a = stem.rings[row], &b = stem.rings[row + 1];
  const double t = b.arc > a.arc ? std::clamp((place.y - a.arc) / (b.arc - a.arc), 0.0, 1.0) : 0;
  const TextureEdge& low = parent_.wraps[row].above;
  const TextureEdge& high = row + 1 < parent_.wraps.size() ? parent_.wraps[row + 1].below : low;
  return {glm::mix(texture_around(low, place.x, a.sides), texture_around(high, place.x, a.sides), t),
          glm::mix(low.v, high.v, t)};
}

Vec2 CollarTexture::of_tube(std::uint32_t row, std::uint32_t corner) const {
  const TextureEdge& edge = tube_.wraps[0].below;
  const double down = row < grid_.rows ? grid_.texture[row * grid_.sides + corner % grid_.sides] : 0;
  return {texture_around(edge, corner, grid_.sides), edge.v + edge.turns * down};
}

Vec2 CollarTexture::at(std::uint32_t row, std::uint32_t k) const {
  const std::uint32_t corner = first_ + k;
  const Vec2 own = of_tube(row, corner);
  if (row >= grid_.rows) return own;
  const Vec2 parents = of_parent(grid_.over_parent[row * grid_.sides + corner % grid_.sides]) - shift_;
  return glm::mix(parents, own, math::smoothstep(row / static_cast<double>(grid_.rows)));
}

}  // namespace weald::plant
