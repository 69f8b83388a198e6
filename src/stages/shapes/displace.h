#pragma once
// displace: moves the vertices of a mesh along their normals by a field.

#include <optional>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/heightmap.h"
#include "data/mesh.h"
#include "schema/codec.h"

namespace weald::mesh {

/// Mapping of points of the surface to the field.
enum class FieldMapping {
  triplanar,  ///< along the three axes, blended by the normal: no seams, no poles
  uv,         ///< by texture coordinates
  xz,         ///< from above
};

/// Continuation of the field beyond its edges.
enum class FieldWrap {
  mirror,  ///< every second copy is mirrored: continuous for any field
  repeat,  ///< copies side by side: continuous for fields that wrap
};

struct DisplaceParams {
  schema::Input<Mesh> from;
  schema::Input<Heightmap> by;
  double amplitude = 0.1;
  double midlevel = 0.5;
  FieldMapping mapping = FieldMapping::triplanar;
  double scale = 1.0;
  FieldWrap wrap = FieldWrap::mirror;
  double crease_angle = 180;
};

/// Options for callers without a preset.
struct DisplaceOptions {
  double amplitude = 0.1;  ///< metres between the lowest and the highest value of the field
  double midlevel = 0.5;   ///< share of the field's range that stays in place, 0 to 1
  FieldMapping mapping = FieldMapping::triplanar;
  double scale = 1.0;  ///< metres that one copy of the field covers (triplanar, xz)
  FieldWrap wrap = FieldWrap::mirror;
  double crease_angle = 180;  ///< degrees, of the new normals (see set_crease_normals)
};

/// Moves every vertex along its angle-weighted normal by amplitude * (t - midlevel), where t is the field's value at
/// the vertex, scaled to 0 at the lowest and 1 at the highest sample and interpolated bilinearly. With `triplanar` and
/// `xz`, the centre of the field lies at the origin. With `uv`, the field covers the square [0, 1]^2 with its first row
/// at v = 1, and a vertex on a seam takes the mean over its corners. Each vertex moves as a whole, so a closed mesh
/// stays closed. Normals are recomputed. A field without relief moves nothing. Pre: check(mesh).ok(). Throws StageError
/// for an empty field, and (key "mapping") for `uv` without UVs. Source: [cook1984] (displacement), [geiss2007]
/// (triplanar blending).
Mesh displace(const Mesh& mesh, const Heightmap& field, const DisplaceOptions& options);

/// Stage `displace`.
struct Displace {
  using Params = DisplaceParams;
  static double seconds_each(const Params&) { return 1e-7; }
  static constexpr bool kKeepsSize = true;
  static Mesh run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::mesh

template <>
struct weald::schema::EnumNames<weald::mesh::FieldMapping> {
  static constexpr auto names = names_in_order<weald::mesh::FieldMapping>("triplanar", "uv", "xz");
};

template <>
struct weald::schema::EnumNames<weald::mesh::FieldWrap> {
  static constexpr auto names = names_in_order<weald::mesh::FieldWrap>("mirror", "repeat");
};

template <>
struct weald::schema::Schema<weald::mesh::DisplaceParams> {
  using P = weald::mesh::DisplaceParams;
  static constexpr std::string_view kind = "displace";
  static constexpr std::string_view summary = "Displaces the vertices of a mesh along their normals by a heightmap.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Mesh to displace.", "", {}, Presence::required},
      Field{&P::by,
            "by",
            "Heightmap to displace by; its lowest and highest values give the ends of the displacement.",
            "",
            {},
            Presence::required},
      Field{&P::amplitude, "amplitude", "Distance between the lowest and the highest displacement.", "m",
            Range{-1e6, 1e6}},
      Field{&P::midlevel, "midlevel",
            "Share of the field's range that gives no displacement: 0 moves outwards only, 1 inwards only.", "",
            Range{0, 1}},
      Field{&P::mapping, "mapping",
            "How the field is mapped to the mesh: blended along the axes, by UV, or from "
            "above."},
      Field{&P::scale, "scale", "Side of one copy of the field on the mesh (triplanar and xz).", "m", Range{1e-6, 1e6}},
      Field{&P::wrap, "wrap", "How copies of the field are joined: mirrored, or repeated (for fields that wrap)."},
      Field{&P::crease_angle, "crease_angle",
            "Angle between faces above which the edge between them is shaded as a crease.", "deg", Range{0, 180}}};
};
