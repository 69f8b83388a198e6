#pragma once
// The stage `albedo`: ground colours, blended by the weights of a splat; a texture for the land's mesh.

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "base/math/vec.h"
#include "base/run_context.h"
#include "data/artifact_names.h"
#include "data/cut_rule.h"
#include "data/estimates.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "schema/decode.h"
#include "stages/land/maps/detail/weights.h"

namespace weald::maps {

struct AlbedoParams {
  schema::Input<Image> from;
  schema::Input<Image> second{};
  std::vector<Vec3> colours;                 ///< sRGB, 0 to 1, of layers 1, 2 ...
  double variation = 0.15;                   ///< variation of the brightness, 0 to 1
  double patch = 0.04;                       ///< share of the picture's longer side
  std::optional<std::array<int, 2>> size{};  ///< pixels; unset: size of the splat
  schema::Input<Heightmap> shade{};
};

/// Colours of layers 1 to 8 blended by the weights (of 255) in the channels of `first` and `second` (null: none). The
/// brightness of each layer varies independently, in patches. If the size differs from the splat's, weights are
/// interpolated between four pixels, with the corner samples of the map at the outer corners of the picture, like the
/// texture coordinates of `heightmap_mesh`. `shade` (null: none) has a value per pixel of the splat. Errors: StageError
/// for images of different sizes, and for weight in a layer without a colour.
Image mix_layers(const Image& first, const Image* second, const Heightmap* shade, const AlbedoParams& params,
                 const RunContext& context);

/// Stage `albedo`: an opaque image.
struct Albedo {
  using Params = AlbedoParams;
  static double seconds_each(const Params&) { return 1e-7; }
  static Estimate estimate(const Params& params, const schema::Estimates& inputs);
  /// A picture of another size than the splat's is no window of the map.
  static CutRule cut_rule(const Params& params) { return {.is_allowed = !params.size, .reach = 0}; }
  static Image run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
    return mix_layers(inputs[params.from], inputs.maybe(params.second), inputs.maybe(params.shade), params, context);
  }
};

}  // namespace weald::maps

template <>
struct weald::schema::Schema<weald::maps::AlbedoParams> {
  using P = weald::maps::AlbedoParams;
  static constexpr std::string_view kind = "albedo";
  static constexpr std::string_view summary =
      "Ground texture: one colour per layer of a splat, blended by its weights, with patchy brightness.";
  static constexpr auto fields =
      Fields{Field{&P::from, "from", "Splat whose weights blend the first four colours.", "", {}, Presence::required},
             Field{&P::second, "second", "Part 'second' of the splat, for colours 5 to 8."},
             Field{&P::colours, "colours", "Colours of the layers in order, each [red, green, blue] in sRGB.", "",
                   Range{0, 1}, Presence::required},
             Field{&P::variation, "variation", "How much the brightness of each layer varies.", "", Range{0, 1}},
             Field{&P::patch, "patch",
                   "Size of the largest patches of the variation, as a share of the picture's longer "
                   "side.",
                   "", Range{1e-4, 10}},
             Field{&P::size, "size", "Size of the texture; unset: the size of the splat.", "px", Range{1, 16384}},
             Field{&P::shade, "shade",
                   "Heightmap of brightness, 0 to 1, with one sample per pixel of the splat; unset: none."}};
  /// Checks that the number of colours is at most the number of layers.
  static void check(const P& params, Checker& checker);
};
