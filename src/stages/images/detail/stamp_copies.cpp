#include "stages/images/detail/stamp_copies.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"
#include "base/rng.h"
#include "stages/images/detail/canvas.h"
#include "stages/images/detail/torus_points.h"

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

constexpr double kSteepest = 1;      // slope of the plane on which a copy rests
constexpr float kInvisible = 1e-4f;  // alpha

/// A direction turned anticlockwise.
Vec2 turned(const Vec2& v, const Vec2& cos_sin) {
  return {v.x * cos_sin.x - v.y * cos_sin.y, v.x * cos_sin.y + v.y * cos_sin.x};
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

std::vector<StampCopy> stamp_copies(const StampParams& params, std::size_t pictures, const RunContext& context) {
  const Vec2 size{params.size[0], params.size[1]};
  const Rng rng(sub_seed(context.seed, 2));
  const std::vector<Vec2> points = torus_points(params.count, size, Rng(sub_seed(context.seed, 1)), context);
  const double steepest = math::sin_deg(params.tilt) / math::cos_deg(params.tilt);
  std::vector<StampCopy> copies;
  copies.reserve(points.size());
  for (std::size_t i = points.size(); i-- > 0;) {  // the first points are the most even: they lie on top
    StampCopy& copy = copies.emplace_back();
    copy.picture = rng.below(static_cast<std::uint32_t>(pictures), i, 0);
    copy.middle = glm::floor(points[i] * 256.0) / 256.0;
    const auto chance = rng.four_uniforms(i, 1), more = rng.four_uniforms(i, 2);
    copy.turn = glm::mix(params.turn[0], params.turn[1], chance[0]);
    copy.length = params.length * (1 - params.length_variation * chance[1]);
    copy.tint = glm::mix(params.colour, params.second_colour.value_or(params.colour), chance[2]) *
                (1 - params.colour_variation * chance[3]);
    copy.tilt = Vec2{math::cos_deg(360 * more[0]), math::sin_deg(360 * more[0])} * (steepest * more[1]);
  }
  return copies;
}

StampLayers::StampLayers(const StampParams& params)
    : params_(params),
      cell_(params.width / params.size[0]),
      colours_(params.size[0], params.size[1], Vec4f{0}),
      heights_(params.size[0], params.size[1], 0.0f),
      slopes_(params.size[0], params.size[1], glm::vec2{0}) {}

void StampLayers::find_touched(const StampCopy& copy, const StampPicture& picture) {
  touched_.clear();
  const Vec2 half = Vec2{picture.width(), picture.height()} * 0.5;
  const double step = picture.height() * cell_ / copy.length;  // pixels of the picture per pixel of the tile
  const double reach = glm::length(half) / step + 1;
  const int level = picture.level_for(step);
  const Vec2 back{math::cos_deg(copy.turn), -math::sin_deg(copy.turn)};
  const Vec2 low = glm::floor(copy.middle - reach), high = glm::ceil(copy.middle + reach);
  for (double y = low.y; y <= high.y; ++y) {
    for (double x = low.x; x <= high.x; ++x) {
      const Vec2 away{x + 0.5 - copy.middle.x, copy.middle.y - y - 0.5};
      const Vec2 own = turned(away, back) * step;
      const StampSample ink = picture.at({half.x + own.x, half.y - own.y}, level);
      if (!(ink.colour.a > kInvisible)) continue;
      touched_.push_back({wrapped(static_cast<int>(x), colours_.width()),
                          wrapped(static_cast<int>(y), colours_.height()), away * cell_, glm::length(own) / half.y,
                          ink});
    }
  }
}

/// The plane fitted to the heights under the copy, weighted by its alpha, and raised by what they deviate from it.
StampLayers::Plane StampLayers::rest() const {
  double weight = 0, mean = 0;
  Vec2 middle{0};
  for (const Touched& t : touched_) {
    const double a{t.ink.colour.a};
    weight += a, mean += a * static_cast<double>(heights_.at(t.x, t.y)), middle += a * t.from;
  }
  mean /= weight, middle /= weight;
  double xx = 0, xy = 0, yy = 0;
  Vec2 with{0};
  for (const Touched& t : touched_) {
    const double a{t.ink.colour.a}, rise = static_cast<double>(heights_.at(t.x, t.y)) - mean;
    const Vec2 d = t.from - middle;
    xx += a * d.x * d.x, xy += a * d.x * d.y, yy += a * d.y * d.y, with += a * rise * d;
  }
  const double det = xx * yy - xy * xy;
  Vec2 slope = det > 1e-9 * xx * yy ? Vec2{yy * with.x - xy * with.y, xx * with.y - xy * with.x} / det : Vec2{0};
  slope /= std::max(1.0, glm::length(slope) / kSteepest);
  double square = 0;
  for (const Touched& t : touched_) {
    const double off = static_cast<double>(heights_.at(t.x, t.y)) - mean - glm::dot(slope, t.from - middle);
    square += static_cast<double>(t.ink.colour.a) * off * off;
  }
  return {mean - glm::dot(slope, middle) + std::sqrt(square / weight), slope};
}

void StampLayers::lay(const StampCopy& copy, const StampPicture& picture) {
  find_touched(copy, picture);
  if (touched_.empty()) return;
  const Plane plane = rest();
  const double curl = params_.curl * copy.length;
  const Vec2 turn{math::cos_deg(copy.turn), math::sin_deg(copy.turn)};
  const Vec3f tint(copy.tint);
  for (const Touched& t : touched_) {
    const float alpha = t.ink.colour.a;
    Vec4f& colour = colours_.at(t.x, t.y);
    colour = colour * (1 - alpha) + t.ink.colour * Vec4f{tint, 1};
    float& height = heights_.at(t.x, t.y);
    const double below{height};
    const double stiff = plane.height + glm::dot(plane.slope + copy.tilt, t.from) + curl * t.out * t.out;
    const double top = std::max(glm::mix(stiff, below, params_.drape), below) + params_.thickness;
    height = static_cast<float>(glm::mix(below, top, static_cast<double>(alpha)));
    glm::vec2& slope = slopes_.at(t.x, t.y);
    slope = slope * (1 - alpha) + glm::vec2{turned(Vec2{t.ink.slope}, turn)};
  }
}

}  // namespace weald::image
