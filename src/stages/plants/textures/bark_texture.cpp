#include "stages/plants/textures/bark_texture.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "base/math/vec.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "stages/plants/textures/detail/tile_noise.h"

namespace weald::texture {

namespace {

/// Bark at one position.
struct BarkPoint {
  float height = 0;  ///< 0 deepest furrow, 1 highest ridge
  float crack = 0;   ///< share of the cracks' colour
  float patch = 0;   ///< share of the patches' colour
  float tone = 0;    ///< relative brightness, positive: lighter
};

/// Defaults of a kind of bark, used where parameters are unset.
struct BarkStyle {
  double depth = 0.01;  ///< metres
  int count = 6;
  Vec3 colour{0.4}, patch_colour{0.5}, crack_colour{0.2};
};

/// Bark at (x, y), in tiles: (1, 1) lies one tile to the right and one tile up.
using BarkField = std::function<BarkPoint(float x, float y)>;

// Rows of cells of the given proportion (height by width) that fill a tile; an even number, so that rows can be
// staggered.
int rows_for(int columns, double tall, double proportion) {
  const int rows = static_cast<int>(columns * tall / proportion + 0.5);
  return std::max(2, rows + rows % 2);
}

int at_least_one(double count) { return std::max(1, static_cast<int>(count + 0.5)); }

// Long plates with wide furrows, some of them bridged; fibres run along them, fine cracks across.
class RidgedBark {
 public:
  RidgedBark(int count, double tall, std::uint64_t seed)
      : across_(1.0f / static_cast<float>(count)),
        up_(1.0f / static_cast<float>(rows_for(count, tall, 3.2))),
        bend_(count, rows_for(count, tall, 2.2), 3, sub_seed(seed, 1)),
        bend_up_(count, rows_for(count, tall, 2.2), 2, sub_seed(seed, 2)),
        plates_(count, rows_for(count, tall, 3.2), 0.95f, sub_seed(seed, 3)),
        cracks_(2 * count, rows_for(2 * count, tall, 1.5), 1.0f, sub_seed(seed, 4)),
        fibres_(9 * count, rows_for(9 * count, tall, 7.0), 2, sub_seed(seed, 5)),
        grain_(10 * count, rows_for(10 * count, tall, 1.6), 3, sub_seed(seed, 6)),
        bridges_(2 * count, rows_for(2 * count, tall, 1.8), 2, sub_seed(seed, 7)),
        tone_(std::max(2, count / 2), rows_for(std::max(2, count / 2), tall, 1.5), 3, sub_seed(seed, 8)) {}

  BarkPoint operator()(float x, float y) const {
    const float bend = bend_.at(x, y), grain = grain_.at(x, y);
    const float px = x + across_ * (0.30f * bend + 0.02f * grain), py = y + up_ * 0.30f * bend_up_.at(x, y);
    const CellHit plate = plates_.at(px, py);
    const float bridge = ease(0.05f, 0.45f, bridges_.at(px, py));
    const float edge = plate.border + 0.014f * grain;
    const float ridge = std::max(ease(0.02f, 0.24f, edge), 0.70f * bridge);
    const CellHit crack = cracks_.at(px + across_ * 0.12f * grain, py);
    const float split = 1.0f - ease(0.01f, 0.09f + 0.04f * grain, crack.border);
    const float fibre = std::abs(fibres_.at(px, py));
    const float furrow = 1.0f - ease(0.0f, 0.16f, fibre);
    const float top = 0.80f + 0.22f * (plate.id - 0.5f) - 0.22f * split * ease(0.3f, 0.9f, ridge) - 0.10f * furrow;
    BarkPoint point;
    point.height = std::clamp(0.05f + 0.04f * grain + ridge * (top + 0.05f * grain), 0.0f, 1.0f);
    point.crack = std::clamp(1.0f - 1.12f * ease(0.04f, 0.58f, point.height) + 0.35f * split * ridge, 0.0f, 1.0f);
    point.patch = std::clamp(0.45f + 0.55f * tone_.at(x, y) + 0.35f * (plate.id - 0.5f) + 0.25f * grain, 0.0f, 1.0f);
    point.tone = 0.16f * grain - 0.12f * furrow + 0.14f * (crack.id - 0.5f) + 0.10f * tone_.at(x, y);
    return point;
  }

 private:
  float across_, up_;
  TileFractal bend_, bend_up_;
  TileCells plates_, cracks_;
  TileFractal fibres_, grain_, bridges_, tone_;
};

// Thin bark with horizontal lenticels, peeling edges and black scars.
class BirchBark {
 public:
  BirchBark(int count, double tall, std::uint64_t seed)
      : bend_(3, at_least_one(6 * tall), 3, sub_seed(seed, 1)),
        marks_(count, rows_for(count, tall, 0.26), 1.0f, sub_seed(seed, 2)),
        dots_(4 * count, rows_for(4 * count, tall, 0.45), 1.0f, sub_seed(seed, 3)),
        skin_(1, at_least_one(6 * tall), 5, sub_seed(seed, 4)),
        lines_(3, at_least_one(70 * tall), 3, sub_seed(seed, 5)),
        scars_(2, rows_for(2, tall, 0.8), 0.8f, sub_seed(seed, 6)),
        rough_(14, at_least_one(16 * tall), 4, sub_seed(seed, 7)),
        tone_(3, at_least_one(3 * tall), 4, sub_seed(seed, 8)),
        scar_size_(static_cast<float>(tall) / static_cast<float>(rows_for(2, tall, 0.8)) * 2.0f) {}

  BarkPoint operator()(float x, float y) const {
    const float bend = bend_.at(x, y), rough = rough_.at(x, y), lines = lines_.at(x, y), tone = tone_.at(x, y);
    const float mark = std::max(lens(marks_.at(x, y + 0.008f * bend), 0.40f, 0.17f, 0.42f),
                                0.8f * lens(dots_.at(x, y + 0.008f * bend), 0.30f, 0.13f, 0.62f));
    const float scar = scar_at(x, y, rough);
    const float skin = skin_.at(x, y + 0.01f * rough);
    const float peel = ease(0.0f, 0.016f, skin) * (1.0f - ease(0.016f, 0.34f, skin));
    const float lip = ease(-0.05f, -0.002f, skin) * (1.0f - ease(-0.002f, 0.01f, skin));
    BarkPoint point;
    point.height = 0.55f + 0.10f * bend + 0.05f * lines + 0.25f * peel - 0.14f * lip + 0.10f * mark;
    point.height = std::clamp(blend(point.height, 0.35f + 0.55f * rough, scar), 0.0f, 1.0f);
    const float torn = lip * ease(-0.1f, 0.4f, tone);
    point.crack = std::clamp(std::max({mark * 0.92f, scar * (0.92f - 0.35f * ease(0.1f, 0.7f, rough)), 0.26f * torn}) +
                                 0.10f * ease(0.35f, 0.8f, lines),
                             0.0f, 1.0f);
    point.patch = std::clamp(0.30f + 0.55f * tone + 0.50f * peel * ease(-0.2f, 0.5f, bend), 0.0f, 1.0f);
    point.tone = 0.035f * lines + 0.03f * rough + 0.03f * bend;
    return point;
  }

 private:
  // A horizontal lens around a point. `length` and `height` are its half extents in cells; only the share `share` of
  // the points has one.
  static float lens(const CellHit& hit, float length, float height, float share) {
    if (hit.id > share) return 0.0f;
    const float size = 0.45f + 0.55f * hit.id / share;
    const float dx = hit.offset.x / (length * size), dy = hit.offset.y / (height * size);
    return 1.0f - ease(0.35f, 1.0f, dx * dx + std::abs(dy));
  }

  // Scar of a shed branch: two arms that hang from its centre.
  float scar_at(float x, float y, float rough) const {
    const CellHit hit = scars_.at(x, y);
    if (hit.id > 0.36f) return 0.0f;
    const float size = 0.13f + 0.35f * hit.id;
    const float dx = std::abs(hit.offset.x) / size, dy = hit.offset.y / size * scar_size_;
    const float arms = std::abs(dy + dx * (1.1f - 0.3f * dx) - 0.35f) * (2.4f + 1.6f * dx) + 0.8f * dx * dx;
    const float middle = dx * dx * 7.0f + dy * dy * 5.0f;
    return 1.0f - ease(0.55f, 1.0f, std::min(arms, middle) + 0.35f * rough);
  }

  TileFractal bend_;
  TileCells marks_, dots_;
  TileFractal skin_, lines_;
  TileCells scars_;
  TileFractal rough_, tone_;
  float scar_size_;
};

// Plates in flaky layers.
class PlatedBark {
 public:
  PlatedBark(int count, double tall, std::uint64_t seed)
      : across_(1.0f / static_cast<float>(count)),
        up_(1.0f / static_cast<float>(rows_for(count, tall, 2.5))),
        bend_(2 * count, rows_for(2 * count, tall, 1.4), 3, sub_seed(seed, 1)),
        bend_up_(2 * count, rows_for(2 * count, tall, 1.4), 3, sub_seed(seed, 2)),
        plates_(count, rows_for(count, tall, 2.5), 0.9f, sub_seed(seed, 3)),
        scales_(3 * count, rows_for(3 * count, tall, 1.7), 1.0f, sub_seed(seed, 4)),
        layers_(2 * count, rows_for(2 * count, tall, 1.5), 4, sub_seed(seed, 5)),
        grain_(12 * count, rows_for(12 * count, tall, 1.8), 3, sub_seed(seed, 6)),
        tone_(count, rows_for(count, tall, 1.2), 3, sub_seed(seed, 7)) {}

  BarkPoint operator()(float x, float y) const {
    const float grain = grain_.at(x, y), bend = bend_.at(x, y);
    const float px = x + across_ * (0.20f * bend + 0.02f * grain), py = y + up_ * 0.20f * bend_up_.at(x, y);
    const CellHit plate = plates_.at(px, py), scale = scales_.at(px, py);
    const float edge = plate.border + 0.012f * grain;
    const float body = ease(0.01f, 0.10f, edge);
    // Layers end at steps; the higher layers lie in the middle of plates.
    const float raw = 2.2f * (0.55f + 0.40f * layers_.at(x, y) + 0.5f * ease(0.05f, 0.4f, edge)) + 0.5f * scale.id;
    const float floor = std::floor(raw), rest = raw - floor;
    const float layered = (floor + ease(0.0f, 0.16f, rest)) * (1.0f / 3.6f);
    const float step = 1.0f - ease(0.0f, 0.16f, rest) * (1.0f - ease(0.16f, 0.3f, rest));
    const float seam = 1.0f - ease(0.01f, 0.06f, scale.border);
    BarkPoint point;
    point.height = std::clamp(body * (0.36f + 0.55f * layered - 0.10f * seam) + 0.05f * grain, 0.0f, 1.0f);
    point.crack = std::clamp(1.0f - ease(0.10f, 0.42f, point.height) + 0.28f * seam * body, 0.0f, 1.0f);
    point.patch = std::clamp(
        0.40f + 0.50f * tone_.at(x, y) + 0.5f * (plate.id - 0.5f) + 0.9f * (scale.id - 0.5f) + 0.25f * (layered - 0.6f),
        0.0f, 1.0f);
    point.tone = 0.12f * grain + 0.26f * (scale.id - 0.5f) - 0.16f * (1.0f - step) + 0.08f * tone_.at(x, y);
    return point;
  }

 private:
  float across_, up_;
  TileFractal bend_, bend_up_;
  TileCells plates_, scales_;
  TileFractal layers_, grain_, tone_;
};

// Fine horizontal wrinkles, small marks and pale patches.
class SmoothBark {
 public:
  SmoothBark(int count, double tall, std::uint64_t seed)
      : waves_(3, at_least_one(5 * tall), 3, sub_seed(seed, 1)),
        wrinkles_(count, at_least_one(9 * count * tall), 3, sub_seed(seed, 2)),
        dots_(4 * count, rows_for(4 * count, tall, 0.7), 1.0f, sub_seed(seed, 3)),
        patches_(4, at_least_one(4 * tall), 5, sub_seed(seed, 4)),
        grain_(60, at_least_one(60 * tall), 3, sub_seed(seed, 5)) {}

  BarkPoint operator()(float x, float y) const {
    const float waves = waves_.at(x, y), grain = grain_.at(x, y);
    const float wrinkles = wrinkles_.at(x + 0.02f * grain, y + 0.02f * waves);
    const CellHit dot = dots_.at(x, y);
    const float dx = dot.offset.x / 0.42f, dy = dot.offset.y / 0.16f;
    const float mark = dot.id < 0.35f ? 1.0f - ease(0.4f, 1.0f, dx * dx + dy * dy) : 0.0f;
    const float fold = ease(0.25f, 0.75f, wrinkles);
    const float patches = patches_.at(x, y) + 0.25f * grain;
    BarkPoint point;
    point.height =
        std::clamp(0.5f + 0.28f * waves + 0.10f * wrinkles - 0.16f * fold + 0.16f * mark + 0.06f * grain, 0.0f, 1.0f);
    point.crack = std::clamp(0.42f * fold + 0.38f * mark + 0.12f * ease(0.1f, 0.6f, -patches), 0.0f, 1.0f);
    point.patch = 0.8f * ease(0.0f, 0.75f, patches);
    point.tone = 0.07f * grain + 0.06f * waves + 0.05f * wrinkles;
    return point;
  }

 private:
  TileFractal waves_, wrinkles_;
  TileCells dots_;
  TileFractal patches_, grain_;
};

// Leaf scars as rings: each rises to an edge, above which the next begins.
class RingedBark {
 public:
  RingedBark(int count, double tall, std::uint64_t seed)
      : count_(static_cast<float>(count)),
        bend_(3, std::max(1, count / 2), 3, sub_seed(seed, 1)),
        fibres_(46, at_least_one(count * 1.2), 3, sub_seed(seed, 2)),
        splits_(22, count + count % 2, 0.95f, sub_seed(seed, 3)),
        grain_(50, at_least_one(50 * tall), 3, sub_seed(seed, 4)),
        tone_(4, at_least_one(5 * tall), 4, sub_seed(seed, 5)) {}

  BarkPoint operator()(float x, float y) const {
    const float bend = bend_.at(x, y), grain = grain_.at(x, y);
    const float ring = y * count_ + 0.42f * bend + 0.03f * grain;
    const float t = ring - std::floor(ring);
    const float fibre = fibres_.at(x, y);
    const float split = 1.0f - ease(0.02f, 0.10f, splits_.at(x + 0.006f * grain, y).border);
    const float rise = ease(0.0f, 0.30f, t) * 0.30f + 0.45f * t;
    const float lip = 1.0f - ease(0.90f, 0.985f, t);
    BarkPoint point;
    point.height =
        std::clamp(0.10f + rise * lip + 0.10f * fibre * ease(0.05f, 0.3f, t) - 0.20f * split * lip * t + 0.05f * grain,
                   0.0f, 1.0f);
    const float line = std::max(1.0f - ease(0.02f, 0.13f, t), ease(0.93f, 0.99f, t));
    point.crack = std::clamp(0.78f * line + 0.55f * split * t + 0.22f * ease(0.25f, 0.8f, -fibre), 0.0f, 1.0f);
    point.patch = std::clamp(ease(0.55f, 0.92f, t) * 0.55f + 0.40f * tone_.at(x, y) + 0.2f * fibre, 0.0f, 1.0f);
    point.tone = 0.11f * fibre + 0.08f * grain + 0.08f * tone_.at(x, y);
    return point;
  }

 private:
  float count_;
  TileFractal bend_, fibres_;
  TileCells splits_;
  TileFractal grain_, tone_;
};

/// The defaults of a kind.
BarkStyle bark_style(BarkKind kind) {
  switch (kind) {
    case BarkKind::ridged: return {0.024, 9, {0.46, 0.40, 0.33}, {0.57, 0.53, 0.46}, {0.17, 0.13, 0.10}};
    case BarkKind::birch: return {0.004, 5, {0.91, 0.90, 0.87}, {0.93, 0.84, 0.75}, {0.13, 0.11, 0.10}};
    case BarkKind::plated: return {0.018, 5, {0.53, 0.32, 0.20}, {0.62, 0.50, 0.42}, {0.17, 0.11, 0.08}};
    case BarkKind::smooth: return {0.004, 5, {0.50, 0.50, 0.47}, {0.66, 0.67, 0.62}, {0.29, 0.27, 0.24}};
    case BarkKind::ringed: return {0.014, 6, {0.50, 0.44, 0.36}, {0.64, 0.57, 0.46}, {0.20, 0.16, 0.12}};
  }
  return {};
}

/// Bark of a kind with `count` ridges, plates or rings; `tall` is the ratio of a tile's height to its width.
BarkField bark_field(BarkKind kind, int count, double tall, std::uint64_t seed) {
  switch (kind) {
    case BarkKind::ridged: return RidgedBark(count, tall, seed);
    case BarkKind::birch: return BirchBark(count, tall, seed);
    case BarkKind::plated: return PlatedBark(count, tall, seed);
    case BarkKind::smooth: return SmoothBark(count, tall, seed);
    case BarkKind::ringed: return RingedBark(count, tall, seed);
  }
  return RidgedBark(count, tall, seed);
}

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
