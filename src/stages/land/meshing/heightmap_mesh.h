#pragma once
// The stage `heightmap_mesh`: turns a heightmap into a regular mesh, or an adaptive one within an error bound.
//
// A cell becomes two triangles along the diagonal whose ends are closer in height, which follows crests and channels.
// Quads are not the default: four samples seldom lie in a plane, so their shape would depend on the program that reads
// them. With `edge_error` the border depends on its own samples alone, so that tiles meet.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/cut_rule.h"
#include "data/estimates.h"
#include "data/finish_params.h"
#include "data/heightmap.h"
#include "data/mesh.h"
#include "schema/decode.h"
#include "stages/land/meshing/detail/tint.h"

namespace weald::terrain {

/// The faces of each cell of the grid.
enum class CellFaces {
  quads,        ///< one face per cell, in general not flat
  alternating,  ///< two triangles, with alternating diagonals
  shortest,     ///< two triangles along the diagonal with the smaller height difference; alternating if equal
};

struct HeightmapMeshParams : mesh::FinishParams {
  schema::Input<Heightmap> from;
  CellFaces faces = CellFaces::shortest;
  int step = 1;                          ///< samples
  std::optional<double> max_error{};     ///< metres
  std::optional<double> edge_error{};    ///< metres
  int apron = 0;                         ///< samples
  std::optional<double> texture_size{};  ///< metres
  double skirt = 0;                      ///< metres
  std::optional<double> base{};          ///< metres
  std::string material = "ground";
  Vec3 colour{0.45, 0.42, 0.33};  ///< sRGB
  std::optional<TintParams> tint{};
  std::optional<double> roughness{};
};

/// Largest number of faces of a mesh, which needs about 2 GB while it is built.
inline constexpr std::size_t kMaxFaces = 20'000'000;

/// The surface through the samples. Every `step`-th column and row and the last ones are used. For w columns and h
/// rows, the mesh has w h vertices, (w-1)(h-1) quads or 2 (w-1)(h-1) triangles, and w (h-1) + h (w-1) edges along rows
/// and columns. Faces are counter-clockwise seen from above. Normals come from central differences, one-sided at the
/// borders. UVs span the map once (v is 1 at the north edge) or, with `texture_size`, count repeats of the texture from
/// the south-west corner. An `apron` of samples around the mesh is used for normals and colours only. A `skirt` adds
/// walls of that height below the border. A base closes the mesh to a solid, whose flat bottom lies `base` below the
/// lowest sample and consists of triangles around its middle. Skirt and base have a group of their own. With `tint`,
/// vertices have colours by their height and slope; walls have the colour of steep land from one step of the grid (at
/// most half the wall's height) below the border, where they have another row of vertices. Renderers multiply these
/// colours with the material's colour, which is then the brightest in each channel. `seed` seeds the variation of the
/// tint. With `max_error` the triangles are those of triangulate_levels, or with `edge_error` those of
/// triangulate_tile_levels. Their normals are means of the slope over the samples around a vertex, within 0.7 of the
/// mean length of its edges, and their colours are means over the same samples. A coarse mesh therefore looks like the
/// land that it approximates, not like the single samples at its vertices. On a border with `edge_error` normals and
/// colours are those of the adjacent samples, as in a regular mesh. Throws StageError if there would be more than
/// kMaxFaces faces, or a height is not finite.
mesh::Mesh mesh_heightmap(const Heightmap& map, const HeightmapMeshParams& params, std::uint64_t seed = 0);

/// The adaptive meshes for each of `max_errors`, which must not decrease: like mesh_heightmap, but every mesh has all
/// vertices of the next one, at its own heights (see triangulate_levels). Pre: as for the stage; `params.max_error` is
/// not used.
std::vector<mesh::Mesh> mesh_heightmap_levels(const Heightmap& map, const HeightmapMeshParams& params,
                                              const std::vector<double>& max_errors, std::uint64_t seed = 0);

/// Stage `heightmap_mesh`.
struct HeightmapMesh {
  using Params = HeightmapMeshParams;
  static double seconds_each(const Params&) { return 1.5e-7; }
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static CutRule cut_rule(const Params& params) {
    return {.is_allowed = !params.tint || can_cut_tint(*params.tint), .given_by = kTintCutBy};
  }
  static mesh::Mesh run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
    return mesh_heightmap(inputs[params.from], params, context.seed);
  }
};

}  // namespace weald::terrain

template <>
struct weald::schema::EnumNames<weald::terrain::CellFaces> {
  static constexpr auto names = names_in_order<weald::terrain::CellFaces>("quads", "alternating", "shortest");
};

template <>
struct weald::schema::Schema<weald::terrain::HeightmapMeshParams> {
  using P = weald::terrain::HeightmapMeshParams;
  static constexpr std::string_view kind = "heightmap_mesh";
  static constexpr std::string_view summary =
      "Turns a heightmap into a mesh with normals and UVs: regular, with a vertex per sample, or adaptive, with a "
      "bounded error.";
  static constexpr auto own_fields = Fields{
      Field{&P::from, "from", "Heightmap to mesh.", "", {}, Presence::required},
      Field{&P::faces, "faces",
            "Faces of the regular mesh: quads, or triangles whose diagonals alternate or join "
            "the samples closer in height."},
      Field{&P::step, "step", "Samples from one vertex to the next; the last row and column are always used.", "",
            Range{1, 1024}},
      Field{
          &P::max_error, "max_error",
          "Largest vertical distance between a sample and an adaptive mesh, which has few triangles; unset: a regular "
          "mesh.",
          "m", Range{1e-6, 1e6}},
      Field{&P::edge_error, "edge_error",
            "For tiles: error bound along the border. Border vertices then depend on the samples of the border "
            "alone, and neighbouring tiles with the same value meet without gaps. Unset: the mesh chooses its "
            "border freely.",
            "m", Range{0, 1e6}},
      Field{&P::apron, "apron",
            "For tiles: rows and columns along the border of the map that are not meshed, but used for normals and "
            "colours, so that shading continues into the next tile without a seam.",
            "samples", Range{0, 1024}},
      Field{&P::texture_size, "texture_size", "Side of one repeat of the texture; unset: one repeat covers the map.",
            "m", Range{1e-3, 1e6}},
      Field{&P::skirt, "skirt",
            "Height of the skirt, walls that hang from the border to hide gaps between neighbouring tiles; 0: none.",
            "m", Range{0, 1e6}},
      Field{&P::base, "base",
            "Depth of a flat base below the lowest sample, which makes the mesh a closed solid; unset: none.", "m",
            Range{1e-3, 1e6}},
      Field{&P::material, "material", "Name of the material.", "", Range{1, 200}},
      Field{&P::colour, "colour", "Colour of the material, sRGB; not with 'tint'.", "", Range{0, 1}},
      Field{&P::tint, "tint",
            "Vertex colours by height and slope, which many programs do not read (the stage 'tint' makes a texture "
            "of them); unset: the colour of the material alone."},
      mesh::roughness_field(&P::roughness)};
  static constexpr auto fields = joined(own_fields, mesh::kFinishFields);
  /// Checks the combinations: a skirt or a base, a colour or a tint, a regular mesh or an adaptive one.
  static void check(const P& params, Checker& checker) {
    for (const char* key : {"step", "faces"}) {
      if (params.max_error && checker.given(key))
        checker.error(key, std::string("'") + key + "' applies to the regular mesh, 'max_error' to the adaptive one",
                      "remove one of the two");
    }
    if (params.edge_error && !params.max_error)
      checker.error("edge_error", "'edge_error' applies to the adaptive mesh only", "add 'max_error'");
    if (params.edge_error && params.max_error && *params.edge_error > *params.max_error)
      checker.error("edge_error", "'edge_error' must not be larger than 'max_error'");
    if (params.base && params.skirt > 0)
      checker.error("skirt", "a mesh with a base cannot have a skirt", "remove one of the two");
    if (params.tint && checker.given("colour"))
      checker.error("colour", "'colour' and 'tint' exclude each other", "remove one of the two");
  }
};
