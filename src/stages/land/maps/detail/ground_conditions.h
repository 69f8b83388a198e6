#pragma once
// Conditions on the ground: ranges of heights, slopes and curvatures with soft limits.

#include <optional>

#include "data/heightmap.h"
#include "schema/decode.h"

namespace weald::maps {

/// A range of values with soft limits. At least one limit is given.
struct Band {
  std::optional<double> min{};  ///< unset: no lower limit
  std::optional<double> max{};  ///< unset: no upper limit
  double fade = 0;              ///< distance beyond the limits over which the weight falls from 1 to 0
};

/// Weight of a band at `value`: 1 between its ends, fading to 0 over the fade beyond them.
double band_share(const Band& band, double value);

/// Rows of the Schema table for a Band or a struct derived from it.
inline constexpr auto kBandFields = schema::Fields{
    schema::Field{&Band::min, "min", "Lowest value with full weight; unset: no lower limit.", "",
                  schema::Range{-1e12, 1e12}},
    schema::Field{&Band::max, "max", "Highest value with full weight; unset: no upper limit.", "",
                  schema::Range{-1e12, 1e12}},
    schema::Field{&Band::fade, "fade", "Width of the band below 'min' and above 'max' in which the weight falls to 0.",
                  "", schema::Range{0, 1e12}}};

/// Requires at least one limit, and min below max.
void check_band(const Band& band, schema::Checker& checker);

/// Ground that fulfils all conditions. Base of the parameter structs that have such conditions.
struct GroundConditions {
  std::optional<Band> height{};     ///< metres
  std::optional<Band> slope{};      ///< degrees
  std::optional<Band> curvature{};  ///< 1/m, mean curvature: positive on crests
};

/// Rows of the Schema table for GroundConditions; a struct derived from it appends its own by joined().
inline constexpr auto kGroundFields = schema::Fields{
    schema::Field{&GroundConditions::height, "height", "Heights in metres to which it is limited; unset: all heights."},
    schema::Field{&GroundConditions::slope, "slope", "Slopes in degrees to which it is limited; unset: all slopes."},
    schema::Field{&GroundConditions::curvature, "curvature",
                  "Mean curvatures in 1/m to which it is limited, positive on crests and negative in hollows; unset: "
                  "all curvatures."}};

/// Properties of a sample that conditions test.
struct Ground {
  double height = 0;     ///< metres
  double slope = 0;      ///< degrees
  double curvature = 0;  ///< 1/m, mean curvature
};

/// The ground at sample (x, y). Pre: as for derivatives_at().
Ground ground_at(const HeightView& heights, const GridSpec& grid, int x, int y);

/// `amount` times the weights of the conditions. `shift` displaces the tested values, in multiples of each band's fade.
double ground_share(const GroundConditions& conditions, const Ground& ground, double amount = 1, double shift = 0);

}  // namespace weald::maps

template <>
struct weald::schema::Schema<weald::maps::Band> {
  using P = weald::maps::Band;
  static constexpr auto fields = weald::maps::kBandFields;
  static void check(const P& params, Checker& checker) { weald::maps::check_band(params, checker); }
};
