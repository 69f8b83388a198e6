#pragma once
// bezier_patch: surfaces given by nets of control points, such as petals, leaves and other doubly curved surfaces.
//
// A net has rows of points; u runs along a row, v from the first row to the last. The front is the side from which u
// points right and v points up. Points with weights make rational patches. A row or column of coincident points becomes
// a tip. As an organ of a turtle, x is to the right, y along the heading and z up: give rows from the base to the tip,
// with points from left to right. Texture coordinates are (u, v) of each patch. Normals are those of the exact surface,
// not of the faces.
// Without `segments`, a patch is divided into 2^i by 2^j quads, at most 256 by 256, until the midpoints of all edges,
// and the centres of quads along the normal, are within `tolerance` of the surface.
// Limits: 64 patches of at most 16 by 16 points, so 4.2 million quads.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/run_context.h"
#include "data/estimates.h"
#include "data/finish_params.h"
#include "data/mesh.h"
#include "schema/decode.h"

namespace weald::scene {

/// One net.
struct BezierNet {
  std::vector<std::vector<Vec3>> points;     ///< metres
  std::vector<std::vector<double>> weights;  ///< empty: all 1
  std::optional<Vec3> colour;                ///< sRGB; unset: the colour of the surface
};

struct BezierPatchParams : mesh::FinishParams {
  std::vector<BezierNet> patches;
  double tolerance = 0.002;                    ///< metres
  std::optional<std::array<int, 2>> segments;  ///< along u and v
  std::string material = "surface";
  Vec3 colour{0.8, 0.8, 0.8};  ///< sRGB
  double roughness = 0.7;
  bool two_sided = true;
};

/// Largest number of nets of one surface.
inline constexpr std::size_t kMaxPatches = 64;

/// The surface: one group for all patches without a separate colour, and one for each of the others, numbered from 1.
/// Pre: valid parameters.
mesh::Mesh bezier_surface(const BezierPatchParams& params, const RunContext& context);

/// The stage.
struct BezierPatch {
  using Params = BezierPatchParams;
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static mesh::Mesh run(const Params& params, const schema::Inputs&, const RunContext& context) {
    return bezier_surface(params, context);
  }
};

}  // namespace weald::scene

template <>
struct weald::schema::Schema<weald::scene::BezierNet> {
  using P = scene::BezierNet;
  static constexpr auto fields = Fields{
      Field{&P::points, "points", "Rows of control points [x, y, z], all of equal length: 2 to 16 rows of 2 to 16.",
            "m", Range{-1e6, 1e6}, Presence::required},
      Field{&P::weights, "weights", "As many weights as points, in the same rows; empty: all 1.", "", Range{1e-3, 1e3}},
      Field{&P::colour, "colour", "Colour of this patch, sRGB; unset: the colour of the surface.", "", Range{0, 1}}};
  /// Checks that rows have equal length, and that there are weights for all points or none.
  static void check(const P& params, Checker& checker);
};

template <>
struct weald::schema::Schema<weald::scene::BezierPatchParams> {
  using P = scene::BezierPatchParams;
  static constexpr std::string_view kind = "bezier_patch";
  static constexpr std::string_view summary =
      "Makes a curved surface from nets of control points, such as a leaf or a petal.";
  static constexpr auto own_fields =
      Fields{Field{&P::patches, "patches", "Control nets of the surface, up to 64.", "", {}, Presence::required},
             Field{&P::tolerance, "tolerance",
                   "Largest distance between the surface and the faces that approximate "
                   "it.",
                   "m", Range{1e-6, 1e3}},
             Field{&P::segments, "segments", "Faces along u and v of every patch; unset: as the tolerance requires.",
                   "", Range{1, 256}},
             Field{&P::material, "material", "Name of the material.", "", Range{1, 200}},
             Field{&P::colour, "colour", "Colour of the material, sRGB.", "", Range{0, 1}},
             mesh::roughness_field(&P::roughness),
             Field{&P::two_sided, "two_sided", "Whether the back is visible too."}};
  static constexpr auto fields = joined(own_fields, mesh::kFinishFields);
  static void check(const P& params, Checker& checker);
};
