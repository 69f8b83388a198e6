#include "stages/plants/skin/plant_mesh.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "methods/mesh/build.h"
#include "stages/plants/skin/detail/bark.h"
#include "stages/plants/skin/detail/bark_plan.h"
#include "stages/plants/skin/detail/bark_shading.h"
#include "stages/plants/skin/detail/leaves.h"
#include "stages/plants/skin/detail/level_maker.h"
#include "stages/plants/skin/detail/palette.h"
#include "stages/plants/skin/plant_plan.h"

namespace weald::plant {

namespace {

/// The start of each axis's part of a soup, as given to write_bark, and the end of the last part.
struct BarkParts {
  std::span<const SoupCount> begins;
  const SoupCount& end;

  /// The end of the part of axis `i`.
  const SoupCount& end_of(std::size_t i) const { return i + 1 < begins.size() ? begins[i + 1] : end; }
};

constexpr std::size_t kShiftedAxes = 1024;  // per block

/// Number of texture coordinates of the parent's bark around the hole; they precede the axis's own.
std::uint64_t parent_uvs(const Tube& tube) {
  if (!tube.attachment || !tube.attachment->hole) return 0;
  return outline_size(*tube.attachment->hole) + tube.stem.rings[0].sides;
}

/// Shifts the texture of every axis to continue the parent's texture at the lower edge of its foot. `shifts` are those
/// returned by write_bark.
void join_textures(const BarkPlan& plan, const BarkParts& parts, std::vector<Vec2> shifts, mesh::Soup& soup) {
  for (std::size_t i = 0; i < shifts.size(); ++i) {  // parents precede their side axes
    const auto& attachment = plan.tubes[i].attachment;
    if (!attachment) continue;
    const Vec2 sum = shifts[i] + shifts[attachment->place.parent];
    shifts[i] = sum - glm::floor(sum);  // textures repeat
  }
  parallel_blocks(plan.tubes.size(), kShiftedAxes, [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      const auto& attachment = plan.tubes[i].attachment;
      if (!attachment || !plan.tubes[i].has_bark()) continue;
      const std::uint64_t first = parts.begins[i].uvs, own = first + parent_uvs(plan.tubes[i]);
      const std::uint64_t end = parts.end_of(i).uvs;
      const Vec2f parent_shift(shifts[attachment->place.parent]), shift(shifts[i]);
      for (std::uint64_t uv = first; uv < own; ++uv) soup.uvs[uv] += parent_shift;
      for (std::uint64_t uv = own; uv < end; ++uv) soup.uvs[uv] += shift;
    }
  });
}

/// Per face of the bark: 1 if it lies inside the parent's bark, between a collar without a hole and the narrow end of
/// its tube. Empty if there are no such faces.
std::vector<std::uint8_t> unseen_faces(const BarkPlan& plan, const BarkParts& parts) {
  std::vector<std::uint8_t> unseen;
  for (std::size_t i = 0; i < plan.tubes.size(); ++i) {
    const Tube& tube = plan.tubes[i];
    if (!tube.attachment || tube.attachment->hole || !tube.has_bark()) continue;
    unseen.resize(parts.end.faces, 0);
    const auto first = unseen.begin() + static_cast<std::ptrdiff_t>(parts.begins[i].faces);
    std::fill_n(first, 1 + tube.stem.rings[0].sides, std::uint8_t{1});  // the end face, and the band up to the foot
  }
  return unseen;
}

/// Gives visible flat ends a normal of their own, which makes their rims sharp edges. The soup gets corner_normals if
/// there are such ends. Pre: all faces of the soup are written.
void set_flat_normals(const BarkPlan& plan, const BarkParts& parts, mesh::Soup& soup) {
  const auto flatten = [&](std::uint64_t from, std::uint64_t to, const Vec3& normal) {
    if (soup.corner_normals.empty()) soup.corner_normals = soup.corners;
    const auto number = static_cast<std::uint32_t>(soup.normals.size());
    soup.normals.emplace_back(normal);
    for (std::uint32_t c = soup.face_begin[from]; c < soup.face_begin[to]; ++c) soup.corner_normals[c] = number;
  };
  for (std::size_t i = 0; i < plan.tubes.size(); ++i) {
    const Tube& tube = plan.tubes[i];
    const auto& rings = tube.stem.rings;
    if (!tube.has_bark()) continue;
    const std::uint64_t first = parts.begins[i].faces;  // the faces of the base come first, the face of a cut end last
    if (tube.base != BaseFace::hidden) flatten(first, first + (tube.has_fan() ? rings[0].sides : 1), -rings[0].tangent);
    if (tube.stem.apex) continue;
    const std::uint64_t end = parts.end_of(i).faces;
    flatten(end - (tube.has_cut_fan() ? rings.back().sides : 1), end, rings.back().tangent);
  }
}

constexpr std::size_t kLeavesPerBlock = 1024;

/// Start of each part of the soup, and the total size.
struct SoupLayout {
  std::vector<SoupCount> stems;
  SoupCount bark;                      ///< end of the bark and start of the leaves
  std::vector<SoupCount> kinds;        ///< size of one instance of each kind
  std::vector<SoupCount> leaf_blocks;  ///< start of every kLeavesPerBlock-th leaf
  std::vector<SoupCount> polygons;
  SoupCount total;
};

SoupLayout lay_out(const PlantPlan& plan) {
  SoupLayout layout;
  layout.stems.reserve(plan.bark.tubes.size());
  for (std::size_t i = 0; i < plan.bark.tubes.size(); ++i) {
    layout.stems.push_back(layout.total);
    layout.total += count_bark(plan.bark, i);
  }
  layout.bark = layout.total;
  for (const LeafKind& kind : plan.kinds.kinds) layout.kinds.push_back(count_leaf(plan.kinds.models[kind.model]));
  for (std::size_t i = 0; i < plan.leaves.size(); ++i) {
    if (i % kLeavesPerBlock == 0) layout.leaf_blocks.push_back(layout.total);
    layout.total += layout.kinds[plan.leaves[i].kind];
  }
  for (const LeafPolygon& polygon : plan.polygons) {
    layout.polygons.push_back(layout.total);
    layout.total += count_polygon(polygon);
  }
  return layout;
}

void allocate(mesh::Soup& soup, const SoupCount& total, const PlantMeshParams& params) {
  soup.positions.resize(total.vertices);
  soup.normals.resize(total.vertices);
  if (params.vertex_colours == VertexColours::shade) soup.colours.resize(total.vertices);
  if (has_wind(params)) soup.wind.resize(total.vertices);
  soup.uvs.resize(total.uvs);
  soup.face_begin.resize(total.faces + 1);
  soup.face_groups.resize(total.faces);
  soup.corners.resize(total.corners);
  soup.corner_uvs.resize(total.corners);
}

mesh::Material bark_material(const PlantMeshParams& params, const PlantSupplies& supplies, const Vec3& colour) {
  mesh::Material bark{.name = "bark", .colour = Vec3f(colour), .roughness = 0.95f, .two_sided = false};
  if (supplies.bark_texture != nullptr)
    bark.texture = mesh::Texture{params.bark.texture.stage, supplies.bark_texture, 0};
  if (supplies.bark_normals != nullptr)
    bark.normals = mesh::Texture{params.bark.normals.stage, supplies.bark_normals, 0};
  return mesh::finished(std::move(bark), params.bark, params.bark.roughness);
}

/// Which of the leaves' groups have faces.
std::vector<bool> used_groups(const PlantPlan& plan) {
  std::vector<bool> used(plan.kinds.groups.size(), false);
  const auto use = [&](const LeafKind& kind, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) used[kind.first_group + i] = true;
  };
  for (const LeafPlace& leaf : plan.leaves) {
    const LeafKind& kind = plan.kinds.kinds[leaf.kind];
    use(kind, std::max<std::size_t>(plan.kinds.models[kind.model].groups.size(), 1));
  }
  for (const LeafPolygon& polygon : plan.polygons) use(plan.kinds.kinds[polygon.kind], 1);
  return used;
}

/// Adds the bark's group and those of leaves with faces to the soup. Returns the numbers of the leaves' groups in it.
std::vector<std::uint16_t> set_groups(mesh::Soup& soup, const PlantPlan& plan, const SoupLayout& layout,
                                      const mesh::Material& bark) {
  soup.groups.clear();
  soup.materials.clear();
  const auto add = [&](const std::string& name, const mesh::Material& material) {
    const auto number = static_cast<std::uint16_t>(soup.groups.size());
    auto known = std::find(soup.materials.begin(), soup.materials.end(), material);
    if (known == soup.materials.end()) known = soup.materials.insert(known, material);
    soup.groups.push_back({name, static_cast<std::uint16_t>(known - soup.materials.begin())});
    return number;
  };
  const std::vector<bool> used = used_groups(plan);
  const bool bare = std::none_of(used.begin(), used.end(), [](bool one) { return one; });
  if (layout.bark.faces > 0 || bare) add("bark", bark);
  std::vector<std::uint16_t> numbers(used.size(), 0);
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i]) numbers[i] = add(plan.kinds.groups[i].name, plan.kinds.groups[i].material);
  }
  return numbers;
}

/// Colour of the bark's material: the brightest, which vertex colours darken, or the colour of thick wood without
/// vertex colours.
Vec3 wood_colour(const PlantMeshParams& params, const PlantPalette& palette) {
  if (params.vertex_colours == VertexColours::shade)
    return palette.empty() ? brightest_colour(params.bark) : with_moss(palette.brightest(), params.bark);
  return palette.empty() ? base_colour(params.bark) : palette.at(0);
}

void write_wood(const PlantPlan& plan, const BarkStyle& style, const SoupLayout& layout, mesh::Soup& soup,
                const RunContext& context) {
  std::vector<Vec2> shifts(plan.bark.tubes.size(), Vec2{0});
  parallel_blocks(plan.bark.tubes.size(), 128, [&](std::size_t from, std::size_t to) {
    context.check_stop();
    write_bark(plan.bark, {from, to}, style, plan.bark_rng, {layout.stems, shifts, soup});
  });
  join_textures(plan.bark, {layout.stems, layout.bark}, std::move(shifts), soup);
}

void write_foliage(const PlantPlan& plan, const LeafStyle& style, const SoupLayout& layout, mesh::Soup& soup,
                   const RunContext& context) {
  parallel_blocks(plan.leaves.size(), kLeavesPerBlock, [&](std::size_t from, std::size_t to) {
    context.check_stop();
    SoupCount at = layout.leaf_blocks[from / kLeavesPerBlock];
    for (std::size_t i = from; i < to; ++i) {
      write_leaf(plan.leaves[i], style, plan.leaf_rng, at, soup);
      at += layout.kinds[plan.leaves[i].kind];
    }
  });
  for (std::size_t i = 0; i < plan.polygons.size(); ++i)
    write_polygon(plan.polygons[i], style, plan.leaf_rng, layout.polygons[i], soup);
}

/// Joins positions of leaves that are the same point, so that closed bodies are closed; their corners keep separate
/// normals.
void join_points(const PlantPlan& plan, const SoupLayout& layout, mesh::Soup& soup) {
  std::vector<std::vector<std::uint32_t>> first;
  bool has_joints = false;
  for (const LeafModel& model : plan.kinds.models) {
    first.push_back(first_of_points(model));
    for (std::uint32_t i = 0; i < first.back().size(); ++i) has_joints = has_joints || first.back()[i] != i;
  }
  if (!has_joints || plan.leaves.empty()) return;
  std::vector<std::uint32_t> number(soup.positions.size());
  std::iota(number.begin(), number.end(), 0u);
  SoupCount at = layout.bark;
  for (const LeafPlace& leaf : plan.leaves) {
    const auto& joints = first[plan.kinds.kinds[leaf.kind].model];
    const auto begin = static_cast<std::uint32_t>(at.vertices);
    for (std::uint32_t i = 0; i < joints.size(); ++i) number[begin + i] = begin + joints[i];
    at += layout.kinds[leaf.kind];
  }
  if (soup.corner_normals.empty()) soup.corner_normals = soup.corners;
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < number.size(); ++i) {
    if (number[i] != i) {
      number[i] = number[number[i]];  // the first position of the point precedes it and already has its new number
      continue;
    }
    soup.positions[kept] = soup.positions[i];
    for (const mesh::VertexAttribute& attribute : mesh::kVertexAttributes) {
      std::vector<Rgba8>& values = soup.*attribute.values;
      if (!values.empty()) values[kept] = values[i];
    }
    number[i] = kept++;
  }
  soup.positions.resize(kept);
  for (const mesh::VertexAttribute& attribute : mesh::kVertexAttributes) {
    std::vector<Rgba8>& values = soup.*attribute.values;
    if (!values.empty()) values.resize(kept);
  }
  for (std::uint32_t& corner : soup.corners) corner = number[corner];
}

}  // namespace

mesh::Soup soup_of_plan(const PlantPlan& plan, const PlantMeshParams& params, const PlantSupplies& supplies,
                        const RunContext& context) {
  const SoupLayout layout = lay_out(plan);
  if (layout.total.vertices > kMaxVertices)
    refuse_plant("lower 'stem.sides', raise 'leaves.spacing', or use fewer derivation steps");
  const PlantPalette palette(params.palette, params.colour_steps);
  const Vec3 wood = wood_colour(params, palette);
  mesh::Soup soup;
  allocate(soup, layout.total, params);
  const std::vector<std::uint16_t> numbers = set_groups(soup, plan, layout, bark_material(params, supplies, wood));
  write_wood(plan, {params.bark, params.flare, plan.network.thickest, params.shade, plan.light, wood}, layout, soup,
             context);
  context.progress(0.7);
  const std::vector<LeafFacing> facings(plan.kinds.models.begin(), plan.kinds.models.end());
  write_foliage(plan, {params.leaves, plan.kinds, facings, numbers, params.shade, plan.light, plan.centre}, layout,
                soup, context);
  set_flat_normals(plan.bark, {layout.stems, layout.bark}, soup);
  turn_normals_outward(layout.bark.faces, unseen_faces(plan.bark, {layout.stems, layout.bark}), soup);
  join_points(plan, layout, soup);
  context.progress(1.0);
  return soup;
}

mesh::Soup plant_soup(const lsystem::Skeleton& skeleton, const PlantMeshParams& params, const RunContext& context,
                      const PlantSupplies& supplies) {
  return soup_of_plan(plan_plant(skeleton, params, supplies, context), params, supplies, context);
}

mesh::Mesh plant_mesh(const lsystem::Skeleton& skeleton, const PlantMeshParams& params, const RunContext& context,
                      const PlantSupplies& supplies) {
  if (!params.triangles) return mesh::build_checked(plant_soup(skeleton, params, context, supplies));
  LevelMaker maker(skeleton, params, supplies, context);
  return finest_level(maker, params).mesh;
}

Estimate plant_estimate(const PlantMeshParams& params) {
  if (!params.triangles) return {};
  const double most = *params.triangles;
  // Leaves do not share vertices, and a single triangle has three.
  return Estimate::of_surface({.vertices = Amount::up_to(3 * most),
                               .faces = Amount::up_to(most),
                               .corners = Amount::up_to(3 * most),
                               .uvs = Amount::up_to(3 * most),
                               .normals = Amount::up_to(3 * most)});
}

}  // namespace weald::plant
