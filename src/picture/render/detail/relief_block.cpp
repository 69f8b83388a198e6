#include <algorithm>
#include <array>
#include <cmath>

#include "base/parallel.h"
#include "methods/raster/resample.h"
#include "picture/render/detail/hypsometry.h"
#include "picture/render/detail/relief.h"
#include "picture/surface/colour.h"

namespace weald::render {

namespace {

constexpr double kReliefSlope = 0.50;         // RMS slope that the default exaggeration aims for
constexpr double kTallest = 0.34;             // height range of a block, as a share of its longer side
constexpr int kMaxSamples = 2305;             // along the longer side of a block, to bound memory
constexpr int kWallLevels = 48;               // rows of vertices at fixed heights, which carry the strata colours
constexpr std::array kSoil{0.0, 0.03, 0.08};  // further rows below the land, as shares of the tallest wall

int along(int samples, int source_longer, int target) {
  const double share = static_cast<double>(samples - 1) / (source_longer - 1);
  return std::max(2, static_cast<int>(share * (target - 1) + 0.5) + 1);
}

// Resamples to about one sample per pixel: coarse maps are refined, fine ones decimated, others left unchanged.
Heightmap fitted(const Heightmap& map, int longer) {
  const int source = std::max(map.width(), map.height());
  const int target = std::min(kMaxSamples, std::clamp(source, longer * 9 / 10, longer * 3 / 2));
  if (target == source) return map;
  return resample(map, end_to_end(map.width(), along(map.width(), source, target)),
                  end_to_end(map.height(), along(map.height(), source, target)));
}

double readable_exaggeration(const Heightmap& map) {
  const double slope = rms_slope(map);
  if (slope <= 0.0) return 1.0;
  const HeightRange range = height_range(map);
  const double longer = std::max(map.width(), map.height()) * map.cell_size;
  const double tallest =
      kTallest * longer / std::max(1e-9, static_cast<double>(range.max) - static_cast<double>(range.min));
  return std::max(std::min(1.0, tallest), std::min({kReliefSlope / slope, tallest, 8.0}));
}

class BlockBuilder {
 public:
  BlockBuilder(ReliefBlock& block, const LandTint& tint) : block_(block), tint_(tint) {
    wall_height_ = static_cast<double>(height_range(block.land).max) - block.base;
  }

  void build_land() {
    const Heightmap& land = block_.land;
    const int w = land.width(), h = land.height();
    Surface& surface = block_.land_surface;
    const std::size_t count = land.heights.size();
    surface.positions.resize(count);
    surface.normals.resize(count);
    surface.colours.resize(count);
    surface.materials = {{Vec3f{1.0f}, 1.0f, Finish::solid}};
    surface.triangles.resize(2 * static_cast<std::size_t>(w - 1) * static_cast<std::size_t>(h - 1));
    parallel_blocks(static_cast<std::size_t>(h), 16, [&](std::size_t begin, std::size_t end) {
      std::vector<Vec2f> slopes(static_cast<std::size_t>(w));
      for (int y = static_cast<int>(begin); y < static_cast<int>(end); ++y) {
        horn_gradients(land.heights, y, land.cell_size, slopes);
        for (int x = 0; x < w; ++x) set_vertex(surface, x, y, slopes[static_cast<std::size_t>(x)]);
        if (y + 1 < h) set_cells(surface, y);
      }
    });
  }

  // A coarse version of the land for the sky's depth maps, decimated to their resolution.
  void build_outline() {
    constexpr int kMax = 360;  // samples along the longer side
    const Grid<float>& z = block_.land.heights;
    const int step = (std::max(z.width(), z.height()) - 1) / kMax + 1;
    std::vector<int> columns, rows;
    for (int x = 0; x < z.width() - 1; x += step) columns.push_back(x);
    for (int y = 0; y < z.height() - 1; y += step) rows.push_back(y);
    columns.push_back(z.width() - 1);
    rows.push_back(z.height() - 1);
    Surface& outline = block_.outline;
    for (const int y : rows) {
      for (const int x : columns) outline.positions.push_back(Vec3f{corner(x, y, static_cast<double>(z.at(x, y)))});
    }
    const auto w = static_cast<std::uint32_t>(columns.size());
    for (std::uint32_t y = 0; y + 1 < rows.size(); ++y) {
      for (std::uint32_t x = 0; x + 1 < w; ++x) {
        const std::uint32_t a = y * w + x;
        outline.triangles.push_back({a, a + w, a + w + 1});
        outline.triangles.push_back({a, a + w + 1, a + 1});
      }
    }
  }

  void build_walls() {
    Surface& walls = block_.walls;
    walls.materials = {{Vec3f{1.0f}, 1.0f, Finish::solid}};
    constexpr std::size_t kWallRows = kWallLevels + kSoil.size();
    const auto around = 2 * static_cast<std::size_t>(block_.land.width() + block_.land.height() - 2);
    for (auto* array : {&walls.positions, &walls.normals, &walls.colours}) array->reserve((around + 4) * kWallRows);
    walls.triangles.reserve(2 * around * (kWallRows - 1));
    for_each_side([&](int x, int y, int dx, int dy, int steps, const Vec3f& normal) {
      const auto first = static_cast<std::uint32_t>(walls.positions.size());
      for (int i = 0; i <= steps; ++i) add_wall_column(walls, x + dx * i, y + dy * i, normal);
      stitch(walls, first, steps, kWallLevels + static_cast<int>(kSoil.size()));
    });
  }

  void build_sea(double level) {
    Surface& sea = block_.sea.emplace();
    sea.materials = {{Vec3f{0.02f, 0.1f, 0.15f}, 0.1f, Finish::water}};
    const Vec3 a = corner(0, 0, level), b = corner(block_.land.width() - 1, block_.land.height() - 1, level);
    for (const Vec3& p : {a, Vec3{a.x, level, b.z}, b, Vec3{b.x, level, a.z}}) add(sea, p, {0, 1, 0});
    sea.triangles = {{0, 1, 2}, {0, 2, 3}};
    for_each_side([&](int x, int y, int dx, int dy, int steps, const Vec3f& normal) {
      const auto first = static_cast<std::uint32_t>(sea.positions.size());
      for (int i = 0; i <= steps; ++i) {
        const int px = x + dx * i, py = y + dy * i;
        add(sea, corner(px, py, level), normal);
        add(sea, corner(px, py, std::min(level, static_cast<double>(block_.land.heights.at(px, py)))), normal);
      }
      stitch(sea, first, steps, 2);
    });
  }

 private:
  // Visits the four borders, walked with the outside on the right.
  template <class Visit>
  void for_each_side(Visit&& visit) const {
    const int w = block_.land.width() - 1, h = block_.land.height() - 1;
    visit(0, h, 1, 0, w, Vec3f{0, 0, 1});
    visit(w, h, 0, -1, h, Vec3f{1, 0, 0});
    visit(w, 0, -1, 0, w, Vec3f{0, 0, -1});
    visit(0, 0, 0, 1, h, Vec3f{-1, 0, 0});
  }

  Vec3 corner(int x, int y, double height) const {
    const Vec2 p = block_.land.grid().position(x, y);
    return {p.x, height, p.y};
  }

  static void add(Surface& surface, const Vec3& position, const Vec3f& normal) {
    surface.positions.push_back(Vec3f{position});
    surface.normals.push_back(normal);
  }

  void set_vertex(Surface& surface, int x, int y, const Vec2f& slope) const {
    const Heightmap& land = block_.land;
    const std::size_t i =
        static_cast<std::size_t>(y) * static_cast<std::size_t>(land.width()) + static_cast<std::size_t>(x);
    const double height = static_cast<double>(land.heights.at(x, y));
    surface.positions[i] = Vec3f{corner(x, y, height)};
    surface.normals[i] = glm::normalize(Vec3f{-slope.x, 1.0f, -slope.y});
    surface.colours[i] = land_colour(tint_, height, glm::length(slope));
  }

  // Splits the cells of a row along the diagonal with the smaller height difference, so that ridges and valleys keep
  // their lines.
  void set_cells(Surface& surface, int y) const {
    const auto upper = block_.land.heights.row(y), lower = block_.land.heights.row(y + 1);
    const std::size_t w = upper.size();
    TriangleIndices* triangles = surface.triangles.data() + 2 * static_cast<std::size_t>(y) * (w - 1);
    for (std::size_t x = 0; x + 1 < w; ++x, triangles += 2) {
      const auto a = static_cast<std::uint32_t>(static_cast<std::size_t>(y) * w + x),
                 b = a + static_cast<std::uint32_t>(w), c = b + 1, d = a + 1;
      const bool falls = std::abs(upper[x] - lower[x + 1]) <= std::abs(lower[x] - upper[x + 1]);
      triangles[0] = {a, b, falls ? c : d};
      triangles[1] = {falls ? a : b, c, d};
    }
  }

  // Rows follow the land through the soil and are horizontal below it, so that strata are level. Rows above the land
  // collapse onto its edge.
  void add_wall_column(Surface& walls, int x, int y, const Vec3f& normal) const {
    const double top = static_cast<double>(block_.land.heights.at(x, y));
    double height = top, before = NAN;
    const auto add_row = [&] {
      add(walls, corner(x, y, height), normal);
      walls.colours.push_back(height == before
                                  ? walls.colours.back()
                                  : rock_colour(static_cast<float>((top - height) / wall_height_),
                                                static_cast<float>((height - block_.base) / wall_height_)));
      before = height;
    };
    for (const double depth : kSoil) {
      height = std::max(block_.base, top - depth * wall_height_);
      add_row();
    }
    for (int level = kWallLevels - 1; level >= 0; --level) {
      height = std::min(height, block_.base + wall_height_ * level / kWallLevels);
      add_row();
    }
  }

  // Connects columns of `rows` vertices, with the first row on top and the outside on the right of the walk.
  static void stitch(Surface& surface, std::uint32_t first, int steps, int rows) {
    const auto n = static_cast<std::uint32_t>(rows);
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(steps); ++i) {
      for (std::uint32_t r = 0; r + 1 < n; ++r) {
        const std::uint32_t a = first + i * n + r, b = a + n;
        surface.triangles.push_back({a, a + 1, b + 1});
        surface.triangles.push_back({a, b + 1, b});
      }
    }
  }

  ReliefBlock& block_;
  LandTint tint_;
  double wall_height_ = 1;
};

}  // namespace

namespace {

// Least depth of a sea at its deepest point, as a share of the block's longer side; a shallower sea is not built.
constexpr double kThinnestSea = 1e-4;

// Whether any cell lies within `margin` of sea level at all four of its corners.
bool lies_level(const Heightmap& land, double level, double margin) {
  const auto near = [&](int x, int y) { return std::abs(static_cast<double>(land.heights.at(x, y)) - level) < margin; };
  for (int y = 0; y + 1 < land.height(); ++y) {
    for (int x = 0; x + 1 < land.width(); ++x) {
      if (near(x, y) && near(x + 1, y) && near(x, y + 1) && near(x + 1, y + 1)) return true;
    }
  }
  return false;
}

}  // namespace

double relief_exaggeration(const Heightmap& map, int longer) { return readable_exaggeration(fitted(map, longer)); }

ReliefBlock relief_block(const Heightmap& map, const PictureParams& params, int longer) {
  ReliefBlock block;
  block.land = fitted(map, longer);
  const double scale = params.exaggeration.value_or(readable_exaggeration(block.land));
  block.exaggeration = scale;
  for (float& h : block.land.heights.values()) h = static_cast<float>(static_cast<double>(h) * scale);
  const double side = std::max(block.land.width(), block.land.height()) * block.land.cell_size;
  const double margin = kThinnestSea * side;
  double level = sea_level_of(params) * scale;
  const HeightRange range = height_range(block.land);
  const bool wet = params.water && static_cast<double>(range.min) < level - margin;
  // Ground exactly at sea level counts as land: coincident surfaces would cause z-fighting.
  if (wet && lies_level(block.land, level, 0.1 * margin)) level -= margin;

  const double wall_height = 0.035 * side;
  block.base = static_cast<double>(range.min) - wall_height;
  LandTint tint = land_tint(block.land, wet ? std::optional{level} : std::nullopt, 1.0);
  tint = chosen_tint(tint, params, scale);
  BlockBuilder builder(block, tint);
  builder.build_land();
  builder.build_outline();
  builder.build_walls();
  if (wet) {
    builder.build_sea(level);
    const double deepest = level - static_cast<double>(range.min);
    block.water = Water{nullptr, level, std::max(deepest * 0.30, 0.004 * side)};
  }
  return block;
}

}  // namespace weald::render
