#pragma once
// Kinds of noise, and the shape of cellular noise.

#include <array>
#include <string_view>
#include <utility>

#include "schema/decode.h"

namespace weald::noise {

/// Kind of noise that a fractal is built from.
enum class NoiseBase {
  gradient,  ///< unit gradients on a square lattice: within +-0.7071, or +-(0.7071 + `heights`)
  value,     ///< heights on a square lattice: within +-1
  simplex,   ///< gradients on a triangular lattice: within +-1
  cellular,  ///< distances to scattered points, see CellularShape
};

/// Distance that cellular noise returns.
enum class CellularFeature {
  f1,     ///< distance to the nearest point
  f2,     ///< distance to the second nearest point
  f2_f1,  ///< their difference: 0 on the borders between cells
};

/// Metric of a distance.
enum class CellularMetric {
  euclidean,  ///< straight-line distance
  squared,    ///< squared straight-line distance: rounder pits
  manhattan,  ///< |x| + |z|: diamonds
  chebyshev,  ///< max(|x|, |z|): squares
};

/// Worley noise: one point in every cell of a square lattice. Source: [worley1996].
struct CellularShape {
  CellularFeature feature = CellularFeature::f1;
  CellularMetric metric = CellularMetric::euclidean;
  double jitter = 1;  ///< 0: points at the centres of their cells; 1: anywhere within them
};

/// Rows of the Schema table for CellularShape, also for structs that derive from it.
inline constexpr auto kCellularFields = schema::Fields{
    schema::Field{&CellularShape::feature, "feature",
                  "Distance to evaluate: to the nearest point, to the second nearest, or their difference."},
    schema::Field{&CellularShape::metric, "metric", "How the distance to a point is measured."},
    schema::Field{&CellularShape::jitter, "jitter",
                  "How far points stray from the centres of their cells; 0: a regular grid, 1: anywhere in the cell.",
                  "", schema::Range{0, 1}}};

}  // namespace weald::noise

template <>
struct weald::schema::EnumNames<weald::noise::NoiseBase> {
  static constexpr auto names = names_in_order<weald::noise::NoiseBase>("gradient", "value", "simplex", "cellular");
};

template <>
struct weald::schema::EnumNames<weald::noise::CellularFeature> {
  static constexpr auto names = names_in_order<weald::noise::CellularFeature>("f1", "f2", "f2_f1");
};

template <>
struct weald::schema::EnumNames<weald::noise::CellularMetric> {
  static constexpr auto names =
      names_in_order<weald::noise::CellularMetric>("euclidean", "squared", "manhattan", "chebyshev");
};

template <>
struct weald::schema::Schema<weald::noise::CellularShape> {
  static constexpr auto fields = weald::noise::kCellularFields;
};
