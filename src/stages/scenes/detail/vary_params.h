#pragma once
// VaryParams: the keys of `vary`, expressions that are computed for each copy.

#include <optional>

#include "schema/codec.h"
#include "schema/field.h"
#include "schema/source_text.h"

namespace weald::scene {

struct VaryParams {
  std::optional<schema::SourceText> keep;
  std::optional<schema::SourceText> mesh;
  std::optional<schema::SourceText> scale;
  std::optional<schema::SourceText> turn;
  std::optional<schema::SourceText> tilt;
  std::optional<schema::SourceText> tint;
  std::optional<schema::SourceText> data;
};

}  // namespace weald::scene

template <>
struct weald::schema::Schema<weald::scene::VaryParams> {
  using P = weald::scene::VaryParams;
  static constexpr auto fields = Fields{
      Field{&P::keep, "keep", "Whether there is a copy: a condition, or a number that is not 0."},
      Field{&P::mesh, "mesh",
            "Number of the mesh, from 0; rounded down, and the first or last one for numbers beyond them; replaces the "
            "choice by 'weights' or 'sequence'."},
      Field{&P::scale, "scale", "Scale of the copy, above 0; replaces the random one."},
      Field{&P::turn, "turn", "Degrees of rotation about the y axis that are added to 'turn'."},
      Field{&P::tilt, "tilt", "Degrees by which the copy leans; replaces the random ones."},
      Field{&P::tint, "tint", "Position in 'tints', from 0 for the first to 1 for the last; replaces the random one."},
      Field{&P::data, "data",
            "A number that instance tables and GLB files contain for each instance, for other programs."}};
};
