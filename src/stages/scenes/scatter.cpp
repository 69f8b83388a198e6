#include "stages/scenes/scatter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "base/math/math.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "stages/scenes/detail/copies.h"
#include "stages/scenes/detail/ground_variation.h"
#include "stages/scenes/detail/land_share.h"
#include "stages/scenes/detail/layer_plan.h"
#include "stages/scenes/detail/poisson_disc.h"
#include "stages/scenes/detail/stage_limits.h"
#include "stages/scenes/detail/stand.h"
#include "stages/scenes/detail/standing.h"
#include "stages/scenes/detail/variation.h"

namespace weald::scene {

namespace {

/// Shares of the work that are done when the discs have been thrown, the places chosen, and the copies made.
constexpr double kDiscsDone = 0.6, kPlacesDone = 0.75, kCopiesDone = 0.85;

/// Purposes of random numbers. Each has its own stream, so that no purpose affects another.
enum class Draw : std::uint64_t { places, mask, rank, mesh, scale, turn, tint };

Rng stream(const RunContext& context, Draw draw) {
  return Rng(sub_seed(context.seed, static_cast<std::uint64_t>(draw)));
}

/// An accepted position.
struct ScatterPoint {
  Vec2 xz{0};
  std::uint64_t id;
  std::uint64_t rank;  ///< random; `count` keeps the lowest ranks
};

/// Makes the copies of places.
class CopyMaker {
 public:
  CopyMaker(const ScatterGround& ground, const ScatterParams& params, const RunContext& context)
      : ground_(ground),
        params_(params),
        context_(context),
        chooser_(params.meshes.size(), params.weights),
        variation_(ground, params, context) {}

  /// Whether the expressions keep the copy.
  bool keeps(const Vec2& xz) const { return variation_.keeps(0, xz); }

  Instance copy(const ScatterPoint& place) const {
    const double random_size = stream(context_, Draw::scale).uniform_in(params_.scale[0], params_.scale[1], place.id);
    const double turn = stream(context_, Draw::turn).uniform_in(0, params_.turn, place.id);
    Standing standing{place.xz, variation_.scale(0, place.xz).value_or(random_size), turn, params_.align, params_.sink};
    std::uint32_t mesh = chooser_.choose(stream(context_, Draw::mesh).uniform(place.id));
    variation_.set_stance(0, params_.meshes.size(), standing, mesh);
    return instance_at(mesh, transform_at(ground_.ground, standing));
  }

  /// Whether the copy would touch an obstacle.
  bool is_obstructed(const ScatterPoint& place) const {
    if (ground_.obstacles == nullptr) return false;
    const Instance made = copy(place);
    const Bounds& box = ground_.boxes[made.variety];
    return !box.empty() && ground_.obstacles->hit(oriented_box(box, world_from_prototype(made), 0));
  }

 private:
  const ScatterGround& ground_;
  const ScatterParams& params_;
  const RunContext& context_;
  Chooser chooser_;
  GroundVariation variation_;
};

std::vector<ScatterPoint> places(const ScatterGround& on, const ScatterParams& params, const CopyMaker& maker,
                                 const RunContext& context) {
  const GridSpec grid = on.ground.whole_grid();
  const LandShare share(on.ground, params.apron);
  const Vec2 low = grid.origin + params.margin;
  const Vec2 size = Vec2{grid.width - 1, grid.height - 1} * grid.cell_size - 2 * params.margin;
  const DiscRules rules{size, params.distance, sub_seed(context.seed, static_cast<std::uint64_t>(Draw::places))};
  const auto inside = [&](const Vec2& xz) { return glm::clamp(xz - low, Vec2{0}, size); };
  const std::vector<DiscSample> samples =
      share.is_all() ? poisson_disc(rules, context)
                     : poisson_disc_between(rules, inside(share.low()), inside(share.high()), context);
  context.progress(kDiscsDone);
  const StageLimits limits(on, params);
  const Rng masks = stream(context, Draw::mask);
  const Rng ranks = stream(context, Draw::rank);
  std::vector<ScatterPoint> kept;
  const auto accepted = [&](std::size_t i) -> std::optional<ScatterPoint> {
    const DiscSample& sample = samples[i];
    const Vec2 xz = low + sample.place;
    if (!share.owns(xz) || !limits.allow(xz)) return std::nullopt;
    if (on.mask != nullptr && !(masks.uniform(sample.id) < height_at(*on.mask, xz))) return std::nullopt;
    if (!maker.keeps(xz)) return std::nullopt;
    const auto bits = ranks.bits(sample.id);
    const ScatterPoint place{xz, sample.id, std::uint64_t{bits[0]} << 32 | bits[1]};
    return maker.is_obstructed(place) ? std::nullopt : std::optional(place);
  };
  const auto keep = [&](std::size_t, const std::optional<ScatterPoint>& place) {
    if (place) kept.push_back(*place);
  };
  in_rounds(samples.size(), accepted, keep, context, {kDiscsDone, kPlacesDone});
  return kept;
}

/// Keeps the `count` places of lowest rank, in order of their ids.
void thin_out(std::vector<ScatterPoint>& places, std::size_t count) {
  if (places.size() <= count) return;
  std::sort(places.begin(), places.end(), [](const ScatterPoint& a, const ScatterPoint& b) {
    return a.rank != b.rank ? a.rank < b.rank : a.id < b.id;
  });
  places.resize(count);
  std::sort(places.begin(), places.end(), [](const ScatterPoint& a, const ScatterPoint& b) { return a.id < b.id; });
}

std::vector<Instance> copies_by_distance(const ScatterGround& ground, const ScatterParams& params,
                                         const RunContext& context) {
  const CopyMaker maker(ground, params, context);
  std::vector<ScatterPoint> kept = places(ground, params, maker, context);
  if (params.count) thin_out(kept, static_cast<std::size_t>(*params.count));
  if (kept.size() > kMaxInstances) {
    throw StageError("there would be more than 1000000 copies: raise the distance or set a count", "distance");
  }
  std::vector<Instance> instances(kept.size());
  in_rounds(
      kept.size(), [&](std::size_t i) { return maker.copy(kept[i]); },
      [&](std::size_t i, const Instance& made) { instances[i] = made; }, context, {kPlacesDone, kCopiesDone});
  return instances;
}

std::vector<Instance> copies_of_species(const ScatterGround& ground, const ScatterParams& params,
                                        const RunContext& context) {
  std::vector<std::vector<Plant>> stand = grow_stand(ground, params, context);
  context.progress(kPlacesDone);
  std::vector<std::uint32_t> meshes;  // per species: number of its first mesh
  std::uint32_t count = 0;
  for (const SpeciesParams& species : params.species)
    meshes.push_back(std::exchange(count, count + static_cast<std::uint32_t>(species.meshes.size())));
  std::vector<std::size_t> first;  // per list: number of its first instance
  std::size_t total = 0;
  for (const std::vector<Plant>& list : stand) first.push_back(std::exchange(total, total + list.size()));
  const GroundVariation variation(ground, params, context);
  std::vector<Instance> instances(total);
  parallel_blocks(stand.size(), 1, [&](std::size_t k, std::size_t) {
    context.check_stop();
    for (std::size_t i = 0; i < stand[k].size(); ++i) {
      const Plant& plant = stand[k][i];
      const SpeciesParams& species = params.species[plant.species];
      Standing standing = standing_of(plant, species);
      std::uint32_t mesh = plant.mesh;
      variation.set_stance(plant.species, species.meshes.size(), standing, mesh);
      instances[first[k] + i] = instance_at(meshes[plant.species] + mesh, transform_at(ground.ground, standing));
    }
    std::vector<Plant>().swap(stand[k]);
  });
  return instances;
}

}  // namespace

std::vector<schema::Input<mesh::Mesh, Scene>> all_meshes(const ScatterParams& params) {
  std::vector<schema::Input<mesh::Mesh, Scene>> meshes = params.meshes;
  for (const SpeciesParams& species : params.species)
    meshes.insert(meshes.end(), species.meshes.begin(), species.meshes.end());
  return meshes;
}

double reach_of_species(const ScatterParams& params) { return plan_layers(params).front().halo; }

std::vector<Instance> scatter(const ScatterGround& ground, const ScatterParams& params, const RunContext& context) {
  const GridSpec grid = ground.ground.whole_grid();
  const Vec2 size = Vec2{grid.width - 1, grid.height - 1} * grid.cell_size - 2 * params.margin;
  if (!(size.x > 0 && size.y > 0)) throw StageError("the ground has no area inside its margin", "on");
  std::vector<Instance> copies =
      params.species.empty() ? copies_by_distance(ground, params, context) : copies_of_species(ground, params, context);
  context.progress(kCopiesDone);
  return copies;
}

namespace {

/// Upper bound of the number of copies.
double most_copies(const ScatterParams& params, const Estimate& on) {
  double most = static_cast<double>(kMaxInstances);
  if (params.count) most = std::min<double>(most, *params.count);
  if (!on.grid) return most;
  const Vec2 size = Vec2{on.grid->width - 1, on.grid->height - 1} * on.grid->cell_size - 2 * params.margin;
  if (!(size.x > 0 && size.y > 0)) return 0;
  return std::min(most, params.species.empty() ? most_discs(size, params.distance) : most_plants(params, size));
}

Bounds box_of(const CopiedInput& input, const schema::Inputs& inputs) {
  const auto artifact = inputs.any(input);
  if (const auto* const* scene = std::get_if<const Scene*>(&artifact)) return bounds(**scene);
  return mesh::bounds(*std::get<const mesh::Mesh*>(artifact));
}

/// The boxes to keep off.
Obstacles obstacles_of(const ScatterParams& params, const schema::Inputs& inputs) {
  std::vector<OrientedBox> boxes;
  const auto add = [&](const Bounds& box, const Mat4& matrix) {
    if (!box.empty()) boxes.push_back(oriented_box(box, matrix, params.keep_off_distance));
  };
  for (const CopiedInput& input : params.keep_off) {
    const auto artifact = inputs.any(input);
    if (const auto* const* scene = std::get_if<const Scene*>(&artifact)) {
      std::vector<Bounds> prototypes;
      for (const Prototype& prototype : (*scene)->prototypes) prototypes.push_back(mesh::bounds(*prototype.mesh));
      for (const Instance& part : (*scene)->instances)
        add(prototypes[(*scene)->prototype_index(part)], world_from_prototype(part));
    } else {
      add(mesh::bounds(*std::get<const mesh::Mesh*>(artifact)), Mat4{1});
    }
  }
  for (const mesh::PlacementParams& box : params.keep_off_boxes)
    add(Bounds{Vec3{-0.5}, Vec3{0.5}}, mesh::matrix_of(box));
  return Obstacles(std::move(boxes));
}

/// Whether expressions choose levels of detail.
bool has_levels(const ScatterParams& params) {
  const auto chooses = [](const VaryKey& key) { return key.vary && key.vary->level; };
  return chooses(params) || std::ranges::any_of(params.species, chooses);
}

/// What the copies of a mesh have in common.
struct MeshLook {
  std::span<const Vec3f> tints;
  std::size_t species = 0;
};

/// What distinguishes a copy of a mesh from others.
struct CopyLook {
  std::optional<std::uint32_t> level{};
  Tint tint{};
  float data = 0;
};

std::vector<MeshLook> looks_of(const ScatterParams& params) {
  std::vector<MeshLook> looks(params.meshes.size(), {params.tints});
  for (std::size_t k = 0; k < params.species.size(); ++k) {
    const SpeciesParams& species = params.species[k];
    looks.insert(looks.end(), species.meshes.size(), {species.tints.empty() ? params.tints : species.tints, k});
  }
  return looks;
}

/// The copies with their tints and data, which depend on the place of a copy alone.
Copies with_looks(std::vector<Instance> instances, const ScatterGround& ground, const ScatterParams& params,
                  const RunContext& context) {
  const std::vector<MeshLook> looks = looks_of(params);
  const GroundVariation variation(ground, params, context);
  if (variation.empty() && std::ranges::all_of(looks, [](const MeshLook& look) { return look.tints.empty(); }))
    return plain_copies(std::move(instances), looks.size());
  const Rng draw = stream(context, Draw::tint);
  VarietyTable varieties;
  SourceTable sources(has_levels(params) ? 0 : looks.size());
  const auto seen = [&](std::size_t i) {
    const MeshLook& look = looks[instances[i].variety];
    const Vec2 xz{instances[i].position.x, instances[i].position.z};
    const CopyValues values = variation.look(look.species, xz);
    const double at = values.tint.value_or(
        look.tints.empty() ? 0 : draw.uniform(std::bit_cast<std::uint64_t>(xz.x), std::bit_cast<std::uint64_t>(xz.y)));
    return CopyLook{values.only_level(), tint_at(look.tints, at), static_cast<float>(values.data.value_or(0))};
  };
  const auto number = [&](std::size_t i, const CopyLook& look) {
    std::uint32_t& variety = instances[i].variety;
    variety = varieties.index_of({sources.index_of({variety, look.level}), look.tint, look.data});
  };
  in_rounds(instances.size(), seen, number, context, {kCopiesDone, 1});
  return {sources.take(), varieties.take(), std::move(instances)};
}

}  // namespace

CutRule Scatter::cut_rule(const Params& params) {
  CutRule rule{.is_allowed = !params.count};
  rule.surroundings = params.species.empty() ? 0 : reach_of_species(params);
  if (params.count) rule.given_by = "a 'distance' or 'mask' instead of the 'count'";
  return rule;
}

Estimate Scatter::estimate(const Params& params, const schema::Estimates& inputs) {
  const double copies = most_copies(params, inputs[params.on]);
  const std::string_view cause = params.count ? "count" : params.species.empty() ? "distance" : "species";
  return copies_estimate(all_meshes(params), inputs, Amount::up_to(copies), cause, has_levels(params));
}

Scene Scatter::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  const std::vector<CopiedInput> meshes = all_meshes(params);
  const Obstacles obstacles = obstacles_of(params, inputs);
  ScatterGround ground{inputs[params.on],         inputs.maybe(params.mask), inputs.maybe(params.avoid),
                       inputs.maybe(params.size), inputs.maybe(params.age),  inputs.maybe(params.moisture)};
  for (const SpeciesParams& species : params.species) ground.species_masks.push_back(inputs.maybe(species.mask));
  for (const auto& [name, field] : params.of) ground.fields.emplace_back(name, &inputs[field]);
  if (!obstacles.empty()) {
    ground.obstacles = &obstacles;
    for (const CopiedInput& mesh : meshes) ground.boxes.push_back(box_of(mesh, inputs));
  }
  std::vector<Instance> copies = scatter(ground, params, context);
  if (copies.empty() && LandShare(ground.ground, params.apron).is_all())
    context.warn("no place satisfies the limits: the scene is empty", "on");
  return scene_of_copies(with_looks(std::move(copies), ground, params, context), meshes, inputs,
                         params.species.empty() ? "meshes" : "species");
}

}  // namespace weald::scene
