#include "stages/images/image_channel.h"

#include <optional>

#include "stages/images/detail/canvas.h"

namespace weald::image {

Estimate ImageChannel::estimate(const Params& params, const schema::Estimates& inputs) {
  const std::optional<Vec2>& sides = inputs[params.from].sides;
  if (!sides) return {};
  return Estimate::of_heightmap({static_cast<int>(sides->x), static_cast<int>(sides->y), params.cell_size, {0, 0}});
}

Heightmap ImageChannel::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  const Image& image = inputs[params.from];
  Heightmap map({image.pixels.width(), image.pixels.height(), params.cell_size, {0, 0}});
  for_rows(map.height(), context, [&](int y) {
    for (int x = 0; x < map.width(); ++x) {
      const double value = channel_of(pixel_at(image, x, y), params.channel);
      map.heights.at(x, y) = static_cast<float>(params.output[0] * (1 - value) + params.output[1] * value);
    }
  });
  return map;
}

}  // namespace weald::image
