#include "stages/images/detail/stamp_picture.h"

#include <algorithm>
#include <cmath>

#include "stages/images/detail/canvas.h"

namespace weald::image {
namespace {

constexpr double kLeastUp = 0.2;  // of a normal, for steep normals that maps of 8 bits hardly resolve

StampSample sample_of(const Image& colours, const Image* normals, int x, int y) {
  const Vec4 colour = pixel_at(colours, x, y);
  StampSample sample{Vec4f{Vec4{Vec3{colour} * colour.a, colour.a}}, glm::vec2{0}};
  if (normals == nullptr) return sample;
  const Vec3 n = (Vec3{pixel_at(*normals, x, y)} * 255.0 - 128.0) / 127.0;
  sample.slope = glm::vec2{-Vec2{n.x, n.y} / std::max(n.z, kLeastUp) * colour.a};
  return sample;
}

StampSample mixed(const StampSample& a, const StampSample& b, float t) {
  return {a.colour + (b.colour - a.colour) * t, a.slope + (b.slope - a.slope) * t};
}

/// Half the size, rounded up; the last of an odd number of pixels is paired with nothing.
Grid<StampSample> halved(const Grid<StampSample>& from) {
  Grid<StampSample> half((from.width() + 1) / 2, (from.height() + 1) / 2);
  const auto at = [&](int x, int y) { return x < from.width() && y < from.height() ? from.at(x, y) : StampSample{}; };
  for (int y = 0; y < half.height(); ++y) {
    for (int x = 0; x < half.width(); ++x) {
      half.at(x, y) = mixed(mixed(at(2 * x, 2 * y), at(2 * x + 1, 2 * y), 0.5f),
                            mixed(at(2 * x, 2 * y + 1), at(2 * x + 1, 2 * y + 1), 0.5f), 0.5f);
    }
  }
  return half;
}

}  // namespace

StampPicture::StampPicture(const Image& colours, const Image* normals) {
  Grid<StampSample> level(colours.pixels.width(), colours.pixels.height());
  for (int y = 0; y < level.height(); ++y) {
    for (int x = 0; x < level.width(); ++x) level.at(x, y) = sample_of(colours, normals, x, y);
  }
  levels_.push_back(std::move(level));
  while (levels_.back().width() > 1 || levels_.back().height() > 1) levels_.push_back(halved(levels_.back()));
}

int StampPicture::level_for(double step) const {
  int level = 0;
  for (; step > std::sqrt(2.0) && level + 1 < static_cast<int>(levels_.size()); step *= 0.5) ++level;
  return level;
}

StampSample StampPicture::at(const Vec2& place, int level) const {
  const Grid<StampSample>& grid = levels_[static_cast<std::size_t>(level)];
  const Vec2 centred = place / static_cast<double>(std::int64_t{1} << level) - 0.5, low = glm::floor(centred);
  if (low.x < -1 || low.y < -1 || low.x >= grid.width() || low.y >= grid.height()) return {};
  const int x = static_cast<int>(low.x), y = static_cast<int>(low.y);
  const auto part = glm::vec2{centred - low};
  const auto get = [&](int i, int j) {
    return i >= 0 && j >= 0 && i < grid.width() && j < grid.height() ? grid.at(i, j) : StampSample{};
  };
  return mixed(mixed(get(x, y), get(x + 1, y), part.x), mixed(get(x, y + 1), get(x + 1, y + 1), part.x), part.y);
}

}  // namespace weald::image
