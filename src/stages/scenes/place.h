#pragma once
// Stage `place`: copies of meshes and scenes at exact sites.
//
// A site is a position with a tangent, a normal and an outward direction, and a number; see detail/site.h. Along a
// curve, sites are spaced by arc length, measured on the curve itself also if the copies stand beside it. Chance (mesh,
// scale, turn, tilt) is addressed by the number of the site, so no purpose and no site affects another.

#include "base/run_context.h"
#include "data/cut_rule.h"
#include "data/estimates.h"
#include "data/scene.h"
#include "stages/scenes/detail/copies.h"
#include "stages/scenes/detail/place_params.h"
#include "stages/scenes/detail/site.h"
#include "stages/scenes/detail/variation.h"

namespace weald::scene {

/// The inputs that arrangements need; pointers to those that are not given are null.
struct PlaceInputs {
  const curve::Curve* curve = nullptr;
  const mesh::Mesh* surface = nullptr;
  const lsystem::Skeleton* skeleton = nullptr;
  const Heightmap* on = nullptr;
  std::vector<NamedField> fields{};
};

/// The sites of the arrangement, in the order of their numbers. Throws StageError at the key that is responsible for
/// more than kMaxInstances sites, and (key "surface") for a surface without area. Pre: the input that the arrangement
/// needs.
std::vector<Site> sites_of(const PlaceInputs& inputs, const PlaceParams& params, const RunContext& context);

/// A copy of a mesh for each site that is kept, in order; those in its region if the first heightmap is a part of a
/// map. Errors and preconditions as for sites_of(), and those of Variation.
Copies place(const PlaceInputs& inputs, const PlaceParams& params, const RunContext& context);

/// Stage `place`.
struct Place {
  using Params = PlaceParams;
  static CutRule cut_rule(const Params&);
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Scene run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::scene
