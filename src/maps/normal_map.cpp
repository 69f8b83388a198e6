#include "maps/normal_map.h"

#include <cmath>

#include "core/parallel.h"

namespace weald::maps {

Rgba8 normal_pixel(const NormalMapParams& params, const Derivatives& at) {
  const double east = at.x * params.strength, south = at.z * params.strength;
  const double up = 1 / std::sqrt(1 + east * east + south * south);
  const double green = params.green == GreenAxis::opengl ? south * up : -south * up;
  return to_rgba8(Vec3{-east * up, green, up} * 0.5 + 0.5);
}

Image NormalMap::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  const Heightmap& map = inputs[params.from];
  const GridSpec grid = map.grid();
  Image image{Grid<Rgba8>(map.width(), map.height())};
  parallel_blocks(static_cast<std::size_t>(map.height()), 16, [&](std::size_t begin, std::size_t end) {
    context.check_stop();
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      for (int x = 0; x < map.width(); ++x)
        image.pixels.at(x, y) = normal_pixel(params, derivatives_at(view(map), grid, x, y));
    }
  });
  return image;
}

}  // namespace weald::maps
