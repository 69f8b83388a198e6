#include "stages/land/maps/normal_map.h"

#include <cmath>

#include "base/parallel.h"

namespace weald::maps {

namespace {

Rgba16 fine_pixel(const Vec3& colour) {
  const auto word = [](double v) { return static_cast<std::uint16_t>(static_cast<int>(v * 65535 + 0.5)); };
  return {word(colour.r), word(colour.g), word(colour.b), 65535};
}

}  // namespace

Vec3 normal_colour(const NormalMapParams& params, const Derivatives& at) {
  const double east = at.x * params.strength, south = at.z * params.strength;
  const double up = 1 / std::sqrt(1 + east * east + south * south);
  const double green = params.green == GreenAxis::opengl ? south * up : -south * up;
  return Vec3{-east * up, green, up} * 0.5 + 0.5;
}

Derivatives repeated_derivatives_at(const Heightmap& map, int x, int y) {
  const auto column = [&](int i) { return (i + map.width()) % map.width(); };
  const auto row = [&](int i) { return (i + map.height()) % map.height(); };
  const auto at = [&](int i, int j) { return double{map.heights.at(column(x + i), row(y + j))}; };
  return derivatives_of(
      {at(-1, -1), at(0, -1), at(1, -1), at(-1, 0), at(0, 0), at(1, 0), at(-1, 1), at(0, 1), at(1, 1)}, map.cell_size);
}

Estimate NormalMap::estimate(const Params& params, const schema::Estimates& inputs) {
  return Estimate::of_image_like(inputs[params.from], params.depth == schema::Depth::bits16 ? 16 : 8);
}

Image NormalMap::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  const Heightmap& map = inputs[params.from];
  const GridSpec grid = map.grid();
  Image image{Grid<Rgba8>(map.width(), map.height()), {}};
  if (params.depth == schema::Depth::bits16) image.fine = Grid<Rgba16>(map.width(), map.height());
  const auto colour_at = [&](int x, int y) {
    const bool is_inside = x > 0 && y > 0 && x + 1 < map.width() && y + 1 < map.height();
    return normal_colour(params, params.wrap == MapEdges::open || is_inside ? derivatives_at(view(map), grid, x, y)
                                                                            : repeated_derivatives_at(map, x, y));
  };
  parallel_blocks(static_cast<std::size_t>(map.height()), 16, [&](std::size_t begin, std::size_t end) {
    context.check_stop();
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      for (int x = 0; x < map.width(); ++x) {
        const Vec3 colour = colour_at(x, y);
        if (image.fine.empty())
          image.pixels.at(x, y) = to_rgba8(colour);
        else
          image.pixels.at(x, y) = rounded_to_8(image.fine.at(x, y) = fine_pixel(colour));
      }
    }
  });
  return image;
}

}  // namespace weald::maps
