#pragma once
// Parameters of plant_mesh. Lengths in metres, angles in degrees, colours sRGB from 0 to 1.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "data/skeleton.h"
#include "schema/decode.h"
#include "schema/field.h"
#include "stages/plants/skin/detail/leaf_params.h"
#include "stages/plants/skin/detail/stem_params.h"

namespace weald::plant {

/// Most vertices of one plant: bounds memory to about 1.5 GB with the half-edge mesh.
inline constexpr std::size_t kMaxVertices = 8'000'000;

/// Numbers of triangles that may be asked for.
inline constexpr schema::Range kBudgetRange{1, 1e8};

/// What vertex colours hold; `wind` stands for none and the wind data, which an OBJ then writes as colours.
enum class VertexColours { shade, wind, none };

struct PlantMeshParams {
  schema::Input<lsystem::Skeleton> from;
  RadiusParams radius;
  StemParams stem;
  FlareParams flare;
  BarkParams bark;
  LeafParams leaves;
  schema::Named<schema::Input<mesh::Mesh>> surfaces;
  std::vector<Vec3> palette;
  int colour_steps = 1;
  double shade = 0.5;
  VertexColours vertex_colours = VertexColours::shade;
  bool wind = false;
  std::optional<int> triangles;
  double silhouette = 0.04;
  double bark_silhouette = 0.006;
};

/// Whether vertices get wind data.
inline bool has_wind(const PlantMeshParams& params) {
  return params.wind || params.vertex_colours == VertexColours::wind;
}

}  // namespace weald::plant

namespace weald::schema {

template <>
struct EnumNames<plant::VertexColours> {
  static constexpr std::array names{std::pair{std::string_view{"shade"}, plant::VertexColours::shade},
                                    std::pair{std::string_view{"wind"}, plant::VertexColours::wind},
                                    std::pair{std::string_view{"none"}, plant::VertexColours::none}};
};

template <>
struct Schema<plant::PlantMeshParams> {
  using P = plant::PlantMeshParams;
  static constexpr std::string_view kind = "plant_mesh";
  static constexpr std::string_view summary = "Covers a skeleton with bark, as closed tapered tubes, and with leaves.";
  /// The fields of all stages that cover skeletons.
  static constexpr auto common_fields = Fields{
      Field{&P::from, "from", "Skeleton to cover.", "", {}, Presence::required},
      Field{&P::radius, "radius", "How thick the wood is."},
      Field{&P::stem, "stem", "How branches become tubes."},
      Field{&P::flare, "flare", "Widening of trunks towards the ground."},
      Field{&P::bark, "bark", "Colours and texture scale of the bark."},
      Field{&P::leaves, "leaves", "Where leaves grow and what they look like."},
      Field{&P::surfaces, "surfaces",
            "Meshes for the turtle's organs, by name: p for ~p; y along the organ, z up, 1 m becomes the organ's "
            "size times 'leaves.organ_scale'; organs without one become leaves."},
      Field{
          &P::palette, "palette",
          "Colours of the turtle's colour indices, sRGB, for wood, polygons and organs without a surface; the last one "
          "holds for all further indices; unset: the colours of bark and leaves.",
          "", Range{0, 1}},
      Field{&P::colour_steps, "colour_steps",
            "Indices from one colour of the palette to the next, with mixed colours between.", "", Range{1, 65535}},
      Field{&P::shade, "shade", "How far vertex colours are darkened where the crown hides the sky; 0: not at all.", "",
            Range{0, 1}},
      Field{&P::vertex_colours, "vertex_colours",
            "What the colours of vertices hold: shade (streaks, spread of colours and the crown's shadow), none, or "
            "wind: as none, with 'wind', which an OBJ then writes as colours (red bend, green phase, blue flutter)."},
      Field{&P::wind, "wind",
            "Whether vertices have data for shaders that sway the plant, beside their colours: bend, phase of the "
            "branch, flutter of leaves, bend of the branch. glTF and PLY files hold them; pictures do not show them."}};
  static constexpr auto fields = joined(
      common_fields,
      Fields{
          Field{&P::triangles, "triangles",
                "Most triangles: tubes become coarser, the least twigs go with their leaves, and leaves become fewer, "
                "larger and plainer. There are more, with a warning, where 'silhouette' takes them; unset: as many as "
                "there are.",
                "", plant::kBudgetRange},
          Field{
              &P::silhouette, "silhouette",
              "Most that a number of triangles may move the silhouette, from whatever side it is seen, as a share of "
              "the longest side of the plant's box: no point of a lighter surface is farther from that of all "
              "triangles, or the other way round. Twigs and leaves stay, and leaves do not grow, where that takes it.",
              "", Range{0.005, 1}},
          Field{&P::bark_silhouette, "bark_silhouette",
                "Most that a number of triangles may move the line of the thickest wood, as a share of the longest "
                "side of "
                "the plant's box: its tubes get the rings that takes. That of thinner wood may move by more, "
                "four times as far with half the radius.",
                "", Range{0.0005, 1}}});
  /// Palettes of a bounded length, with colours in range.
  static void check(const P& p, Checker& checker) {
    if (p.palette.size() > 4096) checker.error("palette", "'palette' has more than 4096 colours");
  }
};

}  // namespace weald::schema
