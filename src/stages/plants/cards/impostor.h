#pragma once
// The stage `impostor`: a mesh as pictures from all directions of a hemisphere or sphere, for shaders that blend them.
//
// The mapping is the one that shaders for Unreal, Unity, Godot and three.js use: directions on the octahedron, with
// frames at lattice points, so that the three frames around a direction can be blended. Normals are means and not of
// unit length: the shorter they are, the more they scatter [toksvig2005], which the shader in examples/impostor uses
// [han2007]. All that a shader needs is a fact of the mesh.

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/estimates.h"
#include "data/finish_params.h"
#include "data/image.h"
#include "data/mesh.h"
#include "picture/camera/camera.h"
#include "schema/decode.h"
#include "schema/part.h"
#include "stages/plants/cards/detail/shown_mesh.h"

namespace weald::billboard {

/// Directions that the square represents.
enum class DirectionSpan {
  hemisphere,  ///< directions that do not point down; the horizon is the edge of the square
  sphere,  ///< all directions; the horizon is a square rotated by 45 degrees, and straight down is at all four corners
};

/// The unit direction at (u, v), each 0 to 1. For the hemisphere, (0, 0) is north, (1, 0) east, (1, 1) south, (0, 1)
/// west, and the centre is straight up. Source: [meyer2010] (the map), [brucks2018] (its half, rotated by 45 degrees).
Vec3 direction_at(const Vec2& uv, DirectionSpan span);

/// Inverse of direction_at: the point of a direction, which need not have unit length. Directions that point down lie
/// outside the square of the hemisphere and are clamped to its edge. Pre: not zero.
Vec2 point_of(const Vec3& direction, DirectionSpan span);

/// Axes of a picture seen from a unit direction: `up` lies in the plane of the direction and the world's y axis; for
/// vertical directions, `right` is +x.
render::ViewAxes axes_towards(const Vec3& direction);

struct ImpostorParams : mesh::FinishParams {
  static constexpr std::string_view kUsualMaterial = "impostor";
  Shown from;
  DirectionSpan directions = DirectionSpan::hemisphere;
  int frames = 12;
  int resolution = 128;  ///< pixels
  bool packed = false;
  std::string material{kUsualMaterial};
  std::optional<double> roughness{};
};

/// The position of the frames in space: all frames show squares of the same size around the same point.
struct ImpostorFrame {
  Vec3 pivot{0};     ///< middle of the mesh's box, metres
  double size = 1;   ///< side of a frame, metres, its gutter included
  double pixel = 1;  ///< metres
  int gutter = 1;    ///< free pixels on each side of a frame
};

/// The result of the stage.
struct ImpostorSet {
  mesh::Mesh mesh;
  Image atlas;    ///< sRGB; alpha is coverage, adjusted like that of a billboard
  Image normals;  ///< mean normals in the axes of the mesh; with ImpostorParams::packed, alpha is the depth
  Image depth;    ///< 16 bits: height above the plane through the pivot
  ImpostorFrame frame;
};

/// The frame common to all directions. Without its gutter, it is as large as the smallest ball around the middle of the
/// mesh's box that contains all vertices. Throws StageError (key "from") for a mesh without extent.
ImpostorFrame impostor_frame(const mesh::Mesh& mesh, const ImpostorParams& params);

/// Renders `mesh` without perspective and light from params.frames squared directions. The frame in column i and row j
/// shows it from direction_at((i, j) / (frames - 1)) with the axes of axes_towards(). The atlas has row 0 at the top;
/// each frame has `resolution` pixels per side, including a gutter of a sixteenth on each side. Transparent pixels have
/// the colour, normal and depth of the nearest covered pixel of their frame. Normals are means over the visible sides
/// of faces, and are shorter the more these differ. Source: [toksvig2005]. The resulting mesh is an upright square
/// through the pivot, as large as a frame, which faces south and shows the frame of that direction; its facts
/// (impostor.*) contain all data that a shader needs. Depth is (height / size + 0.5) * 65535, or * 255 in the packed
/// form; larger values are nearer to the viewer. Source: [brucks2018]. Throws StageError (key "from") for a mesh
/// without extent.
ImpostorSet make_impostor(const mesh::Mesh& mesh, const ImpostorParams& params, const RunContext& context);

/// The stage: the square, with the pictures as parts.
struct Impostor {
  using Params = ImpostorParams;
  using Result = schema::WithParts<mesh::Mesh, Image>;
  static constexpr std::array kParts{
      schema::part<Image>("atlas", "", "Colours from all directions, frame by frame; alpha is coverage."),
      schema::unworn(schema::part<Image>(
          "normals", "",
          "Normals in the axes of the mesh, shortened where a pixel averages different ones; with `packed` alpha is "
          "the depth.")),
      schema::unworn(schema::part<Image>(
          "depth", "", "16-bit height above the plane through the pivot: 0 is half a frame behind it.")),
      schema::part<Image>("atlas_mask", "", "Opacity: the alpha of the atlas in all channels.")};
  static constexpr int kVersion = 2;
  /// Appended to the name of the material with a dot if it is not the default.
  static std::string picture_name(const Params& params, std::string_view part);
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Result run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::billboard

template <>
struct weald::schema::EnumNames<weald::billboard::DirectionSpan> {
  static constexpr auto names = names_in_order<weald::billboard::DirectionSpan>("hemisphere", "sphere");
};

template <>
struct weald::schema::Schema<weald::billboard::ImpostorParams> {
  using P = weald::billboard::ImpostorParams;
  static constexpr std::string_view kind = "impostor";
  static constexpr std::string_view summary =
      "Octahedral impostor: pictures of a mesh from many directions, for shaders that blend them on a single quad in "
      "distant views.";
  static constexpr auto own_fields = Fields{
      Field{&P::from, "from", "Mesh or scene to show; of a scene, every copy.", "", {}, Presence::required},
      Field{&P::directions, "directions",
            "Directions that are covered: hemisphere (the horizon and above) or sphere (below it too)."},
      Field{&P::frames, "frames",
            "Frames along each side of the atlas: 12 gives 144 directions, about 11 degrees apart in the hemisphere.",
            "", Range{2, 64}},
      Field{&P::resolution, "resolution",
            "Pixels along each side of a frame; times `frames` at most 8192 pixels for the atlas.", "px",
            Range{16, 2048}},
      Field{&P::packed, "packed",
            "Whether the part `normals` holds an 8-bit depth in its alpha, as shaders for Unreal and Unity expect."},
      Field{&P::material, "material", "Name of the material.", "", Range{1, 200}},
      mesh::roughness_field(&P::roughness)};
  static constexpr auto fields = joined(own_fields, mesh::kFinishFields);
  /// Checks that the atlas has at most mesh::kMaxTextureSide pixels along a side.
  static void check(const P& params, Checker& checker);
};
