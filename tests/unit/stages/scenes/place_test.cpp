// place: the choice of meshes, chance, the ground, and the rules for its keys.

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/math/math.h"
#include "base/parallel.h"
#include "data/heightmap.h"
#include "placing.h"
#include "stages/shapes/shapes.h"
#include "support/meshes.h"

using namespace weald;
using namespace weald::scene;
using namespace weald::test;

namespace {

Heightmap slope() {  // rises by 1 per 2 m towards +x
  Heightmap map(GridSpec{65, 65, 1.0, {-32, -32}});
  for (int y = 0; y < 65; ++y) {
    for (int x = 0; x < 65; ++x) map.heights.at(x, y) = static_cast<float>(0.5 * x);
  }
  return map;
}

PlaceParams many(std::size_t meshes = 1) {
  PlaceParams params = placing(Arrangement::grid, meshes);
  params.counts = {60, 1, 60};
  return params;
}

using Entries = std::vector<std::pair<std::string, std::string>>;

schema::Node node_of(const std::string& text) {  // a scalar, or a list of scalars in brackets
  if (text.front() != '[') return schema::word_node(text);
  schema::Node::List items;
  for (std::size_t at = 1; at < text.size();) {
    const std::size_t end = text.find_first_of(",]", at);
    if (end > at) items.push_back(schema::word_node(text.substr(at, end - at)));
    at = end + 1;
  }
  return schema::list_node(std::move(items));
}

/// The messages of the errors that these keys give.
std::string errors_of(const Entries& entries) {
  schema::Node::Map map{{"meshes", {}, node_of("[a,b]")}};
  for (const auto& [key, text] : entries) map.push_back({key, {}, node_of(text)});
  Diagnostics diagnostics;
  schema::Decoder decoder(diagnostics, "stage 'it'", ".");
  PlaceParams params;
  schema::decode_fields(schema::map_node(std::move(map)), decoder, params);
  std::string text;
  for (const auto& diagnostic : diagnostics.all()) text += diagnostic.message + "\n";
  return text;
}

}  // namespace

TEST_CASE("place: meshes are chosen by weight, or in sequence") {
  PlaceParams params = many(3);
  params.weights = {6, 3, 1};
  std::array<int, 3> counts{};
  for (const Instance& copy : placed({}, params, with_seed(4))) ++counts[copy.variety];
  CHECK(counts[0] == Approx(2160).margin(90));  // three standard deviations
  CHECK(counts[1] == Approx(1080).margin(83));
  CHECK(counts[2] == Approx(360).margin(54));
  params.weights = {};
  params.sequence = {0, 2, 2, 1};
  const auto copies = placed({}, params, with_seed(4));
  for (std::size_t i = 0; i < copies.size(); ++i)
    REQUIRE(copies[i].variety == static_cast<std::uint32_t>(params.sequence[i % 4]));
}

TEST_CASE("place: a sequence begins anew on each side of a curve") {
  const curve::Curve road = winding_road();
  PlaceParams params = placing(Arrangement::along, 2);
  params.count = 7;
  params.sides = Sides::both;
  params.sequence = {0, 1};
  const auto copies = placed({&road}, params, {});
  for (std::size_t i = 0; i < 14; ++i) CHECK(copies[i].variety == (i % 7) % 2);
}

TEST_CASE("place: turns, tilts and scales fill their ranges") {
  PlaceParams params = many();
  params.turn = 30;
  params.random_turn = 40;
  double least = 1e300, most = -1e300;
  for (const Instance& copy : placed({}, params, with_seed(1))) {
    const Vec3 ahead = axis_of(copy, 2);
    const double turn = math::degrees(std::atan2(ahead.x, ahead.z));
    least = std::min(least, turn);
    most = std::max(most, turn);
    REQUIRE(axis_of(copy, 1) == Vec3{0, 1, 0});
  }
  CHECK((least >= 10 && least < 10.5));
  CHECK((most <= 50 && most > 49.5));
  params.tilt = 20;
  params.scale = {0.5, 3};
  double steepest = 0, smallest = 1e300, largest = 0;
  Vec3 mean{0};
  for (const Instance& copy : placed({}, params, with_seed(1))) {
    const double size = glm::length(axis_of(copy, 1));
    const Mat3 unit = Mat3{copy.axes} * (1 / size);
    for (int k = 0; k < 3; ++k) REQUIRE(glm::length((glm::transpose(unit) * unit)[k] - Mat3{1.0}[k]) < kAxisPrecision);
    REQUIRE(glm::determinant(unit) == Approx(1));
    steepest = std::max(steepest, math::degrees(std::acos(std::min(1.0, unit[1].y))));
    smallest = std::min(smallest, size);
    largest = std::max(largest, size);
    mean += unit[1] / 3600.0;
  }
  CHECK((steepest <= 20 && steepest > 19.5));
  CHECK((smallest >= 0.5 && smallest < 0.51));
  CHECK((largest <= 3 && largest > 2.99));
  CHECK(std::hypot(mean.x, mean.z) < 0.02);  // it leans to no side
}

TEST_CASE("place: copies stand on the ground, sunk by their size, and aligned as far as asked") {
  const Heightmap ground = slope();
  PlaceParams params = placing(Arrangement::grid);
  params.counts = {5, 3, 5};
  params.step = {4, 9, 4};
  params.sink = 0.25;
  params.scale = {2, 2};
  params.align = 1;
  for (const Instance& copy : placed({nullptr, nullptr, nullptr, &ground}, params, {})) {
    const Vec3 p = foot_of(copy);
    CHECK(p.y == Approx(0.5 * (p.x + 32) - 0.5));
    CHECK(glm::length(axis_of(copy, 1) / 2.0 - glm::normalize(Vec3{-1, 2, 0})) < 1e-6);
  }
  params.align = 0;
  for (const Instance& copy : placed({nullptr, nullptr, nullptr, &ground}, params, {}))
    CHECK(axis_of(copy, 1) == Vec3{0, 2, 0});
  params.step = {40, 0, 4};
  RunContext context;
  std::string warning;
  context.on_warning = [&](const std::string& message, std::string_view) { warning = message; };
  placed({nullptr, nullptr, nullptr, &ground}, params, context);
  CHECK(warning.find("copies stand beyond the ground") != std::string::npos);
}

TEST_CASE("place: a purpose of chance changes no other, and a copy does not depend on those after it") {
  PlaceParams params = many(2);
  params.random_turn = 360;
  const auto before = placed({}, params, with_seed(9));
  PlaceParams more = params;
  more.scale = {1, 2};
  const auto scaled = placed({}, more, with_seed(9));
  for (std::size_t i = 0; i < before.size(); ++i) {
    REQUIRE(before[i].variety == scaled[i].variety);
    REQUIRE(glm::length(axis_of(before[i], 2) - glm::normalize(axis_of(scaled[i], 2))) < kAxisPrecision);
  }
  PlaceParams ring = placing(Arrangement::ring, 2);
  ring.count = 50;
  ring.random_turn = 360;
  const auto fifty = placed({}, ring, with_seed(9));
  ring.count = 60;
  const auto sixty = placed({}, ring, with_seed(9));
  for (std::size_t i = 0; i < 50; ++i) REQUIRE(fifty[i].variety == sixty[i].variety);
}

TEST_CASE("place: the same bytes for every thread count, others for another seed") {
  const mesh::Mesh ball = mesh::make_shape({.shape = mesh::Shape::icosphere, .radius = 5});
  PlaceParams params = placing(Arrangement::blue_noise, 2);
  params.distance = 0.1;
  params.random_turn = 360;
  params.tilt = 30;
  params.scale = {0.5, 2};
  const auto run = [&](int threads, std::uint64_t seed) {
    const ThreadLimit limit(threads);
    return placed({nullptr, &ball}, params, with_seed(seed));
  };
  const auto one = run(1, 3);
  REQUIRE(one.size() > 20000);  // several blocks
  for (const int threads : {2, 8}) {
    const auto other = run(threads, 3);
    REQUIRE(other.size() == one.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
      REQUIRE(other[i].variety == one[i].variety);
      REQUIRE(world_from_prototype(other[i]) == world_from_prototype(one[i]));
    }
  }
  CHECK(world_from_prototype(run(1, 4)[0]) != world_from_prototype(one[0]));
}

TEST_CASE("place: every part of a scene is placed, and prototypes are shared") {
  const mesh::Mesh cube = mesh::build_mesh(test::cube()).mesh;
  Scene pair;
  add_prototype(pair, {"cube", std::make_shared<const mesh::Mesh>(cube)});
  pair.instances = {Instance{}, Instance{.position = {0, 3, 0}}};
  schema::Inputs inputs;
  inputs.add("pair", pair);
  PlaceParams params = placing(Arrangement::ring);
  params.meshes[0].stage = "pair";
  params.count = 4;
  params.radius = 10;
  const Scene made = Place::run(params, inputs, {});
  CHECK(made.prototypes.size() == 1);
  REQUIRE(made.instances.size() == 8);
  for (std::size_t i = 0; i < 8; i += 2)
    CHECK(glm::length(foot_of(made.instances[i + 1]) - foot_of(made.instances[i]) - Vec3{0, 3, 0}) < 1e-12);
}

TEST_CASE("place: keys that the arrangement needs, and keys that it does not use") {
  CHECK(errors_of({}).empty());
  CHECK(errors_of({{"arrangement", "along"}, {"curve", "c"}, {"spacing", "3"}}).empty());
  const auto mentions = [](const Entries& entries, const std::string& words) {
    const std::string errors = errors_of(entries);
    CAPTURE(errors, words);
    CHECK(std::count(errors.begin(), errors.end(), '\n') == 1);
    CHECK(errors.find(words) != std::string::npos);
  };
  mentions({{"arrangement", "along"}, {"curve", "c"}}, "needs 'spacing' or 'count'");
  mentions({{"arrangement", "along"}, {"curve", "c"}, {"spacing", "3"}, {"count", "3"}}, "but not both");
  mentions({{"arrangement", "along"}, {"count", "3"}}, "needs 'curve'");
  mentions({{"arrangement", "ring"}}, "needs 'count'");
  mentions({{"arrangement", "ring"}, {"count", "3"}, {"fit", "true"}}, "'arrangement: ring' does not use 'fit'");
  mentions({{"curve", "c"}}, "'arrangement: grid' does not use 'curve'");
  mentions({{"arrangement", "blue_noise"}, {"surface", "s"}}, "needs 'distance' or 'count'");
  mentions({{"arrangement", "hexagons"}, {"spacing", "1"}, {"counts", "[2,2,2]"}}, "must be 1");
  mentions({{"offset", "3"}, {"arrangement", "ends"}, {"curve", "c"}}, "sides: left");
  mentions({{"arrangement", "spiral"}, {"count", "9"}, {"top_radius", "3"}}, "'height' only");
  mentions({{"facing", "target"}}, "needs a 'target'");
  mentions({{"target", "[0,0,0]"}}, "'facing: target' only");
  mentions({{"sink", "1"}}, "'sink' is used with 'on' only");
  mentions({{"sequence", "[0,2]"}}, "no mesh number 2");
  mentions({{"sequence", "[0]"}, {"weights", "[1,2]"}}, "but not both");
  mentions({{"weights", "[1]"}}, "1 weight for 2 meshes");
  mentions({{"scale", "[2,1]"}}, "smaller number first");
  mentions({{"arrangement", "list"}, {"at", "[]"}}, "at least one placement");
}
