#pragma once
// The stage `heightmap_lods`: turns a heightmap into a chain of adaptive meshes, each coarser than the previous one.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "data/cut_rule.h"
#include "schema/part.h"
#include "stages/land/meshing/heightmap_mesh.h"

namespace weald::terrain {

struct HeightmapLodsParams : mesh::FinishParams {
  schema::Input<Heightmap> from;
  double max_error = 1;  ///< metres
  double factor = 4;
  std::optional<double> edge_error{};    ///< metres
  int apron = 0;                         ///< samples
  std::optional<double> texture_size{};  ///< metres
  double skirt = 0;                      ///< metres
  std::string material = "ground";
  Vec3 colour{0.45, 0.42, 0.33};  ///< sRGB
  std::optional<TintParams> tint{};
  std::optional<double> roughness{};
};

/// Levels of the chain.
inline constexpr int kLods = 4;

/// The meshes, the finest first. Level n has the error bound max_error * factor^n, and all vertices of level n + 1, at
/// its own heights.
std::vector<mesh::Mesh> mesh_lods(const Heightmap& map, const HeightmapLodsParams& params, std::uint64_t seed = 0);

/// Stage `heightmap_lods`: level 0 and, as parts, three more.
struct HeightmapLods {
  using Params = HeightmapLodsParams;
  static double seconds_each(const Params&) { return 2e-6; }
  using Result = schema::WithParts<mesh::Mesh, mesh::Mesh>;
  static constexpr std::array kParts{
      schema::part<mesh::Mesh>("lod1", "", "The mesh whose error bound is 'factor' times 'max_error'."),
      schema::part<mesh::Mesh>("lod2", "", "The mesh whose error bound is larger by 'factor' again."),
      schema::part<mesh::Mesh>("lod3", "", "The coarsest mesh, with an error bound larger by 'factor' once more.")};
  static CutRule cut_rule(const Params& params) {
    return {.is_allowed = !params.tint || can_cut_tint(*params.tint), .given_by = kTintCutBy};
  }
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static Result run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::terrain

template <>
struct weald::schema::Schema<weald::terrain::HeightmapLodsParams> {
  using P = weald::terrain::HeightmapLodsParams;
  static constexpr std::string_view kind = "heightmap_lods";
  static constexpr std::string_view summary =
      "Turns a heightmap into adaptive meshes for four levels of detail: the finest, and three coarser ones, each "
      "with a subset of the vertices of the next finer one.";
  static constexpr auto own_fields = Fields{
      Field{&P::from, "from", "Heightmap to mesh.", "", {}, Presence::required},
      Field{&P::max_error, "max_error", "Largest vertical distance between a sample and the finest mesh.", "m",
            Range{1e-6, 1e6}},
      Field{&P::factor, "factor", "Ratio between the error bounds of successive levels.", "", Range{1, 64}},
      Field{&P::edge_error, "edge_error",
            "For tiles: error bound along the border. Border vertices then depend on the samples of the border "
            "alone, and all levels of neighbouring tiles with the same value meet without gaps. Unset: each mesh "
            "chooses its border freely.",
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
      Field{&P::material, "material", "Name of the material.", "", Range{1, 200}},
      Field{&P::colour, "colour", "Colour of the material, sRGB; not with 'tint'.", "", Range{0, 1}},
      Field{&P::tint, "tint",
            "Vertex colours by height and slope, which many programs do not read (the stage 'tint' makes a texture "
            "of them); unset: the colour of the material alone."},
      mesh::roughness_field(&P::roughness)};
  static constexpr auto fields = joined(own_fields, mesh::kFinishFields);
  /// Checks that a colour or a tint is given, and that the border is at least as accurate as the mesh.
  static void check(const P& params, Checker& checker) {
    if (params.edge_error && *params.edge_error > params.max_error)
      checker.error("edge_error", "'edge_error' must not be larger than 'max_error'");
    if (params.tint && checker.given("colour"))
      checker.error("colour", "'colour' and 'tint' exclude each other", "remove one of the two");
  }
};
