#include "methods/raster/lattice.h"

#include <cmath>

#include "base/check.h"
#include "base/math/math.h"
#include "base/rng.h"

namespace weald::noise {

namespace {

constexpr double kFractionSteps = 0x1p24;

}  // namespace

double lattice_noise(const LatticeTable& table, double x, double y, Fade fade) {
  WEALD_CHECK(table.width > 0 && table.height > 0 &&
              table.points.size() == static_cast<std::size_t>(table.width) * static_cast<std::size_t>(table.height));
  const double x0 = std::floor(x);
  const double y0 = std::floor(y);
  // The wrapped index is used only for the lookup; offsets are taken from the unwrapped corners.
  const auto proposal = [&](int a, int b) {
    const std::int64_t i = floor_mod(static_cast<std::int64_t>(x0) + a, table.width);
    const std::int64_t j = floor_mod(static_cast<std::int64_t>(y0) + b, table.height);
    const LatticePoint& point = table.points[static_cast<std::size_t>(j * table.width + i)];
    return point.height + (x - (x0 + a)) * point.gradient.x + (y - (y0 + b)) * point.gradient.y;
  };
  const double wx = fade_weight(fade, x - x0);
  const double wy = fade_weight(fade, y - y0);
  return blend_corners(proposal, wx, wy);
}

namespace {

// A part of a position: whole cells and the rest.
struct SplitPart {
  std::int64_t cell;
  double fraction;
};

// Without std::floor, which is a call on processors before SSE4.
SplitPart split(double part) {
  const auto towards_zero = static_cast<std::int64_t>(part);
  const std::int64_t cell = towards_zero - (static_cast<double>(towards_zero) > part ? 1 : 0);
  return {cell, part - static_cast<double>(cell)};
}

LatticeCoordinate rounded(std::int64_t cell, double fraction) {
  const auto steps = static_cast<std::int64_t>(fraction * kFractionSteps + 0.5);  // not negative
  const std::int64_t carry = steps >> 24;
  return {cell + carry, static_cast<double>(steps - carry * (std::int64_t{1} << 24)) / kFractionSteps};
}

}  // namespace

LatticeCoordinate lattice_coordinate(std::span<const double> parts) {
  std::int64_t cell = 0;
  double fraction = 0;
  for (const double part : parts) {
    const SplitPart of = split(part);
    cell += of.cell;
    fraction += of.fraction;
  }
  return rounded(cell, fraction);
}

std::vector<LatticeCoordinate> lattice_coordinates(const SampledAxis& axis, int count) {
  const SplitPart origin = split(axis.origin * axis.frequency);
  const SplitPart offset = split(axis.offset), start = split(axis.start), shift = split(axis.shift);
  std::vector<LatticeCoordinate> all;
  all.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const SplitPart way = split((i * axis.cell_size) * axis.frequency);
    // The fractions are added in the order of the parts.
    const double fraction = origin.fraction + way.fraction + offset.fraction + start.fraction + shift.fraction;
    all.push_back(rounded(origin.cell + way.cell + offset.cell + start.cell + shift.cell, fraction));
  }
  return all;
}

const std::array<Vec2f, 256>& gradient_directions() {
  static const std::array<Vec2f, 256> directions = [] {
    std::array<Vec2f, 256> table{};
    for (std::size_t k = 0; k < table.size(); ++k) {
      const double angle = (static_cast<double>(k) + 0.5) * (360.0 / 256.0);
      table[k] = Vec2f{static_cast<float>(math::cos_deg(angle)), static_cast<float>(math::sin_deg(angle))};
    }
    return table;
  }();
  return directions;
}

AxisKey AxisKeys::of(std::int64_t index) const {
  const std::uint64_t bits = sub_seed(seed_, static_cast<std::uint64_t>(index));
  return {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)};
}

AxisKeys column_keys(std::uint64_t seed) { return AxisKeys(sub_seed(seed, 0)); }

AxisKeys row_keys(std::uint64_t seed) { return AxisKeys(sub_seed(seed, 1)); }

AxisKey column_key(std::uint64_t seed, std::int64_t column) { return column_keys(seed).of(column); }

AxisKey row_key(std::uint64_t seed, std::int64_t row) { return row_keys(seed).of(row); }

LatticePoint hashed_point(std::uint32_t hash, const LatticeScale& scale) {
  // The gradient uses the top 8 bits and the height the 24 bits below them, so the two are independent.
  const Vec2f direction = gradient_directions()[hash >> 24];
  const float height = static_cast<float>(hash & 0xFFFFFFu) * 0x1p-23f - 1.0f;
  return {scale.height * height, Vec2f{scale.gradient * direction.x, scale.gradient * direction.y}};
}

}  // namespace weald::noise
