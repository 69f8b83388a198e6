#include "support/catch.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "engine/graph/stage.h"
#include "stages/plants/textures/bark_texture.h"

using namespace weald;
using namespace weald::texture;

static_assert(pipeline::PartedStage<BarkTexture>);

namespace {

constexpr std::array kKinds{BarkKind::ridged, BarkKind::birch, BarkKind::plated, BarkKind::smooth, BarkKind::ringed};

BarkTile made(const BarkTextureParams& params, std::uint64_t seed = 7) {
  RunContext context;
  context.seed = seed;
  return make_bark(params, context);
}

BarkTextureParams small(BarkKind kind) {
  BarkTextureParams params;
  params.kind = kind;
  params.size = {160, 240};
  return params;
}

double step_between(const Rgba8& a, const Rgba8& b) {
  return std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b);
}

// Mean difference of neighbours across the line before column `x`, and before row `y`.
double across_column(const Image& image, int x) {
  const int width = image.pixels.width(), height = image.pixels.height();
  double sum = 0;
  for (int y = 0; y < height; ++y)
    sum += step_between(image.pixels.at(x, y), image.pixels.at((x + width - 1) % width, y));
  return sum / height;
}
double across_row(const Image& image, int y) {
  const int width = image.pixels.width(), height = image.pixels.height();
  double sum = 0;
  for (int x = 0; x < width; ++x)
    sum += step_between(image.pixels.at(x, y), image.pixels.at(x, (y + height - 1) % height));
  return sum / width;
}

double brightness(const Image& image) {
  double sum = 0;
  for (const Rgba8& p : image.pixels.values()) sum += p.r + p.g + p.b;
  return sum / (765.0 * static_cast<double>(image.pixels.size()));
}

}  // namespace

TEST_CASE("bark_texture: the seams of colours and normals are no rougher than any line inside") {
  for (const BarkKind kind : kKinds) {
    const BarkTile tile = made(small(kind));
    for (const Image* image : {&tile.colours, &tile.normals}) {
      double columns = 0, rows = 0;
      for (int x = 1; x < image->pixels.width(); ++x) columns = std::max(columns, across_column(*image, x));
      for (int y = 1; y < image->pixels.height(); ++y) rows = std::max(rows, across_row(*image, y));
      CHECK(across_column(*image, 0) <= columns);
      CHECK(across_row(*image, 0) <= rows);
    }
  }
}

TEST_CASE("bark_texture: normals are those of the heights, which keep within the depth") {
  for (const BarkKind kind : kKinds) {
    BarkTextureParams params = small(kind);
    params.depth = 0.02;
    const BarkTile tile = made(params);
    const HeightRange range = height_range(tile.heights);
    CHECK(range.min >= 0.0f);
    CHECK(range.max <= 0.02f);
    CHECK(range.max - range.min > 0.004f);
    CHECK(tile.heights.cell_size == Approx(0.5 / 160));
    for (int y = 1; y < 239; y += 7) {
      for (int x = 1; x < 159; x += 5) {
        const auto at = [&](int i, int j) { return static_cast<double>(tile.heights.heights.at(i, j)); };
        const double cell = tile.heights.cell_size;
        const Vec3 n = glm::normalize(
            Vec3{-(at(x + 1, y) - at(x - 1, y)) / (2 * cell), -(at(x, y - 1) - at(x, y + 1)) / (2 * cell), 1});
        const Rgba8 pixel = tile.normals.pixels.at(x, y);
        const Vec3 shown = (Vec3{pixel.r, pixel.g, pixel.b} - 128.0) / 127.0;
        REQUIRE(glm::length(shown - n) < 0.01);
      }
    }
  }
}

TEST_CASE("bark_texture: without depth the normals are level, without shade furrows are lighter") {
  BarkTextureParams params = small(BarkKind::plated);
  params.depth = 0.0;
  const BarkTile flat = made(params);
  const auto values = flat.normals.pixels.values();
  CHECK(std::all_of(values.begin(), values.end(), [](const Rgba8& p) { return p == Rgba8{128, 128, 255}; }));
  params.shade = 0;
  const BarkTile bare = made(params);
  params.depth = 0.01;
  const BarkTile deep = made(params);
  double with = 0, without = 0;
  for (std::size_t i = 0; i < deep.colours.pixels.size(); ++i) {
    if (deep.heights.heights.values()[i] > 0.003f) continue;
    with += flat.colours.pixels.values()[i].r, without += bare.colours.pixels.values()[i].r;
  }
  CHECK(with < 0.95 * without);
}

TEST_CASE("bark_texture: the kinds differ as their trees do") {
  CHECK(brightness(made(small(BarkKind::birch)).colours) > 0.7);
  const double oak = brightness(made(small(BarkKind::ridged)).colours);
  CHECK((oak > 0.15 && oak < 0.5));
  const Image pine = made(small(BarkKind::plated)).colours;
  double redness = 0;
  for (const Rgba8& p : pine.pixels.values()) redness += (p.r - p.b) / static_cast<double>(pine.pixels.size());
  CHECK(redness > 20);
}

TEST_CASE("bark_texture: moss grows over the share that is asked for") {
  BarkTextureParams params = small(BarkKind::ridged);
  double before = -1;
  for (const double moss : {0.0, 0.3, 0.6, 1.0}) {
    params.moss = moss;
    params.moss_colour = {0, 1, 0};
    double green = 0;
    const Image image = made(params).colours;
    for (const Rgba8& p : image.pixels.values())
      green += p.g > p.r + 30 ? 1.0 / static_cast<double>(image.pixels.size()) : 0;
    CHECK(green > before);
    before = moss == 0 ? green + 0.05 : green + 0.1;
  }
  CHECK(before > 0.85);
}

TEST_CASE("bark_texture: the same bytes on any number of threads, others for another seed") {
  const BarkTextureParams params = small(BarkKind::birch);
  std::vector<BarkTile> tiles;
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    tiles.push_back(made(params));
  }
  for (const std::size_t i : {1u, 2u}) {
    CHECK(tiles[0].colours.pixels == tiles[i].colours.pixels);
    CHECK(tiles[0].normals.pixels == tiles[i].normals.pixels);
    CHECK(tiles[0].heights.heights == tiles[i].heights.heights);
  }
  CHECK_FALSE(tiles[0].colours.pixels == made(params, 8).colours.pixels);
}

TEST_CASE("bark_texture: the smallest and the most elongated pictures are made") {
  for (const BarkKind kind : kKinds) {
    for (const std::array<int, 2> size : {std::array{16, 16}, std::array{16, 64}, std::array{64, 16}}) {
      for (const int count : {1, 32}) {
        BarkTextureParams params = small(kind);
        params.size = size, params.count = count, params.moss = 0.5;
        CHECK(made(params).colours.pixels.width() == size[0]);
      }
    }
  }
}
