#include "stages/land/meshing/detail/tint.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/math/clamped.h"
#include "base/math/math.h"
#include "base/math/smoothstep.h"
#include "methods/mesh/vertex_colour.h"
#include "methods/raster/lattice.h"

namespace weald::terrain {

Tint::Tint(const TintParams& params, const TintedLand& land, std::uint64_t seed)
    : steep_(params.steep.value_or(palette_rock(params.palette))),
      gentle_slope_(math::tan_deg(params.slope[0])),
      steep_slope_(math::tan_deg(params.slope[1])),
      variation_(params.variation),
      patch_(params.patch.value_or(land.extent > 0 ? land.extent / 24 : 1.0)),
      rng_(seed) {
  if (params.ramp.empty()) {
    const auto [low, high] = params.heights.value_or(std::array{land.lowest, land.highest});
    stops_ = raster::palette_ramp(params.palette, low, high);
  }
  for (const auto& [height, red, green, blue] : params.ramp) stops_.push_back({height, {red, green, blue}});
  lightest_ = steep_;
  for (const auto& stop : stops_) lightest_ = glm::max(lightest_, stop.colour);
  lightest_ = glm::clamp(lightest_ * (1 + 0.5 * variation_), Vec3{1.0 / 255}, Vec3{1});
}

// Two value noises in [-1, 1) at `at`, in cells. They hash their own lattice, a word for each per point, because pinned
// colours depend on this generator.
std::array<double, 2> Tint::value_noise(const Vec2& at, TintCells::Cell& cell) const {
  constexpr double kFarthestCell = 0x1p60;  // the cell and its neighbours fit into an integer
  const auto whole = [](double v) { return clamped(std::floor(v), -kFarthestCell, kFarthestCell); };
  const Vec2 corner{whole(at.x), whole(at.y)};
  const auto x = static_cast<std::int64_t>(corner.x), y = static_cast<std::int64_t>(corner.y);
  if (!cell.is_known || cell.x != x || cell.y != y) {
    cell.x = x, cell.y = y, cell.is_known = true;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto words = rng_.bits(static_cast<std::uint64_t>(x + static_cast<std::int64_t>(i % 2)),
                                   static_cast<std::uint64_t>(y + static_cast<std::int64_t>(i / 2)));
      for (std::size_t part = 0; part < 2; ++part) cell.corners[i][part] = words[part] * (2.0 / 4294967296.0) - 1;
    }
  }
  const double u = math::smoothstep(0, 1, at.x - corner.x);
  const double v = math::smoothstep(0, 1, at.y - corner.y);
  std::array<double, 2> values{};
  for (std::size_t part = 0; part < 2; ++part) {
    const auto value = [&](int dx, int dy) { return cell.corners[static_cast<std::size_t>(2 * dy + dx)][part]; };
    values[part] = noise::blend_corners(value, u, v);
  }
  return values;
}

// Two noises with patches of three sizes, in [-1, 1).
std::array<double, 2> Tint::unevenness(const Vec2& at, TintCells& cells) const {
  const Vec2 cell = at / patch_;
  const auto large = value_noise(cell, cells.sizes[0]);
  const auto middle = value_noise(cell * 3.7 + Vec2{0.37, 0.61}, cells.sizes[1]);
  const auto small = value_noise(cell * 13.1 + Vec2{0.53, 0.17}, cells.sizes[2]);
  const auto sum = [&](std::size_t part) { return 0.5 * large[part] + 0.3 * middle[part] + 0.2 * small[part]; };
  return {sum(0), sum(1)};
}

Vec3 Tint::colour(const Vec2& at, double height, double slope, TintCells& cells) const {
  double brightness = 1;
  if (variation_ > 0) {
    const auto [of_height, of_brightness] = unevenness(at, cells);
    height += of_height * 0.5 * variation_ * (stops_.back().value - stops_.front().value);
    brightness += of_brightness * 0.5 * variation_;
  }
  const Vec3 level = raster::ramp_colour<double>(stops_, height);
  return (level + (steep_ - level) * math::smoothstep(gentle_slope_, steep_slope_, slope)) * brightness;
}

Rgba8 Tint::wall_factor() const { return mesh::vertex_colour(steep_, lightest_); }

Rgba8 Tint::factor(const Vec2& at, double height, double slope, TintCells& cells) const {
  return mesh::vertex_colour(colour(at, height, slope, cells), lightest_);
}

}  // namespace weald::terrain

void weald::schema::Schema<weald::terrain::TintParams>::check(const P& params, Checker& checker) {
  if (!(params.slope[0] < params.slope[1])) {
    checker.error("slope", "the first slope must be gentler than the second");
  }
  if (params.heights && !((*params.heights)[0] < (*params.heights)[1])) {
    checker.error("heights", "the first height must be below the second");
  }
  if (params.ramp.empty()) return;
  // The default palette does not conflict with a ramp, because recipes list it beside the ramp.
  if (params.palette != P{}.palette) checker.error("palette", "'palette' and 'ramp' exclude each other");
  if (params.heights) checker.error("heights", "'heights' and 'ramp' exclude each other");
  if (params.ramp.size() > weald::terrain::kMaxStops) {
    checker.error("ramp", "a ramp has at most " + std::to_string(weald::terrain::kMaxStops) + " stops");
  }
  for (std::size_t i = 0; i < params.ramp.size(); ++i) {
    const auto& stop = params.ramp[i];
    if (!std::all_of(stop.begin() + 1, stop.end(), [](double channel) { return channel >= 0 && channel <= 1; })) {
      return checker.error("ramp", "red, green and blue of stop " + std::to_string(i + 1) + " must be within 0 .. 1");
    }
    if (i > 0 && !(params.ramp[i - 1][0] < stop[0])) {
      return checker.error("ramp", "the heights of the ramp's stops must increase from stop to stop");
    }
  }
}
