// Cards drawn into depth maps, compared with their triangles drawn one by one.

#include "picture/raster/detail/cards.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "support/catch.h"

#include "base/rng.h"
#include "picture/light/light.h"
#include "picture/raster/depth_map.h"

using namespace weald;
using namespace weald::render;

namespace {

/// A texture of 64 by 64 texels with blobs and holes.
std::shared_ptr<const TextureMap> blots() {
  auto image = std::make_shared<Image>();
  image->pixels = Grid<Rgba8>(64, 64, Rgba8{0, 200, 0, 255});
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x)
      image->pixels.at(x, y).a = static_cast<std::uint8_t>(127.5 + 127.0 * std::sin(x * 0.35) * std::cos(y * 0.4));
  }
  const SrgbTable srgb;
  return std::make_shared<TextureMap>(mesh::Texture{"blots", image, 0.5f}, srgb);
}

/// Random cards. Their two triangles are consecutive if `in_turn`; otherwise all first triangles precede all second
/// ones.
Surface surface_of_cards(std::size_t count, bool in_turn) {
  const Rng rng(11);
  Surface surface;
  surface.materials[0].texture = blots();
  surface.uvs = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  std::vector<TriangleIndices> others;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto at = [&](std::uint64_t stream) { return static_cast<float>(rng.uniform_in(-1, 1, i, stream)); };
    const Vec3f corner = Vec3f{at(0), at(1), at(2)} * 4.0f;
    const Vec3f first = Vec3f{at(3), at(4), at(5)} * 0.7f, second = Vec3f{at(6), at(7), at(8)} * 0.7f;
    const auto n = static_cast<std::uint32_t>(surface.positions.size());
    for (const Vec3f& p : {corner, corner + first, corner + first + second, corner + second})
      surface.positions.push_back(p);
    surface.triangles.push_back({n, n + 1, n + 2});
    surface.uv_indices.push_back({0, 1, 2});
    (in_turn ? surface.triangles : others).push_back({n, n + 2, n + 3});
    if (in_turn) surface.uv_indices.push_back({0, 2, 3});
  }
  surface.triangles.insert(surface.triangles.end(), others.begin(), others.end());
  surface.uv_indices.resize(surface.triangles.size(), {0, 2, 3});
  return surface;
}

std::size_t card_count(const Surface& surface) {
  std::vector<std::uint8_t> is_card;
  return find_cards(surface, {0, 0, 0}, is_card).count;
}

/// Heights in a depth map, in steps.
std::vector<int> heights_of(const Surface& surface, const ViewAxes& axes, int resolution) {
  const std::vector<SurfaceItem> items{{&surface}};
  const PlaceableItems placeable(items);
  const DepthMap map(placeable, axes, resolution, {0, 0, 0}, RunContext{});
  const DepthMapView view = map.view();
  std::vector<int> heights;
  for (std::ptrdiff_t i = 0; i < std::ptrdiff_t{view.width} * view.height; ++i)
    heights.push_back(static_cast<int>(view.pairs[i] & 0xFFFFu));
  return heights;
}

}  // namespace

TEST_CASE("cards: a map of cards equals the map of their triangles", "[render]") {
  const std::size_t count = GENERATE(60, 4000);  // short lists are not sorted
  const int resolution = GENERATE(40, 160, 500);
  const Surface cards = surface_of_cards(count, true), triangles = surface_of_cards(count, false);
  REQUIRE(card_count(cards) == count);
  REQUIRE(card_count(triangles) == 0);
  for (const ViewAxes& axes : sky_directions(5)) {
    const std::vector<int> fast = heights_of(cards, axes, resolution), plain = heights_of(triangles, axes, resolution);
    REQUIRE(fast.size() == plain.size());
    std::size_t differing = 0, covered = 0;
    for (std::size_t i = 0; i < fast.size(); ++i) {
      covered += plain[i] > 0 ? 1 : 0;
      differing += std::abs(fast[i] - plain[i]) > 130 ? 1 : 0;  // a five-hundredth of the map's depth
    }
    CAPTURE(count, resolution, covered, differing);
    CHECK(covered > fast.size() / 100);
    // The corners of cards are not snapped to 1/256 pixel, so the edges of cards and holes differ slightly.
    CHECK(differing <= 2 + covered / 30);
  }
}

TEST_CASE("cards: triangles that form no parallelogram with one texture mapping stay triangles", "[render]") {
  Surface surface = surface_of_cards(1, true);
  REQUIRE(card_count(surface) == 1);
  SECTION("a corner lies elsewhere") { surface.positions[3] += (surface.positions[1] - surface.positions[0]) * 0.01f; }
  SECTION("a corner is not finite") { surface.positions[2].x = NAN; }
  SECTION("the texture mapping is not affine") { surface.uvs[3] = {0.2f, 1.0f}; }
  SECTION("texture coordinates differ across the shared edge") {
    surface.uvs.push_back({1.5f, 1.0f});
    surface.uv_indices[1][1] = 4;
  }
  SECTION("the texture repeats too often") {
    for (Vec2f& uv : surface.uvs) uv *= 1e5f;
  }
  SECTION("the other triangle has another material") {
    surface.materials.push_back(surface.materials[0]);
    surface.triangle_materials = {0, 1};
  }
  SECTION("the texture has no holes") { surface.materials[0].texture = nullptr; }
  SECTION("the material is translucent") { surface.materials[0].opacity = 0.5f; }
  SECTION("the triangles share no edge") { surface.triangles[1] = {3, 2, 0}; }
  CHECK(card_count(surface) == 0);
}

TEST_CASE("cards: a card seen edge-on covers nothing", "[render]") {
  Surface surface = surface_of_cards(1, true);
  surface.positions = {{0, 5, 0}, {1, 5, 0}, {1, 5, 1}, {0, 5, 1}};  // horizontal
  REQUIRE(card_count(surface) == 1);
  const auto covered = [&](double elevation) {
    return std::ranges::count_if(heights_of(surface, axes_of(30, elevation), 200), [](int h) { return h > 0; });
  };
  CHECK(covered(90) > 5000);
  CHECK(covered(20) > 500);
  CHECK(covered(0) == 0);
}
