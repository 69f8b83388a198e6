#pragma once
// The stage `splat`: weights of ground layers, by which engines blend terrain textures.
//
// Layers are listed from the ground up and cover each other like paint. So weights always sum to 1, and another layer
// on top does not move the others, as weights divided by their sum would.

#include <array>
#include <optional>
#include <span>

#include "base/run_context.h"
#include "data/cut_rule.h"
#include "data/heightmap.h"
#include "data/image.h"
#include "methods/raster/derivatives.h"
#include "schema/part.h"
#include "stages/land/maps/detail/splat_params.h"

namespace weald::maps {

/// Weights of layers from the share of the ground that each covers, from the ground up: later layers cover a part of
/// the earlier ones, and the first layer gets the rest. They sum to 1. Pre: as many weights as covers.
void stack_layers(std::span<const double> covers, std::span<double> weights);

/// The images of a splat: layers 1 to 4 and 5 to 8 in red, green, blue and alpha; channels without a layer are 0. The
/// eight channels of a pixel sum to 255.
struct SplatImages {
  Image first;
  Image second;
};

/// `maps` are the heightmaps that the layers name, layer by layer; each noise is seeded from `context.seed`. Errors:
/// StageError if one has another grid.
SplatImages make_splat(const Heightmap& map, std::span<const Heightmap* const> maps, const SplatParams& params,
                       const RunContext& context);

/// Stage `splat`.
struct Splat {
  using Params = SplatParams;
  static double seconds_each(const Params&) { return 1e-7; }
  static constexpr bool kNeedsOneGrid = true;
  static constexpr bool kKeepsSize = true;
  static constexpr std::array kParts{
      schema::part<Image>("second", "", "Weights of layers 5 to 8, in red, green, blue and alpha.")};
  static CutRule cut_rule(const Params&) { return {.is_allowed = true, .reach = kDerivativeRadius}; }
  static schema::WithParts<Image, Image> run(const Params& params, const schema::Inputs& inputs,
                                             const RunContext& context);
};

}  // namespace weald::maps
