#pragma once
// Parameters that several stages have for the copies that they place.

#include <optional>
#include <vector>

#include "base/math/vec.h"
#include "data/artifact_names.h"
#include "data/heightmap.h"
#include "schema/codec.h"
#include "schema/decode.h"
#include "schema/field.h"
#include "schema/input.h"
#include "schema/source_text.h"

namespace weald::scene {

/// The border of a tile that its neighbours have too.
struct ApronParams {
  int apron = 0;  ///< samples
};

inline constexpr auto kApronField = schema::Fields{
    schema::Field{&ApronParams::apron, "apron",
                  "For tiles: samples along the border of the map or region that belong to the neighbouring tiles, so "
                  "that no copy stands there; as that of heightmap_mesh.",
                  "samples", schema::Range{0, 1024}}};

/// The colours that the copies of a stage are tinted with.
struct TintParams {
  std::vector<Vec3f> tints{};
};

inline constexpr auto kTintFields = schema::Fields{
    schema::Field{&TintParams::tints, "tints",
                  "Colours, sRGB, by which those of the copies are multiplied: each copy has a random one between the "
                  "first and the last; white changes nothing; empty: none.",
                  "", schema::Range{0, 1}}};

/// The keys of `vary`, expressions that are computed for each copy.
struct VaryParams {
  std::optional<schema::SourceText> keep;
  std::optional<schema::SourceText> mesh;
  std::optional<schema::SourceText> scale;
  std::optional<schema::SourceText> turn;
  std::optional<schema::SourceText> tilt;
  std::optional<schema::SourceText> tint;
  std::optional<schema::SourceText> level;
  std::optional<schema::SourceText> data;
};

/// What has expressions: the copies of a stage, or those of a species.
struct VaryKey {
  std::optional<VaryParams> vary{};
};

/// What a stage has for them.
struct VaryKeys : VaryKey {
  schema::Named<schema::Input<Heightmap>> of{};
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
      Field{&P::level, "level",
            "Number of the level of detail that the copy has at any distance, 0 for the finest; rounded down, and the "
            "coarsest one for numbers beyond it; below 0: all levels of its chain."},
      Field{&P::data, "data",
            "A number that instance tables and GLB files contain for each instance, for other programs."}};
};

namespace weald::scene {

inline constexpr auto kVaryField = schema::Fields{schema::Field{
    &VaryKey::vary, "vary",
    "Expressions that are computed for each copy. They know its place x, y, z; in the stage 'place' also its number "
    "from 0 (index), the number of sites (count), its position among them from 0 to 1 (share), and its distance in "
    "metres from the start of the curve (along)."}};

inline constexpr auto kOfField = schema::Fields{schema::Field{
    &VaryKeys::of, "of", "Heightmaps by the names that the expressions have for them: their heights at the copy."}};

}  // namespace weald::scene
