#pragma once
// Tint: colour of land by height and slope.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/math/vec.h"
#include "base/palette.h"
#include "base/rng.h"
#include "data/image.h"
#include "methods/raster/ramp.h"
#include "schema/decode.h"
#include "schema/palette_names.h"

namespace weald::terrain {

/// Colours are sRGB, 0 to 1.
struct TintParams {
  Palette palette = Palette::temperate;
  std::optional<std::array<double, 2>> heights{};  ///< metres; unset: lowest and highest sample
  std::vector<std::array<double, 4>> ramp{};       ///< height in metres, red, green, blue; empty: the palette
  std::optional<Vec3> steep{};                     ///< unset: the steep colour of the palette
  std::array<double, 2> slope{28, 44};             ///< degrees
  double variation = 0.2;
  std::optional<double> patch{};  ///< metres; unset: a 24th of the map
};

/// Whether colours depend only on height and position, not on the height range of the map.
inline bool can_cut_tint(const TintParams& params) { return params.heights || !params.ramp.empty(); }
/// Advice for diagnostics: the parameter that makes can_cut_tint() true.
inline constexpr std::string_view kTintCutBy = "'heights' to its 'tint'";

/// Largest number of stops of a ramp.
inline constexpr std::size_t kMaxStops = 64;

/// Height range and extent of a map, in metres, used where TintParams leaves them unset.
struct TintedLand {
  double lowest = 0;
  double highest = 0;
  double extent = 1;  ///< length of the longer side
};

/// The lattice cells of the variation in which the last colour was computed. Neighbouring samples mostly share them, so
/// their random values are drawn once. It changes no colour. Not to be shared among threads.
struct TintCells {
  /// The values of both uses of the variation (height and brightness) at the corners of a cell, west and east corners
  /// of the northern side first.
  struct Cell {
    std::array<std::array<double, 2>, 4> corners{};
    std::int64_t x = 0, y = 0;
    bool is_known = false;
  };
  std::array<Cell, 3> sizes{};  ///< by size of the patches
};

/// The colours of one map. They depend only on world position and seed, so tiles whose parameters are set and equal
/// meet without a seam.
class Tint {
 public:
  /// `seed` is the seed of the variation.
  Tint(const TintParams& params, const TintedLand& land, std::uint64_t seed);

  /// Colour of land at `at` (world x and z) with height `height` in metres and slope `slope` (rise over run). Between
  /// two stops of the ramp the sRGB values are interpolated; outside the ramp its first or last stop applies. Between
  /// the two slope limits the colour blends to that of steep land. Variation shifts the height by up to half its share
  /// of the ramp, and the brightness by up to half its share, both in patches.
  Vec3 colour(const Vec2& at, double height, double slope, TintCells& cells) const;
  /// colour() of a single place.
  Vec3 colour(const Vec2& at, double height, double slope) const {
    TintCells cells;
    return colour(at, height, slope, cells);
  }
  /// The result of colour() as a factor of `lightest()`, for vertex colours.
  Rgba8 factor(const Vec2& at, double height, double slope, TintCells& cells) const;
  /// Colour of bare walls, as a factor of `lightest()`.
  Rgba8 wall_factor() const;
  /// Base colour of the material: the per-channel maximum over all colours of the land.
  const Vec3& lightest() const { return lightest_; }

 private:
  std::array<double, 2> unevenness(const Vec2& at, TintCells& cells) const;
  std::array<double, 2> value_noise(const Vec2& at, TintCells::Cell& cell) const;

  std::vector<raster::RampStop<double>> stops_;  // by height, metres
  Vec3 steep_{0};
  double gentle_slope_, steep_slope_;  // rise over run
  double variation_;
  double patch_;  // metres
  Rng rng_;
  Vec3 lightest_{0};
};

}  // namespace weald::terrain

template <>
struct weald::schema::Schema<weald::terrain::TintParams> {
  using P = weald::terrain::TintParams;
  static constexpr auto fields = Fields{
      Field{&P::palette, "palette", "Colours from the lowest to the highest land, and of steep land."},
      Field{&P::heights, "heights",
            "Heights at the ends of the palette; unset: the lowest and the highest height of "
            "the map.",
            "m", Range{-1e6, 1e6}},
      Field{&P::ramp, "ramp",
            "Stops [height in metres, red, green, blue (sRGB)] in order of increasing height, instead of the palette.",
            "", Range{-1e6, 1e6}},
      Field{&P::steep, "steep", "Colour of steep land, sRGB; unset: taken from the palette.", "", Range{0, 1}},
      Field{&P::slope, "slope",
            "Slopes at which the colour of steep land begins to show and at which it covers the ground completely.",
            "deg", Range{0, 89}},
      Field{&P::variation, "variation", "Variation of the brightness and of the heights at which colours change.", "",
            Range{0, 1}},
      Field{&P::patch, "patch", "Size of the patches of the variation; unset: 1/24 of the map's longer side.", "m",
            Range{1e-3, 1e6}}};
  /// Checks that limits are ordered, and that either a ramp or a palette with heights is given.
  static void check(const P& params, Checker& checker);
};
