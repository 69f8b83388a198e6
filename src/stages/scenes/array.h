#pragma once
// Stage `array`: copies of a mesh or a scene, each placed relative to the one before it.

#include <variant>

#include "base/run_context.h"
#include "data/estimates.h"
#include "data/scene.h"
#include "schema/decode.h"
#include "schema/input.h"
#include "stages/shapes/transform.h"

namespace weald::scene {

struct ArrayParams : mesh::PlacementParams {
  schema::Input<mesh::Mesh, Scene> from;
  int count = 2;
};

/// The matrices of `count` copies: the first is the identity, each of the others the step applied to the one before it.
/// Steps that only translate are multiplied, not added up. Throws StageError (key "count") if a copy has grown, shrunk
/// or moved beyond the range of single precision. Pre: count is at least 1.
std::vector<Mat4> array_matrices(const Mat4& step, int count);

/// Stage `array`. Throws StageError (key "count") for more than 1,000,000 instances; otherwise as array_matrices().
struct Array {
  using Params = ArrayParams;
  static double seconds_each(const Params&) { return 3e-8; }
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Scene run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::scene

template <>
struct weald::schema::Schema<weald::scene::ArrayParams> {
  using P = scene::ArrayParams;
  static constexpr std::string_view kind = "array";
  static constexpr std::string_view summary =
      "Repeats a mesh or a scene: each copy is scaled, rotated and translated relative to the one before it.";
  static constexpr auto own_fields =
      Fields{Field{&P::from, "from", "Mesh or scene to repeat.", "", {}, Presence::required},
             Field{&P::count, "count", "Copies, including the first, which stays where it is.", "", Range{1, 1e6}}};
  static constexpr auto fields = joined(own_fields, weald::mesh::kPlacementFields);
  /// Checks that no factor of the scale is too close to 0.
  static void check(const P& params, Checker& checker);
};
