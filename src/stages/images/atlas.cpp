#include "stages/images/atlas.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "data/circulators.h"
#include "methods/mesh/moved_uvs.h"
#include "stages/images/detail/atlas_layout.h"
#include "stages/images/detail/atlas_pictures.h"
#include "stages/images/detail/atlas_skins.h"

namespace weald::image {

namespace {

using mesh::FaceId;
using mesh::HalfedgeId;
using mesh::Material;
using mesh::Mesh;

constexpr std::size_t kMaxAtlasMaterials = 256;

/// The pixel of one repeat that shows at `i` pixels from the start of a side.
int source_of(int i, int side, bool repeats) {
  if (!repeats) return std::clamp(i, 0, side - 1);
  const int rest = i % side;
  return rest < 0 ? rest + side : rest;
}

/// Fills a cell and its gutters.
void paint_cell(const AtlasCell& cell, const Vec2& tiles, const Image& texture, Image& atlas) {
  const auto [left, top] = cell.corner;
  for (int y = top; y < top + cell.cell.height; ++y) {
    const int up = cell.content.height - 1 - (y - cell.place.y);  // rows from the bottom, where v is 0
    const int row = cell.texture.height - 1 - source_of(up, cell.texture.height, tiles.y > 1);
    for (int x = left; x < left + cell.cell.width; ++x)
      atlas.pixels.at(x, y) = texture.pixels.at(source_of(x - cell.place.x, cell.texture.width, tiles.x > 1), row);
  }
}

/// One material for `skins`, without its pictures. Pre: at least one.
Material joined_material(const std::vector<const Skin*>& skins, std::string name, float cutout) {
  Material result;
  result.name = std::move(name);
  result.colour = Vec3f{1};
  double roughness = 0, faces = 0;
  bool is_cut_out = false;
  for (const Skin* skin : skins) {
    roughness += skin->material->roughness * skin->faces;
    faces += skin->faces;
    result.two_sided = result.two_sided || skin->material->two_sided;
    is_cut_out = is_cut_out || (skin->material->texture && skin->material->texture->cutout > 0);
    if (!result.translucency) result.translucency = skin->material->translucency;
  }
  result.roughness = static_cast<float>(roughness / faces);
  result.texture = mesh::Texture{"", nullptr, is_cut_out ? cutout : 0.0f};
  return result;
}

/// Gives the mesh its new materials: one, or two if the two sides are kept apart, each with the pictures of the atlas
/// from wear(material); and the materials that keep their own textures.
template <class Wear>
void join_materials(Mesh& mesh, const Skins& skins, const SkinsOfMesh& own, const AtlasParams& params, float cutout,
                    const Wear& wear) {
  std::vector<const Skin*> one_sided, two_sided;
  for (const Skin& skin : skins.list) {
    const bool is_apart = params.materials == AtlasMaterials::by_side && skin.material->two_sided;
    (is_apart ? two_sided : one_sided).push_back(&skin);
  }
  std::vector<Material> materials;
  std::vector<std::uint16_t> index(mesh.materials.size(), 0);
  const auto last = [&] { return static_cast<std::uint16_t>(materials.size() - 1); };
  if (!one_sided.empty()) materials.push_back(joined_material(one_sided, params.name, cutout));
  if (!two_sided.empty()) {
    materials.push_back(
        joined_material(two_sided, one_sided.empty() ? params.name : params.name + "_two_sided", cutout));
    for (std::size_t i = 0; i < index.size(); ++i) {
      if (mesh.materials[i].two_sided) index[i] = last();
    }
  }
  for (Material& material : materials) wear(material);
  for (const std::size_t i : own.kept) {
    materials.push_back(mesh.materials[i]);
    index[i] = last();
  }
  for (mesh::Group& group : mesh.groups) group.material = index[group.material];
  mesh.materials = std::move(materials);
}

/// Maps the texture coordinates of every corner into the cell of its face's material.
mesh::CornerAttribute<Vec2f> moved_uvs(const Mesh& mesh, const Skins& skins, const SkinsOfMesh& own,
                                       const AtlasLayout& layout) {
  mesh::CornerAttribute<Vec2f> uvs;
  uvs.index.assign(mesh.topology.halfedge_count(), 0);
  std::map<std::tuple<std::uint32_t, std::size_t, double, double>, std::uint32_t> known;
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    const FaceId face(f);
    const auto packed = own.skins[mesh.groups[mesh.group_of(face)].material];
    const std::size_t skin = packed.value_or(skins.list.size());
    Vec2 tile = packed ? tile_of(mesh, face) : Vec2{0};
    if (packed && skins.list[skin].is_strip) tile[skins.strips] = 0;  // it goes on there
    for (const HalfedgeId h : mesh::halfedges_of(mesh.topology, face)) {
      const std::uint32_t old = mesh.uvs.index_of(h, mesh.topology.origin(h));
      const auto [found, is_new] =
          known.try_emplace({old, skin, tile.x, tile.y}, static_cast<std::uint32_t>(uvs.values.size()));
      if (is_new && !packed) {
        uvs.values.push_back(mesh.uvs.values[old]);
      } else if (is_new) {
        const bool is_plain = skins.list[skin].is_plain;
        const Vec2 uv = is_plain ? Vec2{0.5} : Vec2(mesh.uvs.values[old]);
        uvs.values.emplace_back(atlas_uv(layout, layout.cells[skin], uv, is_plain ? Vec2{0} : tile));
      }
      uvs.index[h.index] = found->second;
    }
  }
  return uvs;
}

AtlasLayout layout_for(const Skins& skins, const AtlasSettings& settings) {
  std::vector<AtlasContent> contents;
  for (const Skin& skin : skins.list) contents.push_back({skin.texture(), skin.tiles, skin.is_strip});
  auto layout = lay_out_atlas(contents, settings);
  if (!layout)
    throw StageError(
        fmt::format("the textures of {} materials with gutters of {} pixels do not fit into {} x {} pixels",
                    skins.list.size(), settings.gutter, settings.max_size, settings.max_size),
        "max_size");
  return *std::move(layout);
}

void check_mesh(const Mesh& mesh) {
  if (mesh.face_count() == 0) throw StageError("the mesh has no faces", "from");
  if (mesh.uvs.empty()) throw StageError("the mesh has no texture coordinates to move", "from");
  if (mesh.materials.size() > kMaxAtlasMaterials)
    throw StageError(fmt::format("the mesh has {} materials, more than {}", mesh.materials.size(), kMaxAtlasMaterials),
                     "from");
}

/// The mesh with scale and offset of its materials applied to its texture coordinates.
Mesh with_plain_uvs(const Mesh& mesh) {
  Mesh result = mesh;
  if (!mesh::has_moved_uvs(mesh)) return result;
  result.uvs = mesh::moved_uvs(mesh);
  for (Material& material : result.materials) {
    material.uv_scale = Vec2f{1.0f};
    material.uv_offset = Vec2f{0.0f};
  }
  return result;
}

AtlasMesh empty_atlas(const RectangleSize& size, const AtlasFinish& finish) {
  const auto filled = [&](const Rgba8& pixel) { return Image{Grid<Rgba8>(size.width, size.height, pixel), {}}; };
  const Rgba8 unused{128, 128, 128, static_cast<std::uint8_t>(finish.cutout > 0 ? 0 : 255)};
  return {{}, filled(unused), filled({128, 128, 255, 255}), filled({255, 255, 0, 255}), filled({0, 0, 0, 255})};
}

/// Gives the mesh of `made` its new materials, with the pictures of the atlas that are not trivial.
void wear_atlas(const Skins& skins, const SkinsOfMesh& own, const AtlasParams& params, const AtlasFinish& finish,
                AtlasMesh& made) {
  const auto picture = [&](const char* suffix, const Image& image) {
    return mesh::Texture{params.name + suffix, std::make_shared<const Image>(image), 0.0f};
  };
  const mesh::Texture colours = picture("", made.colours);
  std::optional<mesh::Texture> normals, orm, emission;
  if (finish.has_normals) normals = picture("_normals", made.normals);
  if (finish.has_orm) orm = picture("_orm", made.orm);
  if (finish.emission_strength > 0) emission = picture("_emission", made.emission);
  join_materials(made.mesh, skins, own, params, finish.cutout, [&](Material& material) {
    material.texture->name = colours.name;
    material.texture->image = colours.image;
    material.normals = normals;
    if (orm) {
      material.occlusion = material.metallic_roughness = orm;
      material.roughness = material.metallic = 1;
    }
    if (emission) {
      material.emission_texture = emission;
      material.emission = Vec3f{1.0f};
      material.emission_strength = finish.emission_strength;
    }
  });
}

}  // namespace

AtlasMesh with_shared_atlas(std::span<const Mesh* const> given, std::size_t number, const AtlasParams& params,
                            const RunContext& context) {
  std::vector<Mesh> meshes;
  for (const Mesh* mesh : given) {
    check_mesh(*mesh);
    meshes.push_back(with_plain_uvs(*mesh));
  }
  std::vector<const Mesh*> all;
  for (const Mesh& mesh : meshes) all.push_back(&mesh);
  const Skins skins = skins_of(all, params, context);
  const AtlasLayout layout = layout_for(skins, {params.max_size, params.gutter, skins.strips});
  std::vector<const Material*> packed;
  for (const Skin& skin : skins.list) packed.push_back(skin.material);
  const AtlasFinish finish = finish_of(packed);
  AtlasMesh result = empty_atlas(layout.size, finish);
  for (std::size_t i = 0; i < skins.list.size(); ++i) {
    context.check_stop();
    const Skin& skin = skins.list[i];
    const MaterialPictures pictures = pictures_of(*skin.material, layout.cells[i].texture, finish, context);
    const std::array<std::pair<const Image*, Image*>, 4> painted{{{&pictures.colours, &result.colours},
                                                                  {&pictures.normals, &result.normals},
                                                                  {&pictures.orm, &result.orm},
                                                                  {&pictures.emission, &result.emission}}};
    for (const auto& [from, to] : painted) paint_cell(layout.cells[i], skin.tiles, *from, *to);
  }
  result.mesh = meshes[number];
  result.mesh.uvs = moved_uvs(meshes[number], skins, skins.meshes[number], layout);
  wear_atlas(skins, skins.meshes[number], params, finish, result);
  return result;
}

AtlasMesh with_atlas(const Mesh& mesh, const AtlasParams& params, const RunContext& context) {
  return with_shared_atlas(std::array{&mesh}, 0, params, context);
}

Estimate Atlas::estimate(const Params& params, const schema::Estimates& inputs) {
  SurfaceCounts counts = inputs[params.from].surface;
  counts.points = {};
  counts.uvs = {std::min(counts.uvs.least, 1.0), counts.corners.most};  // one for each face that is moved otherwise
  Estimate result = Estimate::of_surface(counts);
  Estimate picture;
  picture.pixels = Amount::up_to(static_cast<double>(params.max_size) * params.max_size);
  picture = Estimate::of_image_like(picture);
  for (const schema::PartInfo& part : kParts) result.parts.emplace_back(part.name, picture);
  result.scratch = picture.bytes * 5;
  result.cause = "max_size";
  return result;
}

schema::WithParts<Mesh, Image> Atlas::run(const Params& params, const schema::Inputs& inputs,
                                          const RunContext& context) {
  std::vector<const Mesh*> meshes;
  std::size_t number = 0;
  for (const schema::Input<Mesh>& mesh : params.shared_by) {
    if (mesh.stage == params.from.stage) number = meshes.size();
    meshes.push_back(&inputs[mesh]);
  }
  if (meshes.empty()) meshes.push_back(&inputs[params.from]);
  AtlasMesh made = with_shared_atlas(meshes, number, params, context);
  schema::WithParts<Mesh, Image> result;
  result.main = std::move(made.mesh);
  result.parts.emplace_back("colours_mask", opacity_of(made.colours));
  result.parts.emplace_back("colours", std::move(made.colours));
  result.parts.emplace_back("normals", std::move(made.normals));
  result.parts.emplace_back("orm", std::move(made.orm));
  result.parts.emplace_back("emission", std::move(made.emission));
  return result;
}

}  // namespace weald::image

void weald::schema::Schema<weald::image::AtlasParams>::check(const P& params, Checker& checker) {
  const auto is_power = [](int value) { return std::has_single_bit(static_cast<unsigned>(value)); };
  if (params.max_size > 0 && !is_power(params.max_size)) checker.error("max_size", "'max_size' must be a power of two");
  if (params.gutter > 0 && !is_power(params.gutter)) checker.error("gutter", "'gutter' must be 0 or a power of two");
  if (params.shared_by.size() > weald::image::kMaxAtlasMeshes)
    checker.error("shared_by", fmt::format("at most {} meshes share an atlas", weald::image::kMaxAtlasMeshes));
  const auto is_from = [&](const auto& mesh) { return mesh.stage == params.from.stage; };
  if (!params.shared_by.empty() && std::ranges::none_of(params.shared_by, is_from))
    checker.error("shared_by", fmt::format("'{}' is not one of the meshes that share the atlas", params.from.stage));
}
