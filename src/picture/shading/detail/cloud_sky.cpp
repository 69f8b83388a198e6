#include "picture/shading/detail/cloud_sky.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/math/math.h"
#include "picture/surface/colour.h"

namespace weald::render {

namespace {

constexpr double kEarthRadius = 6.371e6;  // metres
constexpr int kOctaves = 8;
constexpr double kGain = 0.55;              // amplitude of an octave relative to the one before
constexpr double kNoiseDeviation = 0.2157;  // of gradient noise: the root of its mean square over a cell
constexpr int kTableSide = 128;             // cells after which the largest clouds repeat
constexpr int kProbeSide = 96;              // places along a side at which the noise is measured
constexpr double kEdge = 0.22;              // half width of the edge of a cloud, in deviations of the noise

// Haze in horizontal layers: what is seen at the sine s of the elevation keeps exp(-kHazeAbove / s) of its colour.
constexpr double kHazeAbove = 0.10;
constexpr double kHazeRange = 26'000;  // metres to the clouds after which 1 / e of their colour is left

// Light that a cloud keeps after one deviation of thickness, on the way to the camera and on the way from the sun.
constexpr double kOpacity = 3.2, kShade = 0.85;

double smooth(double low, double high, double v) {
  const double t = std::clamp((v - low) / (high - low), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

double exp_of(double v) { return math::exp(std::max(v, -80.0)); }

double deviation() {
  double variance = 0, amplitude = kNoiseDeviation;
  for (int octave = 0; octave < kOctaves; ++octave, amplitude *= kGain) variance += amplitude * amplitude;
  return std::sqrt(variance);
}

noise::LatticeTable table_of(std::uint64_t seed) {
  noise::LatticeTable table{kTableSide, kTableSide, {}};
  table.points.reserve(static_cast<std::size_t>(kTableSide) * kTableSide);
  for (int y = 0; y < kTableSide; ++y) {
    for (int x = 0; x < kTableSide; ++x)
      table.points.push_back(
          noise::hashed_point(noise::point_hash(noise::column_key(seed, x), noise::row_key(seed, y)), {}));
  }
  return table;
}

}  // namespace

CloudSky::CloudSky(const PictureParams& params, const Vec3f& sun, const Backdrop& backdrop)
    : sky_(*params.sky),
      backdrop_(backdrop),
      lattice_(table_of(params.sky->seed)),
      cell_(params.sky->cloud_size * params.sky->cloud_height) {
  const LookSettings look = look_of(params);
  const SrgbTable srgb;
  zenith_ = srgb.linear(look.background_top);
  horizon_ = srgb.linear(look.background_bottom);
  const float brightest = std::max({sun.x, sun.y, sun.z});
  constexpr float kFullSun = 2.55f;  // brightest channel of the sun of the studio
  if (brightest > 0.0f) sun_ = sun * (std::min(1.0f, brightest / kFullSun) / brightest);
  // The threshold that the wanted share of the noise exceeds.
  std::vector<double> probes;
  probes.reserve(static_cast<std::size_t>(kProbeSide) * kProbeSide);
  const double step = kTableSide * cell_ / kProbeSide;
  for (int y = 0; y < kProbeSide; ++y)
    for (int x = 0; x < kProbeSide; ++x) probes.push_back(noise({x * step, y * step}, 0.0).value);
  const auto last = static_cast<std::ptrdiff_t>(probes.size()) - 1;
  const auto wanted = probes.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(last) * (1.0 - sky_.clouds));
  std::nth_element(probes.begin(), wanted, probes.end());
  threshold_ = *wanted;
}

CloudSky::Noise CloudSky::noise(const Vec2& place, double footprint) const {
  Noise sum;
  double amplitude = 1, wavelength = cell_;
  Vec2 at = place / cell_;
  for (int octave = 0; octave < kOctaves; ++octave) {
    const double share = 1.0 - smooth(0.25, 0.6, footprint / wavelength);
    const double kept = amplitude * share;
    if (kept > 0.0) sum.value += kept * noise::lattice_noise(lattice_, at.x, at.y, noise::Fade::quintic);
    sum.lost += amplitude * amplitude * (1.0 - share * share) * kNoiseDeviation * kNoiseDeviation;
    amplitude *= kGain;
    wavelength *= 0.5;
    // Each octave is turned by the angle of a 3-4-5 triangle, so that the lattices do not line up, and moved.
    at = Vec2{0.8 * at.x - 0.6 * at.y, 0.6 * at.x + 0.8 * at.y} * 2.0 + Vec2{17.3, 41.7};
  }
  return sum;
}

CloudSample CloudSky::clouds(const Vec2& place, double footprint) const {
  if (sky_.clouds <= 0.0) return {};
  static const double kDeviation = deviation();
  const Noise here = noise(place, footprint);
  const double edge = std::sqrt(kEdge * kEdge * kDeviation * kDeviation + 3.0 * here.lost);
  const double above = here.value - threshold_;
  if (sky_.clouds >= 1.0) return {1.0, 1.0 + std::max(0.0, above) / kDeviation};
  return {smooth(-edge, edge, above), std::max(0.0, above + edge) / kDeviation};
}

Vec3f CloudSky::clear(const Vec3& direction) const {
  const double haze = direction.y > 0.0 ? 1.0 - exp_of(-kHazeAbove * sky_.haze / direction.y) : 1.0;
  Vec3f colour = mix(zenith_, horizon_, static_cast<float>(haze));
  // Haze scatters the sun's light forward.
  constexpr double kForward = 0.76, kGlow = 0.02;
  const double cosine = glm::dot(direction, backdrop_.sun);
  const double spread = 1.0 + kForward * kForward - 2.0 * kForward * cosine;
  const double phase = (1.0 - kForward * kForward) / (spread * std::sqrt(spread));
  colour += sun_ * static_cast<float>(kGlow * phase * std::min(1.0, sky_.haze));
  return clamp01(colour);
}

// The sunlit colour of a cloud that is as thick as at `place`: the thicker the clouds on the way to the sun, the darker
// it is. In the shade it has the colour of the sky, darker below thick clouds.
Vec3f CloudSky::cloud_colour(const Vec2& place, double footprint, double thickness) const {
  constexpr int kSteps = 3;
  constexpr double kStep = 0.07;  // in cells, for a sun at 45 degrees
  const double rise = std::max(backdrop_.sun.y, 0.12);
  const Vec2 way = Vec2{backdrop_.sun.x, backdrop_.sun.z} * (kStep * cell_ / rise);
  double passed = 0.25 * thickness;
  for (int i = 1; i <= kSteps; ++i)
    passed += clouds(place + way * static_cast<double>(i), footprint).thickness / kSteps;
  const auto lit = static_cast<float>(exp_of(-kShade * passed));
  const auto below = static_cast<float>(0.72 + 0.28 * exp_of(-0.7 * thickness));
  const Vec3f shade = mix(zenith_, horizon_, 0.72f) * below;
  return clamp01(shade + sun_ * (0.55f * lit));
}

Vec3f CloudSky::towards(const Vec3& direction) const {
  const Vec3f sky = clear(direction);
  if (!(direction.y > 0.0)) return sky;
  const double down = kEarthRadius * direction.y, height = sky_.cloud_height;
  // Distance to the sphere of the clouds, and the sine at which the ray meets it.
  const double away = std::sqrt(down * down + 2.0 * kEarthRadius * height + height * height) - down;
  const double steep = (down + away) / (kEarthRadius + height);
  const double visible = exp_of(-away * sky_.haze / kHazeRange);
  if (visible < 1e-3) return sky;
  const Vec2 place = Vec2{direction.x, direction.z} * away;
  const double footprint = away / (backdrop_.focal * std::sqrt(steep));
  const CloudSample cloud = clouds(place, footprint);
  if (!(cloud.cover > 0.0)) return sky;
  const double opacity = cloud.cover * (1.0 - exp_of(-kOpacity * cloud.thickness / std::max(steep, 0.3)));
  return mix(sky, cloud_colour(place, footprint, cloud.thickness), static_cast<float>(opacity * visible));
}

Vec3f CloudSky::at(double x, double y) const { return towards(backdrop_.direction(x, y)); }

}  // namespace weald::render
