#include "front/compare/perturb.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "base/rng.h"
#include "front/compare/detail/heights.h"
#include "front/compare/detail/meshes.h"
#include "front/compare/detail/number_scan.h"
#include "methods/mesh/analysis.h"
#include "schema/codec.h"

namespace weald::compare {

namespace {

constexpr std::uint64_t kSteps = 16;     // values that a rounding step changes, at most
constexpr std::uint64_t kOneIn = 16;     // and at most every sixteenth of them
constexpr double kBumpRadius = 0.01;     // of the longer side
constexpr double kBumpHeight = 0.05;     // of the range
constexpr int kPatchShare = 16;          // of each side
constexpr int kPatchLevels = 51;         // a fifth of the range
constexpr double kMovedRadius = 0.1;     // of the bounds' diagonal
constexpr double kMovedDistance = 0.02;  // of the bounds' diagonal
constexpr int kSignificant = 4;          // digits that a number needs for its last one to be a rounding step

std::uint32_t pick(const Rng& rng, std::size_t count, std::uint64_t number) {
  return rng.below(static_cast<std::uint32_t>(std::min<std::size_t>(count, 0xFFFFFFFFu)), number);
}

std::uint64_t steps_among(std::size_t count) { return std::clamp<std::uint64_t>(count / kOneIn, 1, kSteps); }

/// The next float away from 0; the smallest normal one for 0, to avoid subnormal numbers.
float next_float(float v) {
  if (!std::isfinite(v)) return v;
  if (std::abs(v) < 1e-30f) return 1e-30f;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(v) + 1);
}

/// 1 in the middle, falling smoothly to 0 at distance 1.
double bump(double squared_distance) {
  const double rest = std::max(1 - squared_distance, 0.0);
  return rest * rest;
}

/// Moves a channel by one level, inwards.
void step_channel(Rgba8& pixel, std::uint32_t channel) {
  std::uint8_t& value = channel == 0 ? pixel.r : channel == 1 ? pixel.g : pixel.b;
  value = static_cast<std::uint8_t>(value < 128 ? value + 1 : value - 1);
}

Rgba8 altered(const Rgba8& p) {
  const int mean = (p.r + p.g + p.b) / 3;
  const int change = mean < 128 ? kPatchLevels : -kPatchLevels;
  const auto moved = [&](std::uint8_t v) { return static_cast<std::uint8_t>(std::clamp(v + change, 0, 255)); };
  return {moved(p.b), moved(p.r), moved(p.g), 255};
}

void displace(mesh::Mesh& mesh, const Rng& rng) {
  const double diagonal = mesh_scale(mesh);
  const mesh::FaceId face{pick(rng, mesh.face_count(), 0)};
  const Vec3 centre{mesh.positions[mesh.topology.origin(mesh.topology.halfedge(face)).index]};
  // Moved along the surface, a plane would not change its shape.
  const Vec3 direction = normalized_or(mesh::vector_area(mesh, face), {0, 1, 0});
  for (Vec3f& position : mesh.positions) {
    if (glm::distance(Vec3{position}, centre) <= kMovedRadius * diagonal)
      position = Vec3f{Vec3{position} + direction * (kMovedDistance * diagonal)};
  }
}

/// A number of a text.
struct Spot {
  std::size_t at = 0;
  ScannedNumber number;
};

std::vector<Spot> numbers_of(std::string_view text) {
  std::vector<Spot> spots;
  std::size_t line = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\n') line = i + 1;
    const std::size_t end = std::min(text.find('\n', line), text.size());
    const ScannedNumber number =
        i >= line && i < end ? number_at(text.substr(line, end - line), i - line) : ScannedNumber{};
    if (number.length > 0) spots.push_back({i, number});
    i += std::max<std::size_t>(number.length, 1);
  }
  return spots;
}

/// Position of the last digit of the mantissa.
std::size_t last_digit(std::string_view text, const Spot& spot) {
  const std::string_view number = text.substr(spot.at, spot.number.length);
  const std::size_t end = std::min(number.find_first_of("eE"), number.size());
  return spot.at + number.find_last_of("0123456789", end - 1);
}

std::string step_digits(std::string_view text, const Rng& rng) {
  std::string result(text);
  std::vector<Spot> spots = numbers_of(text);
  std::erase_if(spots, [](const Spot& s) { return s.number.whole || s.number.digits < kSignificant; });
  for (std::uint64_t i = 0; i < kSteps && !spots.empty(); ++i) {
    const std::size_t at = last_digit(text, spots[pick(rng, spots.size(), i)]);
    result[at] = static_cast<char>(text[at] < '5' ? text[at] + 1 : text[at] - 1);
  }
  return result;
}

std::string change_number(std::string_view text, const Rng& rng) {
  std::string result(text);
  const std::vector<Spot> spots = numbers_of(text);
  if (spots.empty()) {
    char& symbol = result[pick(rng, result.size(), 0)];
    symbol = symbol == 'x' ? 'y' : 'x';
    return result;
  }
  const Spot& spot = spots[pick(rng, spots.size(), 0)];
  const double value = spot.number.value, step = std::abs(value) * 0.05;
  const double changed = spot.number.whole ? value + std::max(1.0, std::floor(step)) : value + (step > 1e-3 ? step : 1);
  return result.replace(spot.at, spot.number.length, schema::number_text(changed));
}

}  // namespace

Heightmap perturb(const Heightmap& map, Perturbation perturbation, std::uint64_t seed) {
  Heightmap result = map;
  if (map.heights.empty()) return result;
  const Rng rng(seed);
  if (perturbation == Perturbation::one_step) {
    const auto heights = result.heights.values();
    for (std::uint64_t i = 0; i < steps_among(heights.size()); ++i) {
      const std::uint32_t at = pick(rng, heights.size(), i);
      heights[at] = next_float(map.heights.values()[at]);
    }
    return result;
  }
  const int x0 = static_cast<int>(pick(rng, static_cast<std::size_t>(map.width()), 0));
  const int y0 = static_cast<int>(pick(rng, static_cast<std::size_t>(map.height()), 1));
  const double radius = std::max(kBumpRadius * std::max(map.width(), map.height()), 0.5);
  const double height = kBumpHeight * height_scale(map);
  const int reach = static_cast<int>(std::ceil(radius));
  for (int y = std::max(y0 - reach, 0); y <= std::min(y0 + reach, map.height() - 1); ++y) {
    for (int x = std::max(x0 - reach, 0); x <= std::min(x0 + reach, map.width() - 1); ++x) {
      const double dx = x - x0, dy = y - y0;
      float& h = result.heights.at(x, y);
      h = static_cast<float>(h + height * bump((dx * dx + dy * dy) / (radius * radius)));
    }
  }
  return result;
}

Image perturb(const Image& image, Perturbation perturbation, std::uint64_t seed) {
  Image result{image.pixels};  // 8 bits suffice for a visible difference
  if (image.pixels.empty()) return result;
  const Rng rng(seed);
  if (perturbation == Perturbation::one_step) {
    const auto pixels = result.pixels.values();
    for (std::uint64_t i = 0; i < steps_among(pixels.size()); ++i) {
      const std::uint32_t at = pick(rng, pixels.size(), i);
      pixels[at] = image.pixels.values()[at];
      step_channel(pixels[at], rng.below(3, i, 1));
    }
    return result;
  }
  const int width = std::max(image.pixels.width() / kPatchShare, 1);
  const int height = std::max(image.pixels.height() / kPatchShare, 1);
  const int x0 = static_cast<int>(pick(rng, static_cast<std::size_t>(image.pixels.width() - width + 1), 0));
  const int y0 = static_cast<int>(pick(rng, static_cast<std::size_t>(image.pixels.height() - height + 1), 1));
  for (int y = y0; y < y0 + height; ++y) {
    for (Rgba8& pixel : result.pixels.row(y).subspan(static_cast<std::size_t>(x0), static_cast<std::size_t>(width)))
      pixel = altered(pixel);
  }
  return result;
}

mesh::Mesh perturb(const mesh::Mesh& mesh, Perturbation perturbation, std::uint64_t seed) {
  mesh::Mesh result = mesh;
  const Rng rng(seed);
  if (perturbation == Perturbation::visible) {
    if (mesh.face_count() > 0) displace(result, rng);
    return result;
  }
  if (mesh.positions.empty()) return result;
  for (std::uint64_t i = 0; i < steps_among(mesh.positions.size()); ++i) {
    const std::uint32_t at = pick(rng, mesh.positions.size(), i);
    const auto axis = static_cast<int>(rng.below(3, i, 1));
    result.positions[at][axis] = next_float(mesh.positions[at][axis]);
  }
  return result;
}

std::string perturb(std::string_view text, Perturbation perturbation, std::uint64_t seed) {
  if (text.empty()) return {};
  const Rng rng(seed);
  return perturbation == Perturbation::one_step ? step_digits(text, rng) : change_number(text, rng);
}

}  // namespace weald::compare
