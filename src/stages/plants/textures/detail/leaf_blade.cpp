#include "stages/plants/textures/detail/leaf_blade.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/math/clamped.h"
#include "stages/plants/textures/detail/leaf_outline.h"
#include "stages/plants/textures/detail/tile_noise.h"

namespace weald::texture {

namespace {

constexpr float kMargin = 0.05f;       // margin around the leaf, for the shadow it casts on others
constexpr float kStalkWidth = 0.022f;  // relative to the square root of the blade's aspect
constexpr float kFold = 0.16f;         // slope at which the halves rise from the midrib
constexpr float kNarrow = 0.12f;       // aspect below which blades are round in cross-section, like needles

float length_of(const Vec2f& v) { return std::sqrt(v.x * v.x + v.y * v.y); }

// Closest point to p on the line from a to b, as a share of the line.
float nearest_share(const Vec2f& p, const Vec2f& a, const Vec2f& b) {
  const Vec2f ab = b - a, ap = p - a;
  const float squared = ab.x * ab.x + ab.y * ab.y;
  return squared > 0.0f ? std::clamp((ap.x * ab.x + ap.y * ab.y) / squared, 0.0f, 1.0f) : 0.0f;
}

// Intersections of a horizontal line at height y with the outline, from left to right.
std::vector<float> crossings(const std::vector<Vec2f>& outline, float y) {
  std::vector<float> result;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec2f &a = outline[i], &b = outline[(i + 1) % outline.size()];
    if ((a.y <= y) != (b.y <= y)) result.push_back(a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)));
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace

LeafBlade::LeafBlade(const LeafForm& form, int texels, std::uint64_t seed) : step_(1.0f / static_cast<float>(texels)) {
  const LeafOutline outline = leaf_outline(form, seed);
  const Vec2 up{0, form.petiole};
  std::vector<Vec2> edge;
  low_ = Vec2f{0}, high_ = Vec2f{0};
  for (const Vec2& p : outline.points) {
    edge.push_back(p + up);
    low_ = glm::min(low_, Vec2f{edge.back()}), high_ = glm::max(high_, Vec2f{edge.back()});
  }
  low_ -= kMargin, high_ += kMargin;
  points_ = Grid<BladePoint>(static_cast<int>((high_.x - low_.x) / step_) + 2,
                             static_cast<int>((high_.y - low_.y) / step_) + 2, BladePoint{kBladeBand, 0, 0, 0, 0});
  trace_edge(edge);
  const auto half_stalk = 0.5f * kStalkWidth * static_cast<float>(std::sqrt(form.aspect));
  const float reach = std::clamp(0.55f / (static_cast<float>(form.veins) + 0.5f), 0.01f, 0.12f);
  for (const Vein& vein : outline.veins) {
    const auto width = static_cast<float>(vein.width);
    for (std::size_t i = 0; i + 1 < vein.points.size(); ++i) {
      const auto taper = [&](std::size_t k) {
        return width * (1.0f - 0.72f * static_cast<float>(k) / static_cast<float>(vein.points.size() - 1));
      };
      add_vein(Vec2f{vein.points[i] + up}, Vec2f{vein.points[i + 1] + up}, taper(i), taper(i + 1), reach);
    }
  }
  if (form.petiole > 0) add_stalk(static_cast<float>(form.petiole), half_stalk);
  add_relief(form, reach);
}

LeafBlade::SampleRange LeafBlade::samples_around(const Vec2f& a, const Vec2f& b, float reach) const {
  const auto index = [&](float v, float origin, int count) {
    return clamped(static_cast<int>(std::floor((v - origin) / step_)), 0, count - 1);
  };
  const int width = points_.width(), height = points_.height();
  return {index(std::min(a.x, b.x) - reach, low_.x, width), index(std::max(a.x, b.x) + reach, low_.x, width),
          index(std::min(a.y, b.y) - reach, low_.y, height), index(std::max(a.y, b.y) + reach, low_.y, height)};
}

void LeafBlade::trace_edge(const std::vector<Vec2>& exact) {
  std::vector<Vec2f> outline;
  for (const Vec2& p : exact) outline.push_back(Vec2f{p});
  const int width = points_.width(), height = points_.height();
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec2f &a = outline[i], &b = outline[(i + 1) % outline.size()];
    const SampleRange range = samples_around(a, b, kBladeBand);
    for (int y = range.y0; y <= range.y1; ++y) {
      for (int x = range.x0; x <= range.x1; ++x) {
        const Vec2f p = place(x, y);
        float& distance = points_.at(x, y).distance;
        distance = std::min(distance, length_of(p - (a + (b - a) * nearest_share(p, a, b))));
      }
    }
  }
  for (int y = 0; y < height; ++y) {
    const std::vector<float> ends = crossings(outline, place(0, y).y);
    std::size_t passed = 0;
    for (int x = 0; x < width; ++x) {
      while (passed < ends.size() && ends[passed] <= place(x, y).x) ++passed;
      if (passed % 2 == 1) points_.at(x, y).distance = -points_.at(x, y).distance;
    }
  }
}

void LeafBlade::add_vein(const Vec2f& from, const Vec2f& to, float from_width, float to_width, float reach) {
  const SampleRange range = samples_around(from, to, reach);
  for (int y = range.y0; y <= range.y1; ++y) {
    for (int x = range.x0; x <= range.x1; ++x) {
      const Vec2f p = place(x, y);
      const float share = nearest_share(p, from, to), distance = length_of(p - (from + (to - from) * share));
      const float width = std::max(blend(from_width, to_width, share), 0.4f * step_);
      BladePoint& point = points_.at(x, y);
      point.vein =
          std::max(point.vein, 1.0f - ease(0.4f * width, 0.4f * width + std::max(0.8f * width, step_), distance));
      point.near = std::max(point.near, 1.0f - distance / reach);
    }
  }
}

void LeafBlade::add_stalk(float length, float half_width) {
  const Vec2f foot{0}, end{0, length + 0.02f};
  const SampleRange range = samples_around(foot, end, kBladeBand);
  for (int y = range.y0; y <= range.y1; ++y) {
    for (int x = range.x0; x <= range.x1; ++x) {
      const Vec2f p = place(x, y);
      const float distance = length_of(p - Vec2f{0, std::clamp(p.y, 0.0f, end.y)}) - half_width;
      BladePoint& point = points_.at(x, y);
      if (distance < point.distance && distance < 0.5f * half_width) point.vein = std::max(point.vein, 0.75f);
      point.distance = std::min(point.distance, distance);
    }
  }
}

// The surface bulges between veins; its halves rise from the midrib and curve down towards the edge.
void LeafBlade::add_relief(const LeafForm& form, float reach) {
  const int width = points_.width(), height = points_.height();
  Grid<float> bulge(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const BladePoint& point = points_.at(x, y);
      const float open = 1.0f - point.near;
      bulge.at(x, y) = reach * 0.20f * (1.0f - point.near * point.near) * ease(0.0f, 0.4f, open) - 0.004f * point.vein;
    }
  }
  const auto half = static_cast<float>(form.aspect * 0.5);
  const float roundness = form.aspect < static_cast<double>(kNarrow) ? 1.1f : 0.34f;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int x0 = std::max(x - 1, 0), x1 = std::min(x + 1, width - 1);
      const int y0 = std::max(y - 1, 0), y1 = std::min(y + 1, height - 1);
      const float across = std::clamp(place(x, y).x / half, -1.0f, 1.0f);
      const float rise = kFold * across / (std::abs(across) + 0.12f);
      BladePoint& point = points_.at(x, y);
      point.lean_x = (bulge.at(x1, y) - bulge.at(x0, y)) / (static_cast<float>(x1 - x0) * step_) + rise -
                     roundness * across * std::abs(across);
      point.lean_y = (bulge.at(x, y1) - bulge.at(x, y0)) / (static_cast<float>(y1 - y0) * step_);
    }
  }
}

BladePoint LeafBlade::at(float x, float y) const {
  const float u = (x - low_.x) / step_, v = (y - low_.y) / step_;
  if (!(u >= 0.0f && v >= 0.0f && u < static_cast<float>(points_.width() - 1) &&
        v < static_cast<float>(points_.height() - 1)))
    return {kBladeBand, 0, 0, 0, 0};
  const int column = static_cast<int>(u), row = static_cast<int>(v);
  const float fx = u - static_cast<float>(column), fy = v - static_cast<float>(row);
  const BladePoint &a = points_.at(column, row), &b = points_.at(column + 1, row), &c = points_.at(column, row + 1),
                   &d = points_.at(column + 1, row + 1);
  const auto mixed = [&](float BladePoint::*field) {
    return blend(blend(a.*field, b.*field, fx), blend(c.*field, d.*field, fx), fy);
  };
  return {mixed(&BladePoint::distance), mixed(&BladePoint::vein), mixed(&BladePoint::near), mixed(&BladePoint::lean_x),
          mixed(&BladePoint::lean_y)};
}

}  // namespace weald::texture
