#pragma once
// Fields of noise by their plain definition, sample by sample in scalar code, without the row tables and patches of the
// kernels: the fields must give the same bits on every SIMD target.

#include <optional>
#include <vector>

#include "stages/land/noise/detail/octave_kernels.h"
#include "stages/land/noise/detail/octave_tables.h"
#include "stages/land/noise/detail/point_layer.h"
#include "stages/land/noise/octave_field.h"

namespace weald::test {

/// What OctaveField gives.
class OctaveDefinition {
 public:
  explicit OctaveDefinition(noise::FieldSpec spec);
  float value(int column, int row) const;

 private:
  noise::FieldSpec spec_;
  std::vector<noise::detail::OctaveTables> octaves_;
  std::vector<std::vector<noise::detail::RowTerms>> terms_;  // per octave, one element per row
};

/// What PointField gives, with a warp of `strength` metres.
class PointDefinition {
 public:
  explicit PointDefinition(const noise::FieldSpec& spec);
  float value(int column, int row, float strength) const;
  /// Displacement of a sample by the warp, metres.
  Vec2f shift(int column, int row, float strength) const;

 private:
  struct Follower {
    noise::PointLayer x;
    noise::PointLayer y;
    float share = 1;
  };
  noise::FieldSpec spec_;
  std::vector<std::vector<noise::PointLayer>> octaves_;
  std::optional<OctaveDefinition> grid_x_, grid_y_;  // of a warp that is sampled at the original positions
  std::vector<Follower> followers_;                  // of a progressive warp
};

}  // namespace weald::test
