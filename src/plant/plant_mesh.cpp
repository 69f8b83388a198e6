#include "plant/plant_mesh.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/parallel.h"
#include "core/rng.h"
#include "mesh/build.h"
#include "plant/axes.h"
#include "plant/bark.h"
#include "plant/bark_plan.h"
#include "plant/crown_light.h"
#include "plant/leaf_places.h"
#include "plant/leaf_shape.h"
#include "plant/leaves.h"

namespace weald::plant {
namespace {

// Parts of the stage's seed: what one part draws never moves another.
constexpr std::uint64_t kBarkPart = 1;
constexpr std::uint64_t kLeafPart = 2;

void refuse(const std::string& what) {
  throw StageError("the plant would have more than " + std::to_string(kMaxVertices) + " vertices: " + what, "from");
}

/// Where each piece of the soup begins, and the whole.
struct SoupLayout {
  std::vector<SoupCount> stems;
  SoupCount bark;  ///< end of the bark, start of the leaves
  SoupCount leaf;  ///< one leaf
  std::vector<SoupCount> polygons;
  SoupCount total;
};

SoupLayout lay_out(const BarkPlan& bark, std::size_t leaves, const LeafModel& model,
                   const std::vector<LeafPolygon>& polygons) {
  SoupLayout layout;
  layout.stems.reserve(bark.stems.size());
  for (std::size_t i = 0; i < bark.stems.size(); ++i) {
    layout.stems.push_back(layout.total);
    layout.total += count_bark(bark, i);
  }
  layout.bark = layout.total;
  layout.leaf = count_leaf(model);
  const auto& one = layout.leaf;
  layout.total += {one.vertices * leaves, one.uvs * leaves, one.faces * leaves, one.corners * leaves};
  for (const LeafPolygon& polygon : polygons) {
    layout.polygons.push_back(layout.total);
    layout.total += count_polygon(polygon);
  }
  return layout;
}

void allocate(mesh::Soup& soup, const SoupCount& total) {
  soup.positions.resize(total.vertices);
  soup.normals.resize(total.vertices);
  soup.colours.resize(total.vertices);
  soup.uvs.resize(total.uvs);
  soup.face_begin.resize(total.faces + 1);
  soup.corners.resize(total.corners);
  soup.corner_uvs.resize(total.corners);
}

void set_groups(mesh::Soup& soup, const SoupLayout& layout, const PlantMeshParams& params) {
  const mesh::Material bark{"bark", Vec3f(brightest_colour(params.bark)), 0.95f, false};
  const mesh::Material leaf{"leaf", Vec3f(brightest_colour(params.leaves)), 0.7f, true};
  soup.groups.clear();
  soup.materials.clear();
  const auto add = [&](const char* name, const mesh::Material& material, std::uint64_t faces) {
    if (faces == 0) return;
    const auto group = static_cast<std::uint16_t>(soup.groups.size());
    soup.groups.push_back({name, group});
    soup.materials.push_back(material);
    soup.face_groups.insert(soup.face_groups.end(), faces, group);
  };
  add("bark", bark, layout.bark.faces);
  add("leaves", leaf, layout.total.faces - layout.bark.faces);
  if (soup.groups.empty()) {
    soup.groups.push_back({"bark", 0});
    soup.materials.push_back(bark);
  }
}

std::vector<Foliage> foliage_of(const std::vector<LeafPlace>& leaves, const LeafModel& model,
                                const std::vector<LeafPolygon>& polygons) {
  std::vector<Foliage> foliage;
  foliage.reserve(leaves.size() + polygons.size());
  const double area = area_of(model);
  for (const LeafPlace& leaf : leaves) {
    foliage.push_back({leaf.foot + leaf.heading * (0.5 * leaf.length), area * leaf.length * leaf.length});
  }
  for (const LeafPolygon& polygon : polygons)
    foliage.push_back({polygon.points[polygon.points.size() / 2], polygon.area});
  return foliage;
}

Vec3 centre_of(const std::vector<Foliage>& foliage) {
  Bounds bounds;
  for (const Foliage& leaf : foliage) bounds.add(leaf.position);
  return bounds.centre();
}

}  // namespace

mesh::Soup plant_soup(const lsystem::Skeleton& skeleton, const PlantMeshParams& params, const RunContext& context) {
  const AxisNetwork network = trace_axes(skeleton, params.radius);
  const BarkPlan plan = plan_bark(network, params.stem, params.flare, context);
  context.progress(0.2);

  const Rng bark_rng(sub_seed(context.seed, kBarkPart));
  const Rng leaf_rng(sub_seed(context.seed, kLeafPart));
  const LeafModel model = make_leaf_model(params.leaves);
  const std::size_t most_leaves = kMaxVertices / model.positions.size();
  const std::vector<LeafPlace> leaves =
      place_leaves(skeleton, network, plan.stems, params.leaves, leaf_rng, most_leaves, context);
  const std::vector<LeafPolygon> polygons = clean_polygons(skeleton);
  const SoupLayout layout = lay_out(plan, leaves.size(), model, polygons);
  if (layout.total.vertices > kMaxVertices) refuse("lower 'stem.sides' or raise 'leaves.spacing', or derive less");

  const std::vector<Foliage> foliage = foliage_of(leaves, model, polygons);
  const CrownLight light(foliage);
  context.progress(0.4);

  mesh::Soup soup;
  allocate(soup, layout.total);
  set_groups(soup, layout, params);
  const BarkStyle bark{params.bark, params.flare, network.thickest, params.shade, light};
  parallel_blocks(plan.stems.size(), 128, [&](std::size_t from, std::size_t to) {
    context.check_stop();
    for (std::size_t i = from; i < to; ++i) write_bark(plan, i, bark, bark_rng, layout.stems, soup);
  });
  context.progress(0.7);
  const LeafStyle leaf{params.leaves, model, params.shade, light, centre_of(foliage)};
  parallel_blocks(leaves.size(), 1024, [&](std::size_t from, std::size_t to) {
    context.check_stop();
    for (std::size_t i = from; i < to; ++i) {
      const SoupCount& one = layout.leaf;
      SoupCount at = layout.bark;
      at += {one.vertices * i, one.uvs * i, one.faces * i, one.corners * i};
      write_leaf(leaves[i], leaf, leaf_rng, at, soup);
    }
  });
  for (std::size_t i = 0; i < polygons.size(); ++i)
    write_polygon(polygons[i], leaf, leaf_rng, layout.polygons[i], soup);
  context.progress(1.0);
  return soup;
}

mesh::Mesh plant_mesh(const lsystem::Skeleton& skeleton, const PlantMeshParams& params, const RunContext& context) {
  return mesh::build_checked(plant_soup(skeleton, params, context));
}

}  // namespace weald::plant
