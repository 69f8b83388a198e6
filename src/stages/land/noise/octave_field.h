#pragma once
// OctaveField: octaves of lattice noise on one grid, prepared for fast filling of windows.
//
// On a grid the work is separable. Along lattice row j the four-corner formula needs two functions of x only: T_j(x),
// the blend of height and x-slope, and G_j(x), the blend of y-slopes. With u the fraction and v its fade in y, the
// noise is the bilinear combination K0 + u K1 + v K2 + uv K3 of four arrays that are the same for all sample rows
// between two lattice rows: K0 = T_j, K1 = G_j, K2 = T_(j+1) - T_j - G_(j+1), K3 = G_(j+1) - G_j. The arrays are
// computed once per lattice row, and a sample costs three multiplications and three additions per layer.
//
// The order of float operations determines the result. The tests define it in scalar code, and every SIMD target gives
// the same bits.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "data/heightmap.h"
#include "methods/raster/lattice.h"
#include "stages/land/noise/detail/fractal_combine.h"
#include "stages/land/noise/detail/noise_kinds.h"
#include "stages/land/noise/detail/warp.h"
#include "stages/land/noise/fade.h"

namespace weald::noise {

/// One layer of lattice noise.
struct OctaveSpec {
  double frequency_x = 0;  ///< lattice cells per metre along x; finite, at least 0
  double frequency_y = 0;  ///< along z
  Vec2 offset{0, 0};       ///< lattice cells added to the position
  Vec2 start{0, 0};        ///< second offset in lattice cells, for offsets too large to represent a fraction
  float amplitude = 1;     ///< factor of the layer, metres
  float share = 1;         ///< the amplitude relative to the fractal's
  LatticeScale scale;      ///< gradients and heights at amplitude 1
  std::uint64_t seed = 0;
  std::optional<LatticePeriod> period{};
};

/// Most layers of a field.
inline constexpr std::size_t kMaxOctaves = 24;

/// Layers on a grid, all of one kind of noise.
struct FieldSpec {
  GridSpec grid;
  Fade fade = Fade::quintic;  ///< of gradient and value noise
  FractalRule rule{};
  NoiseBase base = NoiseBase::gradient;
  CellularShape cellular{};  ///< of cellular noise
  /// For simplex noise: height of a slice through 3D noise, cells of the first octave; unset: 2D.
  std::optional<double> slice{};
  float cellular_scale = 1;         ///< factor of the distances of cellular noise
  float cellular_bias = 0;          ///< added to them afterwards
  std::vector<OctaveSpec> octaves;  ///< 1 to kMaxOctaves
  std::optional<WarpSpec> warp{};   ///< warps the positions; see stages/land/noise/detail/point_field.h
};

/// A field of gradient or value noise without warp, prepared for filling window by window. Immutable.
class OctaveField {
 public:
  /// Makes tables with one value per grid column and row: 20 to 28 bytes per octave and column or row. Pre: lattice
  /// coordinates stay below 2^62.
  explicit OctaveField(FieldSpec spec);
  ~OctaveField();
  OctaveField(const OctaveField&) = delete;
  OctaveField& operator=(const OctaveField&) = delete;

  /// Fills the window `out`. The values depend on the sample only, not on the window. Thread-safe.
  void fill(const MutableHeightView& out) const;

  struct Prepared;

 private:
  std::unique_ptr<const Prepared> prepared_;
};

}  // namespace weald::noise
