#include "stages/land/maps/detail/splat_params.h"

#include <string>

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
