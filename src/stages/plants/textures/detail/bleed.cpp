#include "stages/plants/textures/detail/bleed.h"

#include <algorithm>
#include <vector>

namespace weald::texture {

namespace {

// Downsamples by two; sums alpha, and colours multiplied by alpha.
Grid<Vec4f> halved(const Grid<Vec4f>& from) {
  Grid<Vec4f> result((from.width() + 1) / 2, (from.height() + 1) / 2);
  for (int y = 0; y < from.height(); ++y) {
    for (int x = 0; x < from.width(); ++x) result.at(x / 2, y / 2) += from.at(x, y);
  }
  return result;
}

Vec3f mean_of(const Vec4f& sum) { return Vec3f{sum} * (1.0f / sum.w); }

// Interpolated colour of the coarser image at pixel (x, y) of the next finer one.
Vec3f looked_up(const Grid<Vec4f>& coarse, int x, int y) {
  const int x0 = x / 2, y0 = y / 2;
  const int x1 = std::clamp(x0 + (x % 2 == 0 ? -1 : 1), 0, coarse.width() - 1);
  const int y1 = std::clamp(y0 + (y % 2 == 0 ? -1 : 1), 0, coarse.height() - 1);
  const Vec3f near = mean_of(coarse.at(x0, y0)) * 0.75f + mean_of(coarse.at(x1, y0)) * 0.25f;
  const Vec3f far = mean_of(coarse.at(x0, y1)) * 0.75f + mean_of(coarse.at(x1, y1)) * 0.25f;
  return near * 0.75f + far * 0.25f;
}

}  // namespace

void bleed_colours(Grid<Vec4f>& picture) {
  std::vector<Grid<Vec4f>> copies;
  copies.emplace_back(picture.width(), picture.height());
  for (std::size_t i = 0; i < picture.size(); ++i) {
    const Vec4f& p = picture.values()[i];
    copies[0].values()[i] = {Vec3f{p} * p.w, p.w};
  }
  while (copies.back().size() > 1) copies.push_back(halved(copies.back()));
  if (!(copies.back().values()[0].w > 0.0f)) return;
  for (std::size_t level = copies.size() - 1; level-- > 0;) {
    Grid<Vec4f>& fine = copies[level];
    for (int y = 0; y < fine.height(); ++y) {
      for (int x = 0; x < fine.width(); ++x) {
        if (!(fine.at(x, y).w > 0.0f)) fine.at(x, y) = {looked_up(copies[level + 1], x, y), 1.0f};
      }
    }
  }
  for (std::size_t i = 0; i < picture.size(); ++i) {
    Vec4f& p = picture.values()[i];
    if (!(p.w > 0.0f)) p = {Vec3f{copies[0].values()[i]}, 0.0f};
  }
}

}  // namespace weald::texture
