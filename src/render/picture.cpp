#include "render/picture.h"

#include <algorithm>
#include <array>

#include "core/parallel.h"
#include "render/shade.h"

namespace weald::render {

namespace {

constexpr std::size_t kBandSamples = 16'000'000;  // 8 bytes each
constexpr int kSquare = 8;                        // pixels along the squares in which a band is shaded

// The samples of a pixel that see the same triangle.
struct Share {
  std::uint32_t triangle = VisibleSample::kNothing;
  int count = 0;
  std::int32_t x = 0, y = 0;  // sums of the samples' offsets
};

class Resolver {
 public:
  Resolver(const Shader& shader, const SamplePattern& pattern, const VisibilityBand& band, Image& image)
      : shader_(shader), pattern_(pattern), band_(band), image_(image) {}

  // Rows [y0, y1), in small squares: neighbours look up the same parts of the depth maps.
  void rows(int y0, int y1) {
    for (int x0 = 0; x0 < band_.width; x0 += kSquare) {
      const int x1 = std::min(band_.width, x0 + kSquare);
      for (int y = y0; y < y1; ++y) {
        for (int x = x0; x < x1; ++x) image_.pixels.at(x, y) = srgb_.encode(pixel(x, y), x, y);
      }
    }
  }

 private:
  Vec3f pixel(int x, int y) {
    std::array<Share, SamplePattern::kMaxCount> shares;
    std::size_t used = 0;
    for (int i = 0; i < pattern_.count; ++i) {
      const std::uint32_t triangle = band_.at(x, y, i).triangle;
      std::size_t s = 0;
      while (s < used && shares[s].triangle != triangle) ++s;
      if (s == used) shares[used++] = {triangle, 0, 0, 0};
      ++shares[s].count;
      shares[s].x += pattern_.x[static_cast<std::size_t>(i)];
      shares[s].y += pattern_.y[static_cast<std::size_t>(i)];
    }
    LightCache cache;
    Vec3f sum{0};
    for (std::size_t s = 0; s < used; ++s) {
      const double scale = 1.0 / (kSubpixels * shares[s].count);
      const double px = x + shares[s].x * scale, py = y + shares[s].y * scale;
      const Vec3f colour = shares[s].triangle == VisibleSample::kNothing
                               ? shader_.behind(px, py)
                               : shader_.surface(shares[s].triangle, px, py, item_, cache);
      sum += colour * static_cast<float>(shares[s].count);
    }
    return sum * (1.0f / static_cast<float>(pattern_.count));
  }

  const Shader& shader_;
  const SamplePattern& pattern_;
  const VisibilityBand& band_;
  Image& image_;
  SrgbTable srgb_;
  std::size_t item_ = 0;  // hint only: the picture does not depend on it
};

// More triangles make the sky's depth maps dearer, and hide its coarseness better. Few directions need soft maps.
struct SkyDetail {
  int directions = 0;
  int resolution = 0;
};

SkyDetail sky_detail(std::uint32_t triangles) {
  constexpr double kTriangles = 48e6;
  const int directions = static_cast<int>(std::clamp(kTriangles / (triangles + 1.0), 14.0, 64.0));
  return {directions, directions >= 48 ? 320 : 180};
}

std::vector<Bounds> bounds_of_items(std::span<const SurfaceItem> items) {
  std::vector<Bounds> bounds;
  for (const SurfaceItem& item : items)
    bounds.push_back(transformed(bounds_of(*item.surface), item.world_from_surface));
  return bounds;
}

DepthMap sun_map(const PictureScene& scene, PixelSize size, const RunContext& context) {
  const DepthMapRequest request{axes_of(scene.sun_azimuth, scene.sun_elevation),
                                std::clamp(std::max(size.width, size.height) * 2, 1024, 4096)};
  return std::move(draw_depth_maps(scene.items, bounds_of_items(scene.items), {&request, 1}, context).front());
}

std::vector<DepthMap> sky_maps(const PictureScene& scene, const RunContext& context) {
  const auto items = scene.sky_blockers.empty() ? scene.items : scene.sky_blockers;
  const SkyDetail detail = sky_detail(TriangleNumbers(items).total());
  std::vector<DepthMapRequest> requests;
  for (const ViewAxes& axes : sky_directions(detail.directions)) requests.push_back({axes, detail.resolution});
  return draw_depth_maps(items, bounds_of_items(items), requests, context);
}

}  // namespace

Image draw_picture(const PictureScene& scene, const Camera& camera, const PictureParams& params,
                   const RunContext& context) {
  const PixelSize size = camera.size();
  const TriangleNumbers numbers(scene.items);
  const Sun sun(sun_map(scene, size, context));
  context.progress(0.1);
  std::optional<Sky> own_sky;
  std::optional<Sky>& sky = params.sky != nullptr ? params.sky->sky : own_sky;
  if (!sky) sky.emplace(sky_maps(scene, context), scene.colours);
  context.progress(0.4);

  const Shader shader(scene, camera, params, numbers, sun, *sky);
  const SamplePattern pattern = sample_pattern(params.samples);
  const std::size_t row_samples = static_cast<std::size_t>(size.width) * static_cast<std::size_t>(pattern.count);
  const int band_rows = std::max(1, static_cast<int>(kBandSamples / row_samples));
  Image image;
  image.pixels = Grid<Rgba8>(size.width, size.height);
  for (int y0 = 0; y0 < size.height; y0 += band_rows) {
    const int y1 = std::min(size.height, y0 + band_rows);
    const VisibilityBand band = draw_band(scene.items, numbers, projection_of(camera), pattern, y0, y1, context);
    parallel_blocks(static_cast<std::size_t>(y1 - y0), kSquare, [&](std::size_t begin, std::size_t end) {
      context.check_stop();
      Resolver(shader, pattern, band, image).rows(y0 + static_cast<int>(begin), y0 + static_cast<int>(end));
    });
    context.progress(0.4 + 0.6 * y1 / size.height);
  }
  return image;
}

}  // namespace weald::render
