#include "stages/land/maps/splat.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "stages/land/maps/detail/boundary_noise.h"

namespace weald::maps {

namespace {

constexpr int kSplatRows = 16;         // rows per task
constexpr double kPatchesAcross = 24;  // default: patches along the map's longer side

class SplatPainter {
 public:
  SplatPainter(const Heightmap& map, std::span<const Heightmap* const> maps, const SplatParams& params,
               const RunContext& context)
      : map_(map), maps_(maps), params_(params) {
    const GridSpec grid = map.whole_grid();
    const double side = std::max(grid.width, grid.height) * grid.cell_size;
    for (std::size_t i = 0; i < params.layers.size(); ++i) {
      const SplatLayer& layer = params.layers[i].second;
      const double patch = layer.patch.value_or(params.patch.value_or(side / kPatchesAcross));
      noise_.push_back(layer.noise > 0
                           ? std::optional<BoundaryNoise>(std::in_place, map, patch, sub_seed(context.seed, i))
                           : std::nullopt);
    }
  }

  void paint(int first, int end, SplatImages& images) const {
    std::vector<std::optional<Heightmap>> noise;
    for (const auto& layer : noise_)
      noise.push_back(layer ? std::optional(layer->rows(first, end - first)) : std::nullopt);
    const GridSpec grid = map_.grid();
    std::array<double, kMaxLayers> covers{}, weights{};
    const std::size_t count = params_.layers.size();
    for (int y = first; y < end; ++y) {
      for (int x = 0; x < grid.width; ++x) {
        const Ground ground = ground_at(view(map_), grid, x, y);
        std::size_t used_maps = 0;
        for (std::size_t i = 0; i < count; ++i) {
          const double shift = noise[i] ? params_.layers[i].second.noise * noise[i]->heights.at(x, y - first) : 0.0;
          covers[i] = cover(params_.layers[i].second, ground, shift, x, y, used_maps);
        }
        stack_layers(std::span(covers).first(count), std::span(weights).first(count));
        store(weights, x, y, images);
      }
    }
  }

 private:
  /// `shift` is the displacement of the values, in multiples of the fade.
  double cover(const SplatLayer& layer, const Ground& ground, double shift, int x, int y,
               std::size_t& used_maps) const {
    double result = ground_share(layer, ground, layer.amount, shift);
    for (const SplatMap& map : layer.maps)
      result *= band_share(map, maps_[used_maps++]->heights.at(x, y) + shift * map.fade);
    return result;
  }

  void store(const std::array<double, kMaxLayers>& weights, int x, int y, SplatImages& images) const {
    std::array<std::uint8_t, kMaxLayers> bytes{};
    const std::size_t count = params_.layers.size();
    round_weights(std::span(weights).first(count), std::span(bytes).first(count));
    images.first.pixels.at(x, y) = {bytes[0], bytes[1], bytes[2], bytes[3]};
    images.second.pixels.at(x, y) = {bytes[4], bytes[5], bytes[6], bytes[7]};
  }

  const Heightmap& map_;
  std::span<const Heightmap* const> maps_;
  const SplatParams& params_;
  std::vector<std::optional<BoundaryNoise>> noise_;
};

}  // namespace

void stack_layers(std::span<const double> covers, std::span<double> weights) {
  double left = 1;
  for (std::size_t i = covers.size(); i-- > 1;) {
    weights[i] = covers[i] * left;
    left -= weights[i];
  }
  weights[0] = left;
}

SplatImages make_splat(const Heightmap& map, std::span<const Heightmap* const> maps, const SplatParams& params,
                       const RunContext& context) {
  for (const Heightmap* other : maps) require_same_grid(map.grid(), other->grid(), "layers");
  const Grid<Rgba8> empty(map.width(), map.height(), Rgba8{0, 0, 0, 0});
  SplatImages images{{empty}, {empty}};
  const SplatPainter painter(map, maps, params, context);
  parallel_blocks(static_cast<std::size_t>(map.height()), kSplatRows, [&](std::size_t begin, std::size_t end) {
    context.check_stop();
    painter.paint(static_cast<int>(begin), static_cast<int>(end), images);
  });
  return images;
}

schema::WithParts<Image, Image> Splat::run(const Params& params, const schema::Inputs& inputs,
                                           const RunContext& context) {
  std::vector<const Heightmap*> maps;
  for (const auto& [name, layer] : params.layers) {
    for (const SplatMap& map : layer.maps) maps.push_back(&inputs[map.from]);
  }
  SplatImages images = make_splat(inputs[params.from], maps, params, context);
  schema::WithParts<Image, Image> result;
  result.main = std::move(images.first);
  result.parts.emplace_back("second", std::move(images.second));
  return result;
}

}  // namespace weald::maps

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
