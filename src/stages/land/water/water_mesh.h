#pragma once
// The stage `water_mesh`: the surface of lakes, rivers and the sea as a mesh of its own.
//
// Standing water is level and ends where the ground rises above it: the shore runs straight across the triangles into
// which heightmap_mesh cuts the cells of the same grid (faces: shortest), so both meshes meet without a gap. A river is
// a ribbon along its curve. Its water lies below the curve by the freeboard, lower where a bank is lower, and never
// rises downstream. At a lake, the sea or a larger river, the ribbon continues slightly below their water.

#include <cstddef>
#include <optional>
#include <string>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/curve.h"
#include "data/cut_rule.h"
#include "data/estimates.h"
#include "data/finish_params.h"
#include "data/heightmap.h"
#include "data/mesh.h"
#include "data/tile_gatherer.h"
#include "schema/decode.h"

namespace weald::hydrology {

struct WaterMeshParams : mesh::FinishParams {
  schema::Input<Heightmap> from;
  schema::Input<Heightmap> lakes;
  schema::Input<Heightmap> mask;
  schema::Input<curve::Curve> rivers;
  std::optional<double> sea_level;  ///< metres
  double width = 6;                 ///< metres
  double freeboard = 0.4;           ///< metres
  bool standing = true;
  bool spread = true;
  bool sides = false;
  int apron = 0;                ///< samples
  std::optional<double> reach;  ///< metres
  double tolerance = 0.1;       ///< metres
  double texture_size = 10;     ///< metres
  std::string material = "water";
  Vec3 colour{0.08, 0.25, 0.30};          ///< sRGB
  Vec3 shallow_colour{0.30, 0.52, 0.50};  ///< sRGB
  double clarity = 4;                     ///< metres
  double roughness = 0.08;
};

/// Most faces a water mesh may have: 20 million, about 2 GB while it is built.
inline constexpr std::size_t kMaxWaterFaces = 20'000'000;

/// The inputs of a water mesh. All maps lie on the grid of `ground`.
struct WaterSources {
  const Heightmap& ground;
  const Heightmap* lakes = nullptr;  ///< height of the water in lakes, of the ground elsewhere; null: no lakes
  const Heightmap* mask = nullptr;   ///< above 0.5 in lakes; null: wherever `lakes` is above the ground
  const curve::Curve* rivers = nullptr;
};

/// The water of `sources` in the groups lakes, sea and rivers, without empty groups, with one material. Faces are
/// counter-clockwise seen from above. Every connected sheet of standing water and every river is an oriented 2-manifold
/// with boundary; they share no vertices.
///
/// Shores: the height of the ground is linear along each edge between samples (and along the diagonal of a cell). A
/// shore keeps a distance of 1/128 of the edge from both ends. There is no sea in a lake above sea level; a lake below
/// sea level is part of the sea. All ground below sea level is under the sea, wherever it is.
///
/// With `sides`, standing water at the border of the map has walls down to the ground, which face outwards and share no
/// vertices with it. Standing water depends on the samples of its cells alone: for a region it has the same vertices
/// along its borders as for its neighbours, and no walls there. An `apron` of samples around the mesh is not used.
///
/// Without `standing` the mesh has rivers only. They are those of a mesh with standing water.
///
/// Rivers have the width of the curve, or `width` for curves without widths, and mitred bends. They are narrower inside
/// a bend that is too tight for their width, where they would fold over themselves. With `spread` they are widened
/// until they reach into their banks, if these are within `reach` (unset: three samples). The highest ground within
/// `reach` on either side is a bank, and the water is not higher than the lower bank, except that it is at least 0.1 m
/// above the bed since the previous point, and not below the water that it meets. The water keeps its usual depth where
/// the bed sinks below the curve, and begins shallow at a spring. Where the water at an edge would be deeper than twice
/// the depth in the middle, and deeper than 1 m, the ribbon is narrower. Without `spread` a river begins as a point,
/// except at a lake. A river also ends in a point at a lake that is narrower than the river.
///
/// UVs: standing water has one repeat per texture_size, with u to the east and v to the north. In rivers u runs from
/// the left bank (0) to the right bank (1), and v runs downstream with one repeat per texture_size. Vertex colours
/// depend on the depth: they change from `shallow_colour` at the shore to `colour`, mostly within the depth `clarity`.
///
/// Warns if there is no water on a whole map, and the mesh is therefore empty (key "from"), and if a part of the rivers
/// lies below the ground (key "rivers"). Throws StageError if a map has another grid, is smaller than 2 x 2 samples or
/// is not finite, or if there would be more than kMaxWaterFaces faces. Time: linear in the samples and in the length of
/// the rivers; memory: 8 bytes per sample and 100 bytes per face. Source: [lorensen1987] (contours by linear
/// interpolation).
mesh::Mesh mesh_water(const WaterSources& sources, const WaterMeshParams& params, const RunContext& context = {});

/// Stage `water_mesh`.
struct WaterMesh {
  using Params = WaterMeshParams;
  static constexpr bool kNeedsOneGrid = true;
  /// Only an upper bound of the number of faces is known.
  static Estimate estimate(const Params&, const schema::Estimates&) {
    const Amount faces = Amount::up_to(static_cast<double>(kMaxWaterFaces)), corners = faces * 4;
    return Estimate::of_surface({corners, faces, corners, corners, corners});
  }
  /// Whole with rivers, since their water never rises along the whole course. Without standing water, only the samples
  /// around the rivers are held.
  static CutRule cut_rule(const Params& params) {
    return {.is_allowed = !params.rivers.given(), .given_by = "'standing: false'"};
  }
  static GathererMaker gatherer(const Params& params);
  static mesh::Mesh run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
    return mesh_water(
        {inputs[params.from], inputs.maybe(params.lakes), inputs.maybe(params.mask), inputs.maybe(params.rivers)},
        params, context);
  }
};

}  // namespace weald::hydrology

template <>
struct weald::schema::Schema<weald::hydrology::WaterMeshParams> {
  using P = weald::hydrology::WaterMeshParams;
  static constexpr std::string_view kind = "water_mesh";
  static constexpr std::string_view summary = "Makes a mesh of the surface of lakes, rivers and the sea.";
  static constexpr auto own_fields = Fields{
      Field{&P::from, "from", "Heightmap of the ground, with the river beds carved.", "", {}, Presence::required},
      Field{&P::lakes, "lakes", "Part 'level' of lakes; unset: no lakes."},
      Field{&P::mask, "mask",
            "Part 'mask' of the same lakes, for ground that was carved after they were computed; unset: there is a "
            "lake wherever the level is above the ground."},
      Field{
          &P::rivers, "rivers",
          "Curves of rivers; unset: no rivers. A mesh with rivers is made for the whole map; tiles of a world get the "
          "faces that lie in them."},
      Field{&P::sea_level, "sea_level", "Height of the sea, which covers all ground below it; unset: no sea.", "m",
            Range{-1e5, 1e5}},
      Field{&P::width, "width", "Width of rivers whose curves have no widths.", "m", Range{0.01, 1e4}},
      Field{&P::freeboard, "freeboard",
            "Distance of the water surface of rivers below their curves; less than that "
            "of their beds.",
            "m", Range{0, 1e4}},
      Field{
          &P::standing, "standing",
          "Whether lakes and the sea are part of the mesh; false: only rivers, which then end at them, and for which a "
          "world of any size is read tile by tile."},
      Field{&P::spread, "spread",
            "Whether rivers are widened until their edges lie inside the banks; false: they have exactly the width of "
            "the curve."},
      Field{&P::sides, "sides", "Whether lakes and the sea have walls down to the ground at the border of the map."},
      Field{&P::apron, "apron",
            "For tiles: rows and columns along the border of the map that are not meshed, as in heightmap_mesh.",
            "samples", Range{0, 1024}},
      Field{&P::reach, "reach",
            "Distance beyond a river's width within which its banks are searched for; unset: three samples.", "m",
            Range{0, 1e4}},
      Field{&P::tolerance, "tolerance",
            "Largest distance between a river's curve and the straight segments of its ribbon.", "m", Range{1e-3, 1e3}},
      Field{&P::texture_size, "texture_size", "Side of one repeat of the texture; on rivers, its length.", "m",
            Range{1e-3, 1e6}},
      Field{&P::material, "material", "Name of the material.", "", Range{1, 200}},
      Field{&P::colour, "colour", "Colour of deep water, sRGB.", "", Range{0, 1}},
      Field{&P::shallow_colour, "shallow_colour", "Colour of water at the shore, sRGB.", "", Range{0, 1}},
      Field{&P::clarity, "clarity", "Depth at which most of the colour is the deep water colour.", "m",
            Range{1e-3, 1e5}},
      mesh::roughness_field(&P::roughness)};
  static constexpr auto fields = joined(own_fields, mesh::kFinishFields);
  /// Checks that there is a source of water, and no mask without lakes.
  static void check(const P& params, Checker& checker);
};
