// Water over meshes: transmission, reflection and extent.

#include <cmath>
#include "support/catch.h"

#include "base/math/math.h"
#include "base/parallel.h"
#include "picture/render/render.h"
#include "picture/shading/detail/lit_picture.h"
#include "picture/water/water.h"
#include "picture/water/water_body.h"
#include "support/whole_picture.h"
#include "unit/picture/scenes.h"

using namespace weald;
using namespace weald::render;
using namespace weald::render::test;
using weald::test::lit_picture_from;

namespace {

WaterBody pool() {
  WaterBody body;
  body.low = {-50, -20, -50};
  body.high = {50, 0, 50};
  body.clarity = 4;
  return body;
}

WaterPoint seen_along(const Vec3& direction) {
  WaterPoint point;
  point.direction = Vec3f{glm::normalize(direction)};
  return point;
}

// A floor at height -depth, with a wall on it that rises 2 m above the water at the back. The water level is 0.
struct Basin {
  mesh::Mesh floor, wall;
  explicit Basin(float depth)
      : floor(box({-3, -depth - 0.1f, -3}, {3, -depth, 18}, {0.8f, 0.8f, 0.8f})),
        wall(box({-2, -depth, -2.2f}, {2, 2, -2}, {0.9f, 0.1f, 0.1f})) {}
  Image picture(const PictureParams& params) const {
    const std::vector<MeshItem> items{{&floor}, {&wall}};
    return render_meshes(items, params, RunContext{});
  }
};

PictureParams wet_params() {
  PictureParams params;
  params.size = {{160, 120}};
  params.azimuth = 180;
  params.elevation = 30;
  params.ground = false;
  params.ripples = 0;
  params.sea_level = 0;
  params.water_clarity = 2;
  return params;
}

// Stores one result.
struct KeptPicture : ResultStore {
  std::optional<std::vector<std::byte>> find(std::string_view) override { return std::nullopt; }
  void keep(std::string_view, std::span<const std::byte> all) override { bytes.assign(all.begin(), all.end()); }
  std::vector<std::byte> bytes;
};

bool same(const Image& a, const Image& b) { return a.pixels == b.pixels; }

}  // namespace

TEST_CASE("water: straight down, light is absorbed on the way to the bed and back", "[render]") {
  const WaterBody body = pool();
  WaterPoint point = seen_along({0, -1, 0});
  point.mirrors = water_fresnel(1.0f);
  CHECK(point.mirrors == Approx(0.02f));
  const double depth = 3;
  const WaterVeil veil = water_veil(body, point, Vec3{0, -depth, 0}, 1.0f, {});
  for (int i = 0; i < 3; ++i) {
    const double k = static_cast<double>(body.absorption[i]) / body.clarity;
    CHECK(veil.through[i] == Approx(0.98 * std::exp(-k * depth) * std::exp(-0.5 * k * depth)).epsilon(1e-5));
    CHECK(veil.veil[i] == 0.0f);  // there is no light
  }
}

TEST_CASE("water: at an angle the path is that of the refracted ray", "[render]") {
  const WaterBody body = pool();
  const double angle = GENERATE(15.0, 45.0, 80.0), depth = 1.5;
  const Vec3 direction{math::sin_deg(angle), -math::cos_deg(angle), 0};
  const WaterVeil veil = water_veil(body, seen_along(direction), direction * (depth / math::cos_deg(angle)), 1.0f, {});
  const double way = depth / std::cos(std::asin(std::sin(angle * math::kPi / 180) / 1.33));
  const double k = static_cast<double>(body.absorption.x) / body.clarity;
  CHECK(veil.through.x == Approx(std::exp(-k * (way + 0.5 * depth))).epsilon(1e-4));
}

TEST_CASE("water: without a bed the path ends where the ray leaves the box", "[render]") {
  const WaterBody body = pool();
  WaterPoint side = seen_along({0, 0, -1});
  side.position = {0, -4, 50};
  side.flat = side.normal = {0, 0, 1};
  const WaterVeil open = water_veil(body, side, std::nullopt, 1.0f, {}),
                  far = water_veil(body, side, Vec3{0, -4, -90}, 1.0f, {}),
                  near = water_veil(body, side, Vec3{0, -4, 49}, 1.0f, {});
  CHECK(open.through == far.through);
  CHECK(near.through.z == Approx(std::exp(-0.85 / 4) * std::exp(-0.85 * 0.5 * 4 / 4)).epsilon(1e-5));
}

TEST_CASE("mirrored camera: it sees a point where the camera sees its mirror image below the level", "[render]") {
  PictureParams params;
  params.projection = GENERATE(ProjectionKind::perspective, ProjectionKind::orthographic);
  const PixelSize size{640, 400};
  const ViewAxes axes = axes_of(130, 24);
  FrustumSupport support;
  for (const Vec3& p : {Vec3{-5, 0, 3}, Vec3{6, 4, -2}, Vec3{1, -3, 5}})
    add_support(support, axes, subject_shape(params, size), p);
  const Camera camera = fit_camera(support, axes, params, size);
  const double level = 1.25;
  const Camera mirrored = camera.mirrored(level);
  for (const Vec3& p : {Vec3{2, 3, 1}, Vec3{-4, 1.25, 0}, Vec3{0, 2, 5}}) {
    const Vec3 image{p.x, 2 * level - p.y, p.z};
    CHECK(glm::length(mirrored.project(p) - camera.project(image)) < 1e-9);
    CHECK(mirrored.depth(p) == Approx(camera.depth(image)));
    const Vec2 pixel = mirrored.project(p);
    const Ray ray = mirrored.ray(pixel.x, pixel.y);
    CHECK(glm::length(ray.origin + ray.direction * mirrored.depth(p) - p) < 1e-9);
  }
}

TEST_CASE("water faces: only the sides of the box that face the camera are built", "[render]") {
  const WaterBody body = pool();
  const PixelSize size{100, 100};
  const auto count = [&](double azimuth, double elevation) {
    const ViewAxes axes = axes_of(azimuth, elevation);
    return water_faces(body, Camera::orthographic(axes, axes.back * 200.0, 1, 400, size)).faces.size();
  };
  CHECK(count(0, 90) == 1);
  CHECK(count(0, 30) == 2);
  CHECK(count(45, 30) == 3);
  CHECK(count(45, -30) == 3);
  CHECK(water_faces(body, Camera(axes_of(0, 10), {0, -5, 0}, 100, size)).faces.empty());  // in the water
  const WaterFaces seen = water_faces(body, Camera(axes_of(0, 10), {0, 5, 200}, 100, size));
  CHECK(seen.faces.front().top);
  CHECK(seen.surface.triangles.size() == 2 * seen.faces.size());
}

TEST_CASE("ripples: the mean slope is as requested, and waves smaller than a pixel are filtered out", "[render]") {
  const Ripples ripples(10, 0.05);
  double sum = 0, strongest = 0;
  int count = 0;
  for (int i = 0; i < 60; ++i) {
    for (int j = 0; j < 60; ++j, ++count) {
      const RippleSlope slope = ripples.at({i * 7.3, j * 8.1}, {0.01, 0}, {0, 0.01});
      CHECK(slope.lost < 0.01);
      sum += glm::dot(slope.slope, slope.slope);
      strongest = std::max(strongest, glm::length(slope.slope));
    }
  }
  CHECK(std::sqrt(sum / count) > 0.01);
  CHECK(std::sqrt(sum / count) < 0.05);
  CHECK(strongest < 0.25);
  const RippleSlope far = ripples.at({3, 4}, {30, 0}, {0, 30});
  CHECK(far.slope == Vec2{0, 0});
  CHECK(far.lost > 0.0);
  CHECK(Ripples().at({3, 4}, {1, 0}, {0, 1}).slope == Vec2{0, 0});
}

TEST_CASE("scene water: there is water only if its level is above some mesh, and it can be turned off", "[render]") {
  const Basin basin(1);
  PictureParams params = wet_params();
  const Image wet = basin.picture(params);
  params.water = false;
  const Image off = basin.picture(params);
  CHECK_FALSE(same(wet, off));
  params.water = true;
  params.sea_level.reset();
  CHECK(same(basin.picture(params), off));
  params.sea_level = -1.2;  // below all meshes
  CHECK(same(basin.picture(params), off));
}

TEST_CASE("scene water: meshes above water look unchanged, and a deeper bed is darker", "[render]") {
  PictureParams params = wet_params();
  params.elevation = 60;
  params.projection = GENERATE(ProjectionKind::perspective, ProjectionKind::orthographic);
  params.sun_strength = 0.5;
  int before = 1000;
  for (const float depth : {0.05f, 0.4f, 1.5f, 5.0f}) {
    const mesh::Mesh floor = box({-3, -depth - 0.1f, -3}, {3, -depth, 3}, {0.8f, 0.8f, 0.8f}),
                     post = box({-0.5f, -depth, -0.5f}, {0.5f, 1, 0.5f});
    const std::vector<MeshItem> items{{&floor}, {&post}};
    params.water = true;
    const Image wet = render_meshes(items, params, RunContext{});
    params.water = false;
    const Image dry = render_meshes(items, params, RunContext{});
    params.sea_level.reset();
    const Image empty = render_meshes({}, params, RunContext{});
    params.sea_level = 0;
    int unchanged = 0;  // pixels of the post above the water: its top is about 20 by 17 pixels
    for (int y = 0; y < 120; ++y) {
      for (int x = 0; x < 160; ++x) {
        const Rgba8 pixel = dry.pixels.at(x, y);
        unchanged += pixel == wet.pixels.at(x, y) && !(pixel == empty.pixels.at(x, y)) ? 1 : 0;
      }
    }
    CHECK(unchanged > 250);
    CHECK(unchanged < 1500);
    const int red = wet.pixels.at(40, 62).r;
    CHECK(red < before);
    before = red;
  }
}

TEST_CASE("scene water: the reflection of a wall is below its foot and has its colour", "[render]") {
  const Basin basin(6);  // too deep for the wall's own foot to be visible
  PictureParams params = wet_params();
  params.elevation = 8;
  params.projection = ProjectionKind::orthographic;
  const Image wet = basin.picture(params);
  const mesh::Mesh lid = box({-2, 0, -2.2f}, {2, 2, -1.99f}, {0.1f, 0.1f, 0.9f});  // another colour above the level
  const std::vector<MeshItem> blue{{&basin.floor}, {&basin.wall}, {&lid}};
  const Image other = render_meshes(blue, params, RunContext{});
  PictureParams dry = params;
  dry.water = false;
  const Image plain_wall = basin.picture(dry);
  const Image dry_other = render_meshes(blue, dry, RunContext{});
  const auto bluer = [](const Image& one, const Image& two) {
    std::vector<int> rows;
    for (int y = 0; y < 120; ++y) {
      if (two.pixels.at(80, y).b > one.pixels.at(80, y).b + 3) rows.push_back(y);
    }
    return rows;
  };
  const std::vector<int> seen = bluer(plain_wall, dry_other), mirrored = bluer(wet, other);
  REQUIRE(seen.size() > 8);
  // The reflection is as high as the wall above the water, and starts where that ends.
  CHECK(mirrored.front() == seen.front());
  CHECK(mirrored.back() - mirrored.front() + 1 == static_cast<int>(mirrored.size()));
  CHECK(std::abs(static_cast<int>(mirrored.size()) - 2 * static_cast<int>(seen.size())) <= 2);
}

TEST_CASE("water view: a band of rows sees the same as these rows of the whole picture", "[render]") {
  const Basin basin(1);
  const Surface floor = surface_of(basin.floor), wall = surface_of(basin.wall);
  const std::array items{SurfaceItem{&floor}, SurfaceItem{&wall}};
  const ViewAxes axes = axes_of(180, 15);
  WaterBody body = pool();
  body.low = {-3, -1, -3};
  body.high = {3, 0, 18};
  body.ripples = Ripples(1, 0.05);
  const WaterView view(body, Camera(axes, axes.back * 40.0 + Vec3{0, 0, 6}, 400, {120, 260}));
  const SamplePattern pattern = sample_pattern(2);
  const TriangleNumbers numbers(items);
  const WaterView::Bands all = view.draw(numbers, pattern, {0, 260}, RunContext{}),
                         some = view.draw(numbers, pattern, {104, 136}, RunContext{});
  CHECK(some.surface.y0 == 104 - WaterView::kMargin);
  CHECK(some.surface.y1 == 136 + WaterView::kMargin);
  int mirrored = 0;
  for (int y = 104; y < 136; ++y) {
    for (int x = 0; x < 120; ++x) {
      REQUIRE(some.surface.at(x, y, 1).triangle == all.surface.at(x, y, 1).triangle);
      REQUIRE(some.mirrored.at(x, y, 1).triangle == all.mirrored.at(x, y, 1).triangle);
      if (all.surface.at(x, y, 1).triangle > 1) continue;
      const WaterPoint point = view.enter(0, x + 0.5, y + 0.5);
      const WaterView::Shift one = view.shift(point, all, x, y, 1), other = view.shift(point, some, x, y, 1);
      REQUIRE(one.x == other.x);
      REQUIRE(one.y == other.y);
      REQUIRE(std::abs(one.y) + one.smear < WaterView::kMargin);
      ++mirrored;
    }
  }
  CHECK(mirrored > 500);
}

TEST_CASE("scene water: bytes are the same for 1, 2 and 8 threads", "[render]") {
  const Basin basin(1);
  PictureParams params = wet_params();
  params.ripples = 1;
  std::vector<Image> pictures;
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    pictures.push_back(basin.picture(params));
  }
  CHECK(same(pictures[0], pictures[1]));
  CHECK(same(pictures[0], pictures[2]));
}

TEST_CASE("lit picture: a picture with water is restored from its bytes, and its arrays must match", "[render]") {
  LitPicture picture{{8, 1}, 1, {}};
  LitRows& rows = picture.rows.emplace_back();
  for (int i = 0; i < 8; ++i) {
    rows.heads.push_back(static_cast<std::uint8_t>(1 | LitRows::kLast | LitRows::kBehind));
    rows.lights.push_back(pack_light(Vec3f{1}));
    rows.through.push_back(pack_light(Vec3f{0.5f, 0.25f, 0.125f}));
    rows.veil.push_back(static_cast<std::uint32_t>(i));
  }
  const auto back = [&] {
    KeptPicture store;
    keep_lit_picture(store, "key", picture);
    return lit_picture_from(store.bytes, {8, 1});
  };
  REQUIRE(back());
  CHECK(back()->rows[0] == rows);
  rows.veil.pop_back();
  CHECK_FALSE(back());
  rows.veil.clear();
  rows.through.clear();
  CHECK(back());
  rows.heads[3] |= LitRows::kMirrored;  // without water
  CHECK_FALSE(back());
}

TEST_CASE("water: a mesh whose material is named water mirrors the sky, most of all at grazing angles", "[render]") {
  const auto middle = [](const char* name, double elevation) {
    mesh::Mesh sheet = box({-40, -0.1f, -40}, {40, 0, 40}, {0.05f, 0.2f, 0.25f});
    sheet.materials[0].name = name;
    PictureParams params;
    params.size = {{64, 48}};
    params.elevation = elevation;
    params.ground = false;
    params.ripples = 0;
    const MeshItem item{&sheet};
    return render_meshes({&item, 1}, params, RunContext{}).pixels.at(32, 24);
  };
  // Seen from straight above 2 % of the light is reflected, at 20 degrees 14 %.
  CHECK(difference(middle("water", 90), middle("paint", 90)) < 24);
  CHECK(brightness(middle("water", 20)) > brightness(middle("paint", 20)) + 60);
  CHECK(brightness(middle("water", 20)) > brightness(middle("water", 45)) + 50);
}
