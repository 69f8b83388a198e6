#include <catch2/catch.hpp>

#include <algorithm>

#include "mesh/build.h"
#include "plant/leaf_shape.h"
#include "plant/wind.h"
#include "skeletons.h"

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

TEST_CASE("wind: vertices carry it, leaves flutter from foot to tip, and the mesh says that it is data") {
  const mesh::Soup soup = soup_of(random_tree(3, 6), windy());
  CHECK(soup.colours_are_data);
  int leaves = 0;
  for (std::uint32_t f = 0; f < soup.face_count(); ++f) {
    const auto face = soup.face(f);
    if (soup.face_groups[f] == 0) {
      for (const std::uint32_t v : face) CHECK(soup.colours[v].b == 0);
      continue;
    }
    ++leaves;
    const Rgba8 foot = soup.colours[face[0]];
    CHECK(foot.b == 0);
    const auto tip = std::max_element(face.begin(), face.end(), [&](std::uint32_t a, std::uint32_t b) {
      return soup.colours[a].b < soup.colours[b].b;
    });
    CHECK(soup.colours[*tip].b == 255);
    CHECK(soup.colours[*tip].r == foot.r);
    CHECK(soup.colours[*tip].g == foot.g);
    CHECK(foot.r > 60);
  }
  CHECK(leaves > 500);
  const mesh::Mesh mesh = mesh::build_checked(soup);
  CHECK(mesh.colours_are_data);
  CHECK(mesh::to_soup(mesh).colours_are_data);
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
    for (std::uint32_t f = n - 2; f < n; ++f) feet.push_back(s->colours[s->face(f)[0]]);
  }
  CHECK(feet[0].r == 0);
  CHECK(feet[1].r == 255);
}

TEST_CASE("wind: neither shade nor wind leaves vertices without colours") {
  PlantMeshParams params = windy();
  params.vertex_colours = VertexColours::none;
  const mesh::Soup soup = soup_of(random_tree(3, 4), params);
  CHECK(soup.colours.empty());
  CHECK_FALSE(soup.colours_are_data);
}
