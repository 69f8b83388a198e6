#pragma once
// bezier_patch: surfaces given by nets of control points, such as petals and leaves, which curve in two directions.
//
// A net has rows of points; u runs along a row, v from the first row to the last. The front is the side from which u
// runs to the right and v upwards. Points with weights make rational patches. A row or column whose points coincide
// becomes a tip. As an organ of a turtle, x is to the right, y along the heading and z up: list each row from left to
// right, and the rows from the base to the tip. Texture coordinates are (u, v) of each patch. Normals are those of the
// surface, not of the faces.
// Without `segments`, a patch is divided into 2^i by 2^j quads, at most 256 by 256, until the midpoints of all edges,
// and the midpoints of quads measured along the normal, are within `tolerance` of the surface.
// Limits: 64 patches of at most 16 by 16 points, which give at most 4.2 million quads.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/estimates.h"
#include "data/finish_params.h"
#include "data/mesh.h"
#include "schema/decode.h"

namespace weald::scene {

/// Most control points along one side of a patch.
inline constexpr std::size_t kMaxNetSide = 16;

/// A point of the surface with its partial derivatives with respect to u and v.
struct PatchPoint {
  Vec3 point{0};
  Vec3 along_u{0};
  Vec3 along_v{0};
};

/// The control net of a rational patch, evaluated by de Casteljau: rows from v = 0 to v = 1, each with the same number
/// of points from u = 0 to u = 1. Source: [farin2002].
class PatchNet {
 public:
  /// Pre: 2 to kMaxNetSide rows of 2 to kMaxNetSide points, all rows of the same length; as many weights, all above 0,
  /// or no weights, which means 1.
  PatchNet(const std::vector<std::vector<Vec3>>& points, const std::vector<std::vector<double>>& weights);

  /// The points at v and each of `us`. Pre: all in [0, 1].
  std::vector<PatchPoint> row(double v, std::span<const double> us) const;
  /// The unit normal along_u x along_v at (u, v). Where it vanishes, for example at the tip of a net that narrows to a
  /// point, the normal of a nearby point; +z if the patch has no area there either.
  Vec3 normal(double u, double v) const;
  /// Whether all points of the first or last row (or column) coincide.
  bool is_point_at_v(bool last) const;
  bool is_point_at_u(bool last) const;

 private:
  std::size_t columns_, rows_;
  std::vector<Vec4> net_;  ///< homogeneous, row by row
};

/// One net.
struct BezierNet {
  std::vector<std::vector<Vec3>> points;     ///< metres
  std::vector<std::vector<double>> weights;  ///< empty: all 1
  std::optional<Vec3> colour;                ///< sRGB; unset: that of the surface
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

/// Most nets of one surface.
inline constexpr std::size_t kMaxPatches = 64;

/// The surface, with one group for all patches without a colour of their own, and one numbered group, from 1, for each
/// other patch. Pre: valid parameters.
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
