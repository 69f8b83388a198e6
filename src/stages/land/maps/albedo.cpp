#include "stages/land/maps/albedo.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"
#include "base/math/clamped.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "stages/land/maps/detail/boundary_noise.h"

namespace weald::maps {

namespace {

constexpr int kAlbedoRows = 32;  // rows per task

using Weights = std::array<double, kMaxLayers>;

/// The two samples on either side of a pixel's centre along one axis.
struct AxisPlace {
  int low = 0, high = 0;
  double share = 0;  // weight of the high sample
};

AxisPlace place_on(int pixel, int pixels, int samples) {
  if (pixels == samples) return {pixel, pixel, 0};
  const double at = (pixel + 0.5) / pixels * (samples - 1);
  const int low = std::min(static_cast<int>(at), samples - 1);
  return {low, std::min(low + 1, samples - 1), at - low};
}

/// Bilinear interpolation of `at` over the four samples around a pixel's centre.
template <class At>
auto interpolated(const AxisPlace& column, const AxisPlace& row, const At& at) {
  auto result = at(column.low, row.low);
  if (column.share == 0 && row.share == 0) return result;
  const auto ne = at(column.high, row.low), sw = at(column.low, row.high), se = at(column.high, row.high);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const double north = result[i] * (1 - column.share) + ne[i] * column.share;
    const double south = sw[i] * (1 - column.share) + se[i] * column.share;
    result[i] = north * (1 - row.share) + south * row.share;
  }
  return result;
}

class AlbedoPainter {
 public:
  AlbedoPainter(const Image& first, const Image* second, const Heightmap* shade, const AlbedoParams& params,
                const RunContext& context)
      : first_(first), second_(second), shade_(shade), params_(params) {
    const int width = first.pixels.width(), height = first.pixels.height();
    size_ = params.size.value_or(std::array{width, height});
    const bool is_cut = first.place && !params.size;
    const PicturePlace place = is_cut ? *first.place : PicturePlace{size_[0], size_[1]};
    const GridSpec unit{place.width, place.height, 1.0 / std::max(place.width, place.height), {0, 0}};
    const Region region{place.x, place.y, size_[0], size_[1]};
    if (params.variation > 0) {
      for (std::size_t i = 0; i < params.colours.size(); ++i)
        noise_.emplace_back(unit, region, params.patch, sub_seed(context.seed, i));
    }
  }

  const std::array<int, 2>& size() const { return size_; }

  void paint(int first_row, int end_row, Image& image) const {
    std::vector<Heightmap> noise;
    for (const BoundaryNoise& layer : noise_) noise.push_back(layer.rows(first_row, end_row - first_row));
    for (int y = first_row; y < end_row; ++y) {
      const AxisPlace row = place_on(y, size_[1], first_.pixels.height());
      for (int x = 0; x < size_[0]; ++x) {
        const AxisPlace column = place_on(x, size_[0], first_.pixels.width());
        const Weights weights = interpolated(column, row, [&](int i, int j) { return weights_at(i, j); });
        Vec3 colour{0};
        for (std::size_t i = 0; i < params_.colours.size(); ++i) {
          const double uneven =
              noise.empty() ? 0.0 : params_.variation * static_cast<double>(noise[i].heights.at(x, y - first_row));
          colour += params_.colours[i] * (weights[i] / 255 * (1 + uneven));
        }
        if (shade_ != nullptr) {
          const auto brightness = interpolated(column, row, [&](int i, int j) {
            return std::array{clamped<double>(shade_->heights.at(i, j), 0.0, 1.0)};
          });
          colour *= brightness[0];
        }
        image.pixels.at(x, y) = to_rgba8(colour);
      }
    }
  }

 private:
  Weights weights_at(int x, int y) const {
    Weights weights{};
    const auto put = [&](const Rgba8& p, std::size_t at) {
      weights[at] = p.r;
      weights[at + 1] = p.g;
      weights[at + 2] = p.b;
      weights[at + 3] = p.a;
    };
    put(first_.pixels.at(x, y), 0);
    if (second_ != nullptr) put(second_->pixels.at(x, y), 4);
    return weights;
  }

  const Image& first_;
  const Image* second_;
  const Heightmap* shade_;
  const AlbedoParams& params_;
  std::array<int, 2> size_;
  std::vector<BoundaryNoise> noise_;
};

/// The last channel with a nonzero weight, counted from 1; 0 if there is none.
std::size_t last_used(const Image& image) {
  Rgba8 most{0, 0, 0, 0};
  for (const Rgba8& p : image.pixels.values())
    most = {std::max(most.r, p.r), std::max(most.g, p.g), std::max(most.b, p.b), std::max(most.a, p.a)};
  return most.a > 0 ? 4 : most.b > 0 ? 3 : most.g > 0 ? 2 : most.r > 0 ? 1 : 0;
}

void check_images(const Image& first, const Image* second, const Heightmap* shade, const AlbedoParams& params) {
  const int width = first.pixels.width(), height = first.pixels.height();
  if (width <= 0 || height <= 0) throw StageError("the splat has no pixels", "from");
  if (second != nullptr && (second->pixels.width() != width || second->pixels.height() != height))
    throw StageError("the two splat images have different sizes", "second");
  if (shade != nullptr && (shade->width() != width || shade->height() != height))
    throw StageError("the shade needs one sample per pixel of the splat", "shade");
  const std::size_t in_second = second != nullptr ? last_used(*second) : 0;
  const std::size_t used = in_second > 0 ? 4 + in_second : last_used(first);
  if (used > params.colours.size()) {
    throw StageError("layer " + std::to_string(used) + " has weight but no colour: there are only " +
                         std::to_string(params.colours.size()) + " colours",
                     "colours");
  }
}

}  // namespace

Image mix_layers(const Image& first, const Image* second, const Heightmap* shade, const AlbedoParams& params,
                 const RunContext& context) {
  check_images(first, second, shade, params);
  const AlbedoPainter painter(first, second, shade, params, context);
  Image image{Grid<Rgba8>(painter.size()[0], painter.size()[1])};
  parallel_blocks(static_cast<std::size_t>(image.pixels.height()), kAlbedoRows,
                  [&](std::size_t begin, std::size_t end) {
                    context.check_stop();
                    painter.paint(static_cast<int>(begin), static_cast<int>(end), image);
                  });
  return image;
}

Estimate Albedo::estimate(const Params& params, const schema::Estimates& inputs) {
  if (!params.size) return Estimate::of_image_like(inputs[params.from]);
  Estimate result = Estimate::of_image((*params.size)[0], (*params.size)[1]);
  result.cause = "size";
  return result;
}

}  // namespace weald::maps

void weald::schema::Schema<weald::maps::AlbedoParams>::check(const P& params, Checker& checker) {
  const std::size_t most = params.second.given() ? weald::maps::kMaxLayers : 4;
  if (params.colours.empty() || params.colours.size() > most) {
    checker.error("colours", "there must be 1 to " + std::to_string(most) + " colours",
                  most == 4 ? "for more layers, give 'second' too" : "");
  }
}
