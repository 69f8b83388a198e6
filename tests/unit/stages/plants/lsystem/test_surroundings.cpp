// The light, the surface and the ground around a plant.

#include "support/catch.h"

#include <cmath>
#include <map>

#include "base/error.h"
#include "base/rng.h"
#include "methods/mesh/build.h"
#include "methods/mesh/icosphere.h"
#include "stages/plants/lsystem/detail/plant_surroundings.h"
#include "stages/plants/lsystem/turtle.h"
#include "stages/shapes/shapes.h"
#include "unit/stages/plants/lsystem/systems.h"

using namespace weald;
using namespace weald::lsystem;
using test::list_of;
using test::system_of;

namespace {

std::vector<Vec3> random_points(std::size_t count, double size, std::uint64_t seed) {
  const Rng rng(seed);
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < count; ++i) {
    const auto u = rng.four_uniforms(i);
    points.push_back((Vec3{u[0], u[1], u[2]} - 0.5) * size);
  }
  return points;
}

using CellNumber = std::array<int, 3>;

CellNumber cell_at(const Vec3& p, double cell) {
  return {static_cast<int>(std::floor(p.x / cell)), static_cast<int>(std::floor(p.y / cell)),
          static_cast<int>(std::floor(p.z / cell))};
}

/// The published algorithm as it is printed: every module adds to all cells of the pyramid below it.
std::map<CellNumber, double> propagated(const ShadeModel& model, const std::vector<Vec3>& casters) {
  std::map<CellNumber, double> shade;
  for (const Vec3& caster : casters) {
    const CellNumber at = cell_at(caster, model.cell);
    double amount = model.shade;
    for (int q = 0; q <= model.depth; ++q) {
      for (int x = -q; x <= q; ++x)
        for (int z = -q; z <= q; ++z) shade[{at[0] + x, at[1] - q, at[2] + z}] += amount;
      amount /= model.falloff;
    }
  }
  return shade;
}

/// A heightmap with the heights of a plane.
Heightmap sloping_ground(double slope_x, double slope_z, double height) {
  Heightmap map(GridSpec{9, 9, 2, {-8, -8}});
  for (int row = 0; row < 9; ++row) {
    for (int column = 0; column < 9; ++column) {
      const Vec2 at = map.grid().position(column, row);
      map.heights.at(column, row) = static_cast<float>(height + slope_x * at.x + slope_z * at.y);
    }
  }
  return map;
}

mesh::Mesh box_of(const Vec3& size) {
  return mesh::make_shape({.shape = mesh::Shape::box, .size = {size.x, size.y, size.z}});
}

/// The distance from a point to a box around the origin.
double distance_to_box(const Vec3& p, const Vec3& half) {
  const Vec3 beyond = glm::max(glm::abs(p) - half, Vec3{0});
  const Vec3 within = half - glm::abs(p);
  const double outside = std::sqrt(glm::dot(beyond, beyond));
  return outside > 0 ? outside : std::min({within.x, within.y, within.z});
}

EnvironmentParams environment_with_light(double cell) {
  EnvironmentParams environment;
  environment.turtle.step = 1;
  environment.light.emplace().cell = cell;
  return environment;
}

TurtleParams drawing(double angle) {
  TurtleParams turtle;
  turtle.angle = angle;
  turtle.step = 1;
  return turtle;
}

}  // namespace

TEST_CASE("shade grid: the shade is that of the published loops over the pyramid below every module") {
  const ShadeModel model{0.5, 0.2, 1.7, 5};
  const std::vector<Vec3> casters = random_points(600, 8, 1);
  ShadeGrid grid(model);
  grid.build(casters);
  const auto shade = propagated(model, casters);
  double greatest = 0;
  for (const Vec3& point : random_points(2000, 16, 2)) {
    const auto found = shade.find(cell_at(point, model.cell));
    const double expected = found != shade.end() ? found->second : 0;
    REQUIRE(std::abs(grid.shade_at(point) - expected) < 1e-12 * (1 + expected));
    REQUIRE(std::abs(grid.light_at(point) - std::clamp(1 - expected + model.shade, 0.0, 1.0)) < 1e-12);
    greatest = std::max(greatest, expected);
  }
  CHECK(greatest > 1);
}

TEST_CASE("shade grid: it does not depend on the order of the modules") {
  std::vector<Vec3> casters = random_points(500, 6, 3);
  ShadeGrid one({}), other({});
  one.build(casters);
  std::reverse(casters.begin(), casters.end());
  other.build(casters);
  for (const Vec3& point : random_points(500, 10, 4)) {
    REQUIRE(one.shade_at(point) == other.shade_at(point));
    REQUIRE(one.brightest_direction(point) == other.brightest_direction(point));
  }
}

TEST_CASE("shade grid: light is full above and beside everything, and brighter away from what grows there") {
  ShadeGrid grid({1, 0.2, 1.5, 6});
  CHECK(grid.light_at({0, 0, 0}) == 1);
  CHECK(grid.brightest_direction({0, 0, 0}) == Vec3{0, 1, 0});
  grid.build(std::vector<Vec3>{{0.5, 5.5, 0.5}});
  CHECK(grid.light_at({0.5, 7, 0.5}) == 1);
  CHECK(grid.light_at({0.5, 5.5, 0.5}) == 1);  // a module does not shade itself
  CHECK(grid.shade_at({0.5, 4.5, 0.5}) == 0.2 / 1.5);
  CHECK(grid.shade_at({1.5, 4.5, 0.5}) == 0.2 / 1.5);
  CHECK(grid.shade_at({2.5, 4.5, 0.5}) == 0);
  CHECK(grid.shade_at({0.5, -1.5, 0.5}) == 0);  // seven layers below
  const Vec3 east = grid.brightest_direction({2.5, 3.5, 0.5});
  CHECK(east.x > 0);
  CHECK(east.z == 0);
  CHECK(std::abs(glm::length(east) - 1) < 1e-15);
}

TEST_CASE("surroundings: distances to a box and the directions from it have their closed forms") {
  const mesh::Mesh box = box_of({2, 3, 0.5});
  const Vec3 half{1, 1.5, 0.25};
  EnvironmentParams params;
  const PlantSurroundings around(params, {.surface = &box});
  for (const Vec3& p : random_points(500, 6, 5)) {
    const double expected = distance_to_box(p, half);
    REQUIRE(std::abs(around.answer(expression::Special::distance, p) - expected) < 1e-9);
    const Vec3 nearest = p - around.normal(p) * expected;
    REQUIRE(std::abs(distance_to_box(nearest, half)) < 1e-6);
    REQUIRE(std::abs(glm::length(around.normal(p)) - 1) < 1e-12);
  }
  CHECK(glm::length(around.normal({0.3, 0.2, 0.25}) - Vec3{0, 0, 1}) < 1e-12);  // on the surface
}

TEST_CASE("surroundings: heights, distances and directions of a sloping ground are those of its plane") {
  const Heightmap ground = sloping_ground(0.5, -0.25, 3);
  EnvironmentParams params;
  const PlantSurroundings around(params, {.ground = &ground});
  const Vec3 normal = glm::normalize(Vec3{-0.5, 1, 0.25});
  for (const Vec3& p : random_points(200, 10, 6)) {
    const double height = 3 + 0.5 * p.x - 0.25 * p.z;
    CHECK(std::abs(around.answer(expression::Special::ground, p) - height) < 1e-6);
    CHECK(std::abs(around.answer(expression::Special::distance, p) - std::abs(p.y - height) * normal.y) < 1e-6);
    CHECK(glm::length(around.normal(p) - normal) < 1e-6);
  }
}

TEST_CASE("surroundings: with a surface and a ground, the nearer one counts") {
  const mesh::Mesh box = box_of({2, 2, 2});
  const Heightmap ground = sloping_ground(0, 0, -5);
  EnvironmentParams params;
  const PlantSurroundings around(params, {.surface = &box, .ground = &ground});
  CHECK(std::abs(around.answer(expression::Special::distance, {0, -4.5, 0}) - 0.5) < 1e-9);
  CHECK(glm::length(around.normal({0, -4.5, 0}) - Vec3{0, 1, 0}) < 1e-9);
  CHECK(std::abs(around.answer(expression::Special::distance, {0, -1.5, 0}) - 0.5) < 1e-9);
  CHECK(glm::length(around.normal({0, -1.5, 0}) - Vec3{0, -1, 0}) < 1e-9);
}

TEST_CASE("queries: ?N and ?V receive directions, and functions know the state before the step") {
  const mesh::Mesh box = box_of({2, 3, 0.5});
  LSystemParams params =
      system_of("F(2)/(90)f(1)A?P(0,0,0)?N(0,0,0)?V(0,0,0)", {"A > ?P(x,y,z) -> B(distance(x,y,z), light(x,y,z))"}, 1);
  params.environment = environment_with_light(0.5);
  params.environment->surface.stage = "wall";
  const auto text = [&] { return to_text(derive(params, {}, {.surface = &box})); };
  CHECK(text() == "F(2)/(90)f(1)B(1.5,1)?P(0,3,0)?N(0,1,0)?V(0,1,0)");
  // Below the end of the first line, which casts shade, it is dark.
  params.axiom = test::source("F(2)|f(1.4)A?P(0,0,0)?N(0,0,0)");
  params.environment->light->shade = 0.5;
  params.environment->light->falloff = 1;
  const LString string = derive(params, {}, {.surface = &box});
  CHECK(string.parameters[3] == 1);  // one module above, and one does not count
  params.axiom = test::source("F(2)F(0.1)|f(1.4)A?P(0,0,0)?N(0,0,0)");
  CHECK(derive(params, {}, {.surface = &box}).parameters[4] == 0.5);
}

TEST_CASE("queries: a shoot that knows its wall climbs along it, around its corners") {
  const mesh::Mesh wall = box_of({2, 4, 0.5});
  LSystemParams params = system_of(
      "f(0)A?P(0,0,0)?H(0,0,0)?N(0,0,0)",
      {"A > ?P(x,y,z)?H(a,b,c)?N(u,v,w) : {k = a*u + b*v + c*w; p = clamp(8*(0.03 - distance(x,y,z)), -1.5, 1.5) - k;}"
       " -> @R(a + p*u, b + p*v, c + p*w, u, v, w)+(2)F(0.06)A"},
      150);
  params.axiom = test::source("@M(0.9,-1.5,0.4)+(80)A?P(0,0,0)?H(0,0,0)?N(0,0,0)");
  params.environment.emplace().surface.stage = "wall";
  const Skeleton skeleton = interpret(derive(params, {}, {.surface = &wall}), drawing(30), {});
  REQUIRE(skeleton.segments.size() == 150);
  bool is_behind = false, is_in_front = false;
  for (std::size_t i = 10; i < skeleton.segments.size(); ++i) {
    const Vec3& p = skeleton.segments[i].end;
    CHECK(distance_to_box(p, {1, 2, 0.25}) < 0.12);
    is_behind = is_behind || p.z < -0.2;
    is_in_front = is_in_front || p.z > 0.2;
  }
  CHECK((is_behind && is_in_front));
}

TEST_CASE("light: crowns of a stand keep apart") {
  // Two trees whose tips grow on where there is light, and to the brighter side.
  const auto grown = [](bool sees) {
    LSystemParams params =
        system_of("[@M(-1,0,0)A?P(0,0,0)?V(0,0,0)?H(0,0,0)][@M(1,0,0)A?P(0,0,0)?V(0,0,0)?H(0,0,0)]",
                  {std::string("A > ?P(x,y,z)?V(a,b,c)?H(u,v,w) : ") +
                   (sees ? "light(x,y,z) > 0.35 -> @R(u + a, v + b, w + c)" : "1 -> ") +
                   "F(0.5)[+(50)A?P(0,0,0)?V(0,0,0)?H(0,0,0)][/(120)+(50)A?P(0,0,0)?V(0,0,0)?H(0,0,0)]"
                   "[/(240)+(50)A?P(0,0,0)?V(0,0,0)?H(0,0,0)]"},
                  7);
    params.environment = environment_with_light(0.4);
    params.environment->light->shade = 0.2;
    return interpret(derive(params, {}), drawing(55), {});
  };
  // Segments of one tree among those of the other: its root decides whose a segment is.
  const auto mixed = [](const Skeleton& skeleton) {
    std::size_t strays = 0;
    std::vector<double> side(skeleton.segments.size());
    for (std::size_t i = 0; i < skeleton.segments.size(); ++i) {
      const SkeletonSegment& segment = skeleton.segments[i];
      side[i] = segment.parent ? side[*segment.parent] : segment.start.x;
      strays += segment.end.x * side[i] < -0.1 ? 1 : 0;
    }
    return static_cast<double>(strays) / static_cast<double>(skeleton.segments.size());
  };
  const Skeleton apart = grown(true), through = grown(false);
  CHECK(apart.segments.size() > 60);
  CHECK(apart.segments.size() < through.segments.size() / 2);
  CHECK(mixed(apart) < 0.5 * mixed(through));
}

TEST_CASE("light: neighbours and chosen symbols cast shade") {
  LSystemParams params = system_of("A?P(0,0,0)", {"A > ?P(x,y,z) -> B(light(x,y,z))"}, 1);
  params.environment = environment_with_light(1);
  params.environment->light->shade = 0.5;
  Skeleton roof;
  for (int i = 0; i < 3; ++i) roof.segments.emplace_back().end = {0.5, 3.5, 0.5};
  CHECK(derive(params, {}).parameters[0] == 1);
  const double expected = 1 - 3 * 0.5 / (1.5 * 1.5 * 1.5) + 0.5;
  CHECK(derive(params, {}, {.neighbours = {&roof}}).parameters[0] == Approx(std::min(1.0, expected)));
  params.environment->light->falloff = 1;
  CHECK(derive(params, {}, {.neighbours = {&roof}}).parameters[0] == 0);
  params.axiom = test::source("A?P(0,0,0)[f(0.1)XX[~l]]");
  params.environment->light->symbols = test::source("X");
  CHECK(derive(params, {}).parameters[0] == 0.5);
  params.environment->light->symbols = {};
  CHECK(derive(params, {}).parameters[0] == 1);  // the organ alone
}

namespace {

/// A wall in the plane x = 0.5, 60 m wide, from y = 0.1 to y = 4.9.
mesh::Mesh wall_of_five_cells() {
  mesh::Soup soup;
  soup.positions = {{0.5f, 0.1f, -30}, {0.5f, 0.1f, 30}, {0.5f, 4.9f, 30}, {0.5f, 4.9f, -30}};
  soup.face_begin = {0, 4};
  soup.corners = {0, 1, 2, 3};
  return mesh::build_checked(std::move(soup));
}

/// A level square 0.5 m above y = 0, from the origin, with sides of nearly `side` metres.
mesh::Mesh square_floor(float side) {
  const float far = side - 0.5f;
  mesh::Soup soup;
  soup.positions = {{0.5f, 0.5f, 0.5f}, {0.5f, 0.5f, far}, {far, 0.5f, far}, {far, 0.5f, 0.5f}};
  soup.face_begin = {0, 4};
  soup.corners = {0, 1, 2, 3};
  return mesh::build_checked(std::move(soup));
}

EnvironmentParams environment_with_wall() {
  EnvironmentParams environment = environment_with_light(1);
  environment.light->shade = 0.02;
  environment.light->falloff = 2;
  environment.light->depth = 6;
  return environment;
}

}  // namespace

TEST_CASE("light: a wall on one side takes the light of its cells, and none beyond their pyramids") {
  const mesh::Mesh wall = wall_of_five_cells();
  const EnvironmentParams environment = environment_with_wall();
  PlantSurroundings surroundings(environment, {.shading = {&wall}});
  surroundings.set_casters({});
  for (int away = 0; away <= 8; ++away) {
    for (int y = 0; y <= 6; ++y) {
      // The layer q above has a row of 2 q + 1 cells of the wall if the square reaches the wall.
      double shade = 0, weight = 0.02;
      for (int q = 0; q <= 6; ++q, weight /= 2) shade += q >= away && y + q <= 4 ? weight * (2 * q + 1) : 0;
      INFO(away << " " << y);
      for (const double x : {away + 0.5, 0.5 - away})
        CHECK(surroundings.answer(expression::Special::light, {x, y + 0.5, 0.5}) ==
              Approx(std::min(1.0, 1 - shade + 0.02)).epsilon(1e-12));
    }
  }
  CHECK(surroundings.light_direction({1.5, 1.5, 0.5}).x > 0.1);
  CHECK(surroundings.light_direction({-0.5, 1.5, 0.5}).x < -0.1);
  CHECK(surroundings.light_direction({1.5, 1.5, 0.5}).z == 0);
}

TEST_CASE("light: the cells of a mesh are those that hold points of its surface, each once") {
  const mesh::Mesh ball = mesh::make_icosphere(2.3, 3);
  const std::array<const mesh::Mesh*, 2> twice{&ball, &ball};
  const std::vector<Vec3> cells = cells_of_meshes(twice, 0.5);
  std::map<CellNumber, int> counts;
  for (const Vec3& cell : cells) ++counts[cell_at(cell, 0.5)];
  for (const auto& [cell, count] : counts) CHECK(count == 1);
  // Points of the triangles are in these cells, and no cell is farther from the sphere than its half diagonal.
  const mesh::Soup soup = mesh::to_soup(ball);
  const Rng rng(4);
  std::size_t missing = 0;
  for (std::uint32_t i = 0; i < 20000; ++i) {
    const auto face = soup.face(i % soup.face_count());
    const double u = std::sqrt(rng.uniform(i, 0)), v = rng.uniform(i, 1);
    const Vec3 p = Vec3(soup.positions[face[0]]) * (1 - u) + Vec3(soup.positions[face[1]]) * (u * (1 - v)) +
                   Vec3(soup.positions[face[2]]) * (u * v);
    missing += counts.count(cell_at(p, 0.5)) == 0 ? 1 : 0;
  }
  CHECK(missing == 0);
  for (const Vec3& cell : cells) {
    CHECK(glm::length(cell) < 2.3 + 0.434);
    CHECK(glm::length(cell) > 2.2 - 0.434);
  }
}

TEST_CASE("light: productions know the shade of a wall") {
  LSystemParams params = system_of("A?P(0,0,0)", {"A > ?P(x,y,z) -> B(light(x,y,z))"}, 1);
  params.environment = environment_with_wall();
  const mesh::Mesh wall = wall_of_five_cells();
  CHECK(derive(params, {}).parameters[0] == 1);
  CHECK(derive(params, {}, {.shading = {&wall}}).parameters[0] ==
        Approx(1 - 0.02 * (1 + 1.5 + 1.25 + 0.875 + 0.5625) + 0.02));
}

TEST_CASE("light: meshes that are too large for its cells are refused") {
  const mesh::Mesh ball = mesh::make_icosphere(1000, 0);
  const std::array<const mesh::Mesh*, 1> one{&ball};
  CHECK_THROWS_WITH(cells_of_meshes(one, 0.1), Catch::Contains("raise the cell of light"));
  const mesh::Mesh floor = square_floor(5000);
  const std::array<const mesh::Mesh*, 1> wide{&floor};
  CHECK_THROWS_WITH(cells_of_meshes(wide, 1), Catch::Contains("raise the cell of light"));
  CHECK(cells_of_meshes(wide, 50).size() == 10000);
}

TEST_CASE("light: symbols that never occur or are none are reported") {
  LSystemParams params = system_of("F", {});
  params.environment = environment_with_light(1);
  const auto said = [&](const char* symbols) {
    params.environment->light->symbols = test::source(symbols);
    TextIssues issues;
    compile(params, issues);
    return issues.all().empty() ? std::string{} : issues.all()[0].message;
  };
  CHECK(said("F").empty());
  CHECK(said("F X") == "'X' never occurs, so it casts no shade");
  CHECK_FALSE(said("F(1)").empty());
}

TEST_CASE("light: plants that are too large for its cells are refused") {
  LSystemParams params = system_of("A?P(0,0,0)", {"A > ?P(x,y,z) -> F(1000)/(90)+(90)FA"}, 5);
  params.environment = environment_with_light(0.01);
  CHECK_THROWS_WITH(derive(params, {}), Catch::Contains("raise the cell of light"));
}

TEST_CASE("light: functions of the environment need what they ask about") {
  const auto said = [](const std::string& call, const EnvironmentParams& environment) {
    LSystemParams params = system_of("A(1)", {"A(x) -> A(" + call + ")"});
    params.environment = environment;
    TextIssues issues;
    compile(params, issues);
    return issues.has_errors() ? issues.first_error() : std::string{};
  };
  EnvironmentParams environment;
  CHECK(said("light(x,0,0)", environment) == "light() needs the key environment with light");
  CHECK(said("distance(x,0,0)", environment) == "distance() needs the key environment with a surface or a ground");
  CHECK(said("ground(x,0)", environment) == "ground() needs the key environment with a ground");
  environment.light.emplace();
  environment.surface.stage = "wall";
  CHECK(said("light(x,0,0) + distance(x,0,0)", environment).empty());
  CHECK(said("ground(x,0)", environment) == "ground() needs the key environment with a ground");
  environment.surface.stage.clear();
  environment.ground.stage = "land";
  CHECK(said("ground(x, x*2) + distance(x,0,0)", environment).empty());
}
