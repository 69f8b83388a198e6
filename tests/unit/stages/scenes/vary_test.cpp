// place: expressions that are computed for each copy.

#include "support/catch.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.h"
#include "base/math/math.h"
#include "base/parallel.h"
#include "placing.h"
#include "stages/scenes/scatter.h"

using namespace weald;
using namespace weald::scene;
using namespace weald::test;

namespace {

schema::SourceText source(const std::string& text) { return {text, {}}; }

/// 20 copies every 5 m along a straight road of 100 m.
PlaceParams along_road() {
  PlaceParams params = placing(Arrangement::along);
  params.meshes.resize(3);
  params.spacing = 5;
  params.end = 5;
  params.vary.emplace();
  return params;
}

curve::Curve straight_road() { return curve_of({path_of({{{0, 0, 0}, {100, 0, 0}}})}); }

/// A heightmap whose height is half its x.
Heightmap ramp() {
  Heightmap map(GridSpec{101, 3, 1.0, {0, -1}});
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 101; ++x) map.heights.at(x, y) = static_cast<float>(x) / 2;
  return map;
}

/// The error that placing gives, with its key.
std::string error_of(const PlaceParams& params) {
  const curve::Curve road = straight_road();
  try {
    place({.curve = &road}, params, {});
  } catch (const StageError& error) {
    return std::string(error.key()) + ": " + error.what();
  }
  return {};
}

/// The messages of the check, each with the column of its place in the expression.
std::string check_of(const std::string& expression, const std::vector<std::string>& fields = {}) {
  VaryParams params;
  params.scale = schema::SourceText{expression, {0, 1, 1, 1}};
  Diagnostics diagnostics;
  schema::Decoder decoder(diagnostics, "stage 'it'", ".");
  const schema::Node map = schema::map_node({});
  schema::Checker checker(decoder, map);
  const KnownFacts known{true, fields};
  check_variation(params, known, checker);
  const VaryParams* const all[] = {&params};
  check_field_names(all, known, checker);
  std::string text;
  for (const auto& diagnostic : diagnostics.all())
    text += std::to_string(diagnostic.where->column) + " " + diagnostic.message + "; " + diagnostic.help + "\n";
  return text;
}

/// The messages of the checks of a stage.
template <class Params>
std::string messages_of(const Params& params) {
  Diagnostics diagnostics;
  schema::Decoder decoder(diagnostics, "stage 'it'", ".");
  const schema::Node map = schema::map_node({});
  schema::Checker checker(decoder, map);
  schema::Schema<Params>::check(params, checker);
  std::string text;
  for (const auto& diagnostic : diagnostics.all()) text += diagnostic.message + "\n";
  return text;
}

}  // namespace

TEST_CASE("vary: both stages refuse heightmaps that no expression can use") {
  const auto is_refused = [](auto params) {
    params.of.emplace_back("wet", schema::Input<Heightmap>{});
    const bool alone = messages_of(params).find("'of' is used with 'vary' only") != std::string::npos;
    params.vary = VaryParams{.scale = source("1 + wet")};
    return alone && messages_of(params).find("'of'") == std::string::npos;
  };
  CHECK(is_refused(PlaceParams{}));
  CHECK(is_refused(ScatterParams{}));
  ScatterParams of_species;
  of_species.of.emplace_back("wet", schema::Input<Heightmap>{});
  of_species.species.resize(2);
  of_species.species[1].vary = VaryParams{.scale = source("1 + wet")};
  CHECK(messages_of(of_species).find("'of'") == std::string::npos);
}

TEST_CASE("vary: the number of the mesh is rounded down, and is that of the first or last mesh beyond them") {
  const auto chosen = [](double value) {
    CopyValues values;
    values.mesh = value;
    return values.mesh_of(3);
  };
  CHECK_FALSE(CopyValues{}.mesh_of(3));
  CHECK(chosen(-1e30) == 0u);
  CHECK(chosen(-0.5) == 0u);
  CHECK(chosen(1.999) == 1u);
  CHECK(chosen(2) == 2u);
  CHECK(chosen(1e30) == 2u);
}

TEST_CASE("vary: scale, turn, tint and data follow the index, the share and the arc length") {
  const curve::Curve road = straight_road();
  PlaceParams params = along_road();
  params.tints = {{1, 0, 0}, {0, 0, 1}};
  params.vary->scale = source("1 + share");
  params.vary->turn = source("along");
  params.vary->tint = source("index / (count - 1)");
  params.vary->data = source("x / 10");
  const Copies copies = place({.curve = &road}, params, {});
  REQUIRE(copies.instances.size() == 20);
  for (std::size_t i = 0; i < 20; ++i) {
    const Instance& copy = copies.instances[i];
    const double share = static_cast<double>(i) / 19;
    CHECK(glm::length(axis_of(copy, 1)) == Approx(1 + share));
    // The copies face along x; turned, their z axis moves from x towards -z.
    const Vec3 ahead = axis_of(copy, 2) / (1 + share);
    CHECK(ahead.x == Approx(math::cos_deg(5.0 * static_cast<double>(i))).margin(1e-6));
    CHECK(ahead.z == Approx(-math::sin_deg(5.0 * static_cast<double>(i))).margin(1e-6));
    const Variety& variety = copies.varieties[copy.variety];
    CHECK(std::abs(variety.tint.red - 255 * (1 - share)) <= 0.5);
    CHECK(std::abs(variety.tint.blue - 255 * share) <= 0.5);
    CHECK(variety.data == Approx(static_cast<double>(i) / 2));
  }
}

TEST_CASE("vary: the mesh is chosen by a field, and numbers beyond the meshes have the first or last") {
  const curve::Curve road = straight_road();
  const Heightmap field = ramp();
  PlaceParams params = along_road();
  params.vary->mesh = source("h / 10 - 1");
  const Copies copies = place({.curve = &road, .fields = {{"h", &field}}}, params, {});
  for (std::size_t i = 0; i < 20; ++i) {
    const double wish = std::floor(5.0 * static_cast<double>(i) / 20 - 1);
    CHECK(copies.varieties[copies.instances[i].variety].prototype ==
          static_cast<std::uint32_t>(std::clamp(wish, 0.0, 2.0)));
  }
}

TEST_CASE("vary: copies that are not kept leave the others as they were") {
  const curve::Curve road = straight_road();
  PlaceParams params = along_road();
  params.scale = {1, 3};
  params.random_turn = 360;
  const std::vector<Instance> all = placed({.curve = &road}, params, with_seed(4));
  params.vary->keep = source("x < 20 || x >= 50 && index % 2 == 0");
  const std::vector<Instance> some = placed({.curve = &road}, params, with_seed(4));
  std::size_t next = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double x = 5.0 * static_cast<double>(i);
    if (!(x < 20 || (x >= 50 && i % 2 == 0))) continue;
    REQUIRE(next < some.size());
    CHECK(world_from_prototype(some[next]) == world_from_prototype(all[i]));
    CHECK(some[next++].variety == all[i].variety);
  }
  CHECK(next == some.size());
}

TEST_CASE("vary: random numbers of an expression depend on the seed, the key and the copy alone") {
  PlaceParams params = placing(Arrangement::grid);
  params.counts = {100, 1, 100};
  params.vary.emplace();
  params.vary->scale = source("uniform(1, 2)");
  params.vary->data = source("uniform(1, 2)");
  std::vector<std::vector<Variety>> varieties;
  std::vector<double> scales, data;
  for (const int threads : {1, 4}) {
    const ThreadLimit limit(threads);
    const Copies copies = place({}, params, with_seed(9));
    varieties.push_back(copies.varieties);
    if (threads == 4) continue;
    for (const Instance& copy : copies.instances) {
      scales.push_back(glm::length(axis_of(copy, 0)));
      data.push_back(static_cast<double>(copies.varieties[copy.variety].data));
    }
  }
  CHECK(varieties[0] == varieties[1]);
  double sum = 0, same = 0;
  for (std::size_t i = 0; i < scales.size(); ++i) {
    REQUIRE((scales[i] > 1 - 1e-6 && scales[i] < 2 + 1e-6));
    sum += scales[i];
    same += std::abs(scales[i] - data[i]) < 1e-4 ? 1 : 0;
  }
  CHECK(sum / 1e4 == Approx(1.5).margin(4 * std::sqrt(1.0 / 12 / 1e4)));
  CHECK(same < 20);
}

TEST_CASE("tints: change gradually from the first colour to the last, white if there are none") {
  CHECK(tint_at({}, 0.3) == Tint{});
  const std::vector<Vec3f> colours{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  CHECK(tint_at(colours, 0) == Tint{255, 0, 0});
  CHECK(tint_at(colours, 0.25) == Tint{128, 128, 0});
  CHECK(tint_at(colours, 0.5) == Tint{0, 255, 0});
  CHECK(tint_at(colours, 1) == Tint{0, 0, 255});
  CHECK(tint_at(colours, 7) == Tint{0, 0, 255});
  PlaceParams params = placing(Arrangement::grid);
  params.counts = {30, 1, 30};
  params.tints = colours;
  CHECK(place({}, params, with_seed(1)).varieties.size() > 100);
}

TEST_CASE("scatter: tints depend on the place of a copy, and species may have their own") {
  const mesh::Mesh cube = mesh::make_shape({.shape = mesh::Shape::box});
  const Heightmap ground(GridSpec{60, 60, 1.0, {0, 0}});
  schema::Inputs inputs;
  inputs.add("ground", ground);
  inputs.add("cube", cube);
  ScatterParams params;
  params.on.stage = "ground";
  params.meshes.resize(1);
  params.meshes[0].stage = "cube";
  params.tints = {{1, 0, 0}, {0, 0, 1}};
  const auto tint_of = [](const Scene& scene, std::size_t i) {
    return scene.varieties[scene.instances[i].variety].tint;
  };
  const Scene all = Scatter::run(params, inputs, with_seed(3));
  double red = 0;
  for (std::size_t i = 0; i < all.instances.size(); ++i) red += tint_of(all, i).red / 255.0;
  const auto count = static_cast<double>(all.instances.size());
  CHECK(red / count == Approx(0.5).margin(4 * std::sqrt(1.0 / 12 / count)));
  params.count = 30;
  const Scene some = Scatter::run(params, inputs, with_seed(3));
  for (std::size_t i = 0; i < some.instances.size(); ++i) {
    const auto same = std::ranges::find_if(
        all.instances, [&](const Instance& copy) { return copy.position == some.instances[i].position; });
    REQUIRE(same != all.instances.end());
    CHECK(tint_of(some, i) == all.varieties[same->variety].tint);
  }
  params.count.reset();
  params.meshes.clear();
  params.species.resize(2);
  for (SpeciesParams& species : params.species) species.meshes = {CopiedInput{}}, species.meshes[0].stage = "cube";
  params.species[1].tints = {{0, 1, 0}};
  const Scene mixed = Scatter::run(params, inputs, with_seed(3));
  std::size_t green = 0;
  for (std::size_t i = 0; i < mixed.instances.size(); ++i) {
    const bool is_second = mixed.prototype_index(mixed.instances[i]) == 1;
    CHECK((tint_of(mixed, i) == Tint{0, 255, 0}) == is_second);
    green += is_second ? 1 : 0;
  }
  CHECK((green > 20 && green < mixed.instances.size() - 20));
}

TEST_CASE("vary: a copy of a scene hands its tint and its data to all parts") {
  Scene pair;
  const auto mesh = std::make_shared<const mesh::Mesh>(mesh::make_shape({.shape = mesh::Shape::box}));
  add_part(pair, "left", mesh);
  add_part(pair, "right", mesh);
  pair.varieties[1].tint = {128, 128, 128};
  pair.varieties[1].data = 5;
  schema::Inputs inputs;
  inputs.add("pair", pair);
  PlaceParams params = placing(Arrangement::grid);
  params.counts = {2, 1, 1};
  params.meshes[0].stage = "pair";
  params.tints = {{1, 1, 1}, {1, 0, 0}};
  params.vary.emplace();
  params.vary->tint = source("index");
  params.vary->data = source("index * 7");
  const Scene made = Place::run(params, inputs, {});
  REQUIRE(made.instances.size() == 4);
  const auto variety = [&](std::size_t i) { return made.varieties[made.instances[i].variety]; };
  CHECK(variety(0) == Variety{0});
  CHECK(variety(1) == Variety{1, {128, 128, 128}, 5});
  CHECK(variety(2) == Variety{0, {255, 0, 0}, 7});
  CHECK(variety(3) == Variety{1, {128, 0, 0}, 7});
}

TEST_CASE("vary: an expression without a value, or out of range, is an error that names the copy") {
  PlaceParams params = along_road();
  params.vary->scale = source("1 - share");
  CHECK_THAT(error_of(params), Catch::Contains("vary: 'vary.scale' of copy 19 is 0, but must be a number from 0.001"));
  params.vary->scale = source("'big'");
  CHECK_THAT(error_of(params), Catch::Contains("'vary.scale' of copy 0 is a text"));
  params.vary->scale = source("1 / index");
  CHECK_THAT(error_of(params), Catch::Contains("'vary.scale' of copy 0: "));
}

TEST_CASE("vary: errors of expressions stand at their character, with the nearest name") {
  CHECK(check_of("1 + share").empty());
  CHECK(check_of("1 + moist", {"moist"}).empty());
  CHECK_THAT(check_of("1 + shar"), Catch::StartsWith("5 there is no value 'shar'; did you mean 'share'?"));
  CHECK_THAT(check_of("1 + moist", {"moisture"}), Catch::StartsWith("5 there is no value 'moist'"));
  CHECK_THAT(check_of("1 + ("), Catch::StartsWith("6 "));
  CHECK_THAT(check_of("1", {"index"}), Catch::Contains("'index' cannot be a name"));
}
