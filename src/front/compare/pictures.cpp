#include "front/compare/pictures.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "base/check.h"
#include "base/math/clamped.h"
#include "base/math/math.h"
#include "base/math/srgb.h"
#include "base/parallel.h"
#include "methods/mesh/build.h"
#include "methods/raster/resample.h"
#include "picture/camera/camera.h"
#include "picture/render/hillshade.h"
#include "picture/render/render.h"

namespace weald::compare {

namespace {

constexpr Rgba8 kMissing{224, 32, 208, 255};
constexpr Rgba8 kAround{96, 96, 96, 255};
constexpr std::size_t kPictureRowsAtOnce = 32;
constexpr int kMeshViewWidth = 480, kMeshViewHeight = 360, kMeshViewSamples = 16;

double encoded(double linear) { return srgb_of_linear(clamped(linear, 0.0, 1.0)); }

/// sRGB colour of lightness (0 to 1), chroma and hue (degrees) in Oklab. Source: [ottosson2020].
Rgba8 oklch(double lightness, double chroma, double hue) {
  const double a = chroma * math::cos_deg(hue), b = chroma * math::sin_deg(hue);
  const double l = lightness + 0.3963377774 * a + 0.2158037573 * b;
  const double m = lightness - 0.1055613458 * a - 0.0638541728 * b;
  const double s = lightness - 0.0894841775 * a - 1.2914855480 * b;
  const double l3 = l * l * l, m3 = m * m * m, s3 = s * s * s;
  return to_rgba8({encoded(4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3),
                   encoded(-1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3),
                   encoded(-0.0041960863 * l3 - 0.7034186147 * m3 + 1.7076147010 * s3)});
}

bool holds(const Image& image, int x, int y) { return x < image.pixels.width() && y < image.pixels.height(); }

std::uint8_t amplified(std::uint8_t a, std::uint8_t b, double gain) {
  return static_cast<std::uint8_t>(std::min(std::floor(std::abs(a - b) * gain + 0.5), 255.0));
}

/// The signed difference of largest magnitude in a block of samples.
float largest_of(const Heightmap& a, const Heightmap& b, const Region& block) {
  float largest = 0;
  for (int y = block.y; y < block.y + block.height; ++y) {
    for (int x = block.x; x < block.x + block.width; ++x) {
      const float change = b.heights.at(x, y) - a.heights.at(x, y);
      if (std::isfinite(change) && std::abs(change) > std::abs(largest)) largest = change;
    }
  }
  return largest;
}

/// Brightness of the land at a sample, 0 to 1, as a hillshade of slopes scaled to a readable steepness.
float shade_at(const Heightmap& map, int x, int y, float exaggeration, const render::HillLight& light) {
  const Vec2f slope = render::horn_gradient(map.heights, x, y, map.cell_size) * exaggeration;
  return std::isfinite(slope.x) && std::isfinite(slope.y) ? light(slope) : 0.5f;
}

/// Three coincident vertices at every corner of a box: invisible, but a camera is fitted to them.
mesh::Mesh corners_of(const Bounds& box) {
  mesh::Soup soup;
  for (int corner = 0; corner < 8; ++corner) {
    const auto first = static_cast<std::uint32_t>(soup.positions.size());
    soup.positions.insert(soup.positions.end(), 3, Vec3f{box.corner(corner)});
    soup.add_face(std::array{first, first + 1, first + 2});
  }
  return mesh::build_checked(std::move(soup));
}

}  // namespace

Rgba8 heat_colour(double value) {
  const double t = clamped(value, 0.0, 1.0);
  // Lightness increases evenly; the hue turns from violet over red to yellow; chroma fades at both ends, where sRGB
  // offers little.
  return oklch(0.02 + 0.95 * t, 0.72 * t * (1.06 - t), 290 + 180 * t);
}

Rgba8 diverging_colour(double value) {
  const double t = std::min(std::abs(value), 1.0);
  return oklch(0.94 - 0.44 * t, 0.18 * t, value < 0 ? 255 : 27);
}

Image amplified_difference(const Image& expected, const Image& actual, double gain) {
  const int width = std::max(expected.pixels.width(), actual.pixels.width());
  const int height = std::max(expected.pixels.height(), actual.pixels.height());
  Image result{Grid<Rgba8>(width, height, kMissing)};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (!holds(expected, x, y) || !holds(actual, x, y)) continue;
      const Rgba8 p = expected.pixels.at(x, y), q = actual.pixels.at(x, y);
      const std::uint8_t alpha = amplified(p.a, q.a, gain);  // shown as grey
      result.pixels.at(x, y) = {std::max(amplified(p.r, q.r, gain), alpha), std::max(amplified(p.g, q.g, gain), alpha),
                                std::max(amplified(p.b, q.b, gain), alpha), 255};
    }
  }
  return result;
}

Image flip_picture(const Grid<float>& flip_map) {
  std::array<Rgba8, 256> colours;
  for (std::size_t i = 0; i < colours.size(); ++i) colours[i] = heat_colour(static_cast<double>(i) / 255);
  Image result{Grid<Rgba8>(flip_map.width(), flip_map.height())};
  const auto values = flip_map.values();
  const auto pixels = result.pixels.values();
  for (std::size_t i = 0; i < pixels.size(); ++i)
    pixels[i] = colours[static_cast<std::size_t>(clamped(values[i], 0.0f, 1.0f) * 255 + 0.5f)];
  return result;
}

Image side_by_side(std::span<const Image* const> images, int gap, int columns) {
  WEALD_CHECK(gap >= 0 && columns >= 0);
  const int count = static_cast<int>(images.size());
  if (count == 0) return {};
  const int across = columns == 0 ? count : std::min(columns, count), down = (count + across - 1) / across;
  int width = 0, height = 0;
  for (const Image* image : images) {
    width = std::max(width, image->pixels.width());
    height = std::max(height, image->pixels.height());
  }
  Image result{Grid<Rgba8>(across * (width + gap) - gap, down * (height + gap) - gap, kAround)};
  for (int i = 0; i < count; ++i) {
    const Grid<Rgba8>& pixels = images[static_cast<std::size_t>(i)]->pixels;
    const int left = (i % across) * (width + gap), top = (i / across) * (height + gap);
    for (int y = 0; y < pixels.height(); ++y) {
      const auto row = pixels.row(y);
      std::copy(row.begin(), row.end(), result.pixels.row(top + y).begin() + left);
    }
  }
  return result;
}

Image height_difference_picture(const Heightmap& expected, const Heightmap& actual, int longest) {
  WEALD_CHECK(expected.width() == actual.width() && expected.height() == actual.height() && longest > 0);
  const int side = std::max(expected.width(), expected.height());
  const int block = (side + longest - 1) / std::max(longest, 1);
  if (block == 0) return {};
  const int width = (expected.width() + block - 1) / block, height = (expected.height() + block - 1) / block;
  const float largest = std::abs(largest_of(expected, actual, {0, 0, expected.width(), expected.height()}));
  const double steepness = render::rms_slope(expected);
  const float exaggeration = std::isfinite(steepness) && steepness > 0 ? static_cast<float>(0.5 / steepness) : 0.0f;
  const render::HillLight light(315, 45);
  Image result{Grid<Rgba8>(width, height)};
  parallel_blocks(static_cast<std::size_t>(height), kPictureRowsAtOnce, [&](std::size_t begin, std::size_t end) {
    for (auto y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
      for (int x = 0; x < width; ++x) {
        const Region samples{x * block, y * block, std::min(block, expected.width() - x * block),
                             std::min(block, expected.height() - y * block)};
        const float change = largest_of(expected, actual, samples);
        const float shade =
            shade_at(expected, samples.x + samples.width / 2, samples.y + samples.height / 2, exaggeration, light);
        const Rgba8 colour = diverging_colour(largest > 0 ? double{change} / largest : 0.0);
        const double brightness = 0.55 + 0.45 * double{shade};
        result.pixels.at(x, y) = to_rgba8(Vec3{colour.r, colour.g, colour.b} * (brightness / 255));
      }
    }
  });
  return result;
}

render::PictureParams mesh_view(const mesh::Mesh& expected) {
  render::PictureParams params;
  params.size = {kMeshViewWidth, kMeshViewHeight};
  params.samples = kMeshViewSamples;
  params.ground = false;
  const Bounds box = mesh::bounds(expected);
  if (box.empty()) return params;
  const render::ViewAxes axes = render::axes_of(render::kDefaultAzimuth, render::kDefaultElevation);
  const render::FrameShape shape = render::subject_shape(params, {kMeshViewWidth, kMeshViewHeight});
  render::Framing framing{{}, box.centre()};
  for (int corner = 0; corner < 8; ++corner)
    render::add_support(framing.support, axes, shape, box.corner(corner) - framing.pivot);
  params.framing = framing;
  return params;
}

std::array<Image, 2> mesh_pictures(const mesh::Mesh& expected, const mesh::Mesh& actual,
                                   const render::PictureParams& params, const RunContext& context) {
  Bounds box = mesh::bounds(expected);
  box.add(mesh::bounds(actual));
  const mesh::Mesh frame = box.empty() ? mesh::Mesh{} : corners_of(box);
  const auto picture = [&](const mesh::Mesh& mesh) {
    const std::array items{render::MeshItem{&mesh, Mat4{1.0}}, render::MeshItem{&frame, Mat4{1.0}}};
    // With a given framing the camera needs no corners, and each mesh is lit alone.
    return render::render_meshes(std::span(items).first(params.framing ? 1 : 2), params, context);
  };
  return {picture(expected), picture(actual)};
}

}  // namespace weald::compare
