// Drawing order: groups by depth, tiles, and maps and pictures that do not depend on the order.

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "support/catch.h"

#include "base/rng.h"
#include "methods/mesh/build.h"
#include "picture/raster/depth_map.h"
#include "picture/raster/detail/depth_map_painter.h"
#include "picture/raster/detail/nearest_first.h"
#include "picture/raster/visibility.h"
#include "unit/picture/scenes.h"

using namespace weald;
using namespace weald::render;

namespace {

/// Randomly placed cards in a cube, with holes between the stripes of their texture.
mesh::Mesh striped_cards(std::uint64_t count) {
  const Rng rng(21);
  auto stripes = std::make_shared<Image>();
  stripes->pixels = Grid<Rgba8>(32, 8, Rgba8{0, 200, 0, 255});
  for (int y = 0; y < 8; ++y) {
    for (int x = 0; x < 32; ++x) stripes->pixels.at(x, y).a = x / 4 % 2 == 0 ? 255 : 0;
  }
  mesh::Soup soup;
  soup.uvs = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto vector = [&](double size, std::uint64_t stream) {
      return Vec3f{Vec3{rng.uniform_in(-size, size, i, stream), rng.uniform_in(-size, size, i, stream + 1),
                        rng.uniform_in(-size, size, i, stream + 2)}};
    };
    const Vec3f foot = vector(1, 0), along = vector(0.3, 3), across = vector(0.3, 6);
    const auto corner = static_cast<std::uint32_t>(soup.positions.size());
    for (const Vec3f& p : {foot, foot + across, foot + across + along, foot + along}) soup.positions.push_back(p);
    soup.add_face(std::array<std::uint32_t, 4>{corner, corner + 1, corner + 2, corner + 3});
    soup.corner_uvs.insert(soup.corner_uvs.end(), {0, 1, 2, 3});
  }
  soup.materials[0].texture = mesh::Texture{"stripes", stripes, 0.5f};
  return mesh::build_checked(std::move(soup));
}

/// The triangles as one surface, and as surfaces that are too small to be sorted.
struct Cards {
  static constexpr std::uint32_t kCount = 1600, kPiece = 400;  // cards; triangles
  static_assert(kPiece < NearestFirst::kMin && kCount > NearestFirst::kMin);
  Surface whole = surface_of(striped_cards(kCount));
  std::vector<Surface> pieces;
  std::vector<SurfaceItem> one{{&whole}}, many;

  Cards() {
    for (std::uint32_t i = 0; i < whole.triangle_count(); i += kPiece) {
      Surface& piece = pieces.emplace_back(whole);
      for (auto* list : {&piece.triangles, &piece.normal_indices, &piece.uv_indices}) {
        if (!list->empty()) *list = {list->begin() + i, list->begin() + i + kPiece};
      }
    }
    for (const Surface& piece : pieces) many.push_back({&piece});
  }
};

}  // namespace

TEST_CASE("nearest first: every triangle is in one group, and no group is nearer than an earlier one", "[render]") {
  const Rng rng(4);
  std::vector<float> depth;
  for (std::uint64_t i = 0; i < 5000; ++i) depth.push_back(static_cast<float>(rng.uniform_in(-3, 40, i)));
  std::vector<std::uint32_t> numbers(depth.size());
  std::iota(numbers.begin(), numbers.end(), 0u);
  NearestFirst order;
  order.order(numbers, [&](std::uint32_t i) { return depth[i]; });
  std::vector<int> seen(depth.size(), 0);
  float before = 1e9f;
  for (std::size_t g = 0; g < NearestFirst::kGroups; ++g) {
    float least = before;
    for (const std::uint32_t i : order.group(g)) {
      ++seen[i];
      CHECK(depth[i] <= before + 1e-4f);
      least = std::min(least, depth[i]);
    }
    before = least;
  }
  CHECK(std::count(seen.begin(), seen.end(), 1) == 5000);
  order.order(numbers, [](std::uint32_t) { return 2.0f; });
  CHECK(order.group(0).size() == 5000);
}

TEST_CASE("nearest first: tiles hide what lies behind all their depths, and nothing until they are measured",
          "[render]") {
  DepthTiles tiles;
  CHECK_FALSE(tiles.hide(0, 3, 0, 0, -5.0f));
  // 20 x 10 depths of 3, except for one depth of 1 in the last column of the second row of tiles.
  tiles.measure(20, 10, 8, [](int row, int column) { return row == 9 && column == 19 ? 1.0f : 3.0f; });
  CHECK(tiles.hide(0, 19, 0, 0, 2.0f));
  CHECK_FALSE(tiles.hide(0, 19, 0, 0, 3.0f));
  CHECK(tiles.hide(0, 15, 1, 1, 2.0f));
  CHECK_FALSE(tiles.hide(0, 16, 0, 1, 2.0f));
  tiles.clear();
  CHECK_FALSE(tiles.hide(0, 3, 0, 0, -5.0f));
}

TEST_CASE("nearest first: maps and pictures of cards with holes do not depend on the order", "[render]") {
  const Cards cards;
  const PlaceableItems one(cards.one), many(cards.many);
  for (const int resolution : {90, 700}) {
    const ViewAxes axes = axes_of(30, 50);
    const DepthMap a(one, axes, resolution, Vec3{0}, RunContext{}), b(many, axes, resolution, Vec3{0}, RunContext{});
    CHECK(a.coarse(1).values().size() > 1000);
    CHECK(std::ranges::equal(a.coarse(1).values(), b.coarse(1).values()));
  }
  const TriangleNumbers numbers_one(cards.one), numbers_many(cards.many);
  Projection view{axes_of(200, 12), Vec3{0, 0, 0}, 200, {60, 50}, {120, 100}, true};
  view.origin = view.axes.back * 5.0;
  const SamplePattern pattern = sample_pattern(8);
  const auto draw = [&](const TriangleNumbers& numbers) {
    return draw_band(numbers, view, pattern, {0, 100}, RunContext{});
  };
  const VisibilityBand a = draw(numbers_one), b = draw(numbers_many);
  std::size_t seen = 0;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    seen += a.values[i].triangle != VisibleSample::kNothing;
    REQUIRE(a.values[i].triangle == b.values[i].triangle);
    REQUIRE(a.values[i].depth == b.values[i].depth);
  }
  CHECK(seen > a.values.size() / 4);
}

TEST_CASE("depth map painter: what it skips leaves no trace", "[render]") {
  const Rng rng(17);
  Surface solid = surface_of(striped_cards(500));
  solid.materials[0].texture = nullptr;
  const Surface cards = surface_of(striped_cards(400)), few = surface_of(striped_cards(20));
  constexpr PixelSize kMap{90, 70};
  constexpr std::size_t kRoom = static_cast<std::size_t>(kMap.width * kMap.height) + kSpareHeights;
  int skipped = 0, drawn = 0;
  for (const Surface* surface : std::array<const Surface*, 3>{&solid, &cards, &few}) {
    const std::vector<SurfaceItem> copies(20, SurfaceItem{surface});
    const PlaceableItems placeable(copies);
    const PlaceableItems::Points& points = placeable.points(0);
    CHECK(points.pieces.empty() == (surface == &few));
    PlaceableItems::Points everywhere = points;
    everywhere.low = Vec3f{-1e6f}, everywhere.high = Vec3f{1e6f};
    everywhere.pieces.clear();
    std::vector<float> heights(kRoom), expected(kRoom);
    DepthMapPainter painter(kMap, heights), reference(kMap, expected);
    for (std::uint64_t i = 0; i < 300; ++i) {
      // A texel is half as long to three times as long as the surface.
      const double scale = kSubpixels * rng.uniform_in(0.15, 1, i, 0);
      const ViewAxes axes = axes_of(360 * rng.uniform(i, 1), 90 * rng.uniform(i, 2));
      Placing placing;
      for (int axis = 0; axis < 3; ++axis) {
        placing.x[axis] = static_cast<float>(axes.right[axis] * scale);
        placing.y[axis] = static_cast<float>(axes.up[axis] * scale);
        placing.height[axis] = static_cast<float>(axes.back[axis] * 100);
      }
      placing.x[3] = static_cast<float>(kSubpixels * rng.uniform_in(-5, 95, i, 3));
      placing.y[3] = static_cast<float>(kSubpixels * rng.uniform_in(-5, 75, i, 4));
      placing.height[3] = static_cast<float>(rng.uniform_in(300, 900, i, 5));
      (painter.draw(*surface, points, placing) ? drawn : skipped) += 1;
      CHECK(reference.draw(*surface, everywhere, placing));
    }
    CHECK(heights == expected);
    CHECK(std::ranges::count_if(heights, [](float height) { return height > 0.0f; }) > 20);
  }
  CHECK(skipped > 100);
  CHECK(drawn > 300);
}
