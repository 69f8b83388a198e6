#include "stages/scenes/detail/land_share.h"

#include <algorithm>

namespace weald::scene {

LandShare::LandShare(const Heightmap& on, int apron) : land_(on.whole_grid()), apron_(apron) {
  const Region region = on.place ? on.place->region : Region{0, 0, land_.width, land_.height};
  west_ = region.x + apron;
  north_ = region.y + apron;
  east_ = std::max(west_, region.x + region.width - 1 - apron);
  south_ = std::max(north_, region.y + region.height - 1 - apron);
  is_all_ = apron == 0 && region == Region{0, 0, land_.width, land_.height};
}

bool LandShare::is_between(double at, int first, int last, int count) const {
  const bool is_first = first == 0, is_last = last == count - 1 - apron_;
  if (is_last && apron_ > 0) return at >= first && at <= last;
  return (is_first || at >= first) && (is_last || at < last);
}

bool LandShare::owns(const Vec2& xz) const {
  if (is_all_) return true;
  const Vec2 at = (xz - land_.origin) / land_.cell_size;
  return is_between(at.x, west_, east_, land_.width) && is_between(at.y, north_, south_, land_.height);
}

}  // namespace weald::scene
