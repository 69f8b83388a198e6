#include "stages/plants/skin/plant_plan.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "base/error.h"
#include "base/parallel.h"
#include "stages/plants/skin/detail/bark_wrap.h"
#include "stages/plants/skin/detail/cross_section.h"
#include "stages/plants/skin/detail/leaf_season.h"
#include "stages/plants/skin/detail/palette.h"
#include "stages/plants/skin/detail/wind.h"

namespace weald::plant {

namespace {

/// Per node, the colour index of the segment that ends there; at the first node of an axis, that of its first segment.
std::vector<double> indices_below(const AxisNetwork& network, const lsystem::Skeleton& skeleton) {
  std::vector<double> below(network.nodes.size(), 0.0);
  for (std::size_t s = 0; s < skeleton.segments.size(); ++s) below[network.end_node[s]] = skeleton.segments[s].colour;
  for (const Axis& axis : network.axes) below[axis.first_node] = skeleton.segments[axis.first_segment].colour;
  return below;
}

/// Sets the colours of rings from the colour indices of their segments; between two segments, colours blend over half
/// of each. `stems` are the sampled axes of `network`, which was traced from `skeleton`.
void colour_wood(std::span<Tube> tubes, const AxisNetwork& network, const lsystem::Skeleton& skeleton,
                 const PlantPalette& palette) {
  const std::vector<double> below = indices_below(network, skeleton);
  for (std::size_t i = 0; i < tubes.size(); ++i) {
    const Axis& axis = network.axes[i];
    const auto index_at = [&](std::uint32_t node) {  // between two segments, the mean of their indices
      const bool inner = node > 0 && node + 1 < axis.node_count;
      const double own = below[axis.first_node + node];
      return inner ? 0.5 * (own + below[axis.first_node + node + 1]) : own;
    };
    for (Ring& ring : tubes[i].stem.rings) {
      const auto node = std::min(static_cast<std::uint32_t>(ring.at), axis.node_count - 1);
      const double t = ring.at - node;
      const double index =
          t > 0 ? glm::mix(index_at(node), index_at(std::min(node + 1, axis.node_count - 1)), t) : index_at(node);
      ring.colour = palette.at(index);
    }
  }
}

// Numbers of the parts of the stage's seed; with separate seeds, the draws of one part never affect another.
constexpr std::uint64_t kBarkPart = 1;
constexpr std::uint64_t kLeafPart = 2;

void check_picture(const Image* image, const char* key) {
  if (image == nullptr) return;
  const auto& pixels = image->pixels;
  if (pixels.empty() || pixels.width() > mesh::kMaxTextureSide || pixels.height() > mesh::kMaxTextureSide)
    throw StageError("a texture may have 1 to " + std::to_string(mesh::kMaxTextureSide) + " pixels along each side",
                     key);
}

void check_pictures(const PlantSupplies& supplies) {
  check_picture(supplies.bark_texture.get(), "texture");
  check_picture(supplies.bark_normals.get(), "normals");
  check_picture(supplies.leaf_texture.get(), "texture");
  check_picture(supplies.leaf_normals.get(), "normals");
}

std::vector<Foliage> foliage_of(const PlantPlan& plan) {
  std::vector<Foliage> foliage;
  foliage.reserve(plan.leaves.size() + plan.polygons.size());
  std::vector<double> areas;
  for (const LeafModel& model : plan.kinds.models) areas.push_back(area_of(model));
  for (const LeafPlace& leaf : plan.leaves) {
    const double area = areas[plan.kinds.kinds[leaf.kind].model];
    foliage.push_back({leaf.foot + leaf.heading * (0.5 * leaf.length), area * leaf.length * leaf.length});
  }
  for (const LeafPolygon& polygon : plan.polygons)
    foliage.push_back({polygon.points[polygon.points.size() / 2], polygon.area});
  return foliage;
}

/// Applies the season to leaves and polygons.
void apply_season(PlantPlan& plan, double season) {
  std::vector<bool> follows;
  for (const LeafKind& kind : plan.kinds.kinds) follows.push_back(kind.is_leaf);
  pass_season(plan.leaves, follows, season, plan.leaf_rng);
  for (LeafPolygon& polygon : plan.polygons) {
    const LeafAge age = leaf_age(polygon.number, 0.5, season, plan.leaf_rng);
    polygon.turned = static_cast<float>(age.turned);
    const Vec3 foot = polygon.points[0];
    for (Vec3& p : polygon.points) p = foot + (p - foot) * (age.gone ? 0 : age.size);
    polygon.area *= age.gone ? 0 : age.size * age.size;
  }
  std::erase_if(plan.polygons, [](const LeafPolygon& polygon) { return polygon.area <= 1e-12; });
}

void plan_leaves(PlantPlan& plan, const lsystem::Skeleton& skeleton, const PlantMeshParams& params,
                 const RunContext& context) {
  const LeafKinds& kinds = plan.kinds;
  std::size_t most = kMaxVertices / kinds.models[0].positions.size();
  most = std::max(most, skeleton.organs.size());  // organs may have smaller models; the layout counts their vertices
  plan.leaves =
      place_leaves({skeleton, plan.network, plan.bark}, params.leaves, kinds.organs, plan.leaf_rng, most, context);
  plan.polygons = clean_polygons(skeleton);
  for (LeafPolygon& polygon : plan.polygons) polygon.kind = kinds.polygon_kind[polygon.source];
  if (!params.leaves.evergreen && (skeleton.season < kUnfolded || skeleton.season > kTurning))
    apply_season(plan, skeleton.season);
  if (has_wind(params) && !plan.polygons.empty())
    set_wind(plan.polygons, plan.network, node_wind(plan.network, skeleton, plan.leaf_rng));
}

bool has_wood(const BarkPlan& bark) {
  return std::any_of(bark.tubes.begin(), bark.tubes.end(), [](const Tube& tube) { return tube.has_bark(); });
}

}  // namespace

BarkPlan make_bark(const AxisNetwork& network, const lsystem::Skeleton& skeleton, const PlantMeshParams& params,
                   const Rng& rng, const RunContext& context, const PlainerAxes& plainer) {
  BarkPlan bark = plan_bark(network, params.stem, params.flare, context, plainer);
  wrap_bark(bark, params.bark.texture_width);
  const PlantPalette palette(params.palette, params.colour_steps);
  if (!palette.empty()) colour_wood(bark.tubes, network, skeleton, palette);
  if (has_wind(params)) set_wind(bark.tubes, network, node_wind(network, skeleton, rng));
  return bark;
}

void refuse_plant(const std::string& what) {
  throw StageError("the plant would have more than " + std::to_string(kMaxVertices) + " vertices: " + what, "from");
}

void require_supplies(const PlantMeshParams& params, const schema::Estimates& inputs) {
  require_closed_outline(params.stem.contour, inputs);
}

PlantPlan plan_plant(const lsystem::Skeleton& skeleton, const PlantMeshParams& asked, const PlantSupplies& supplies,
                     const RunContext& context) {
  check_pictures(supplies);
  PlantMeshParams params = asked;
  params.stem.section = cross_section(asked.stem.contour, supplies.outline);
  PlantPlan plan{Rng(sub_seed(context.seed, kBarkPart)),
                 Rng(sub_seed(context.seed, kLeafPart)),
                 {},
                 {},
                 {},
                 {},
                 {},
                 CrownLight({}),
                 {}};
  plan.network = trace_axes(skeleton, params.radius);
  if (plan.network.left_out * 100 > skeleton.segments.size())  // up to one per cent needs no warning
    context.warn(std::to_string(plan.network.left_out) + " of " + std::to_string(skeleton.segments.size()) +
                     " segments are too short relative to the size of the plant and were not drawn",
                 "from");
  plan.bark = make_bark(plan.network, skeleton, params, plan.leaf_rng, context);
  context.progress(0.2);
  plan.kinds = leaf_kinds(skeleton, params, supplies, context);
  if (has_wind(params)) {
    for (LeafModel& model : plan.kinds.models) model.flutter = flutter_of(model);
  }
  plan_leaves(plan, skeleton, params, context);
  const std::vector<Foliage> foliage = foliage_of(plan);
  plan.light = CrownLight(foliage);
  Bounds bounds;
  for (const Foliage& leaf : foliage) bounds.add(leaf.position);
  plan.centre = bounds.centre();
  if (plan.leaves.empty() && plan.polygons.empty() && !has_wood(plan.bark))
    context.warn("the plant has neither wood nor leaves: its mesh is empty", "from");
  context.progress(0.4);
  return plan;
}

}  // namespace weald::plant
