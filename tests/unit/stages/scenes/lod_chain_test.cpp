#include "support/catch.h"

#include "base/error.h"
#include "base/math/math.h"
#include "methods/mesh/build.h"
#include "stages/scenes/compose.h"
#include "stages/scenes/lod_chain.h"
#include "stages/scenes/place.h"
#include "stages/scenes/scatter.h"

using namespace weald;
using namespace weald::scene;

namespace {

mesh::Mesh corner_of(float size) {
  mesh::Soup soup;
  soup.positions = {{0, 0, 0}, {size, 0, 0}, {0, size, 0}};
  soup.add_face(std::array<std::uint32_t, 3>{0, 1, 2});
  return mesh::build_checked(std::move(soup));
}

template <class In>
In named(const char* stage) {
  In input;
  input.stage = stage;
  return input;
}

}  // namespace

TEST_CASE("lod_chain: the meshes become levels of one prototype, with falling sizes") {
  const mesh::Mesh fine = corner_of(1), middle = corner_of(2), coarse = corner_of(3);
  schema::Inputs inputs;
  inputs.add("fine", fine);
  inputs.add("middle", middle);
  inputs.add("coarse", coarse);
  LodChainParams params;
  for (const char* name : {"fine", "middle", "coarse"}) params.levels.push_back(named<schema::Input<mesh::Mesh>>(name));
  const Scene chain = LodChain::run(params, inputs, RunContext{});
  REQUIRE(chain.prototypes.size() == 1);
  CHECK(chain.instances.size() == 1);
  const Prototype& prototype = chain.prototypes[0];
  CHECK(prototype.name == "fine");
  CHECK(prototype.screen_size == 0.5);
  REQUIRE(prototype.lighter.size() == 2);
  CHECK(prototype.lighter[0].screen_size == Approx(0.2));
  CHECK(prototype.lighter[0].mesh->positions == middle.positions);
  CHECK(prototype.lighter[1].screen_size == Approx(0.01));
  CHECK(prototype.lighter[1].mesh->positions == coarse.positions);
}

TEST_CASE("lod_chain: what things collide with goes along, and every group of it becomes a body") {
  const mesh::Mesh tree = corner_of(1), body = corner_of(2);
  schema::Inputs inputs;
  inputs.add("tree", tree);
  inputs.add("body", body);
  LodChainParams params;
  params.levels.push_back(named<schema::Input<mesh::Mesh>>("tree"));
  params.collision = named<schema::Input<mesh::Mesh>>("body");
  const Scene chain = LodChain::run(params, inputs, RunContext{});
  REQUIRE(chain.prototypes[0].collision);
  CHECK(chain.prototypes[0].collision->positions == body.positions);
  CHECK(meshes_of(chain).size() == 2);

  mesh::Soup many;
  many.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  many.add_face(std::array<std::uint32_t, 3>{0, 1, 2});
  many.face_groups = {0};
  many.groups.assign(kMaxBodies + 1, mesh::Group{"body", 0});
  const mesh::Mesh split = mesh::build_checked(std::move(many));
  inputs.add("split", split);
  params.collision = named<schema::Input<mesh::Mesh>>("split");
  CHECK_THROWS_AS(LodChain::run(params, inputs, RunContext{}), StageError);
}

TEST_CASE("lod_chain: sizes that are not given fall for any number of levels") {
  for (std::size_t count = 1; count <= kMaxLevels; ++count) {
    const std::vector<double> sizes = default_screen_sizes(count);
    REQUIRE(sizes.size() == count);
    for (std::size_t i = 1; i < count; ++i) CHECK(sizes[i] < sizes[i - 1]);
    CHECK(sizes.back() > 0);
  }
}

TEST_CASE("scatter: every copy of a scene has all of its parts, in their places within it") {
  const mesh::Mesh trunk = corner_of(1), bird = corner_of(0.1f);
  Scene nest;
  add_part(nest, "trunk", std::make_shared<const mesh::Mesh>(trunk));
  add_part(nest, "bird", std::make_shared<const mesh::Mesh>(bird));
  nest.instances[1].position = {0.5, 2, 0};
  nest.prototypes[0].lighter.push_back({std::make_shared<const mesh::Mesh>(bird), 0.1});
  const mesh::Mesh rock = corner_of(3);
  const Heightmap ground(GridSpec{40, 40, 1.0, {0, 0}});
  schema::Inputs inputs;
  inputs.add("ground", ground);
  inputs.add("rock", rock);
  inputs.add("nest", nest);
  ScatterParams params;
  params.on = named<schema::Input<Heightmap>>("ground");
  params.meshes = {named<schema::Input<mesh::Mesh, Scene>>("rock"), named<schema::Input<mesh::Mesh, Scene>>("nest")};
  params.scale = {2, 2};
  const Scene scene = Scatter::run(params, inputs, RunContext{});
  REQUIRE(scene.prototypes.size() == 3);
  CHECK(scene.prototypes[1].name == "trunk");
  CHECK(scene.prototypes[1].lighter.size() == 1);
  std::size_t birds = 0;
  for (std::size_t i = 0; i < scene.instances.size(); ++i) {
    if (scene.prototype_index(scene.instances[i]) != 2) continue;
    ++birds;
    REQUIRE(scene.prototype_index(scene.instances[i - 1]) == 1);
    // The bird sits two metres up and half a metre aside in the nest, twice that in a copy of twice its size.
    const Vec3 away = scene.instances[i].position - scene.instances[i - 1].position;
    CHECK(away.y == Approx(4));
    CHECK(away.x * away.x + away.z * away.z == Approx(1));
  }
  CHECK(birds > 10);
}

namespace {

/// A chain of three levels, and a stone without levels.
struct ChainAndStone {
  mesh::Mesh fine = corner_of(1), middle = corner_of(2), coarse = corner_of(3), stone = corner_of(4);
  Scene chain;
  schema::Inputs inputs;

  ChainAndStone() {
    inputs.add("fine", fine);
    inputs.add("middle", middle);
    inputs.add("coarse", coarse);
    inputs.add("stone", stone);
    LodChainParams params;
    for (const char* name : {"fine", "middle", "coarse"})
      params.levels.push_back(named<schema::Input<mesh::Mesh>>(name));
    chain = LodChain::run(params, inputs, RunContext{});
    inputs.add("tree", chain);
  }
};

PlaceParams nine_copies(const char* level) {
  PlaceParams params;
  params.meshes = {named<schema::Input<mesh::Mesh, Scene>>("tree"), named<schema::Input<mesh::Mesh, Scene>>("stone")};
  params.sequence = {0, 0, 1};
  params.counts = {9, 1, 1};
  params.vary.emplace();
  params.vary->level = schema::SourceText{level, {}};
  return params;
}

}  // namespace

TEST_CASE("levels of copies: an expression chooses one level, and below 0 the whole chain") {
  const ChainAndStone given;
  const Scene row = Place::run(nine_copies("x / 2"), given.inputs, RunContext{});  // x is from -4 to 4
  REQUIRE(row.instances.size() == 9);
  for (const Instance& copy : row.instances) {
    const Prototype& prototype = row.prototype_of(copy);
    const double level = std::floor(copy.position.x / 2);
    const bool is_stone = prototype.mesh->positions == given.stone.positions;
    CHECK(prototype.lighter.size() == (is_stone || level >= 0 ? 0 : 2));
    CHECK(prototype.name == (is_stone ? "stone" : level < 0 ? "fine" : level < 1 ? "fine.lod0" : "fine.lod1"));
    if (!is_stone && level >= 1) CHECK(prototype.mesh->positions == given.middle.positions);
  }
  CHECK(row.prototypes.size() == 4);
}

TEST_CASE("levels of copies: beyond the coarsest level copies have it, and no other level is in the scene") {
  const ChainAndStone given;
  const Scene row = Place::run(nine_copies("7"), given.inputs, RunContext{});
  REQUIRE(row.prototypes.size() == 2);
  CHECK(row.prototypes[0].name == "fine.lod2");
  CHECK(row.prototypes[0].mesh->positions == given.coarse.positions);
  CHECK(row.prototypes[1].name == "stone");
}

TEST_CASE("levels of copies: scatter has them by the distance from a point, also within copied scenes") {
  const ChainAndStone given;
  schema::Inputs inputs = given.inputs;
  ComposeParams group;
  group.parts = {named<schema::Input<mesh::Mesh, Scene>>("tree")};
  const Scene grove = Compose::run(group, inputs, RunContext{});
  inputs.add("grove", grove);
  const Heightmap land(GridSpec{101, 101, 1.0, {0, 0}});
  inputs.add("land", land);
  ScatterParams params;
  params.on = named<schema::Input<Heightmap>>("land");
  params.meshes = {named<schema::Input<mesh::Mesh, Scene>>("grove")};
  params.vary.emplace();
  params.vary->level = schema::SourceText{"sqrt(x ^ 2 + z ^ 2) / 50", {}};
  const Scene wood = Scatter::run(params, inputs, RunContext{});
  REQUIRE(wood.instances.size() > 100);
  for (const Instance& copy : wood.instances) {
    const double distance = std::hypot(copy.position.x, copy.position.z);
    const mesh::Mesh& expected = distance < 50 ? given.fine : distance < 100 ? given.middle : given.coarse;
    CHECK(wood.prototype_of(copy).mesh->positions == expected.positions);
    CHECK(wood.prototype_of(copy).lighter.empty());
  }
}
