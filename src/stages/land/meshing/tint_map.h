#pragma once
// The stage `tint`: colours land by height and slope, as a texture for its mesh.

#include <optional>
#include <string_view>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/cut_rule.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "schema/decode.h"
#include "stages/land/meshing/detail/tint.h"

namespace weald::terrain {

struct TintMapParams : TintParams {
  schema::Input<Heightmap> from;
};

/// An opaque picture of `map` with a pixel per sample: Tint::colour of its position, height and slope, from central
/// differences, one-sided at the border. `seed` seeds the variation.
Image tint_map(const Heightmap& map, const TintParams& params, std::uint64_t seed, const RunContext& context = {});

/// Stage `tint`.
struct TintMap {
  using Params = TintMapParams;
  static double seconds_each(const Params&) { return 7e-8; }
  static constexpr bool kKeepsSize = true;
  static CutRule cut_rule(const Params& params) {
    return {.is_allowed = can_cut_tint(params), .reach = 1, .given_by = "'heights'"};
  }
  static Image run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
    return tint_map(inputs[params.from], params, context.seed, context);
  }
};

}  // namespace weald::terrain

namespace weald::schema {

template <>
struct Schema<terrain::TintMapParams> {
  using P = terrain::TintMapParams;
  static constexpr std::string_view kind = "tint";
  static constexpr std::string_view summary = "Colours land by height and slope, as the texture of its mesh.";
  static constexpr auto fields =
      joined(Fields{Field{&P::from, "from", "Heightmap of the land.", "", {}, Presence::required}},
             Schema<terrain::TintParams>::fields);
  static void check(const P& params, Checker& checker) { Schema<terrain::TintParams>::check(params, checker); }
};

}  // namespace weald::schema
