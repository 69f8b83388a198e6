#pragma once
// transform: scales, rotates and translates a mesh or a scene.

#include <variant>

#include "base/run_context.h"
#include "data/estimates.h"
#include "data/mesh.h"
#include "data/scene.h"
#include "schema/codec.h"

namespace weald::mesh {

/// A placement as presets write it.
struct PlacementParams {
  Vec3 scale{1, 1, 1};
  Vec3 rotate{0, 0, 0};     ///< degrees
  Vec3 translate{0, 0, 0};  ///< metres
};

struct TransformParams : PlacementParams {
  schema::Input<Mesh, scene::Scene> from;
};

/// Smallest magnitude of a factor of a scale.
inline constexpr double kLeastScale = 1e-6;

/// The matrix of a transform: scale first, then rotation about the x, the y and the z axis of the world in this order
/// (degrees, counter-clockwise seen from the axis's tip), then translation. Exact for multiples of 90 degrees.
Mat4 matrix_of(const PlacementParams& params);

/// Whether a scale has a factor too close to 0, which would flatten a mesh.
bool is_flat(const Vec3& scale);

/// The mesh under an affine map. Positions are mapped by the matrix, normals by its inverse transpose and then
/// normalised. A map that mirrors (negative determinant) also reverses the corners of each face after the first, which
/// keeps the outside outside. Pre: `matrix` is affine and invertible. Throws StageError if a position exceeds the range
/// of float.
Mesh transformed(const Mesh& mesh, const Mat4& matrix);

/// The scene under an affine map: the prototypes are kept, and each instance's matrix is multiplied. Throws StageError
/// if an instance is moved beyond the range of single precision. Pre: as above.
scene::Scene transformed(const scene::Scene& scene, const Mat4& matrix);

/// The estimate of a mesh or a scene whose copies are moved, but neither added nor removed.
Estimate moved_estimate(const Estimate& from);

/// The mesh with all faces flipped. Normals are negated.
Mesh flipped(const Mesh& mesh);

/// Stage `transform`.
struct Transform {
  using Params = TransformParams;
  static double seconds_each(const Params&) { return 3e-8; }
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static std::variant<Mesh, scene::Scene> run(const Params& params, const schema::Inputs& inputs,
                                              const RunContext& context);
};

}  // namespace weald::mesh

namespace weald::mesh {

/// Rows of the Schema table for PlacementParams; a stage joins them with its own rows by joined().
inline constexpr auto kPlacementFields = schema::Fields{
    schema::Field{&PlacementParams::scale, "scale", "Factors along x, y, z; negative factors mirror; none may be 0.",
                  "", schema::Range{-1e6, 1e6}},
    schema::Field{&PlacementParams::rotate, "rotate",
                  "Angles about the x, y and z axes, applied in this order, counter-clockwise.", "deg",
                  schema::Range{-36000, 36000}},
    schema::Field{&PlacementParams::translate, "translate", "Offset along x, y, z, applied last.", "m",
                  schema::Range{-1e7, 1e7}}};

}  // namespace weald::mesh

template <>
struct weald::schema::Schema<weald::mesh::PlacementParams> {
  static constexpr auto fields = weald::mesh::kPlacementFields;
};

template <>
struct weald::schema::Schema<weald::mesh::TransformParams> {
  using P = weald::mesh::TransformParams;
  static constexpr std::string_view kind = "transform";
  static constexpr std::string_view summary = "Scales, then rotates, then translates a mesh or a scene.";
  static constexpr auto own_fields =
      Fields{Field{&P::from, "from", "Mesh or scene to transform.", "", {}, Presence::required}};
  static constexpr auto fields = joined(own_fields, weald::mesh::kPlacementFields);
  /// Checks that no factor is too close to 0.
  static void check(const P& params, Checker& checker) {
    if (weald::mesh::is_flat(params.scale))
      checker.error("scale", "'scale' would flatten the mesh: every factor must have a magnitude of at least 1e-6");
  }
};
