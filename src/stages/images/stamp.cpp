#include "stages/images/stamp.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/error.h"
#include "stages/images/detail/canvas.h"
#include "stages/images/detail/stamp_copies.h"
#include "stages/images/detail/tile_relief.h"

namespace weald::image {
namespace {

constexpr double kMostWork = 17179869184.0;  // pixels of all copies

/// Pixels of the tile along the longest copies.
double longest_copy(const StampParams& params) { return params.length * params.size[0] / params.width; }

/// Pixels of the square around a turned copy whose picture is `aspect` times as wide as high.
double pixels_around(double length, double aspect) { return length * length * (1 + aspect * aspect); }

void require_same_size(const Image& image, int width, int height, std::string_view key, std::string_view other) {
  if (image.pixels.width() == width && image.pixels.height() == height) return;
  throw StageError(fmt::format("'{}' has a picture of {} x {} pixels, but {} has {} x {}", key, image.pixels.width(),
                               image.pixels.height(), other, width, height),
                   std::string(key));
}

void require_fit(const StampPictures& pictures, const StampParams& params) {
  for (std::size_t i = 0; i < pictures.normals.size(); ++i) {
    const Grid<Rgba8>& stamp = pictures.stamps[i]->pixels;
    require_same_size(*pictures.normals[i], stamp.width(), stamp.height(), "normals", "its picture in 'from'");
  }
  if (pictures.over != nullptr) require_same_size(*pictures.over, params.size[0], params.size[1], "over", "the tile");
  if (params.count == 0) return;
  double widest = 0;
  for (const Image* stamp : pictures.stamps)
    widest = std::max(widest, static_cast<double>(stamp->pixels.width()) / stamp->pixels.height());
  const double length = longest_copy(params);
  if (length * length * widest > static_cast<double>(params.size[0]) * params.size[1])
    throw StageError(fmt::format("a copy of {:.0f} x {:.0f} pixels is larger than the tile: lower 'length'",
                                 length * widest, length),
                     "length");
  if (params.count * pixels_around(length, widest) > kMostWork)
    throw StageError("the copies have more than 17 thousand million pixels together: lower 'count' or 'length'",
                     "length");
}

/// The copies' colours over the ground. Without any, pixels without copies have their mean colour, so that mip levels
/// have no fringe.
Image finished(const Grid<Vec4f>& colours, const Image* over, const Grid<float>& light, double shade,
               const RunContext& context) {
  Canvas canvas(colours.width(), colours.height(), 8);
  Vec4 sum{0};
  for (const Vec4f& colour : colours.values()) sum += Vec4{colour};
  const Vec3 mean = sum.a > 0 ? Vec3{sum} / sum.a : Vec3{0};
  for_rows(canvas.height(), context, [&](int y) {
    for (int x = 0; x < canvas.width(); ++x) {
      const Vec4 top{colours.at(x, y)};
      const double dark = 1 - shade * (1 - static_cast<double>(light.at(x, y)));
      if (over != nullptr) {
        canvas.set(x, y, Vec4{(Vec3{top} + (1 - top.a) * Vec3{pixel_at(*over, x, y)}) * dark, 1});
      } else {
        canvas.set(x, y, Vec4{(top.a > 0 ? Vec3{top} / top.a : mean) * dark, top.a});
      }
    }
  });
  return canvas.take();
}

}  // namespace

StampTile stamped(const StampPictures& pictures, const StampParams& params, const RunContext& context) {
  WEALD_CHECK(!pictures.stamps.empty());
  WEALD_CHECK(pictures.normals.empty() || pictures.normals.size() == pictures.stamps.size());
  require_fit(pictures, params);
  std::vector<StampPicture> stamps;
  stamps.reserve(pictures.stamps.size());
  for (std::size_t i = 0; i < pictures.stamps.size(); ++i)
    stamps.emplace_back(*pictures.stamps[i], pictures.normals.empty() ? nullptr : pictures.normals[i]);
  StampLayers layers(params);
  const std::vector<StampCopy> copies = stamp_copies(params, stamps.size(), context);
  for (std::size_t i = 0; i < copies.size(); ++i) {
    context.check_stop();
    layers.lay(copies[i], stamps[copies[i].picture]);
  }
  const double cell = params.width / params.size[0];
  StampTile tile;
  tile.heights = Heightmap({params.size[0], params.size[1], cell, {0, 0}});
  tile.heights.heights = layers.heights();
  tile.occlusion = tile.heights;
  tile.occlusion.heights = tile_occlusion(layers.heights(), cell, 0.5 * params.length, context);
  tile.normals = tile_normals(layers.heights(), layers.slopes(), cell, context);
  tile.colours = finished(layers.colours(), pictures.over, tile.occlusion.heights, params.shade, context);
  return tile;
}

Estimate Stamp::estimate(const Params& params, const schema::Estimates& inputs) {
  constexpr double kLayers = 28, kTouched = 168, kPyramid = 32;       // bytes per pixel
  constexpr double kSecondsPerPixel = 1.5e-6, kSecondsOfCopy = 6e-8;  // for each pixel
  Estimate result = Estimate::of_image(params.size[0], params.size[1]);
  const double cell = params.width / params.size[0];
  const Estimate map = Estimate::of_heightmap({params.size[0], params.size[1], cell, {0, 0}});
  result.parts.emplace_back(kParts[0].name, Estimate::of_image(params.size[0], params.size[1]));
  result.parts.emplace_back(kParts[1].name, map);
  result.parts.emplace_back(kParts[2].name, map);
  Amount pyramids = Amount::exactly(0);
  double widest = 0;
  for (const auto& one : params.from) {
    pyramids = pyramids + inputs[one].pixels * kPyramid;
    if (const auto& sides = inputs[one].sides) widest = std::max(widest, sides->x / sides->y);
  }
  result.scratch = result.pixels * kLayers + Amount::up_to(result.pixels * kTouched) + pyramids;
  result.seconds =
      result.pixels.roughly_times(kSecondsPerPixel) +
      Amount::exactly(params.count * pixels_around(longest_copy(params), widest)).roughly_times(kSecondsOfCopy);
  result.cause = "size";
  return result;
}

schema::WithParts<Image, Image, Heightmap> Stamp::run(const Params& params, const schema::Inputs& inputs,
                                                      const RunContext& context) {
  StampPictures pictures;
  for (const auto& one : params.from) pictures.stamps.push_back(&inputs[one]);
  for (const auto& one : params.normals) pictures.normals.push_back(&inputs[one]);
  pictures.over = inputs.maybe(params.over);
  StampTile tile = stamped(pictures, params, context);
  schema::WithParts<Image, Image, Heightmap> result;
  result.main = std::move(tile.colours);
  result.parts.emplace_back(kParts[0].name, std::move(tile.normals));
  result.parts.emplace_back(kParts[1].name, std::move(tile.heights));
  result.parts.emplace_back(kParts[2].name, std::move(tile.occlusion));
  return result;
}

}  // namespace weald::image

void weald::schema::Schema<weald::image::StampParams>::check(const P& params, Checker& checker) {
  if (params.from.empty()) checker.error("from", "at least one picture is needed");
  if (!params.normals.empty() && params.normals.size() != params.from.size())
    checker.error("normals", "there must be one normal map for each picture in 'from', or none");
}
