#include "stages/plants/cards/detail/atlas.h"

#include <algorithm>
#include <cmath>

#include "picture/surface/colour.h"
#include "stages/plants/cards/detail/mip_alpha.h"

namespace weald::billboard {

using render::FlatView;
using render::PixelSize;

AtlasLayout lay_out(std::span<const PixelSize> views) {
  AtlasLayout layout;
  const auto padded = [](int side) { return (side + 3 * kPadding - 1) / kPadding * kPadding; };
  for (const PixelSize& size : views) {
    layout.cells.push_back({layout.size.width + kPadding, kPadding, size});
    layout.size.width += padded(size.width);
    layout.size.height = std::max(layout.size.height, padded(size.height));
  }
  return layout;
}

float level_of_coverage(std::span<const float> coverage) {
  std::vector<float> sorted(coverage.begin(), coverage.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>{});
  double sum = 0;
  for (const float value : sorted) sum += static_cast<double>(value);
  const auto count = static_cast<std::size_t>(sum + 0.5);
  return count == 0 || sorted.empty() ? 1.0f : sorted[std::min(count, sorted.size()) - 1];
}

namespace {

/// Breaks ties: coverage is counted in sixteenths, so fine details have many equal values. A position-dependent dither
/// lets a cutout keep some of them instead of all or none.
Grid<float> without_ties(const FlatView& view) {
  Grid<float> coverage = view.coverage;
  for (int y = 0; y < coverage.height(); ++y) {
    for (int x = 0; x < coverage.width(); ++x) {
      float& value = coverage.at(x, y);
      if (value > 0.0f && value < 1.0f) value += (render::dither_threshold(x, y) - 0.5f) / 16.0f;
    }
  }
  return coverage;
}

/// Remaps coverage so that `level` becomes one half, while 0 and 1 stay fixed.
float about_half(float coverage, float level) {
  if (coverage <= 0.0f) return 0.0f;
  if (coverage < level) return 0.5f * coverage / level;
  return level >= 1.0f ? 1.0f : 0.5f + 0.5f * (coverage - level) / (1.0f - level);
}

/// Rounding keeps alpha on its side of one half.
std::uint8_t alpha_code(float alpha) {
  const int code = static_cast<int>(alpha * 255.0f + 0.5f);
  return static_cast<std::uint8_t>(alpha < 0.5f ? std::min(code, 127) : std::max(code, 128));
}

std::uint8_t direction_code(float v) {
  return static_cast<std::uint8_t>(std::clamp(static_cast<int>(std::floor(v * 127.0f + 128.5f)), 0, 255));
}

/// The views copied into their cells.
struct Pasted {
  Grid<Vec3f> colours, normals;
  Grid<std::uint8_t> covered, alpha;
};

Pasted paste(const AtlasLayout& layout, std::span<const FlatView> views) {
  const int width = layout.size.width, height = layout.size.height;
  Pasted pasted{Grid<Vec3f>(width, height, Vec3f{0}), Grid<Vec3f>(width, height, Vec3f{0}),
                Grid<std::uint8_t>(width, height, 0), Grid<std::uint8_t>(width, height, 0)};
  for (std::size_t i = 0; i < views.size(); ++i) {
    const AtlasCell& cell = layout.cells[i];
    const int border = layout.padding;
    const Grid<std::uint8_t> alpha = kept_alpha_of(views[i], border);
    for (int y = -border; y < cell.size.height + border; ++y) {
      for (int x = -border; x < cell.size.width + border; ++x)
        pasted.alpha.at(cell.x + x, cell.y + y) = alpha.at(x + border, y + border);
    }
    for (int y = 0; y < cell.size.height; ++y) {
      for (int x = 0; x < cell.size.width; ++x) {
        if (views[i].coverage.at(x, y) <= 0.0f) continue;
        pasted.colours.at(cell.x + x, cell.y + y) = views[i].colours.at(x, y);
        pasted.normals.at(cell.x + x, cell.y + y) = views[i].normals.at(x, y);
        pasted.covered.at(cell.x + x, cell.y + y) = 1;
      }
    }
  }
  return pasted;
}

}  // namespace

Grid<std::uint32_t> nearest_covered(const Grid<std::uint8_t>& covered) {
  constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  const int width = covered.width(), height = covered.height();
  Grid<std::uint32_t> source(width, height, kNone);
  std::vector<std::uint32_t> queue;
  const auto number = [width](int x, int y) {
    return static_cast<std::uint32_t>(y) * static_cast<std::uint32_t>(width) + static_cast<std::uint32_t>(x);
  };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (covered.at(x, y) == 0) continue;
      source.at(x, y) = number(x, y);
      queue.push_back(number(x, y));
    }
  }
  if (queue.empty()) return Grid<std::uint32_t>(width, height, 0);
  constexpr int kSteps[8][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const int x = static_cast<int>(queue[next]) % width, y = static_cast<int>(queue[next]) / width;
    for (const auto& step : kSteps) {
      const int nx = x + step[0], ny = y + step[1];
      if (nx < 0 || ny < 0 || nx >= width || ny >= height || source.at(nx, ny) != kNone) continue;
      source.at(nx, ny) = source.at(x, y);
      queue.push_back(number(nx, ny));
    }
  }
  return source;
}

Rgba8 direction_colour(const Vec3& direction) {
  const auto n = Vec3f(direction);
  return {direction_code(n.x), direction_code(n.y), direction_code(n.z), 255};
}

Grid<std::uint8_t> alpha_of(const FlatView& view) {
  const Grid<float> ordered = without_ties(view);
  const float level = level_of_coverage(ordered.values());
  Grid<std::uint8_t> alpha(ordered.width(), ordered.height(), 0);
  for (int y = 0; y < ordered.height(); ++y) {
    for (int x = 0; x < ordered.width(); ++x) {
      const float coverage = ordered.at(x, y);
      if (coverage > 0.0f) alpha.at(x, y) = alpha_code(about_half(coverage, level));
    }
  }
  return alpha;
}

Grid<std::uint8_t> kept_alpha_of(const FlatView& view, int border) {
  const Grid<std::uint8_t> bare = alpha_of(view);
  Grid<std::uint8_t> alpha(bare.width() + 2 * border, bare.height() + 2 * border, 0);
  for (int y = 0; y < bare.height(); ++y)
    for (int x = 0; x < bare.width(); ++x) alpha.at(x + border, y + border) = bare.at(x, y);
  keep_coverage(alpha);
  return alpha;
}

Amount painting_bytes(const Amount& pixels) {
  constexpr double kPixel = 2 * sizeof(Vec3f) + 2 + sizeof(std::uint32_t) + 2 * sizeof(Rgba8);
  return {pixels.least * kPixel, std::nullopt};
}

AtlasImages paint(const AtlasLayout& layout, std::span<const FlatView> views) {
  const Pasted pasted = paste(layout, views);
  const Grid<std::uint32_t> source = nearest_covered(pasted.covered);
  const render::SrgbTable srgb;
  AtlasImages images{Image{Grid<Rgba8>(layout.size.width, layout.size.height)},
                     Image{Grid<Rgba8>(layout.size.width, layout.size.height)}};
  for (int y = 0; y < layout.size.height; ++y) {
    for (int x = 0; x < layout.size.width; ++x) {
      const Vec3f& c = pasted.colours.values()[source.at(x, y)];
      const auto code = [&](float v) { return srgb.encode(v, 0.5f); };
      images.colours.pixels.at(x, y) = {code(c.x), code(c.y), code(c.z), pasted.alpha.at(x, y)};
      images.normals.pixels.at(x, y) =
          direction_colour(normalized_or(Vec3(pasted.normals.values()[source.at(x, y)]), Vec3{0, 0, 1}));
    }
  }
  return images;
}

}  // namespace weald::billboard
