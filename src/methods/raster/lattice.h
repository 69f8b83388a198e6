#pragma once
// Lattice noise: values and gradients at the points of a square lattice, interpolated between the points.
//
// One formula covers the whole family. A lattice point carries a height z and a gradient g; at offset v from it the
// point contributes z + v.g, and the four contributions around a position are blended by the product of two fades.
// Gradients alone give Perlin's gradient noise, heights alone value noise, both together the hybrid. Source:
// [perlin1985], [perlin2002].

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/math/vec.h"
#include "methods/raster/fade.h"

namespace weald::noise {

/// Blend of the values at the four corners of a cell by the weights of its east and its south side, both 0 to 1.
/// `corner(i, j)` is the value at its west (i = 0) or east side, north (j = 0) or south.
template <class T, class Corner>
T blend_corners(const Corner& corner, T east, T south) {
  const auto lerp = [](T a, T b, T t) { return a + t * (b - a); };
  return lerp(lerp(corner(0, 0), corner(1, 0), east), lerp(corner(0, 1), corner(1, 1), east), south);
}

/// The values at one lattice point.
struct LatticePoint {
  float height = 0;
  Vec2f gradient{0, 0};  ///< rise per lattice cell along x and y
};

/// A lattice given point by point; it repeats after `width` cells in x and `height` cells in y.
struct LatticeTable {
  int width = 0;
  int height = 0;
  std::vector<LatticePoint> points;  ///< point (i, j) at j * width + i; width * height entries
};

/// Lattice noise at (x, y), in cells, by the defining formula in double precision. Any finite position; the table
/// wraps. With unit gradients and no heights the value lies within +-sqrt(2)/2. Pre: the table is complete and not
/// empty.
double lattice_noise(const LatticeTable& table, double x, double y, Fade fade);

/// Remainder of a / n with the sign of n: lattice indices wrap without a seam at zero. Pre: n > 0.
constexpr std::int64_t floor_mod(std::int64_t a, std::int64_t n) {
  const std::int64_t r = a % n;
  return r < 0 ? r + n : r;
}

/// The greatest integer that is not above a / n. Pre: n > 0.
constexpr std::int64_t floor_div(std::int64_t a, std::int64_t n) { return (a - floor_mod(a, n)) / n; }

/// Cells after which a lattice repeats; both at least 1.
struct LatticePeriod {
  std::int64_t x = 1;
  std::int64_t y = 1;
};

/// A position on one lattice axis. The fraction is a multiple of 2^-24, so that a float holds it exactly and positions
/// that differ by whole cells have the same fraction although they were computed with different rounding.
struct LatticeCoordinate {
  std::int64_t cell = 0;
  double fraction = 0;  ///< 0 <= fraction < 1
};

/// The sum of `parts` (in cells) split into cell and fraction; each part is split before the fractions are added, so
/// that a large one does not reduce the precision of the others. Pre: every part is finite and the sum of magnitudes is
/// below 2^62.
LatticeCoordinate lattice_coordinate(std::span<const double> parts);

/// The samples of a grid along one axis of a lattice.
struct SampledAxis {
  double origin = 0;     ///< of sample 0, metres
  double cell_size = 1;  ///< from sample to sample, metres
  double frequency = 0;  ///< lattice cells per metre
  double offset = 0;     ///< cells added to every position
  double start = 0;      ///< further cells
  double shift = 0;      ///< further cells
};
/// The positions of samples 0 to count - 1: lattice_coordinate of the parts origin * frequency, (index * cell_size) *
/// frequency, offset, start and shift. Pre: as for lattice_coordinate.
std::vector<LatticeCoordinate> lattice_coordinates(const SampledAxis& axis, int count);

/// The gradients of hashed lattices: 256 unit vectors at the angles (k + 1/2) * 360/256 degrees. The set maps onto
/// itself under quarter turns and mirroring, so no direction is preferred, and none lies along an axis.
const std::array<Vec2f, 256>& gradient_directions();

/// Hash key of one column or row of a lattice. Two keys combine to the hash of a point.
struct AxisKey {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};
/// The keys along one axis of a lattice.
class AxisKeys {
 public:
  explicit AxisKeys(std::uint64_t axis_seed) : seed_(axis_seed) {}
  AxisKey of(std::int64_t index) const;

 private:
  std::uint64_t seed_;
};
/// Keys of the columns and rows of the lattice for a `seed`.
AxisKeys column_keys(std::uint64_t seed);
AxisKeys row_keys(std::uint64_t seed);
AxisKey column_key(std::uint64_t seed, std::int64_t column);
AxisKey row_key(std::uint64_t seed, std::int64_t row);

/// 32 well-mixed bits for the lattice point in the column and row of these keys. Source: [appleby2011] (finaliser).
inline std::uint32_t point_hash(AxisKey column, AxisKey row) {
  std::uint32_t h = (column.a ^ row.a) * 0x9E3779B1u;
  h ^= h >> 15;
  h += column.b ^ row.b;
  h ^= h >> 16;
  h *= 0x85EBCA6Bu;
  h ^= h >> 13;
  h *= 0xC2B2AE35u;
  return h ^ (h >> 16);
}

/// Weights of the gradient and the height at the points of a hashed lattice.
struct LatticeScale {
  float gradient = 1;  ///< length of the gradients
  float height = 0;    ///< heights are uniform in [-height, height)
};

/// The lattice point with hash `hash`.
LatticePoint hashed_point(std::uint32_t hash, const LatticeScale& scale);

}  // namespace weald::noise
