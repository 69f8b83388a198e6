#include "support/catch.h"

#include <algorithm>

#include "methods/mesh/build.h"
#include "stages/plants/skin/detail/leaf_shape.h"
#include "stages/plants/skin/detail/wind.h"
#include "unit/stages/plants/skin/skeletons.h"

using namespace weald;
using namespace weald::plant;
using namespace weald::plant::test;

namespace {

PlantMeshParams windy() {
  PlantMeshParams params;
  params.vertex_colours = VertexColours::wind;
  params.leaves.spacing = 0.05;
  params.leaves.shape = LeafShape::rhombus;
  return params;
}

}  // namespace

TEST_CASE("wind: bend grows along all wood from 0 at the ground to 1 at a tip") {
  const lsystem::Skeleton skeleton = random_tree(3, 7);
  const AxisNetwork network = trace_axes(skeleton, {});
  const NodeWind wind = node_wind(network, skeleton, Rng(1));
  CHECK(wind.bend[network.axes[0].first_node] == 0);
  CHECK(*std::max_element(wind.bend.begin(), wind.bend.end()) == 1);
  for (std::size_t s = 0; s < skeleton.segments.size(); ++s) {
    const auto& parent = skeleton.segments[s].parent;
    if (parent) CHECK(wind.bend[network.end_node[s]] > wind.bend[network.end_node[*parent]]);
  }
}

TEST_CASE("wind: the phase of a branch starts as its parent's at the joint, and the trunk has none") {
  const lsystem::Skeleton skeleton = random_tree(3, 6);
  const AxisNetwork network = trace_axes(skeleton, {});
  const NodeWind wind = node_wind(network, skeleton, Rng(1));
  std::vector<double> own;
  for (const Axis& axis : network.axes) {
    const auto& parent = skeleton.segments[axis.first_segment].parent;
    const double start = wind.phase[axis.first_node];
    CHECK(start == (parent ? wind.phase[network.end_node[*parent]] : 0.0));
    const double end = wind.phase[axis.first_node + axis.node_count - 1];
    if (parent)
      own.push_back(end);
    else
      CHECK(end == 0);
  }
  std::sort(own.begin(), own.end());
  CHECK(std::adjacent_find(own.begin(), own.end()) == own.end());
}

TEST_CASE("wind: vertices carry it, and leaves flutter from foot to tip") {
  const mesh::Soup soup = soup_of(random_tree(3, 6), windy());
  CHECK(soup.colours.empty());
  REQUIRE(soup.wind.size() == soup.positions.size());
  int leaves = 0;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    const auto face = soup.face(f);
    if (soup.face_groups[f] == 0) {
      for (const std::uint32_t v : face) CHECK(soup.wind[v].b == 0);
      continue;
    }
    ++leaves;
    const Rgba8 foot = soup.wind[face[0]];
    CHECK(foot.b == 0);
    const auto tip = std::max_element(
        face.begin(), face.end(), [&](std::uint32_t a, std::uint32_t b) { return soup.wind[a].b < soup.wind[b].b; });
    CHECK(soup.wind[*tip].b == 255);
    CHECK(soup.wind[*tip].r == foot.r);
    CHECK(soup.wind[*tip].g == foot.g);
    CHECK(soup.wind[*tip].a == foot.a);
    CHECK(foot.r > 60);
  }
  CHECK(leaves > 500);
}

TEST_CASE("wind: a plant has it beside its shade, and both are what they are alone") {
  PlantMeshParams shaded = windy(), both = windy();
  shaded.vertex_colours = both.vertex_colours = VertexColours::shade;
  both.wind = true;
  const lsystem::Skeleton skeleton = random_tree(3, 6);
  const mesh::Soup all = soup_of(skeleton, both);
  CHECK(all.colours == soup_of(skeleton, shaded).colours);
  CHECK(soup_of(skeleton, shaded).wind.empty());
  CHECK(all.wind == soup_of(skeleton, windy()).wind);
  REQUIRE(all.wind.size() == all.positions.size());
}

TEST_CASE("wind: the branch's share is 0 on the trunk and grows along branches as the bend does, to 1") {
  const auto skeleton = random_tree(4, 5);
  const AxisNetwork network = trace_axes(skeleton, {});
  const NodeWind wind = node_wind(network, skeleton, Rng(1));
  CHECK(*std::max_element(wind.branch.begin(), wind.branch.end()) == 1);
  double factor = 0;  // of a branch's own bend; the same for all
  for (const Axis& axis : network.axes) {
    const bool is_trunk = !skeleton.segments[axis.first_segment].parent;
    for (std::uint32_t i = axis.first_node; i < axis.first_node + axis.node_count; ++i) {
      if (is_trunk) CHECK(wind.branch[i] == 0);
      if (is_trunk || i == axis.first_node) continue;
      const double ratio = (wind.branch[i] - wind.branch[i - 1]) / (wind.bend[i] - wind.bend[i - 1]);
      if (factor == 0) factor = ratio;
      CHECK(ratio == Approx(factor).epsilon(1e-6));
    }
  }
  CHECK(factor >= 1);
}

TEST_CASE("wind: polygons take that of the nearest wood") {
  Sketch sketch;
  const auto first = sketch.root({0, 0, 0}, {0, 1, 0}, 0.05, 0.05);
  sketch.extend(first, {0, 2, 0}, 0.05, 0.05);
  for (const double y : {0.1, 1.9})
    sketch.skeleton().polygons.push_back({{{0.01, y, 0}, {1, y, 0}, {1, y + 0.5, 0}}, 0, 0});
  const mesh::Soup soup = soup_of(sketch.skeleton(), windy());
  std::vector<Rgba8> feet;
  for (const mesh::Soup* s : {&soup}) {
    const std::uint32_t n = s->face_count();
    for (std::uint32_t f = n - 2; f < n; ++f) feet.push_back(s->wind[s->face(f)[0]]);
  }
  CHECK(feet[0].r == 0);
  CHECK(feet[1].r == 255);
}

TEST_CASE("wind: neither shade nor wind leaves vertices without both") {
  PlantMeshParams params = windy();
  params.vertex_colours = VertexColours::none;
  const mesh::Soup soup = soup_of(random_tree(3, 4), params);
  CHECK(soup.colours.empty());
  CHECK(soup.wind.empty());
}
