#include "stages/plants/skin/detail/leaf_kinds.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "stages/plants/skin/detail/leaf_season.h"
#include "stages/plants/skin/detail/leaf_shape.h"
#include "stages/shapes/shapes.h"

namespace weald::plant {
namespace {

constexpr std::string_view kBall = "ball";  // organ of the command @O
constexpr std::size_t kMaxGroups = 4096;
constexpr std::uint64_t kColourDraws = std::uint64_t{1} << 40;

mesh::Material leaf_material(const std::string& name, const Vec3& colour, const LeafParams& leaves) {
  mesh::Material material{.name = name, .colour = Vec3f(colour), .roughness = 0.7f, .two_sided = true};
  if (leaves.translucency) material.translucency = static_cast<float>(*leaves.translucency);
  return mesh::finished(std::move(material), leaves, leaves.roughness);
}

void dress(mesh::Material& material, const LeafParams& leaves, const PlantSupplies& supplies) {
  if (supplies.leaf_texture != nullptr)
    material.texture = mesh::Texture{leaves.texture.stage, supplies.leaf_texture,
                                     static_cast<float>(leaves.cutout.value_or(kLeafCutout))};
  if (supplies.leaf_normals != nullptr)
    material.normals = mesh::Texture{leaves.normals.stage, supplies.leaf_normals, 0};
}

class KindCollector {
 public:
  KindCollector(const lsystem::Skeleton& skeleton, const PlantMeshParams& params, const PlantSupplies& supplies)
      : skeleton_(skeleton),
        params_(params),
        supplies_(supplies),
        palette_(params.palette, params.colour_steps),
        brightest_(material_colour(params.leaves.evergreen ? 0.5 : skeleton.season)) {}

  LeafKinds collect(const RunContext& context) {
    if (supplies_.leaf_mesh != nullptr) {
      result_.models.push_back(model_of_mesh(*supplies_.leaf_mesh));
      bend_down(result_.models.back(), params_.leaves.curl);
    } else {
      result_.models.push_back(make_leaf_model(params_.leaves));
    }
    add_leaf_kind();
    for (const auto& organ : skeleton_.organs) result_.organs.push_back(use_of(organ));
    for (const auto& polygon : skeleton_.polygons) result_.polygon_kind.push_back(kind_of_polygon(polygon.colour));
    for (const auto& [name, mesh] : supplies_.surfaces) {
      if (surface_kinds_.count(name) == 0) context.warn("the turtle places no organ called '" + name + "'", "surfaces");
    }
    return std::move(result_);
  }

 private:
  bool has_shade() const { return params_.vertex_colours == VertexColours::shade; }

  Vec3 material_colour(double season) const {
    return has_shade() ? brightest_colour(params_.leaves, season) : typical_colour(params_.leaves, season);
  }

  void add_leaf_kind() {
    LeafKind kind;
    if (supplies_.leaf_mesh != nullptr) {
      add_mesh_groups("leaves", result_.models[0], kind);
    } else {
      kind.relative_to = brightest_;
      mesh::Material material = leaf_material("leaf", brightest_, params_.leaves);
      dress(material, params_.leaves, supplies_);
      add_group({"leaves", material});
    }
    result_.kinds.push_back(kind);
  }

  /// Adds the groups of a mesh under unique names: `name`, or `name.group` if there are several.
  void add_mesh_groups(const std::string& name, const LeafModel& model, LeafKind& kind) {
    kind.first_group = static_cast<std::uint32_t>(result_.groups.size());
    for (const mesh::Group& group : model.groups) {
      mesh::Material material = model.materials[group.material];
      // An unset translucency would be that of a leaf.
      if (!kind.is_leaf && material.two_sided && !material.translucency) material.translucency = 0.0f;
      kind.is_two_sided = kind.is_two_sided && material.two_sided;
      add_group({model.groups.size() == 1 ? name : name + "." + group.name, material});
    }
  }

  void add_group(LeafGroup group) {
    if (result_.groups.size() == kMaxGroups)
      throw StageError("the plant would have more than " + std::to_string(kMaxGroups) +
                           " groups: one for each colour index of its leaves and polygons, plus the groups of its "
                           "surfaces",
                       "palette");
    result_.groups.push_back(std::move(group));
  }

  OrganUse use_of(const lsystem::SkeletonOrgan& organ) {
    if (!skeleton_.organ_names.empty()) {
      const std::string& name = skeleton_.organ_names[organ.kind];
      const auto surface = std::find_if(supplies_.surfaces.begin(), supplies_.surfaces.end(),
                                        [&](const auto& named) { return named.first == name; });
      if (surface != supplies_.surfaces.end()) return {kind_of_surface(name, *surface->second), false};
      if (name == kBall) return {kind_of_ball(organ.colour), false};
    }
    return {palette_.empty() || supplies_.leaf_mesh != nullptr ? 0 : kind_of_colour(organ.colour), true};
  }

  std::uint32_t kind_of_surface(const std::string& name, const mesh::Mesh& mesh) {
    const auto known = surface_kinds_.find(name);
    if (known != surface_kinds_.end()) return known->second;
    LeafKind kind;
    kind.model = static_cast<std::uint32_t>(result_.models.size());
    kind.colour = Vec3{1};
    kind.is_leaf = name == "l" || name.starts_with("leaf");
    result_.models.push_back(model_of_mesh(mesh));
    add_mesh_groups(name, result_.models.back(), kind);
    result_.kinds.push_back(kind);
    return surface_kinds_[name] = static_cast<std::uint32_t>(result_.kinds.size() - 1);
  }

  /// A sphere of diameter 1 in the palette colour of the index, or in the colour of leaves without a palette.
  std::uint32_t kind_of_ball(std::uint16_t index) {
    const bool has_palette = !palette_.empty();
    const std::string name = has_palette ? fmt::format("{}_{}", kBall, index) : std::string(kBall);
    if (const auto known = surface_kinds_.find(name); known != surface_kinds_.end()) return known->second;
    mesh::ShapesParams sphere;
    sphere.shape = mesh::Shape::icosphere;
    sphere.levels = 2;
    sphere.material = name;
    sphere.colour = has_palette ? palette_.at(index) : base_colour(params_.leaves);
    sphere.roughness = 0.7;
    return kind_of_surface(name, mesh::make_shape(sphere));
  }

  std::uint32_t kind_of_polygon(std::uint16_t colour) {
    if (!palette_.empty()) return kind_of_colour(colour);
    if (supplies_.leaf_mesh == nullptr) return 0;
    if (!plain_kind_) {  // polygons, if leaves are a mesh
      plain_kind_ = static_cast<std::uint32_t>(result_.kinds.size());
      LeafKind kind;
      kind.first_group = static_cast<std::uint32_t>(result_.groups.size());
      kind.relative_to = brightest_;
      add_group({"polygons", leaf_material("leaf", brightest_, params_.leaves)});
      result_.kinds.push_back(kind);
    }
    return *plain_kind_;
  }

  std::uint32_t kind_of_colour(std::uint16_t index) {
    const auto known = colour_kinds_.find(index);
    if (known != colour_kinds_.end()) return known->second;
    LeafKind kind;
    kind.first_group = static_cast<std::uint32_t>(result_.groups.size());
    kind.colour = palette_.at(index);
    const double spread = has_shade() ? params_.leaves.colour_variation : 0;
    kind.relative_to = glm::min(*kind.colour * (1 + spread), Vec3{1});
    const std::string name = "colour_" + std::to_string(index);
    mesh::Material material = leaf_material(name, kind.relative_to, params_.leaves);
    dress(material, params_.leaves, supplies_);
    add_group({name, std::move(material)});
    result_.kinds.push_back(kind);
    return colour_kinds_[index] = static_cast<std::uint32_t>(result_.kinds.size() - 1);
  }

  const lsystem::Skeleton& skeleton_;
  const PlantMeshParams& params_;
  const PlantSupplies& supplies_;
  PlantPalette palette_;
  Vec3 brightest_{0};
  LeafKinds result_;
  std::map<std::string, std::uint32_t> surface_kinds_;
  std::map<std::uint16_t, std::uint32_t> colour_kinds_;
  std::optional<std::uint32_t> plain_kind_;
};

}  // namespace

Vec3 leaf_colour(std::uint64_t number, double turned, const LeafKind& kind, const LeafParams& params, const Rng& rng) {
  const auto draws = rng.four_uniforms(number, kColourDraws);
  Vec3 base = kind.colour.value_or(Vec3{1});
  if (!kind.colour) {
    const Vec3 first = base_colour(params);
    base = glm::mix(first, params.second_colour.value_or(first), draws[0]);
    if (turned > 0)
      base = glm::mix(
          base, glm::mix(params.autumn_colour, params.autumn_second_colour.value_or(params.autumn_colour), draws[3]),
          turned);
  }
  return kind.is_leaf ? base * (1 + params.colour_variation * (draws[1] + draws[2] - 1)) : base;
}

Vec3 brightest_colour(const LeafParams& leaves, double season) {
  const Vec3 base = base_colour(leaves);
  Vec3 most = glm::max(base, leaves.second_colour.value_or(base));
  if (season > kTurning) {
    most = glm::max(most, leaves.autumn_colour);
    most = glm::max(most, leaves.autumn_second_colour.value_or(leaves.autumn_colour));
  }
  return glm::min(most * (1 + leaves.colour_variation), Vec3{1});
}

Vec3 typical_colour(const LeafParams& leaves, double season) {
  const Vec3 base = base_colour(leaves);
  const Vec3 green = glm::mix(base, leaves.second_colour.value_or(base), 0.5);
  const Vec3 autumn = glm::mix(leaves.autumn_colour, leaves.autumn_second_colour.value_or(leaves.autumn_colour), 0.5);
  return glm::mix(green, autumn, std::clamp((season - kTurning) / (kTurned - kTurning), 0.0, 1.0));
}

LeafKinds leaf_kinds(const lsystem::Skeleton& skeleton, const PlantMeshParams& params, const PlantSupplies& supplies,
                     const RunContext& context) {
  return KindCollector(skeleton, params, supplies).collect(context);
}

}  // namespace weald::plant
