#pragma once
// PointLayer: one layer of noise that can be evaluated at any position near the samples of a grid, with its reference
// implementation in scalar code. PointField (point_field.h) is built from such layers.
//
// Every kind of noise evaluates lattice points around a position:
// - blend: the four corners of a square lattice cell, interpolated with fades; gradient and value noise.
// - radial: the sum of gradients that fade out with distance as (r^2 - d^2)^4; simplex noise. The points form rows, and
//   odd rows are offset by half a cell: a triangular lattice. The row distance is chosen such that a period holds an
//   even number of rows, so that the noise tiles exactly. As the fade is round and gradients are independent, the
//   spectrum is isotropic for any row distance. A slice through 3D noise consists of up to four such layers.
// - cellular: distances to scattered points.
// Source: [perlin2002], [gustavson2005], [worley1996].

#include <cstdint>
#include <optional>
#include <vector>

#include "data/heightmap.h"
#include "stages/land/noise/detail/noise_kinds.h"
#include "stages/land/noise/octave_field.h"

namespace weald::noise {

/// Methods of computing the value at a position from the lattice points around it.
enum class LayerKind { blend, radial, cellular };

/// Constants of a layer's interpolation.
struct LayerRule {
  LayerKind kind = LayerKind::blend;
  Fade fade = Fade::quintic;  ///< blend
  float row_distance = 1;     ///< radial: in cells
  float odd_shift = 0;        ///< radial: offset of odd rows, in cells
  float radius_squared = 0;   ///< radial: in cells
  CellularFeature feature{};  ///< cellular
  CellularMetric metric{};    ///< cellular
  float reach = 0;            ///< cellular: least distance between a cell and the points two cells away
  float scale = 1;            ///< cellular: factor of the distance
  float bias = 0;             ///< cellular: added afterwards
};

/// Conversion of a hash into a lattice point.
struct PointRule {
  enum class Kind {
    plane,   ///< direction in the plane, and a height: hashed_point
    sphere,  ///< direction in space, whose vertical component is the height
    place,   ///< position in the cell: x and y are stored in the gradient
  };
  Kind kind = Kind::plane;
  LatticeScale scale;  ///< for `place`: gradient is the jitter
};

/// One layer. `columns` and `rows` hold the lattice position of every grid column and row. Columns are measured in
/// cells, rows in lattice rows, which are row_distance cells apart.
struct PointLayer {
  struct Axis {
    std::vector<std::int64_t> cell;
    std::vector<float> fraction;
    float frequency = 0;  ///< lattice columns or rows per metre
  };
  LayerRule rule;
  PointRule points;
  Axis columns;
  Axis rows;
  std::uint64_t seed = 0;
  std::optional<LatticePeriod> period;  ///< in lattice columns and rows
};

/// The layers of octave `octave` of `field`: one, or several around a slice.
std::vector<PointLayer> point_layers(const FieldSpec& field, const OctaveSpec& octave);

/// A position on the lattice of a layer.
struct LatticePlace {
  std::int64_t column = 0;
  std::int64_t row = 0;
  float x = 0;  ///< fraction, 0 to 1
  float y = 0;
};

/// Lattice position of sample (column, row), displaced by `shift` metres.
LatticePlace lattice_place(const PointLayer& layer, int column, int row, Vec2f shift);

/// Keys of the lattice columns [first, first + count) in rows of the same parity as `row` (parity matters on a
/// triangular lattice), and the key of row `row`.
void lattice_column_keys(const PointLayer& layer, std::int64_t row, std::int64_t first, int count, std::uint32_t* a,
                         std::uint32_t* b);
AxisKey lattice_row_key(const PointLayer& layer, std::int64_t row);

/// Lattice point for the hash `hash`.
LatticePoint layer_point(const PointRule& rule, std::uint32_t hash);

/// The noise at a position in scalar code: the reference that the kernels match bit by bit.
float layer_value(const PointLayer& layer, const LatticePlace& place);

/// (1/2 sin(pi z)) / z as a polynomial in z^2, for the single-precision cosine fade.
inline constexpr float kFadeSine[] = {1.57079633f,   -2.58385639f,  1.27508202f,
                                      -0.299632265f, 0.0410729433f, -0.00368521547f};

/// Fade of gradient and value noise in single precision, within 1e-6 of fade_weight.
float fade_float(Fade fade, float t);

/// Row distance of simplex noise: sqrt(3)/2 cells, which makes the triangles equilateral. With a period of `cells`, the
/// nearest distance at which the period holds an even number of rows.
double triangle_row_distance(std::optional<std::int64_t> cells);

}  // namespace weald::noise
