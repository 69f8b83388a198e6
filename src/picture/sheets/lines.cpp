#include "picture/sheets/lines.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math/clamped.h"
#include "base/parallel.h"
#include "picture/sheets/detail/stroke.h"
#include "picture/surface/colour.h"

namespace weald::render {

namespace {

constexpr int kTile = 32;                        // side of a tile, pixels
constexpr std::size_t kMaxEntries = 60'000'000;  // segments over all tiles, 12 bytes each

// One segment of a stroke in one tile. `point` is its first point; `single` marks a stroke that is a single point.
struct TileSegment {
  std::uint32_t stroke = 0;
  std::uint32_t point = 0;
  bool single = false;
};

struct TileGrid {
  int columns = 0, rows = 0;
  std::vector<std::vector<TileSegment>> tiles;
};

// Distance in pixels from (x, y) to the segment a-b.
float distance_to(const StrokePoint& a, const StrokePoint& b, float x, float y) {
  const float dx = b.x - a.x, dy = b.y - a.y;
  const float length2 = dx * dx + dy * dy;
  const float t = length2 > 0.0f ? clamp01(((x - a.x) * dx + (y - a.y) * dy) / length2) : 0.0f;
  const float away_x = x - (a.x + dx * t), away_y = y - (a.y + dy * t);
  return std::sqrt(away_x * away_x + away_y * away_y);
}

// Bins segments into the tiles that they touch, in drawing order.
class TileSorter {
 public:
  TileSorter(const StrokeSet& set, PixelSize size)
      : set_(set), grid_{(size.width + kTile - 1) / kTile, (size.height + kTile - 1) / kTile, {}} {
    grid_.tiles.resize(static_cast<std::size_t>(grid_.columns) * static_cast<std::size_t>(grid_.rows));
  }

  TileGrid sorted() {
    for (std::size_t s = 0; s < set_.strokes.size(); ++s) {
      const Stroke& stroke = set_.strokes[s];
      const bool single = stroke.count == 1;
      const std::size_t segments = single ? 1 : stroke.count - 1;
      for (std::size_t i = stroke.first; i < stroke.first + segments; ++i) {
        add({static_cast<std::uint32_t>(s), static_cast<std::uint32_t>(i), single}, set_.points[i],
            set_.points[single ? i : i + 1]);
      }
    }
    return std::move(grid_);
  }

 private:
  void add(const TileSegment& segment, const StrokePoint& a, const StrokePoint& b) {
    constexpr float kHalfDiagonal = 0.70711f * kTile;
    const float reach = std::max(a.radius, b.radius) + 1.0f;
    const auto tile_of = [](float v, int last) {
      return static_cast<int>(std::floor(clamped(v / kTile, -1.0f, static_cast<float>(last))));
    };
    const int x0 = std::max(0, tile_of(std::min(a.x, b.x) - reach, grid_.columns)),
              x1 = tile_of(std::max(a.x, b.x) + reach, grid_.columns - 1);
    const int y0 = std::max(0, tile_of(std::min(a.y, b.y) - reach, grid_.rows)),
              y1 = tile_of(std::max(a.y, b.y) + reach, grid_.rows - 1);
    for (int y = y0; y <= y1; ++y) {
      for (int x = x0; x <= x1; ++x) {
        const float middle_x = (static_cast<float>(x) + 0.5f) * kTile,
                    middle_y = (static_cast<float>(y) + 0.5f) * kTile;
        if (distance_to(a, b, middle_x, middle_y) > reach + kHalfDiagonal) continue;
        grid_.tiles[static_cast<std::size_t>(y) * static_cast<std::size_t>(grid_.columns) + static_cast<std::size_t>(x)]
            .push_back(segment);
        if (++entries_ > kMaxEntries)
          throw StageError("the lines are too many and too wide for one picture", "line_width");
      }
    }
  }

  const StrokeSet& set_;
  TileGrid grid_;
  std::size_t entries_ = 0;
};

// Shading of a round rod, lit from the viewer's upper left.
float rod_shade(const Coverage& c) {
  const float across = std::min(1.0f, c.side_x * c.side_x + c.side_y * c.side_y);
  const float facing = -0.42f * c.side_x - 0.58f * c.side_y + 0.70f * std::sqrt(1.0f - across);
  return 0.50f + 0.72f * std::max(0.0f, facing);
}

class TilePainter {
 public:
  TilePainter(const StrokeSet& set, const PictureParams& params, const Vec3f& paper)
      : set_(set), opacity_(static_cast<float>(params.line_opacity)) {
    colours_.fill(paper);
  }

  // Within a stroke the segment with the highest coverage wins, so that joints have neither gaps nor dark spots.
  void paint(std::span<const TileSegment> segments, int x0, int y0) {
    for (std::size_t i = 0; i < segments.size();) {
      std::size_t end = i;
      for (; end < segments.size() && segments[end].stroke == segments[i].stroke; ++end) cover(segments[end], x0, y0);
      blend(set_.strokes[segments[i].stroke]);
      i = end;
    }
  }

  const Vec3f& colour(int x, int y) const { return colours_[index(x, y)]; }

 private:
  static std::size_t index(int x, int y) { return static_cast<std::size_t>(y) * kTile + static_cast<std::size_t>(x); }

  void cover(const TileSegment& segment, int x0, int y0) {
    const StrokePoint& a = set_.points[segment.point];
    const StrokePoint& b = set_.points[segment.point + (segment.single ? 0 : 1)];
    const float reach = std::max(a.radius, b.radius) + 1.0f;
    const int left = std::max(0, static_cast<int>(std::floor(std::min(a.x, b.x) - reach)) - x0);
    const int right = std::min(kTile - 1, static_cast<int>(std::floor(std::max(a.x, b.x) + reach)) - x0);
    const int top = std::max(0, static_cast<int>(std::floor(std::min(a.y, b.y) - reach)) - y0);
    const int bottom = std::min(kTile - 1, static_cast<int>(std::floor(std::max(a.y, b.y) + reach)) - y0);
    for (int y = top; y <= bottom; ++y) {
      for (int x = left; x <= right; ++x) {
        const Coverage c = coverage_of(a, b, static_cast<float>(x0 + x) + 0.5f, static_cast<float>(y0 + y) + 0.5f);
        if (c.share > covered_[index(x, y)].share) covered_[index(x, y)] = c;
      }
    }
    left_ = std::min(left_, left);
    right_ = std::max(right_, right);
    top_ = std::min(top_, top);
    bottom_ = std::max(bottom_, bottom);
  }

  void blend(const Stroke& stroke) {
    for (int y = top_; y <= bottom_; ++y) {
      for (int x = left_; x <= right_; ++x) {
        Coverage& c = covered_[index(x, y)];
        if (c.share <= 0.0f) continue;
        const Vec3f colour = mix(stroke.colour, stroke.end_colour, c.along) * (stroke.round ? rod_shade(c) : 1.0f);
        colours_[index(x, y)] = mix(colours_[index(x, y)], colour, c.share * opacity_);
        c.share = 0.0f;
      }
    }
    left_ = top_ = kTile;
    right_ = bottom_ = -1;
  }

  const StrokeSet& set_;
  float opacity_;
  std::array<Vec3f, kTile * kTile> colours_;
  std::array<Coverage, kTile * kTile> covered_{};
  int left_ = kTile, right_ = -1, top_ = kTile, bottom_ = -1;  // bounds of the pixels that the current stroke touched
};

}  // namespace

Image render_lines(std::span<const Line> lines, LineView view, const PictureParams& params, const RunContext& context) {
  const PixelSize size = size_or(params, kDefaultSize);
  const StrokeSet set = make_strokes(lines, view, params, size);
  context.progress(0.2);
  const TileGrid grid = TileSorter(set, size).sorted();
  const SrgbTable srgb;
  const Vec3f paper = srgb.linear(params.paper);
  Image image;
  image.pixels = Grid<Rgba8>(size.width, size.height);
  parallel_blocks(grid.tiles.size(), 1, [&](std::size_t tile, std::size_t) {
    context.check_stop();
    const int x0 = static_cast<int>(tile % static_cast<std::size_t>(grid.columns)) * kTile;
    const int y0 = static_cast<int>(tile / static_cast<std::size_t>(grid.columns)) * kTile;
    TilePainter painter(set, params, paper);
    painter.paint(grid.tiles[tile], x0, y0);
    for (int y = y0; y < std::min(y0 + kTile, size.height); ++y) {
      for (int x = x0; x < std::min(x0 + kTile, size.width); ++x)
        image.pixels.at(x, y) = srgb.encode(painter.colour(x - x0, y - y0), x, y);
    }
  });
  return image;
}

Vec3f level_colour(int level, int deepest) {
  constexpr Vec3f kBark{0.416f, 0.322f, 0.231f}, kTwig{0.478f, 0.463f, 0.247f}, kLeaf{0.345f, 0.545f, 0.247f};
  const float t = deepest > 0 ? clamp01(static_cast<float>(level) / static_cast<float>(deepest)) : 0.0f;
  return t < 0.5f ? mix(kBark, kTwig, t * 2.0f) : mix(kTwig, kLeaf, t * 2.0f - 1.0f);
}

}  // namespace weald::render
