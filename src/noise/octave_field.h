#pragma once
// OctaveField: layers of lattice noise on one grid, prepared so that any window can be filled fast.
//
// On a grid the work separates. Along lattice row j the four-corner formula needs two functions of x only: T_j(x), the
// blend of height and x-slope, and G_j(x), the blend of y-slopes. With u the fraction and v its fade in y, the noise is
// the bilinear combination K0 + u K1 + v K2 + uv K3 of four arrays that stay the same for all sample rows between two
// lattice rows: K0 = T_j, K1 = G_j, K2 = T_(j+1) - T_j - G_(j+1), K3 = G_(j+1) - G_j. The arrays are made once per
// lattice row, and a sample costs three multiplications and three additions per layer.
//
// The order of float operations is part of the result: octave_field.cpp states it once as plain code
// (`reference_value`), and every SIMD target gives the same bits.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/heightmap.h"
#include "noise/lattice.h"

namespace weald::noise {

/// Cells after which a lattice repeats; both at least 1.
struct LatticePeriod {
  std::int64_t x = 1;
  std::int64_t y = 1;
};

/// One layer of lattice noise.
struct OctaveSpec {
  double frequency_x = 0;  ///< lattice cells per metre along x; finite, at least 0
  double frequency_y = 0;  ///< along z
  Vec2 offset{0, 0};       ///< lattice cells added to the position
  Vec2 start{0, 0};        ///< further lattice cells added, where the offset is too large to hold a fraction
  float amplitude = 1;     ///< factor of the layer, metres
  LatticeScale scale;      ///< gradients and heights at amplitude 1
  std::uint64_t seed = 0;
  std::optional<LatticePeriod> period{};
  std::shared_ptr<const LatticeTable> table{};  ///< used instead of the hashed lattice where it is set
};

/// Most layers of a field.
inline constexpr std::size_t kMaxOctaves = 24;

/// How the layers become one value.
enum class Fractal {
  sum,     ///< sum of amplitude * n
  billow,  ///< sum of amplitude * (2|n| - 1)
  ridged,  ///< Musgrave's ridged multifractal, see FieldSpec
};

/// Layers on a grid. For `ridged`, layer i gives s_i = w_i (ridge_offset - |n_i|)^2 with w_0 = 1 and
/// w_i = clamp(gain * s_(i-1), 0, 1), and the value is the sum of amplitude_i * s_i. Source: [ebert2003].
struct FieldSpec {
  GridSpec grid;
  Fade fade = Fade::quintic;
  Fractal fractal = Fractal::sum;
  float ridge_offset = 1;
  float gain = 2;
  std::vector<OctaveSpec> octaves;  ///< 1 to kMaxOctaves
};

/// A field ready to be filled, window by window. Immutable.
class OctaveField {
 public:
  /// Tables of one axis value per grid column and row: 20 to 28 bytes per octave and column or row. Pre: lattice
  /// coordinates stay below 2^62.
  explicit OctaveField(FieldSpec spec);
  ~OctaveField();
  OctaveField(const OctaveField&) = delete;
  OctaveField& operator=(const OctaveField&) = delete;

  /// Fills the window `out`. The values depend on the sample only, not on the window. Safe to call from several
  /// threads.
  void fill(const MutableHeightView& out) const;

  /// The value of one sample, by plain code without tables along rows: the definition that `fill` is tested against.
  float reference_value(int column, int row) const;

  struct Prepared;

 private:
  std::unique_ptr<const Prepared> prepared_;
};

}  // namespace weald::noise
