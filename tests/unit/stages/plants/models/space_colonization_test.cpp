// Growth towards attraction points: invariants, and cases worked out by hand.
#include "stages/plants/models/space_colonization.h"

#include <algorithm>
#include <cmath>
#include "support/catch.h"

#include "base/error.h"
#include "base/rng.h"
#include "methods/mesh/build.h"
#include "stages/plants/models/detail/attractor_tree.h"
#include "stages/shapes/shapes.h"

using namespace weald;
using namespace weald::tree;

namespace {

RunContext context_of(std::uint64_t seed = 1) {
  RunContext context;
  context.seed = seed;
  return context;
}

double nearest_node(const std::vector<GrowthNode>& nodes, const Vec3& p) {
  double best = 1e300;
  for (const GrowthNode& node : nodes) best = std::min(best, glm::length(node.position - p));
  return best;
}

SpaceColonizationParams small_tree() {
  SpaceColonizationParams params;
  params.attractors = 800;
  params.influence = 1.5;
  params.kill = 0.3;
  params.step = 0.15;
  return params;
}

}  // namespace

TEST_CASE("space_colonization: every segment is a step long, and every node but the root has a parent before it") {
  for (const double jitter : {0.0, 0.4}) {
    SpaceColonizationParams params = small_tree();
    params.jitter = jitter;
    params.tropism = {0, -0.2, 0.1};
    const auto points = place_attractors(params, {}, context_of());
    const GrowthNodes colony = grow_nodes(params, points, context_of());
    REQUIRE(colony.nodes.size() > 300);
    CHECK_FALSE(colony.nodes[0].parent);
    for (std::size_t i = 1; i < colony.nodes.size(); ++i) {
      REQUIRE(colony.nodes[i].parent);
      REQUIRE(*colony.nodes[i].parent < i);
      CHECK(glm::length(colony.nodes[i].position - colony.nodes[*colony.nodes[i].parent].position) ==
            Approx(params.step).epsilon(1e-9));
    }
  }
}

TEST_CASE("space_colonization: points that are left are out of every node's influence") {
  for (const std::optional<double> influence : {std::optional<double>{}, std::optional{1.5}, std::optional{0.5}}) {
    SpaceColonizationParams params = small_tree();
    params.influence = influence;
    const auto points = place_attractors(params, {}, context_of());
    const GrowthNodes colony = grow_nodes(params, points, context_of());
    for (const Vec3& p : colony.unreached) CHECK(nearest_node(colony.nodes, p) >= influence.value_or(1e300));
    if (!influence) CHECK(colony.unreached.empty());
    std::size_t far = 0;
    for (const Vec3& p : points) far += nearest_node(colony.nodes, p) >= params.kill;
    CHECK(far == colony.unreached.size());
  }
}

TEST_CASE("space_colonization: a node between two points grows along their mean until it has to choose") {
  SpaceColonizationParams params;
  params.step = 0.5;
  params.kill = 0.5;
  const std::vector<Vec3> points{{-3, 4, 0}, {3, 4, 0}};
  const auto nodes = grow_nodes(params, points, context_of()).nodes;
  // Straight up while a step of 0.5 brings both nearer: from the height y the distance falls as long as
  // 2 * 0.5 * (4 - y) > 0.25, which holds at y = 3.5, and not at y = 4.
  for (int i = 0; i <= 8; ++i) {
    CHECK(nodes[i].position.x == Approx(0).margin(1e-12));
    CHECK(nodes[i].position.y == Approx(0.5 * i));
  }
  // Then level to both sides, until less than 0.5 is left: five steps, 2.5 m, and a sixth that reaches the kill.
  double left = 0, right = 0;
  for (std::size_t i = 9; i < nodes.size(); ++i) {
    CHECK(nodes[i].position.y == Approx(4));
    left = std::min(left, nodes[i].position.x);
    right = std::max(right, nodes[i].position.x);
  }
  CHECK(left < -2.4);
  CHECK(right > 2.4);
  CHECK(nodes.size() <= 9 + 12);
}

TEST_CASE("space_colonization: a trunk grows straight to a crown beyond its influence") {
  SpaceColonizationParams params;
  params.influence = 2;
  params.step = 0.25;
  params.kill = 0.3;
  const std::vector<Vec3> points{{0, 10, 0}};
  const auto nodes = grow_nodes(params, points, context_of()).nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    CHECK(glm::length(nodes[i].position - Vec3{0, 0.25 * static_cast<double>(i), 0}) < 1e-9);
  }
  CHECK(nodes.back().position.y == Approx(9.75));
  params.tropism = {0, -5, 0};
  CHECK_THROWS_AS(grow_nodes(params, points, context_of()), StageError);
}

TEST_CASE("space_colonization: growing may be interrupted in the midst of a round") {
  SpaceColonizationParams params;
  params.attractors = 20'000;
  std::vector<Vec3> points;
  const Rng rng(5);
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const auto u = rng.four_uniforms(i);
    points.push_back({6 * u[0] - 3, 2 + 6 * u[1], 6 * u[2] - 3});
  }
  params.kill = 0.05;
  params.step = 0.05;
  // Asked to stop as soon as some of the points are reached.
  std::atomic<bool> stop{false};
  RunContext context = context_of();
  context.stop = &stop;
  int rounds = 0;
  context.on_progress = [&](double) { stop = ++rounds == 20; };
  CHECK_THROWS_AS(grow_nodes(params, points, context), Interrupted);
  CHECK(rounds == 20);
}

TEST_CASE("space_colonization: two roots share the crown") {
  SpaceColonizationParams params = small_tree();
  params.roots = {{-1, 0, 0}, {1, 0, 0}};
  const auto skeleton = space_colonization(params, {}, context_of());
  std::size_t roots = 0;
  for (const auto& s : skeleton.segments) roots += !s.parent;
  CHECK(roots >= 2);
}

TEST_CASE("space_colonization: segments join, radii follow the pipe model, axes the thickest child") {
  SpaceColonizationParams params = small_tree();
  params.keep_every = 3;
  params.relocate = 0.5;
  params.pipe_exponent = 2;
  const auto skeleton = space_colonization(params, {}, context_of());
  std::vector<double> area(skeleton.segments.size(), 0);
  std::vector<int> continued(skeleton.segments.size(), 0);
  for (std::size_t i = 0; i < skeleton.segments.size(); ++i) {
    const auto& s = skeleton.segments[i];
    CHECK(glm::length(glm::normalize(s.end - s.start) - s.frame.heading) < 1e-9);
    if (!s.parent) continue;
    const auto& below = skeleton.segments[*s.parent];
    CHECK(below.end == s.start);
    area[*s.parent] += s.end_radius * s.end_radius;
    continued[*s.parent] += s.branch == below.branch;
    CHECK(s.level == below.level + (s.branch == below.branch ? 0 : 1));
  }
  for (std::size_t i = 0; i < area.size(); ++i) {
    const double r = skeleton.segments[i].end_radius;
    CHECK(r * r == Approx(area[i] > 0 ? area[i] : 1e-4).epsilon(1e-9));
    CHECK(continued[i] == (area[i] > 0 ? 1 : 0));
  }
}

TEST_CASE("space_colonization: more points leave the first ones in place") {
  SpaceColonizationParams params = small_tree();
  const auto few = place_attractors(params, {}, context_of());
  params.attractors = 1200;
  const auto many = place_attractors(params, {}, context_of());
  CHECK(std::equal(few.begin(), few.end(), many.begin()));
}

TEST_CASE("space_colonization: solids hold the share of their box that they should") {
  SpaceColonizationParams params;
  params.attractors = 1;
  params.crown = {CrownSolid::ellipsoid, 1, 4, 6, 2.0, {3, -1}, 0};
  const double pi = 3.14159265358979;
  struct Row {
    CrownSolid shape;
    double share;
  };
  const Rng rng(5);
  for (const Row& row :
       {Row{CrownSolid::ellipsoid, pi / 6}, Row{CrownSolid::dome, pi / 6}, Row{CrownSolid::cone, pi / 12},
        Row{CrownSolid::vase, pi / 12}, Row{CrownSolid::cylinder, pi / 4}, Row{CrownSolid::box, 1.0}}) {
    for (const double hollow : {0.0, 0.8}) {
      params.crown.shape = row.shape;
      params.crown.hollow = hollow;
      int inside = 0;
      const int tries = 20000;
      for (int i = 0; i < tries; ++i) {
        const auto u = rng.four_uniforms(static_cast<std::uint64_t>(i));
        inside += inside_crown(params.crown, {6 * u[0], 1 + 4 * u[1], -2 + 2 * u[2]});
      }
      const double share = row.share * (1 - hollow * hollow * hollow);
      if (row.shape != CrownSolid::dome || hollow == 0)  // a dome's hollow is not centred
        CHECK(inside / static_cast<double>(tries) == Approx(share).margin(0.012));
    }
  }
}

TEST_CASE("space_colonization: a density keeps points where it is high and none where it is 0") {
  SpaceColonizationParams params = small_tree();
  params.crown = {CrownSolid::box, 0, 4, 4, std::nullopt, {0, 0}, 0};
  params.attractors = 4000;
  Heightmap density(GridSpec{5, 5, 1.0, {-2, -2}});  // 0 for x < 0, then rising to 1
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 5; ++x) density.heights.at(x, y) = x <= 2 ? 0.0f : 0.5f * static_cast<float>(x - 2);
  int low = 0, high = 0;
  for (const Vec3& p : place_attractors(params, {nullptr, &density}, context_of())) {
    CHECK(p.x > 0);
    (p.x < 1 ? low : high) += 1;
  }
  CHECK(high / static_cast<double>(low) == Approx(3).epsilon(0.1));  // integrals of x over 0..1 and 1..2
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 5; ++x) density.heights.at(x, y) = 0;
  CHECK_THROWS_AS(place_attractors(params, {nullptr, &density}, context_of()), StageError);
}

TEST_CASE("attractor tree: nearest nodes are those of an exhaustive search") {
  const Rng rng(3);
  std::vector<Vec3> points, nodes;
  for (std::uint64_t i = 0; i < 700; ++i) {
    const auto u = rng.four_uniforms(i);
    points.push_back({u[0], u[1], 0.1 * u[2]});
  }
  AttractorTree tree(points, 0.3 * 0.3);
  for (std::uint64_t i = 0; i < 60; ++i) {
    const auto u = rng.four_uniforms(i, 1);
    nodes.push_back({1.4 * u[0], u[1], u[2]});
    tree.add_node(static_cast<std::uint32_t>(i), nodes.back());
    const auto found = tree.nearest_to(nodes.back());
    for (const Vec3& p : points)
      CHECK(glm::length(p - nodes.back()) >= glm::length(tree.attractors()[found].position - nodes.back()));
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    double best = 0.09;
    std::uint32_t owner = 0;
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
      const Vec3 d = tree.attractors()[i].position - nodes[n];
      if (glm::dot(d, d) < best) best = glm::dot(d, d), owner = n;
    }
    CHECK(tree.attractors()[i].distance2 == Approx(best));
    if (best < 0.09) CHECK(tree.attractors()[i].nearest == owner);
  }
}

TEST_CASE("space_colonization: a volume with a hole is warned of, and a closed one is not") {
  const auto warnings = [](bool capped) {
    mesh::ShapesParams shape{.shape = mesh::Shape::cone, .height = 2, .segments = 8, .capped = capped};
    const mesh::Mesh volume = mesh::make_shape(shape);
    RunContext context = context_of();
    std::vector<std::string> said;
    context.on_warning = [&](const std::string& message, std::string_view key) {
      said.push_back(std::string(key) + ": " + message);
    };
    SpaceColonizationParams params = small_tree();
    params.attractors = 10;
    place_attractors(params, {&volume, nullptr}, context);
    return said;
  };
  CHECK(warnings(true).empty());
  REQUIRE(warnings(false).size() == 1);
  CHECK(warnings(false)[0].starts_with("volume: the mesh is not a closed surface: it has 8 boundary edges"));
}
