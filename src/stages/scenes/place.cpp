#include "stages/scenes/place.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "base/rng.h"
#include "base/text/counted.h"
#include "methods/curve/frames.h"
#include "methods/mesh/mesh_volume.h"
#include "stages/scenes/detail/arrangements.h"
#include "stages/scenes/detail/copies.h"
#include "stages/scenes/detail/land_share.h"
#include "stages/scenes/detail/standing.h"
#include "stages/scenes/detail/surface_discs.h"
#include "stages/scenes/detail/volume_balls.h"

namespace weald::scene {

namespace {

/// Purposes of random numbers. Each has its own stream, so that no purpose affects another.
enum class PlaceDraw : std::uint64_t { sites, mesh, scale, turn, tilt, lean, tint, vary };

std::uint64_t seed_of(const RunContext& context, PlaceDraw draw) {
  return sub_seed(context.seed, static_cast<std::uint64_t>(draw));
}

/// The sites of a list: the directions are the axes of each placement.
std::vector<Site> listed_sites(const PlaceParams& params) {
  std::vector<Site> sites;
  for (const mesh::PlacementParams& placement : params.at) {
    const Mat4 matrix = mesh::matrix_of(placement);
    const Vec3 ahead = glm::normalize(Vec3{matrix[2]});
    sites.push_back({placement.translate, ahead, glm::normalize(Vec3{matrix[1]}), ahead, sites.size()});
  }
  return sites;
}

std::vector<Site> blue_noise_sites(const mesh::Mesh& surface, const PlaceParams& params, const RunContext& context) {
  const std::uint64_t seed = seed_of(context, PlaceDraw::sites);
  if (params.distance) return discs_on(surface, *params.distance, seed, context);
  return spread_on(surface, static_cast<std::size_t>(*params.count), seed, context);
}

std::vector<Site> volume_sites(const mesh::Mesh& solid, const PlaceParams& params, const RunContext& context) {
  mesh::warn_if_open(solid, context, "surface");
  const std::uint64_t seed = seed_of(context, PlaceDraw::sites);
  if (params.distance) return balls_in(solid, *params.distance, seed, context);
  return spread_in(solid, static_cast<std::size_t>(*params.count), seed, context);
}

/// The columns of a matrix: left, up and ahead.
Mat3 frame(const Vec3& up, const Vec3& ahead) { return {glm::cross(up, ahead), up, ahead}; }

/// A copy before the varieties are numbered.
struct PlacedCopy {
  bool is_kept = false;
  Variety variety{};
  std::optional<std::uint32_t> level{};
  Instance instance{};
};

/// The heightmap whose region is built; null if there is none.
const Heightmap* first_map(const PlaceInputs& inputs) {
  if (inputs.on != nullptr) return inputs.on;
  return inputs.fields.empty() ? nullptr : inputs.fields.front().second;
}

/// Makes the copies of sites.
class Copier {
 public:
  Copier(const PlaceInputs& inputs, const PlaceParams& params, const RunContext& context)
      : inputs_(inputs),
        params_(params),
        chooser_(params.meshes.size(), params.weights),
        meshes_(seed_of(context, PlaceDraw::mesh)),
        scales_(seed_of(context, PlaceDraw::scale)),
        turns_(seed_of(context, PlaceDraw::turn)),
        tilts_(seed_of(context, PlaceDraw::tilt)),
        leans_(seed_of(context, PlaceDraw::lean)),
        tints_(seed_of(context, PlaceDraw::tint)) {
    if (const Heightmap* land = first_map(inputs)) share_.emplace(*land, params.apron);
    if (params.vary) variation_.emplace(*params.vary, inputs.fields, seed_of(context, PlaceDraw::vary));
  }

  /// The copy at the site with this index, of `count`.
  PlacedCopy copy(const Site& site, std::uint64_t index, std::uint64_t count) const {
    if (share_ && !share_->owns({site.position.x, site.position.z})) return {};
    const CopyValues values =
        variation_ ? variation_->values({site.position, CopyFacts::Site{index, count, site.along}}) : CopyValues{};
    if (!values.keep) return {};
    const double size = values.scale.value_or(scales_.uniform_in(params_.scale[0], params_.scale[1], index));
    Vec3 foot = site.position;
    if (inputs_.on != nullptr) foot.y = height_at(*inputs_.on, {foot.x, foot.z}) - params_.sink * size;
    const Mat3 axes = axes_at(site, foot, index) * chance_at(index, values) * size;
    const double tint = values.tint.value_or(params_.tints.empty() ? 0 : tints_.uniform(index));
    const Variety variety{mesh_at(site, index, values), tint_at(params_.tints, tint),
                          static_cast<float>(values.data.value_or(0))};
    return {true, variety, values.only_level(), {foot, Mat3f{axes}}};
  }

 private:
  std::uint32_t mesh_at(const Site& site, std::uint64_t index, const CopyValues& values) const {
    if (const auto mesh = values.mesh_of(params_.meshes.size())) return *mesh;
    const auto& sequence = params_.sequence;
    if (!sequence.empty()) return static_cast<std::uint32_t>(sequence[site.number % sequence.size()]);
    return chooser_.choose(meshes_.uniform(index));
  }

  /// The axes of a copy without its scale and chance.
  Mat3 axes_at(const Site& site, const Vec3& foot, std::uint64_t index) const {
    if (params_.arrangement == Arrangement::list) return Mat3{mesh::matrix_of(params_.at[index])};
    Vec3 up = params_.up == SiteUp::vertical ? Vec3{0, 1, 0} : site.normal;
    if (inputs_.on != nullptr && params_.align > 0) {
      const Vec3 ground = normal_at(*inputs_.on, {foot.x, foot.z});
      up = normalized_or(up + (ground - up) * params_.align, up);
    }
    Vec3 wish = params_.facing == Facing::tangent ? site.tangent : site.outward;
    if (params_.facing == Facing::target) wish = *params_.target - foot;
    return frame(up, curve::perpendicular(up, wish));
  }

  /// The fixed turn, the random turn and the tilt, within the copy's own axes.
  Mat3 chance_at(std::uint64_t index, const CopyValues& values) const {
    const Vec3 up{0, 1, 0}, ahead{0, 0, 1};
    const double turn = params_.turn + values.turn.value_or(0) + params_.random_turn * (turns_.uniform(index) - 0.5);
    const Mat3 turned = frame(up, curve::turned(ahead, up, turn));
    if (params_.tilt == 0 && !values.tilt) return turned;
    return tilt_matrix(values.tilt.value_or(params_.tilt * tilts_.uniform(index)), 360 * leans_.uniform(index)) *
           turned;
  }

  const PlaceInputs& inputs_;
  const PlaceParams& params_;
  Chooser chooser_;
  Rng meshes_, scales_, turns_, tilts_, leans_, tints_;
  std::optional<Variation> variation_;
  std::optional<LandShare> share_;
};

/// Warns of copies beyond the ground, whose heights are those of its border.
void warn_of_copies_beside(const Heightmap& ground, const std::vector<Site>& sites, const RunContext& context) {
  const GridSpec grid = ground.whole_grid();
  const Vec2 low = grid.position(0, 0), high = grid.position(grid.width - 1, grid.height - 1);
  const auto count = std::count_if(sites.begin(), sites.end(), [&](const Site& site) {
    const Vec3& p = site.position;
    return !(p.x >= low.x && p.x <= high.x && p.z >= low.y && p.z <= high.y);
  });
  if (count == 0) return;
  context.warn(fmt::format("{} beyond the ground, at the height of its border",
                           counted_noun(count, "copy stands", "copies stand")),
               "on");
}

}  // namespace

void require_site_count(double count, std::string_view key) {
  if (count > static_cast<double>(kMaxInstances))
    throw StageError(fmt::format("there would be more than {} copies", kMaxInstances), std::string(key));
}

std::vector<Site> sites_of(const PlaceInputs& inputs, const PlaceParams& params, const RunContext& context) {
  switch (params.arrangement) {
    case Arrangement::along:
    case Arrangement::corners:
    case Arrangement::ends: return curve_sites(*inputs.curve, params, context);
    case Arrangement::ring: return ring_sites(params);
    case Arrangement::grid: return grid_sites(params);
    case Arrangement::hexagons: return hexagon_sites(params);
    case Arrangement::spiral: return spiral_sites(params);
    case Arrangement::list: return listed_sites(params);
    case Arrangement::vertices: return vertex_sites(*inputs.surface);
    case Arrangement::edges: return edge_sites(*inputs.surface);
    case Arrangement::faces: return face_sites(*inputs.surface);
    case Arrangement::blue_noise: return blue_noise_sites(*inputs.surface, params, context);
    case Arrangement::volume: return volume_sites(*inputs.surface, params, context);
    case Arrangement::tips: return tip_sites(*inputs.skeleton);
    case Arrangement::nodes: return node_sites(*inputs.skeleton);
  }
  return {};
}

Copies place(const PlaceInputs& inputs, const PlaceParams& params, const RunContext& context) {
  const std::vector<Site> sites = sites_of(inputs, params, context);
  context.progress(0.5);
  if (inputs.on != nullptr) warn_of_copies_beside(*inputs.on, sites, context);
  const Copier copier(inputs, params, context);
  Copies copies;
  copies.instances.reserve(sites.size());
  VarietyTable varieties;
  SourceTable sources(params.vary && params.vary->level ? 0 : params.meshes.size());
  const auto add = [&](std::size_t, PlacedCopy& copy) {
    if (!copy.is_kept) return;
    copy.variety.prototype = sources.index_of({copy.variety.prototype, copy.level});
    copies.instances.push_back(copy.instance);
    copies.instances.back().variety = varieties.index_of(copy.variety);
  };
  in_rounds(sites.size(), [&](std::size_t i) { return copier.copy(sites[i], i, sites.size()); }, add, context,
            {0.5, 1});
  copies.varieties = varieties.take();
  copies.sources = sources.take();
  return copies;
}

namespace {

/// The key that the number of copies depends on.
std::string_view cause_of(const PlaceParams& params) {
  switch (params.arrangement) {
    case Arrangement::grid: return "counts";
    case Arrangement::hexagons: return "counts";
    case Arrangement::list: return "at";
    case Arrangement::corners:
    case Arrangement::ends: return "curve";
    case Arrangement::vertices:
    case Arrangement::edges:
    case Arrangement::faces: return "surface";
    case Arrangement::tips:
    case Arrangement::nodes: return "skeleton";
    default: return params.count ? "count" : params.distance ? "distance" : "spacing";
  }
}

Amount copy_count(const PlaceParams& params, const schema::Estimates& inputs) {
  const auto product = [&](double layers) { return Amount::exactly(layers * params.counts[0] * params.counts[2]); };
  switch (params.arrangement) {
    case Arrangement::ring:
    case Arrangement::spiral: return Amount::exactly(*params.count);
    case Arrangement::grid: return product(params.counts[1]);
    case Arrangement::hexagons: return product(1);
    case Arrangement::list: return Amount::exactly(static_cast<double>(params.at.size()));
    case Arrangement::vertices: return Amount::up_to(inputs[params.surface].surface.vertices);
    case Arrangement::edges: return Amount::up_to(inputs[params.surface].surface.corners);
    case Arrangement::faces: return Amount::up_to(inputs[params.surface].surface.faces);
    case Arrangement::volume:
    case Arrangement::blue_noise: return params.count ? Amount::exactly(*params.count) : Amount{};
    default: return {};
  }
}

}  // namespace

CutRule Place::cut_rule(const Params&) {
  CutRule rule{.is_allowed = true};
  rule.surroundings = 0;
  return rule;
}

Estimate Place::estimate(const Params& params, const schema::Estimates& inputs) {
  Amount copies = copy_count(params, inputs);
  const double limit = static_cast<double>(kMaxInstances);
  copies.most = std::min(copies.most.value_or(limit), limit);
  copies.least = params.vary && params.vary->keep ? 0 : std::min(copies.least, limit);
  Estimate result = copies_estimate(params.meshes, inputs, copies, cause_of(params), params.vary && params.vary->level);
  result.scratch = copies * (sizeof(Site) + sizeof(PlacedCopy) + sizeof(Instance));
  if ((params.arrangement == Arrangement::blue_noise || params.arrangement == Arrangement::volume) && params.count) {
    // Five samples for each copy; measured.
    result.scratch = result.scratch + copies * 400;
    result.seconds = copies * 3e-5;
  }
  return result;
}

Scene Place::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  PlaceInputs given{inputs.maybe(params.curve), inputs.maybe(params.surface), inputs.maybe(params.skeleton),
                    inputs.maybe(params.on)};
  for (const auto& [name, field] : params.of) given.fields.emplace_back(name, &inputs[field]);
  Copies copies = place(given, params, context);
  const Heightmap* land = first_map(given);
  if (copies.instances.empty() && (land == nullptr || LandShare(*land, params.apron).is_all()))
    context.warn("there are no copies: the scene is empty", "arrangement");
  return scene_of_copies(std::move(copies), params.meshes, inputs, "meshes");
}

}  // namespace weald::scene
