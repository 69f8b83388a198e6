#pragma once
// PointLayer: one layer of noise that can be looked up at any position near the samples of a grid, and its definition
// in plain code. What PointField (point_field.h) is made of.
//
// Every kind of noise is lattice points around a position:
//   blend     four corners of a square lattice, blended by fades: gradient and value noise;
//   radial    gradients that fade out with the distance, (r^2 - d^2)^4, summed: simplex noise. The points stand in
//   rows,
//             odd rows moved by half a cell: a triangular lattice. The distance of the rows is such that a period holds
//             an even number of them, so that it tiles exactly; since the fade is round and gradients are independent,
//             the spectrum is isotropic whatever that distance. A slice through 3D noise is up to four such layers;
//   cellular  the distances to scattered points.
// Source: [perlin2002], [gustavson2005], [worley1996].

#include <cstdint>
#include <optional>
#include <vector>

#include "data/heightmap.h"
#include "stages/land/noise/detail/noise_kinds.h"
#include "stages/land/noise/octave_field.h"

namespace weald::noise {

/// How the lattice points around a position make its value.
enum class LayerKind { blend, radial, cellular };

/// The constants of that.
struct LayerRule {
  LayerKind kind = LayerKind::blend;
  Fade fade = Fade::quintic;  ///< blend
  float row_distance = 1;     ///< radial: in cells
  float odd_shift = 0;        ///< radial: cells by which odd rows are moved
  float radius_squared = 0;   ///< radial: in cells
  CellularFeature feature{};  ///< cellular
  CellularMetric metric{};    ///< cellular
  float reach = 0;            ///< cellular: least distance from a cell's border to points two cells away
  float scale = 1;            ///< cellular: factor of the distance
  float bias = 0;             ///< cellular: added afterwards
};

/// How the hash of a lattice point becomes the point.
struct PointRule {
  enum class Kind {
    plane,   ///< direction in the plane, and height: hashed_point
    sphere,  ///< direction in space, of which the height is the vertical part
    place,   ///< place in the cell, x and y in the gradient
  };
  Kind kind = Kind::plane;
  LatticeScale scale;  ///< for `place`: gradient is the jitter
};

/// One layer. `columns` and `rows` hold the position of every grid column and row on the lattice: cells of columns, and
/// rows of the lattice, which are row_distance cells apart.
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

/// The layers of octave `octave` of `field`: one, or for a slice those around it.
std::vector<PointLayer> point_layers(const FieldSpec& field, const OctaveSpec& octave);

/// A position on the lattice of a layer.
struct LatticePlace {
  std::int64_t column = 0;
  std::int64_t row = 0;
  float x = 0;  ///< fraction, 0 to 1
  float y = 0;
};

/// The place of sample (column, row) moved by `shift` metres.
LatticePlace lattice_place(const PointLayer& layer, int column, int row, Vec2f shift);

/// The keys of the lattice columns [first, first + count) in rows like `row`, which differ between odd and even rows of
/// a triangular lattice; and the key of row `row`.
void lattice_column_keys(const PointLayer& layer, std::int64_t row, std::int64_t first, int count, std::uint32_t* a,
                         std::uint32_t* b);
AxisKey lattice_row_key(const PointLayer& layer, std::int64_t row);

/// The point with hash `hash`.
LatticePoint layer_point(const PointRule& rule, std::uint32_t hash);

/// The noise at a place, by plain code: the definition that the kernels follow bit by bit.
float layer_value(const PointLayer& layer, const LatticePlace& place);

/// (1/2 sin(pi z)) / z as a polynomial in z^2, for the cosine fade in single precision.
inline constexpr float kFadeSine[] = {1.57079633f,   -2.58385639f,  1.27508202f,
                                      -0.299632265f, 0.0410729433f, -0.00368521547f};

/// Fade of gradient and value noise in single precision; within 1e-6 of fade_weight.
float fade_float(Fade fade, float t);

/// Distance of the lattice rows of simplex noise: sqrt(3)/2 cells, which makes the triangles equilateral; with a period
/// of `cells`, the nearest distance of which an even number is the period.
double triangle_row_distance(std::optional<std::int64_t> cells);

}  // namespace weald::noise
