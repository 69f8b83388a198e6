#include "stages/plants/textures/bark_texture.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "base/rng.h"
#include "stages/plants/textures/detail/bark_kinds.h"
#include "stages/plants/textures/detail/tile_noise.h"

namespace weald::texture {

namespace {

constexpr std::size_t kRows = 8;  // rows per task

int wrap(int i, int count) { return i < 0 ? i + count : i >= count ? i - count : i; }

// Replaces each value of a ring by the mean of 2 radius + 1 values. Pre: 2 radius < the number of values.
void blur_ring(std::vector<float>& values, int radius) {
  const int count = static_cast<int>(values.size());
  const std::vector<float> from = values;
  const auto at = [&](int i) { return from[static_cast<std::size_t>(wrap(i, count))]; };
  float sum = 0.0f;
  for (int i = -radius; i <= radius; ++i) sum += at(i);
  const float scale = 1.0f / static_cast<float>(2 * radius + 1);
  for (int i = 0; i < count; ++i) {
    values[static_cast<std::size_t>(i)] = sum * scale;
    sum += at(i + radius + 1) - at(i - radius);
  }
}

// Box blur of a grid that tiles.
Grid<float> blurred(const Grid<float>& heights, int radius) {
  Grid<float> result = heights;
  const int width = result.width(), height = result.height();
  parallel_blocks(static_cast<std::size_t>(height), 32, [&](std::size_t begin, std::size_t end) {
    for (std::size_t y = begin; y < end; ++y) {
      const auto row = result.row(static_cast<int>(y));
      std::vector<float> values(row.begin(), row.end());
      blur_ring(values, std::min(radius, (width - 1) / 2));
      std::copy(values.begin(), values.end(), row.begin());
    }
  });
  parallel_blocks(static_cast<std::size_t>(width), 32, [&](std::size_t begin, std::size_t end) {
    std::vector<float> values(static_cast<std::size_t>(height));
    for (std::size_t x = begin; x < end; ++x) {
      for (int y = 0; y < height; ++y) values[static_cast<std::size_t>(y)] = result.at(static_cast<int>(x), y);
      blur_ring(values, std::min(radius, (height - 1) / 2));
      for (int y = 0; y < height; ++y) result.at(static_cast<int>(x), y) = values[static_cast<std::size_t>(y)];
    }
  });
  return result;
}

class BarkMaker {
 public:
  BarkMaker(const BarkTextureParams& params, const RunContext& context)
      : params_(params),
        context_(context),
        width_(params.size[0]),
        height_(params.size[1]),
        style_(bark_style(params.kind)),
        moss_(6, std::max(1, static_cast<int>(6.0 * height_ / width_ + 0.5)), 5, sub_seed(context.seed, 2)) {
    if (params.depth) style_.depth = *params.depth;
    if (params.count) style_.count = *params.count;
    if (params.colour) style_.colour = *params.colour;
    if (params.patch_colour) style_.patch_colour = *params.patch_colour;
    if (params.crack_colour) style_.crack_colour = *params.crack_colour;
  }

  BarkTile make() {
    lay_out();
    const Grid<float> near = blurred(heights_, std::max(1, width_ / 90)),
                      far = blurred(heights_, std::max(1, width_ / 28));
    BarkTile tile{{Grid<Rgba8>(width_, height_)}, {Grid<Rgba8>(width_, height_)}, {}};
    const double metres = params_.width / width_;
    tile.heights = Heightmap({width_, height_, metres, {0, 0}});
    rows([&](int y) {
      for (int x = 0; x < width_; ++x) {
        const float below = 0.6f * (near.at(x, y) - heights_.at(x, y)) + 0.7f * (far.at(x, y) - heights_.at(x, y));
        tile.colours.pixels.at(x, y) = colour_at(x, y, below);
        tile.normals.pixels.at(x, y) = normal_at(x, y, style_.depth / metres);
        tile.heights.heights.at(x, y) = static_cast<float>(static_cast<double>(heights_.at(x, y)) * style_.depth);
      }
    });
    return tile;
  }

 private:
  template <class Row>
  void rows(const Row& row) const {
    parallel_blocks(static_cast<std::size_t>(height_), kRows, [&](std::size_t begin, std::size_t end) {
      context_.check_stop();
      for (std::size_t y = begin; y < end; ++y) row(static_cast<int>(y));
    });
  }

  void lay_out() {
    const BarkField field =
        bark_field(params_.kind, style_.count, static_cast<double>(height_) / width_, sub_seed(context_.seed, 1));
    points_ = Grid<BarkPoint>(width_, height_);
    heights_ = Grid<float>(width_, height_);
    mossy_ = Grid<float>(params_.moss > 0 ? width_ : 0, params_.moss > 0 ? height_ : 0);
    rows([&](int y) {
      const float v = 1.0f - (static_cast<float>(y) + 0.5f) / static_cast<float>(height_);
      for (int x = 0; x < width_; ++x) {
        const float u = (static_cast<float>(x) + 0.5f) / static_cast<float>(width_);
        BarkPoint& point = points_.at(x, y) = field(u, v);
        if (params_.moss > 0) mossy_.at(x, y) = grow_moss(u, v, point);
        heights_.at(x, y) = point.height;
      }
    });
  }

  // Moss covers high ground and fills low ground slightly.
  float grow_moss(float u, float v, BarkPoint& point) const {
    const float noise = 0.5f + 0.5f * moss_.at(u, v), least = 1.0f - 1.1f * static_cast<float>(params_.moss);
    const float moss = ease(least, least + 0.28f, 0.75f * noise + 0.30f * point.height);
    point.height =
        blend(point.height, std::min(1.0f, 0.35f + 0.5f * point.height + 0.18f * moss_.at(5 * u, 5 * v)), 0.7f * moss);
    return moss;
  }

  Rgba8 colour_at(int x, int y, float below) const {
    const BarkPoint& point = points_.at(x, y);
    const auto uneven = static_cast<float>(2 * params_.unevenness), shade = static_cast<float>(params_.shade);
    const float patch = std::clamp(0.5f + (point.patch - 0.5f) * std::min(1.0f, uneven), 0.0f, 1.0f);
    Vec3f colour = blend(Vec3f{style_.colour}, Vec3f{style_.patch_colour}, patch);
    colour = blend(colour, Vec3f{style_.crack_colour}, point.crack);
    if (!mossy_.empty()) {
      const float moss = mossy_.at(x, y);
      colour = blend(colour, Vec3f{params_.moss_colour} * (0.75f + 0.45f * point.height), moss);
    }
    const float light = 1.0f - shade * std::clamp(2.0f * below, -0.25f, 1.0f);
    return to_rgba8(Vec3{colour * ((1.0f + uneven * point.tone) * light)});
  }

  Rgba8 normal_at(int x, int y, double scale) const {
    const auto at = [&](int i, int j) { return static_cast<double>(heights_.at(wrap(i, width_), wrap(j, height_))); };
    const double right = (at(x + 1, y) - at(x - 1, y)) * 0.5 * scale, up = (at(x, y - 1) - at(x, y + 1)) * 0.5 * scale;
    const double out = 1 / std::sqrt(1 + right * right + up * up);
    return to_rgba8(Vec3{-right * out, -up * out, out} * (127.0 / 255.0) + 128.0 / 255.0);
  }

  const BarkTextureParams& params_;
  const RunContext& context_;
  int width_, height_;
  BarkStyle style_;
  TileFractal moss_;
  Grid<BarkPoint> points_;
  Grid<float> heights_, mossy_;
};

}  // namespace

BarkTile make_bark(const BarkTextureParams& params, const RunContext& context) {
  return BarkMaker(params, context).make();
}

Estimate BarkTexture::estimate(const Params& params, const schema::Estimates&) {
  Estimate result = Estimate::of_image(params.size[0], params.size[1]);
  result.parts.emplace_back(kParts[0].name, result);
  const double cell = params.width / params.size[0];
  result.parts.emplace_back(kParts[1].name, Estimate::of_heightmap({params.size[0], params.size[1], cell, {0, 0}}));
  result.scratch = {result.pixels.least * 16, result.pixels.least * 60 + 200e6};
  result.cause = "size";
  return result;
}

schema::WithParts<Image, Image, Heightmap> BarkTexture::run(const Params& params, const schema::Inputs&,
                                                            const RunContext& context) {
  BarkTile tile = make_bark(params, context);
  schema::WithParts<Image, Image, Heightmap> result;
  result.main = std::move(tile.colours);
  result.parts.emplace_back("normals", std::move(tile.normals));
  result.parts.emplace_back("height", std::move(tile.heights));
  return result;
}

}  // namespace weald::texture

void weald::schema::Schema<weald::texture::BarkTextureParams>::check(const P& params, Checker& checker) {
  const auto [width, height] = params.size;
  if (width > 4 * height || height > 4 * width)
    checker.error("size", "one side of a bark tile may be at most four times the other");
}
