#include "picture/render/hillshade.h"

#include <algorithm>
#include <cmath>

#include "base/math/bearing.h"
#include "base/math/math.h"
#include "base/parallel.h"
#include "methods/raster/hillshade.h"
#include "methods/raster/resample.h"
#include "picture/raster/raster.h"
#include "picture/render/detail/hypsometry.h"
#include "picture/surface/colour.h"

namespace weald::render {

namespace {

constexpr int kDefaultLonger = kDefaultSize.width;  // pixels along the longer side of the map
constexpr double kDefaultSunAzimuth = 315, kDefaultSunElevation = 45;
constexpr double kReadableSlope = 0.42;  // RMS slope that the default exaggeration aims for

// The picture's size and the rectangle in it that the map fills.
struct Layout {
  PixelSize picture;
  PixelRect map;
};

Layout layout_of(const Heightmap& map, const PictureParams& params) {
  const double longer = std::max(map.width(), map.height());
  const auto share = [&](int side) { return std::max(16, static_cast<int>(kDefaultLonger * side / longer + 0.5)); };
  const PixelSize picture = size_or(params, map.heights.empty() ? PixelSize{kDefaultLonger, kDefaultLonger}
                                                                : PixelSize{share(map.width()), share(map.height())});
  if (map.heights.empty()) return {picture, {}};
  const double scale =
      std::min(static_cast<double>(picture.width) / map.width(), static_cast<double>(picture.height) / map.height());
  const int w = std::clamp(static_cast<int>(map.width() * scale + 0.5), 1, picture.width);
  const int h = std::clamp(static_cast<int>(map.height() * scale + 0.5), 1, picture.height);
  const int x = (picture.width - w) / 2, y = (picture.height - h) / 2;
  return {picture, {x, y, x + w, y + h}};
}

class HillshadePainter {
 public:
  HillshadePainter(const Heightmap& map, const PictureParams& params, const PixelRect& rect)
      : params_(params),
        rect_(rect),
        shown_(resample(map, pixel_centres(map.width(), rect.x1 - rect.x0),
                        pixel_centres(map.height(), rect.y1 - rect.y0))),
        light_(params.sun_azimuth.value_or(kDefaultSunAzimuth), params.sun_elevation.value_or(kDefaultSunElevation)),
        flat_(light_({0, 0})) {
    const double slope = rms_slope(shown_);
    scale_ = static_cast<float>(params.exaggeration.value_or(hillshade_exaggeration(slope)));
    tint_ = land_tint(shown_, params.water ? std::optional{sea_level_of(params)} : std::nullopt,
                      static_cast<double>(scale_));
    tint_ = chosen_tint(tint_, params, 1.0);
    const int longer = std::max(shown_.width(), shown_.height());
    near_ = box_mean(box_mean(shown_.heights, std::max(1, longer / 160)), std::max(1, longer / 160));
    far_ = box_mean(box_mean(shown_.heights, std::max(2, longer / 36)), std::max(2, longer / 36));
    const HeightRange heights = height_range(shown_);
    deepest_ = std::max(1e-6, sea_level_of(params) - static_cast<double>(heights.min));
  }

  Vec3f pixel(int px, int py) const {
    const int x = px - rect_.x0, y = py - rect_.y0;
    const double height = static_cast<double>(shown_.heights.at(x, y));
    const Vec2f slope = horn_gradient(shown_.heights, x, y, shown_.cell_size);
    const float shore = land_share(height, slope);
    Vec3f colour{0};
    if (shore > 0.0f) colour += land(x, y, height, slope) * shore;
    if (shore < 1.0f) colour += water(height, slope) * (1.0f - shore);
    return colour;
  }

 private:
  // Share of the pixel above water, estimated from the distance to the shore along the slope.
  float land_share(double height, const Vec2f& slope) const {
    if (!params_.water) return 1.0f;
    const double per_pixel = static_cast<double>(glm::length(slope)) * shown_.cell_size;
    return clamp01(static_cast<float>(0.5 + (height - sea_level_of(params_)) / std::max(per_pixel, 1e-9)));
  }

  Vec3f land(int x, int y, double height, const Vec2f& slope) const {
    const Vec2f drawn = slope * scale_;
    const float steep = glm::length(drawn);
    const float relative = light_(drawn) / flat_;
    const float shade = relative * hollow(x, y);
    // Sunlit slopes get a warm tone, shaded slopes a cool, slightly violet one.
    const Vec3f warm{1.06f, 1.0f, 0.90f}, cool{0.86f, 0.95f, 1.16f};
    const Vec3f tone = mix(cool, warm, smooth_step(0.25f, 1.15f, shade));
    const Vec3f tint = mix(land_colour(tint_, height, steep), Vec3f{0.62f, 0.60f, 0.55f}, 0.22f);
    Vec3f colour = tint * tone * (0.10f + 1.08f * shade);
    if (params_.contours) colour = mix(colour, colour * Vec3f{0.40f, 0.36f, 0.32f}, contour(height, slope));
    return clamp01(colour);
  }

  // Brightens ridges and darkens hollows, by comparing the height with the means of a small and a large neighbourhood.
  float hollow(int x, int y) const {
    const float unit =
        static_cast<float>(shown_.cell_size) * static_cast<float>(std::max(shown_.width(), shown_.height()));
    const float h = shown_.heights.at(x, y);
    const float fine = (h - near_.at(x, y)) * scale_ / unit * 160.0f;
    const float broad = (h - far_.at(x, y)) * scale_ / unit * 36.0f;
    return std::clamp(1.0f + 0.16f * fine + 0.22f * broad, 0.62f, 1.30f);
  }

  // Coverage of the pixel by a contour line one pixel wide. Every fifth line is strong, the others are faint.
  float contour(double height, const Vec2f& slope) const {
    const double level = height / *params_.contours;
    const double nearest = std::floor(level + 0.5);
    const double per_pixel = std::max(static_cast<double>(glm::length(slope)) * shown_.cell_size, 1e-9);
    const double pixels = std::abs(level - nearest) * *params_.contours / per_pixel;
    const double crowding = *params_.contours / per_pixel;  // pixels between lines
    const float line = clamp01(static_cast<float>(1.0 - pixels)) *
                       smooth_step(1.5f, 4.0f, static_cast<float>(std::min(crowding, 10.0)));
    const bool full = std::abs(math::fmod(nearest, 5.0)) < 0.5;
    return line * (full ? 0.75f : 0.38f);
  }

  Vec3f water(double height, const Vec2f& slope) const {
    const double depth = sea_level_of(params_) - height;
    const auto relative = static_cast<float>(depth / deepest_);
    const float seen = 1.0f - clamp01(relative * 3.0f);  // the bed shows through shallow water
    const float bed = mix(1.0f, light_(slope * scale_) / flat_, 0.25f + 0.35f * seen);
    return clamp01(water_colour(relative) * bed);
  }

  const PictureParams& params_;
  PixelRect rect_;
  Heightmap shown_;
  HillLight light_;
  float flat_;
  LandTint tint_;
  float scale_ = 1;
  Grid<float> near_, far_;
  double deepest_ = 1;
};

}  // namespace

double hillshade_exaggeration(double rms_slope) {
  return rms_slope > 0.0 ? std::clamp(kReadableSlope / rms_slope, 0.25, 8.0) : 1.0;
}

HillLight::HillLight(double azimuth, double elevation)
    : lamps_{{Vec3f{direction_of(azimuth, elevation)}, 0.66f},
             {Vec3f{direction_of(azimuth - 60.0, elevation)}, 0.13f},
             {Vec3f{direction_of(azimuth + 60.0, elevation)}, 0.13f},
             {Vec3f{0, 1, 0}, 0.08f}} {}

float HillLight::operator()(const Vec2f& slope) const {
  float sum = 0.0f;
  for (const Lamp& lamp : lamps_) sum += lamp.weight * raster::hillshade(slope, lamp.direction);
  return sum;
}

Image render_hillshade(const Heightmap& map, const PictureParams& params, const RunContext& context) {
  const Layout layout = layout_of(map, params);
  const SrgbTable srgb;
  const Vec3f paper = srgb.linear(params.paper);
  Image image;
  image.pixels = Grid<Rgba8>(layout.picture.width, layout.picture.height);
  const bool empty = map.heights.empty();
  const PixelRect& rect = layout.map;
  std::optional<HillshadePainter> painter;
  if (!empty) painter.emplace(map, params, rect);
  parallel_blocks(static_cast<std::size_t>(layout.picture.height), 8, [&](std::size_t begin, std::size_t end) {
    context.check_stop();
    for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      for (int x = 0; x < layout.picture.width; ++x) {
        const bool inside = !empty && x >= rect.x0 && x < rect.x1 && y >= rect.y0 && y < rect.y1;
        image.pixels.at(x, y) = srgb.encode(inside ? painter->pixel(x, y) : paper, x, y);
      }
    }
  });
  return image;
}

}  // namespace weald::render
