#pragma once
// transform: scales, rotates and translates a mesh.

#include "base/run_context.h"
#include "data/mesh.h"
#include "schema/codec.h"

namespace weald::mesh {

struct TransformParams {
  schema::Input<Mesh> from;
  Vec3 scale{1, 1, 1};
  Vec3 rotate{0, 0, 0};
  Vec3 translate{0, 0, 0};
};

/// The matrix of a transform: scale first, then rotation about the x, the y and the z axis of the world in this order
/// (degrees, counter-clockwise seen from the axis' tip), then translation. Exact for multiples of 90 degrees.
Mat4 matrix_of(const TransformParams& params);

/// The mesh under an affine map. Positions are mapped, normals by the inverse transpose and made unit length; a map
/// that mirrors (negative determinant) also reverses the faces, which keep their first corners, to preserve the
/// outside. Pre: `matrix` is affine and invertible. Throws StageError if a position leaves the range of float.
Mesh transformed(const Mesh& mesh, const Mat4& matrix);

/// The mesh with all faces flipped. Normals are negated.
Mesh flipped(const Mesh& mesh);

/// Stage `transform`.
struct Transform {
  using Params = TransformParams;
  static constexpr bool kKeepsSize = true;
  static Mesh run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::mesh

template <>
struct weald::schema::Schema<weald::mesh::TransformParams> {
  using P = weald::mesh::TransformParams;
  static constexpr std::string_view kind = "transform";
  static constexpr std::string_view summary = "Scales, then rotates, then translates a mesh.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Mesh to transform.", "", {}, Presence::required},
      Field{&P::scale, "scale", "Factors along x, y, z; negative factors mirror; none may be 0.", "", Range{-1e6, 1e6}},
      Field{&P::rotate, "rotate", "Angles about the x, y and z axes, applied in this order, counter-clockwise.", "deg",
            Range{-36000, 36000}},
      Field{&P::translate, "translate", "Offset along x, y, z, applied last.", "m", Range{-1e7, 1e7}}};
  /// Checks that no factor is too close to 0.
  static void check(const P& params, Checker& checker) {
    for (int i = 0; i < 3; ++i) {
      if (params.scale[i] > -1e-6 && params.scale[i] < 1e-6) {
        checker.error("scale", "'scale' would flatten the mesh: every factor must have a magnitude of at least 1e-6");
        return;
      }
    }
  }
};
