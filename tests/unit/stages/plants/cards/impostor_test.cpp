#include "stages/plants/cards/impostor.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "support/catch.h"

#include "base/error.h"
#include "base/math/math.h"
#include "base/rng.h"
#include "methods/mesh/check.h"
#include "picture/raster/flat_view.h"
#include "unit/stages/plants/cards/plant_model.h"

using namespace weald;
using billboard::direction_at;
using billboard::DirectionSpan;
using billboard::ImpostorParams;
using billboard::ImpostorSet;
using billboard::make_impostor;
using billboard::point_of;
using billboard_tests::leaning_plant;

namespace {

/// The sampling that docs/engines.md gives, written from there: what a shader does for one pixel, without perspective.
class Sampler {
 public:
  Sampler(const ImpostorSet& set, const ImpostorParams& params) : set_(set), params_(params) {}

  /// Alpha, 0 to 1, at (x, y) metres from the pivot along right and up of a viewer in the direction `d`.
  double alpha(const Vec3& d, double x, double y, int steps) const {
    const Vec2 place = point_of(d, params_.directions) * static_cast<double>(params_.frames - 1);
    const double last = params_.frames - 2;
    const Vec2 cell{std::min(std::floor(place.x), last), std::min(std::floor(place.y), last)};
    const Vec2 f = place - cell;
    const Vec2 third = f.x > f.y ? Vec2{1, 0} : Vec2{0, 1};
    const double weights[3] = {1 - std::max(f.x, f.y), std::abs(f.x - f.y), std::min(f.x, f.y)};
    const Vec2 frames[3] = {cell, cell + third, cell + Vec2{1, 1}};
    double sum = 0;
    for (int i = 0; i < 3; ++i)
      if (weights[i] > 0) sum += weights[i] * alpha_in(frames[i], d, x, y, steps);
    return sum;
  }

 private:
  double alpha_in(const Vec2& frame, const Vec3& d, double x, double y, int steps) const {
    const Vec3 k = direction_at(frame / static_cast<double>(params_.frames - 1), params_.directions);
    const render::ViewAxes own = billboard::axes_towards(k), view = billboard::axes_towards(d);
    const Vec3 start = view.right * x + view.up * y;
    double height = 0;
    Vec3 q{0};
    for (int step = 0; step <= steps; ++step) {
      q = start + d * ((height - glm::dot(start, k)) / glm::dot(d, k));
      if (step < steps) height = (texel(set_.depth, frame, q, own) - 0.5) * set_.frame.size;
    }
    return texel(set_.atlas, frame, q, own, true);
  }

  /// The red of a picture, or its alpha, at a point of a frame, between its pixels; 0 beside the frame.
  double texel(const Image& image, const Vec2& frame, const Vec3& q, const render::ViewAxes& axes,
               bool alpha = false) const {
    const double side = params_.resolution;
    const double u = (glm::dot(q, axes.right) / set_.frame.size + 0.5) * side - 0.5;
    const double v = (0.5 - glm::dot(q, axes.up) / set_.frame.size) * side - 0.5;
    if (!(u >= 0) || !(v >= 0) || u > side - 1 || v > side - 1) return 0;
    const int x = std::min(static_cast<int>(u), params_.resolution - 2);
    const int y = std::min(static_cast<int>(v), params_.resolution - 2);
    const auto at = [&](int dx, int dy) {
      const int column = static_cast<int>(frame.x) * params_.resolution + x + dx;
      const int row = static_cast<int>(frame.y) * params_.resolution + y + dy;
      return alpha ? image.pixels.at(column, row).a / 255.0 : image.fine.at(column, row).r / 65535.0;
    };
    const double a = u - x, b = v - y;
    return (at(0, 0) * (1 - a) + at(1, 0) * a) * (1 - b) + (at(0, 1) * (1 - a) + at(1, 1) * a) * b;
  }

  const ImpostorSet& set_;
  const ImpostorParams& params_;
};

/// How two silhouettes differ.
struct Difference {
  double iou = 0;      ///< what both cover by what either covers
  double area = 0;     ///< of the impostor, as a multiple of the mesh's
  double strayed = 0;  ///< share of either's pixels that has none of the other within two pixels
};

Difference compare(const Grid<std::uint8_t>& shown, const Grid<std::uint8_t>& truth) {
  const auto near = [](const Grid<std::uint8_t>& grid, int x, int y) {
    for (int j = std::max(0, y - 2); j <= std::min(grid.height() - 1, y + 2); ++j)
      for (int i = std::max(0, x - 2); i <= std::min(grid.width() - 1, x + 2); ++i)
        if (grid.at(i, j) != 0) return true;
    return false;
  };
  double both = 0, either = 0, a = 0, b = 0, strayed = 0;
  for (int y = 0; y < truth.height(); ++y) {
    for (int x = 0; x < truth.width(); ++x) {
      const bool s = shown.at(x, y) != 0, t = truth.at(x, y) != 0;
      a += s, b += t, both += s && t, either += s || t;
      if (s != t && !near(s ? truth : shown, x, y)) ++strayed;
    }
  }
  return {both / either, a / b, strayed / either};
}

/// The mesh as it is seen from a direction, pixel by pixel as the frames are.
render::FlatView seen_along(const mesh::Mesh& mesh, const ImpostorSet& set, const ImpostorParams& params,
                            const Vec3& d) {
  const render::ViewAxes axes = billboard::axes_towards(d);
  const auto& frame = set.frame;
  const Vec2 corner{glm::dot(frame.pivot, axes.right) - 0.5 * frame.size,
                    glm::dot(frame.pivot, axes.up) + 0.5 * frame.size};
  return render::flat_view(mesh, {axes, corner, frame.pixel, {params.resolution, params.resolution}}, {});
}

/// Whether the impostor covers such a pixel.
bool shown_at(const Sampler& sampler, const ImpostorSet& set, const ImpostorParams& params, const Vec3& d, int x, int y,
              int steps) {
  const double half = 0.5 * params.resolution;
  return sampler.alpha(d, (x + 0.5 - half) * set.frame.pixel, (half - y - 0.5) * set.frame.pixel, steps) >= 0.5;
}

/// Compares with the mesh as it is seen from a direction.
Difference difference(const mesh::Mesh& mesh, const ImpostorSet& set, const ImpostorParams& params, const Vec3& d,
                      int steps) {
  const int side = params.resolution;
  const render::FlatView view = seen_along(mesh, set, params, d);
  const Sampler sampler(set, params);
  Grid<std::uint8_t> shown(side, side, 0), truth(side, side, 0);
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      truth.at(x, y) = view.coverage.at(x, y) >= 0.5f ? 1 : 0;
      shown.at(x, y) = shown_at(sampler, set, params, d, x, y, steps) ? 1 : 0;
    }
  }
  return compare(shown, truth);
}

const mesh::Fact& fact_of(const mesh::Mesh& mesh, const std::string& name) {
  const auto found = std::find_if(mesh.facts.begin(), mesh.facts.end(), [&](const auto& f) { return f.name == name; });
  REQUIRE(found != mesh.facts.end());
  return *found;
}

}  // namespace

TEST_CASE("octahedral map: points and directions are each other's inverse, and corners are where they are said to be") {
  for (const DirectionSpan span : {DirectionSpan::hemisphere, DirectionSpan::sphere}) {
    for (int i = 0; i <= 20; ++i) {
      for (int j = 0; j <= 20; ++j) {
        const Vec2 uv{i / 20.0, j / 20.0};
        const Vec3 d = direction_at(uv, span);
        CHECK(glm::length(d) == Approx(1));
        CHECK(glm::distance(direction_at(point_of(d * 3.0, span), span), d) < 1e-9);
      }
    }
    CHECK(direction_at({0.5, 0.5}, span) == Vec3{0, 1, 0});
  }
  CHECK(direction_at({0, 0}, DirectionSpan::hemisphere) == Vec3{0, 0, -1});
  CHECK(direction_at({1, 0}, DirectionSpan::hemisphere) == Vec3{1, 0, 0});
  CHECK(direction_at({1, 1}, DirectionSpan::hemisphere) == Vec3{0, 0, 1});
  CHECK(direction_at({0, 1}, DirectionSpan::hemisphere) == Vec3{-1, 0, 0});
  CHECK(direction_at({0, 0}, DirectionSpan::sphere) == Vec3{0, -1, 0});
  CHECK(direction_at({1, 0.5}, DirectionSpan::sphere) == Vec3{1, 0, 0});
  CHECK(direction_at({0.5, 1}, DirectionSpan::sphere) == Vec3{0, 0, 1});
  // What points down is shown from the horizon.
  CHECK(direction_at(point_of({0, -0.5, 1}, DirectionSpan::hemisphere), DirectionSpan::hemisphere) == Vec3{0, 0, 1});
}

TEST_CASE("impostor: from the direction of a frame it is the mesh's own picture") {
  const mesh::Mesh plant = leaning_plant(300);
  for (const DirectionSpan span : {DirectionSpan::hemisphere, DirectionSpan::sphere}) {
    const ImpostorParams params{.directions = span, .frames = 5, .resolution = 64};
    const ImpostorSet set = make_impostor(plant, params, {});
    for (const auto& [i, j] : {std::pair{0, 0}, {2, 2}, {4, 1}, {1, 3}, {3, 2}}) {
      const Vec3 d = direction_at({i / 4.0, j / 4.0}, span);
      const render::FlatView view = seen_along(plant, set, params, d);
      const Sampler sampler(set, params);
      double shown = 0, covered = 0;
      int wrong = 0;
      for (int y = 0; y < 64; ++y) {
        for (int x = 0; x < 64; ++x) {
          const auto share = static_cast<double>(view.coverage.at(x, y));
          const bool is_shown = shown_at(sampler, set, params, d, x, y, 1);
          covered += share, shown += is_shown;
          wrong += is_shown ? share == 0 : share == 1;
        }
      }
      INFO("frame " << i << ", " << j);
      CHECK(wrong == 0);  // only pixels that are partly covered are left to the cutout
      CHECK(shown / covered == Approx(1).margin(0.01));
    }
  }
}

TEST_CASE("impostor: between its frames it keeps the silhouette, and depth brings it nearer") {
  const mesh::Mesh plant = leaning_plant(300);
  const ImpostorParams params{.frames = 12, .resolution = 64};
  const ImpostorSet set = make_impostor(plant, params, {});
  const Rng rng(11);
  double with_depth = 0, without = 0;
  constexpr int kCount = 12;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const auto u = rng.four_uniforms(i);
    const Vec3 d = direction_at({u[0], u[1]}, DirectionSpan::hemisphere);
    const Difference found = difference(plant, set, params, d, 2);
    INFO("direction " << d.x << ", " << d.y << ", " << d.z << ": IoU " << found.iou << ", area " << found.area
                      << ", strayed " << found.strayed);
    CHECK(found.iou > 0.7);
    CHECK(found.area == Approx(1).margin(0.2));
    CHECK(found.strayed < 0.02);
    with_depth += found.iou / kCount;
    without += difference(plant, set, params, d, 0).iou / kCount;
  }
  CHECK(with_depth > without + 0.02);
}

TEST_CASE("impostor: depth and normals are those of what is seen") {
  mesh::Soup soup;  // a square that looks south and up by 45 degrees, 2 m wide
  billboard_tests::add_quad(soup, {-1, 0, 1}, {2, 0, 0}, {0, 2, -2}, 0);
  const mesh::Mesh tilted = mesh::build_checked(soup);
  const ImpostorParams params{.frames = 3, .resolution = 64, .packed = true};
  const ImpostorSet set = make_impostor(tilted, params, {});
  CHECK(set.frame.pivot == Vec3{0, 1, 0});
  CHECK(set.frame.size == Approx(2 * std::sqrt(3.0) * 64 / 56));
  const int x0 = 2 * 64, y0 = 2 * 64;  // the frame that looks from the south
  for (const int row : {20, 32, 44}) {
    const double up = (32 - row - 0.5) * set.frame.pixel;  // above the pivot: so much farther north
    const double height = (set.depth.fine.at(x0 + 32, y0 + row).r / 65535.0 - 0.5) * set.frame.size;
    CHECK(height == Approx(-up).margin(1e-3));
    const Rgba8 normal = set.normals.pixels.at(x0 + 32, y0 + row);
    CHECK((normal.a / 255.0 - 0.5) * set.frame.size == Approx(-up).margin(0.02));
    CHECK(std::abs(normal.r - 128) <= 1);
    CHECK(std::abs(normal.g - (128 + 90)) <= 1);
    CHECK(std::abs(normal.b - (128 + 90)) <= 1);
  }
  const int above = 64;  // the frame in the middle looks straight down: north is up
  const double height = (set.depth.fine.at(above + 32, above + 20).r / 65535.0 - 0.5) * set.frame.size;
  CHECK(height == Approx((32 - 20 - 0.5) * set.frame.pixel).margin(1e-3));
}

TEST_CASE(
    "impostor: a bent normal is on the side of its face that is seen, also where it points away from the viewer") {
  mesh::Soup soup;  // a square that looks south and up by 45 degrees
  billboard_tests::add_quad(soup, {-1, 0, 1}, {2, 0, 0}, {0, 2, -2}, 0);
  const Vec3 bent = glm::normalize(Vec3{0, 1, -0.3});
  soup.normals.assign(4, Vec3f(bent));
  const ImpostorSet set = make_impostor(mesh::build_checked(soup), {.frames = 3, .resolution = 64}, {});
  const auto middle_of = [&](int column, int row) { return set.normals.pixels.at(column * 64 + 32, row * 64 + 32); };
  const auto code = [](double v) { return 128 + 127 * v; };
  const Rgba8 front = middle_of(2, 2),
              back = middle_of(0, 0);  // from the south, and from the north, where the back is seen
  CHECK(std::abs(front.g - code(bent.y)) <= 1);
  CHECK(std::abs(front.b - code(bent.z)) <= 1);
  CHECK(std::abs(back.g - code(-bent.y)) <= 1);
  CHECK(std::abs(back.b - code(-bent.z)) <= 1);
}

TEST_CASE("impostor: where normals differ within a pixel their mean is short") {
  mesh::Soup soup;  // a wall that looks south, of folds finer than a pixel that look east and west by 60 degrees
  constexpr int kFolds = 400;
  constexpr double kWidth = 2.0 / kFolds, kDeep = kWidth * 1.7320508;
  for (int i = 0; i < kFolds; ++i) {
    const double x = -1 + i * kWidth, z = i % 2 == 0 ? 0 : kDeep;
    billboard_tests::add_quad(soup, {x, 0, z}, {kWidth, 0, kDeep - 2 * z}, {0, 2, 0}, 0);
  }
  const ImpostorSet set = make_impostor(mesh::build_checked(soup), {.frames = 3, .resolution = 64}, {});
  const Rgba8 normal = set.normals.pixels.at(2 * 64 + 32, 2 * 64 + 32);
  CHECK(std::abs(normal.r - 128) <= 24);
  CHECK(std::abs(normal.g - 128) <= 1);
  CHECK(std::abs(normal.b - (128 + 127 * 0.5)) <= 1);  // the cosine of 60 degrees
}

TEST_CASE("impostor: frames have a gutter, and colour goes on into what is transparent") {
  const ImpostorParams params{.frames = 4, .resolution = 32};
  const ImpostorSet set = make_impostor(leaning_plant(300), params, {});
  REQUIRE(set.atlas.pixels.width() == 128);
  CHECK(set.frame.gutter == 2);
  for (int y = 0; y < 128; ++y) {
    for (int x = 0; x < 128; ++x) {
      const Rgba8 pixel = set.atlas.pixels.at(x, y);
      if (x % 32 < 2 || x % 32 >= 30 || y % 32 < 2 || y % 32 >= 30) CHECK(pixel.a == 0);
      CHECK(pixel.g > 0);
    }
  }
}

TEST_CASE("impostor: the square shows the frame from the south, and its facts say where the frames lie") {
  const ImpostorParams params{.frames = 4, .resolution = 32};
  const ImpostorSet set = make_impostor(leaning_plant(100), params, {});
  CHECK(mesh::check(set.mesh).ok());
  CHECK(set.mesh.uvs.values[0] == Vec2f{0.75f, 0.0f});  // the last frame of the last row
  CHECK(set.mesh.uvs.values[2] == Vec2f{1.0f, 0.25f});
  const Bounds box = mesh::bounds(set.mesh);
  CHECK(box.size().x == Approx(set.frame.size));
  CHECK(box.centre().y == Approx(set.frame.pivot.y));
  CHECK(fact_of(set.mesh, "impostor.size_m").values.at(0) == set.frame.size);
  CHECK(fact_of(set.mesh, "impostor.frames").values.at(0) == 4);
  CHECK(fact_of(set.mesh, "impostor.directions").text == "hemisphere");
  CHECK(set.mesh.materials.at(0).texture->cutout == 0.5f);
}

TEST_CASE("impostor: what has no extent is refused") {
  CHECK_THROWS_AS(make_impostor(mesh::Mesh{}, {}, {}), StageError);
}
