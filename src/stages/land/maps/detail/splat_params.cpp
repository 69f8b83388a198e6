#include "stages/land/maps/detail/splat_params.h"

#include <string>

namespace {

using weald::maps::SplatBand;

void check_band(const SplatBand& band, weald::schema::Checker& checker) {
  if (!band.min && !band.max) checker.error("min", "give 'min' or 'max', or both");
  if (band.min && band.max && *band.max < *band.min) checker.error("max", "'max' is below 'min'");
}

}  // namespace

void weald::schema::Schema<weald::maps::SplatBand>::check(const P& params, Checker& checker) {
  check_band(params, checker);
}

void weald::schema::Schema<weald::maps::SplatMap>::check(const P& params, Checker& checker) {
  check_band(params, checker);
}

void weald::schema::Schema<weald::maps::SplatParams>::check(const P& params, Checker& checker) {
  const auto& layers = params.layers;
  if (layers.empty() || layers.size() > weald::maps::kMaxLayers) {
    return checker.error("layers", "a splat has 1 to " + std::to_string(weald::maps::kMaxLayers) + " layers, not " +
                                       std::to_string(layers.size()));
  }
  const auto& [name, ground] = layers.front();
  if (ground.height || ground.slope || ground.curvature || !ground.maps.empty() || ground.amount < 1) {
    checker.error("layers", "the first layer, '" + name + "', covers everything and cannot have conditions",
                  "put a layer without conditions before it");
  }
}
