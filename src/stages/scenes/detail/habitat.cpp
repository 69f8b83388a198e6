#include "stages/scenes/detail/habitat.h"

#include <algorithm>
#include <cmath>

#include "base/math/math.h"
#include "base/math/smoothstep.h"

namespace weald::scene {

namespace {

double slope_of(double cosine) { return math::degrees(math::acos(cosine)); }

double share_at(const Heightmap* map, const Vec2& xz) {
  return map == nullptr ? 1.0 : std::clamp(height_at(*map, xz), 0.0, 1.0);
}

std::uint64_t cell_number(double coordinate) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(coordinate));
}

}  // namespace

void Patches::Squares::store(const Vec2& low, const Vec2& high) {
  constexpr double kMostSquares = 1 << 18;
  const Vec2 corner = glm::floor(low), size = glm::floor(high) - corner + 1.0;
  if (size.x * size.y > kMostSquares) return;
  low_ = corner;
  size_ = size;
  for (double z = 0; z < size.y; ++z) {
    for (double x = 0; x < size.x; ++x) stored_.push_back(made(corner + Vec2{x, z}));
  }
}

Patches::Square Patches::Squares::made(const Vec2& corner) const {
  const auto random = rng_.four_uniforms(cell_number(corner.x), cell_number(corner.y));
  return {{random[0], random[1]}, random[2] < share_};
}

Patches::Square Patches::Squares::at(const Vec2& corner) const {
  const Vec2 cell = corner - low_;
  if (!(cell.x >= 0 && cell.y >= 0 && cell.x < size_.x && cell.y < size_.y)) return made(corner);
  return stored_[static_cast<std::size_t>(cell.y) * static_cast<std::size_t>(size_.x) +
                 static_cast<std::size_t>(cell.x)];
}

Patches::Patches(const ClusterParams& params, std::uint64_t seed, const Vec2& low, const Vec2& high)
    : params_(params), points_(sub_seed(seed, 0), params.share), shifts_(sub_seed(seed, 1), params.share) {
  points_.store(low / params.size - 2.0, high / params.size + 2.0);
  shifts_.store(2.0 * low / params.size - 1.0, 2.0 * high / params.size + 2.0);
}

Vec2 Patches::warped(const Vec2& at) const {
  const Vec2 corner = glm::floor(at), share = at - corner;
  const Vec2 fade{math::smoothstep(share.x), math::smoothstep(share.y)};
  Vec2 shift{0};
  for (int i = 0; i < 4; ++i) {
    const Vec2 side{i & 1, i >> 1};
    const Vec2 weight = glm::mix(1.0 - fade, fade, side);
    shift += weight.x * weight.y * (shifts_.at(corner + side).offset - 0.5);
  }
  return at + shift;
}

double Patches::suitability(const Vec2& xz) const {
  const Vec2 at = warped(2.0 * xz / params_.size) * 0.5, corner = glm::floor(at);
  double inside = 1e300, outside = 1e300;  // squared distances of the nearest points
  for (int z = -1; z <= 1; ++z) {
    for (int x = -1; x <= 1; ++x) {
      const Vec2 cell = corner + Vec2{x, z};
      const Square square = points_.at(cell);
      // In the middle half of the square: then the nearest point is in one of the nine squares.
      const Vec2 off = cell + 0.25 + 0.5 * square.offset - at;
      double& nearest = square.is_patch ? inside : outside;
      nearest = std::min(nearest, glm::dot(off, off));
    }
  }
  constexpr double kFade = 0.25;  // of the difference of distances
  const double difference = std::clamp((std::sqrt(outside) - std::sqrt(inside)) / kFade, -1.0, 1.0);
  return params_.rest + (1 - params_.rest) * math::smoothstep(0.5 + 0.5 * difference);
}

double band_suitability(double value, const std::array<double, 2>& limits, double fade) {
  const double beyond = std::max(limits[0] - value, value - limits[1]);
  if (beyond <= 0) return 1;
  return beyond < fade ? math::smoothstep(1 - beyond / fade) : 0;
}

Habitat::Habitat(const ScatterGround& ground, const ScatterParams& params, std::uint64_t seed)
    : ground_(ground), params_(params), limits_(ground, params), patches_(params.species.size()) {
  const GridSpec grid = ground.ground.grid();
  const Vec2 low = grid.position(0, 0), high = grid.position(grid.width - 1, grid.height - 1);
  for (std::size_t s = 0; s < params.species.size(); ++s) {
    const std::array<double, 2>& slope = params.species[s].slope;
    slopes_.push_back({math::cos_deg(slope[0]), math::cos_deg(slope[1])});
    if (params.species[s].cluster) patches_[s].emplace(*params.species[s].cluster, sub_seed(seed, s), low, high);
  }
}

double Habitat::density(const Vec2& xz) const {
  const double density = share_at(ground_.mask, xz);
  return density > 0 && limits_.allow(xz) ? density : 0;
}

void Habitat::suitabilities(const Vec2& xz, std::optional<bool> is_shaded, std::span<const std::uint32_t> species,
                            std::span<double> out) const {
  std::optional<double> cosine, height, moisture;  // looked up when first needed
  for (std::size_t i = 0; i < species.size(); ++i) {
    const SpeciesParams& s = params_.species[species[i]];
    double fit = s.shade == Shade::any || *is_shaded == (s.shade == Shade::under) ? 1 : 0;
    if (fit > 0 && s.height) {
      if (!height) height = height_at(ground_.ground, xz);
      fit *= band_suitability(*height, *s.height, s.height_fade);
    }
    if (fit > 0 && s.moisture) {
      if (!moisture) moisture = height_at(*ground_.moisture, xz);
      fit *= band_suitability(*moisture, *s.moisture, s.moisture_fade);
    }
    if (fit > 0 && is_limited(s.slope)) {
      if (!cosine) cosine = normal_at(ground_.ground, xz).y;
      const SlopeLimits& limits = slopes_[species[i]];
      if (!(*cosine <= limits.at_least && *cosine >= limits.at_most))
        fit *= band_suitability(slope_of(*cosine), s.slope, s.slope_fade);
    }
    if (fit > 0 && !ground_.species_masks.empty()) fit *= share_at(ground_.species_masks[species[i]], xz);
    if (fit > 0 && patches_[species[i]]) fit *= patches_[species[i]]->suitability(xz);
    out[i] = fit;
  }
}

}  // namespace weald::scene
