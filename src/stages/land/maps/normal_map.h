#pragma once
// The stage `normal_map`: the normals of a heightmap as a picture, in the encoding of game engines.

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/cut_rule.h"
#include "data/estimates.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "methods/raster/derivatives.h"
#include "schema/decode.h"
#include "schema/depth.h"

namespace weald::maps {

/// Direction of the green channel.
enum class GreenAxis {
  opengl,   ///< up in the picture, to the north: Unity, Blender, Godot
  directx,  ///< down in the picture, to the south: Unreal
};

/// The continuation of the map beyond its edges.
enum class MapEdges {
  open,    ///< extrapolated with its curvature
  repeat,  ///< the map repeated
};

struct NormalMapParams {
  schema::Input<Heightmap> from;
  GreenAxis green = GreenAxis::opengl;
  double strength = 1;  ///< factor of the heights
  MapEdges wrap = MapEdges::open;
  schema::Depth depth = schema::Depth::bits8;
};

/// The components of a normal as colours from 0 (-1) to 1: red is east, green is north or south according to `green`,
/// blue is up.
Vec3 normal_colour(const NormalMapParams& params, const Derivatives& at);

/// Derivatives at sample (x, y) of a map that repeats in all directions. Pre: inside the map.
Derivatives repeated_derivatives_at(const Heightmap& map, int x, int y);

/// Stage `normal_map`: an opaque image with a pixel per sample, north on top. 0 is level 128 of 8 bits, 32768 of 16.
struct NormalMap {
  using Params = NormalMapParams;
  static double seconds_each(const Params&) { return 2e-8; }
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  static CutRule cut_rule(const Params& params) {
    return {.is_allowed = params.wrap == MapEdges::open, .reach = kDerivativeRadius, .given_by = "'wrap: open'"};
  }
  static Image run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::maps

template <>
struct weald::schema::EnumNames<weald::maps::GreenAxis> {
  static constexpr auto names = names_in_order<weald::maps::GreenAxis>("opengl", "directx");
};

template <>
struct weald::schema::EnumNames<weald::maps::MapEdges> {
  static constexpr auto names = names_in_order<weald::maps::MapEdges>("open", "repeat");
};

template <>
struct weald::schema::Schema<weald::maps::NormalMapParams> {
  using P = weald::maps::NormalMapParams;
  static constexpr std::string_view kind = "normal_map";
  static constexpr std::string_view summary = "Normal map of a heightmap: red east, green north or south, blue up.";
  static constexpr auto fields = Fields{
      Field{&P::from, "from", "Heightmap whose normals are computed.", "", {}, Presence::required},
      Field{&P::green, "green",
            "Direction of green: opengl towards the top of the picture (Unity, Blender, Godot), directx towards its "
            "bottom (Unreal)."},
      Field{&P::strength, "strength", "Factor applied to the heights before the normals are computed.", "",
            Range{1e-3, 1e3}},
      Field{&P::wrap, "wrap",
            "How the ground continues beyond the edges: open, extrapolated with its curvature; repeat, with the map "
            "itself, for textures that tile."},
      Field{&P::depth, "depth", "Bits per channel, 8 or 16: with 8, gentle slopes show banding."}};
};
