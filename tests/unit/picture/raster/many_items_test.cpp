// Pictures and maps of many items, compared with those of a single item that contains all their triangles.

#include <algorithm>
#include <array>
#include <atomic>
#include <span>
#include <utility>
#include <vector>

#include "support/catch.h"

#include "base/rng.h"
#include "picture/raster/depth_map.h"
#include "picture/raster/detail/seen_boxes.h"
#include "picture/raster/visibility.h"

using namespace weald;
using namespace weald::render;

namespace {

constexpr PixelSize kManyFrame{96, 64};

/// Random triangles in a cube of 2 m. Coordinates are multiples of 1/64 m, so that moving them by whole metres is
/// exact.
Surface thicket(std::uint64_t seed, std::uint32_t triangles) {
  const Rng rng(seed);
  Surface surface;
  for (std::uint32_t i = 0; i < triangles; ++i) {
    for (std::uint64_t k = 0; k < 3; ++k) {
      const auto at = [&](std::uint64_t axis) {
        return static_cast<float>(rng.below(128, i, 3 * k + axis)) / 64.0f - 1.0f;
      };
      surface.positions.push_back({at(0), at(1), at(2)});
    }
    surface.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return surface;
}

/// Copies of two surfaces, and one surface with all their triangles.
struct Copies {
  std::array<Surface, 2> surfaces{thicket(1, 40), thicket(2, 90)};
  std::vector<SurfaceItem> many;
  Surface all;
  std::vector<SurfaceItem> one{{&all}};

  explicit Copies(std::uint64_t count, std::uint32_t spread, std::uint32_t height = 3) {
    const Rng rng(7);
    for (std::uint64_t i = 0; i < count; ++i) {
      SurfaceItem item{&surfaces[i % 2]};
      item.world_from_surface[3] = {1.0 * rng.below(spread, i, 0) - spread / 2, 1.0 * rng.below(height, i, 1),
                                    1.0 * rng.below(spread, i, 2) - spread / 2, 1.0};
      many.push_back(item);
      const auto first = static_cast<std::uint32_t>(all.positions.size());
      for (const Vec3f& p : item.surface->positions)
        all.positions.push_back(Vec3f{transform_point(item.world_from_surface, p)});
      for (const TriangleIndices& t : item.surface->triangles)
        all.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    }
  }
};

bool equal(const VisibilityBand& a, const VisibilityBand& b) {
  return std::ranges::equal(a.values, b.values, [](const VisibleSample& x, const VisibleSample& y) {
    return x.depth == y.depth && x.triangle == y.triangle;
  });
}

std::vector<Camera> cameras() {
  const ViewAxes low = axes_of(205, 4), high = axes_of(30, 50);
  return {Camera::placed(low, {2, 1.5, 3}, 70, 1e-3, kManyFrame),  // among the items
          Camera(high, high.back * 150.0, 90, kManyFrame),
          Camera::orthographic(high, high.back * 150.0, 0.7, 400, kManyFrame)};
}

}  // namespace

TEST_CASE("many items: front to back, they look like one item with all triangles, and hidden ones are not drawn",
          "[render]") {
  const Copies copies(1500, 90);
  const TriangleNumbers many(copies.many), one(copies.one);
  for (const int samples : {1, 4}) {
    const SamplePattern pattern = sample_pattern(samples);
    for (const Camera& camera : cameras()) {
      const Projection projection = projection_of(camera);
      for (const RowRange rows : {RowRange{0, 64}, RowRange{24, 40}}) {
        BandWork work{2000}, whole;
        const VisibilityBand seen = draw_band(many, projection, pattern, rows, {}, nullptr, &work);
        const VisibilityBand expected = draw_band(one, projection, pattern, rows, {}, nullptr, &whole);
        CHECK(equal(seen, expected));
        CHECK(whole.triangles == copies.all.triangles.size());
        if (camera.near() > 0.0) CHECK(work.items < copies.many.size() / 5);
        const VisibilityBand behind = draw_band(many, projection, pattern, rows, {}, &seen, &work);
        CHECK(equal(behind, draw_band(one, projection, pattern, rows, {}, &expected)));
      }
    }
  }
}

TEST_CASE("many items: strips hold the samples of the band, each row once", "[render]") {
  const Copies copies(1500, 90);
  const TriangleNumbers many(copies.many), none(std::span<const SurfaceItem>{});
  for (const int samples : {1, 4, 11}) {
    const SamplePattern pattern = sample_pattern(samples);
    for (const Camera& camera : cameras()) {
      for (const RowRange rows : {RowRange{0, 64}, RowRange{24, 41}}) {
        for (const TriangleNumbers* numbers : {&many, &none}) {
          VisibilityBand joined{rows.begin, rows.end, kManyFrame.width, samples, {}};
          const auto row_slots = static_cast<std::size_t>(joined.width * sample_room(samples));
          joined.values.resize(row_slots * static_cast<std::size_t>(rows.end - rows.begin));
          std::atomic<int> count{0};
          const auto use = [&](const VisibilityBand& band, RowRange strip) {
            for (int y = strip.begin; y < strip.end; ++y)
              std::copy_n(&band.at(0, y, 0), row_slots,
                          joined.values.data() + static_cast<std::size_t>(y - rows.begin) * row_slots);
            count += strip.end - strip.begin;
          };
          draw_strips(*numbers, projection_of(camera), pattern, rows, {}, use);
          CHECK(count == rows.end - rows.begin);
          CHECK(equal(joined, draw_band(*numbers, projection_of(camera), pattern, rows, {})));
        }
      }
    }
  }
}

TEST_CASE("many items: only those that a view may show are numbered, and the others do not count to the limit",
          "[render]") {
  const Copies copies(300, 90);
  const Camera camera = cameras().front();
  const std::array views{projection_of(camera)};
  const TriangleNumbers all(copies.many), shown(copies.many, views);
  CHECK(shown.total() < all.total() / 2);
  const SamplePattern pattern = sample_pattern(4);
  const VisibilityBand expected = draw_band(all, views[0], pattern, {0, 64}, {});
  VisibilityBand seen = draw_band(shown, views[0], pattern, {0, 64}, {});
  for (VisibleSample& sample : seen.values) {
    if (sample.triangle == VisibleSample::kNothing) continue;
    const std::size_t item = shown.item_of(sample.triangle, 0);
    sample.triangle += all.first_of(item) - shown.first_of(item);
  }
  CHECK(equal(seen, expected));

  Surface large;
  large.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  large.triangles.assign(1'000'000, {0, 1, 2});
  SurfaceItem behind{&large};
  behind.world_from_surface[3] = Vec4{camera.position() + camera.axes().back * 10.0, 1.0};
  const std::vector<SurfaceItem> too_many(4300, behind);
  CHECK(TriangleNumbers(too_many, views).total() == 0);
  CHECK_THROWS_AS(TriangleNumbers(too_many), StageError);
}

TEST_CASE("many items: those between the texels of a depth map are skipped", "[render]") {
  const Copies copies(600, 400);
  const PlaceableItems many(copies.many);
  for (const auto& [resolution, most] : {std::pair{24, 240u}, {40, 400u}, {900, 600u}}) {
    std::size_t drawn = 0;
    const DepthMap map(many, axes_of(30, 50), resolution, Vec3{0}, {}, &drawn);
    CHECK(drawn <= most);
    CHECK(drawn > most / 4);
  }
}

TEST_CASE("box view: the pixels and the depth of a box contain those of its points", "[render]") {
  const Rng rng(5);
  int limited = 0;
  for (const Camera& camera : cameras()) {
    const Projection projection = projection_of(camera);
    for (std::uint64_t i = 0; i < 400; ++i) {
      Bounds box;
      const Vec3 middle{rng.uniform_in(-40, 40, i, 0), rng.uniform_in(-9, 9, i, 1), rng.uniform_in(-40, 40, i, 2)};
      box.add(middle);
      box.add(middle + Vec3{rng.uniform_in(0, 9, i, 3), rng.uniform_in(0, 9, i, 4), rng.uniform_in(0, 9, i, 5)});
      const BoxView view = view_of(box, projection);
      if (view.is_seen && view.pixels.x1 < 1'000'000) ++limited;
      for (std::uint64_t k = 0; k < 20; ++k) {
        Vec3 p;
        for (int axis = 0; axis < 3; ++axis)
          p[axis] = rng.uniform_in(box.min[axis], box.max[axis], i, 100 + 3 * k + static_cast<std::uint64_t>(axis));
        const Vec3 placed = projection(k < 8 ? box.corner(static_cast<int>(k)) : p);
        const bool is_in_front = placed.z > 0.0 && (projection.near == 0.0 || placed.z < 1.0 / projection.near);
        if (!is_in_front) continue;
        REQUIRE(view.is_seen);
        CHECK((placed.x >= view.pixels.x0 && placed.x < view.pixels.x1));
        CHECK((placed.y >= view.pixels.y0 && placed.y < view.pixels.y1));
        CHECK(static_cast<float>(placed.z) <= view.nearest);
      }
    }
  }
  CHECK(limited > 600);
}

TEST_CASE("box tree: every box is in one leaf, and nodes contain their boxes", "[render]") {
  const Rng rng(6);
  std::vector<Bounds> boxes;
  for (std::uint64_t i = 0; i < 500; ++i) {
    Bounds& box = boxes.emplace_back();
    if (i % 50 == 7) continue;  // empty
    const Vec3 low{rng.uniform(i, 0), rng.uniform(i, 1), i % 3 == 0 ? 0.0 : rng.uniform(i, 2)};
    box = {low, low + Vec3{0.1}};
  }
  const BoxTree tree(boxes);
  std::vector<int> found(boxes.size(), 0);
  for (const BoxTree::Node& node : tree.nodes()) {
    for (const std::uint32_t child : {node.first, node.first + 1})
      if (node.count == 0) CHECK(node.box.contains(tree.nodes()[child].box));
    if (node.count == 0) continue;
    for (const std::uint32_t number : tree.order().subspan(node.first, node.count)) {
      ++found[number];
      CHECK(node.box.contains(boxes[number]));
    }
  }
  for (std::size_t i = 0; i < boxes.size(); ++i) CHECK(found[i] == (boxes[i].empty() ? 0 : 1));
  CHECK(BoxTree({Bounds{}, Bounds{}}).nodes().empty());
}

TEST_CASE("depth pyramid: pixels hide what lies behind all of their samples", "[render]") {
  VisibilityBand band{16, 80, 100, 1, std::vector<VisibleSample>(6400, {5.0f, 0})};
  DepthPyramid pyramid;
  CHECK_FALSE(pyramid.hides({0, 16, 100, 80}, 1.0f));
  pyramid.measure(band);
  CHECK(pyramid.hides({-50, -50, 500, 500}, 4.9f));
  CHECK_FALSE(pyramid.hides({0, 16, 100, 80}, 5.0f));
  band.values[static_cast<std::size_t>((70 - 16) * 100 + 90)].depth = 1.0f;
  pyramid.measure(band);
  CHECK_FALSE(pyramid.hides({0, 16, 100, 80}, 4.0f));
  CHECK_FALSE(pyramid.hides({90, 70, 91, 71}, 4.0f));
  CHECK(pyramid.hides({0, 16, 40, 40}, 4.0f));
  CHECK(pyramid.hides({0, 16, 100, 80}, 0.5f));
}
