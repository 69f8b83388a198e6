#pragma once
// The stage `normal_map`: the normals of a heightmap as a picture, as game engines read it.

#include <array>
#include <optional>
#include <utility>

#include "core/heightmap.h"
#include "core/image.h"
#include "core/run_context.h"
#include "maps/derivatives.h"
#include "schema/artifact_names.h"
#include "schema/decode.h"

namespace weald::maps {

/// Which way the green channel grows.
enum class GreenAxis {
  opengl,   ///< up in the picture, to the north: Unity, Blender, Godot
  directx,  ///< down in the picture, to the south: Unreal
};

struct NormalMapParams {
  schema::Input<Heightmap> from;
  GreenAxis green = GreenAxis::opengl;
  double strength = 1;  ///< factor of the heights
};

/// The pixel of a normal: red is east, green as `green` says, blue is up, each from -1 (0) to 1 (255); 0 is 128.
Rgba8 normal_pixel(const NormalMapParams& params, const Derivatives& at);

/// Stage `normal_map`: an opaque image with a pixel per sample, north on top.
struct NormalMap {
  using Params = NormalMapParams;
  static constexpr bool kKeepsSize = true;
  static std::optional<int> reach(const Params&) { return 1; }
  static Image run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::maps

template <>
struct weald::schema::EnumNames<weald::maps::GreenAxis> {
  using Axis = weald::maps::GreenAxis;
  static constexpr std::array names{std::pair{std::string_view{"opengl"}, Axis::opengl},
                                    std::pair{std::string_view{"directx"}, Axis::directx}};
};

template <>
struct weald::schema::Schema<weald::maps::NormalMapParams> {
  using P = weald::maps::NormalMapParams;
  static constexpr std::string_view kind = "normal_map";
  static constexpr std::string_view summary =
      "Normals of a heightmap as the colours of a picture: red east, green north or south, blue up.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Heightmap whose normals are drawn.", "", {}, Presence::required},
      Field{&P::green, "green",
            "Which way green grows: opengl to the top of the picture (Unity, Blender, Godot), directx to its bottom "
            "(Unreal)."},
      Field{&P::strength, "strength", "Factor of the heights before the normals are taken.", "", Range{1e-3, 1e3}}};
};
