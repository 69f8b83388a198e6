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

/// Range of limits on triangles.
inline constexpr schema::Range kBudgetRange{1, 1e8};

/// Content of vertex colours. `wind` means wind data without colours; an OBJ then contains the wind data as colours.
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
  static constexpr auto names = names_in_order<plant::VertexColours>("shade", "wind", "none");
};

template <>
struct Schema<plant::PlantMeshParams> {
  using P = plant::PlantMeshParams;
  static constexpr std::string_view kind = "plant_mesh";
  static constexpr std::string_view summary = "Covers a skeleton with bark, as closed tapered tubes, and with leaves.";
  /// The fields of all stages that cover skeletons.
  static constexpr auto common_fields = Fields{
      Field{&P::from, "from", "Skeleton to cover.", "", {}, Presence::required},
      Field{&P::radius, "radius", "Thickness of the wood."},
      Field{&P::stem, "stem", "Shape of the tubes that branches become."},
      Field{&P::flare, "flare", "Widening of trunks towards the ground."},
      Field{&P::bark, "bark", "Colours and texture scale of the bark."},
      Field{&P::leaves, "leaves", "Placement and appearance of the leaves."},
      Field{&P::surfaces, "surfaces",
            "Meshes for the turtle's organs, by name: p for ~p. Their y axis lies along the organ, and z points up. A "
            "length of 1 m becomes the organ's size times 'leaves.organ_scale'. Organs without a mesh become leaves."},
      Field{&P::palette, "palette",
            "Colours of the turtle's colour indices, sRGB, for wood, polygons and organs without a surface; the last "
            "colour also applies to all higher indices; unset: the colours of bark and leaves.",
            "", Range{0, 1}},
      Field{&P::colour_steps, "colour_steps",
            "Number of indices from one colour of the palette to the next, with blended colours between.", "",
            Range{1, 65535}},
      Field{&P::shade, "shade", "How far vertex colours are darkened where the crown hides the sky; 0: not at all.", "",
            Range{0, 1}},
      Field{
          &P::vertex_colours, "vertex_colours",
          "Content of the vertex colours: shade (streaks, colour variation and the crown's shadow), none, or wind: "
          "no colours but the data of 'wind', which an OBJ then has as colours (red bend, green phase, blue flutter)."},
      Field{&P::wind, "wind",
            "Whether vertices also carry data for wind shaders: bend, phase of the branch, flutter of leaves, bend "
            "of the branch. They are written to glTF and PLY files; pictures do not show them."}};
  static constexpr auto fields = joined(
      common_fields,
      Fields{
          Field{&P::triangles, "triangles",
                "Most triangles: tubes become coarser, the thinnest twigs are dropped with their leaves, and leaves "
                "become fewer, larger and simpler. If 'silhouette' needs more triangles, there are more, with a "
                "warning; unset: no limit.",
                "", plant::kBudgetRange},
          Field{&P::silhouette, "silhouette",
                "How far a limit on triangles may move the silhouette, seen from any side, as a share of the longest "
                "side of the plant's box: every point of a reduced surface is at most this far from the full one, and "
                "vice versa. If necessary, twigs and leaves are kept, and leaves are not enlarged.",
                "", Range{0.005, 1}},
          Field{&P::bark_silhouette, "bark_silhouette",
                "How far a limit on triangles may move the centre line of the thickest wood, as a share of the "
                "longest side of the plant's box: its tubes get the rings that this requires. Thinner wood may move "
                "farther, four times as far with half the radius.",
                "", Range{0.0005, 1}}});
  /// Checks the length of palettes and the range of their colours.
  static void check(const P& p, Checker& checker) {
    if (p.palette.size() > 4096) checker.error("palette", "'palette' has more than 4096 colours");
  }
};

}  // namespace weald::schema
