#include "picture/surface/surface.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/math/math.h"
#include "base/parallel.h"
#include "methods/mesh/analysis.h"
#include "methods/mesh/light_through.h"
#include "methods/mesh/moved_uvs.h"
#include "picture/surface/colour.h"

namespace weald::render {

namespace {

using mesh::Dcel;
using mesh::FaceId;
using mesh::HalfedgeId;
using mesh::Mesh;

constexpr std::size_t kFacesPerBlock = 8192;

struct FaceNormals {
  std::vector<Vec3> area;  // the length is the face's area
  std::vector<Vec3f> unit;
};

FaceNormals face_normals(const Mesh& mesh) {
  FaceNormals normals;
  normals.area.resize(mesh.face_count());
  normals.unit.resize(mesh.face_count());
  parallel_blocks(mesh.face_count(), kFacesPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      normals.area[f] = mesh::vector_area(mesh, FaceId{static_cast<std::uint32_t>(f)});
      normals.unit[f] = Vec3f{normalized_or(normals.area[f], {0, 1, 0})};
    }
  });
  return normals;
}

// Normal at a face's corner: the area-weighted sum over the faces around the vertex that lie within the crease angle.
Vec3f corner_normal(const Mesh& mesh, const FaceNormals& normals, HalfedgeId corner, float cosine) {
  const Dcel& dcel = mesh.topology;
  const Vec3f own = normals.unit[dcel.face(corner).index];
  Vec3 sum{0};
  HalfedgeId h = corner;
  do {
    if (!dcel.is_boundary(h)) {
      const std::uint32_t face = dcel.face(h).index;
      if (glm::dot(normals.unit[face], own) >= cosine) sum += normals.area[face];
    }
    h = dcel.next(Dcel::twin(h));
  } while (h != corner);
  return Vec3f{normalized_or(sum, Vec3{own})};
}

std::vector<Vec3f> crease_normals(const Mesh& mesh, double crease) {
  const FaceNormals normals = face_normals(mesh);
  const auto cosine = static_cast<float>(math::cos_deg(crease));
  std::vector<Vec3f> result(mesh.topology.halfedge_count());
  parallel_blocks(result.size(), kFacesPerBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const HalfedgeId h{static_cast<std::uint32_t>(i)};
      if (!mesh.topology.is_boundary(h)) result[i] = corner_normal(mesh, normals, h, cosine);
    }
  });
  return result;
}

class MeshTriangulator {
 public:
  MeshTriangulator(const Mesh& mesh, const mesh::CornerAttribute<Vec2f>& uvs, Surface& surface)
      : mesh_(mesh), uvs_(uvs), surface_(surface) {}

  void add_all() {
    // The face count is exact for triangle meshes and a lower bound for others.
    surface_.triangles.reserve(mesh_.face_count());
    surface_.edges.reserve(mesh_.face_count());
    surface_.normal_indices.reserve(mesh_.face_count());
    if (!mesh_.face_groups.empty()) surface_.triangle_materials.reserve(mesh_.face_count());
    if (!surface_.uvs.empty()) surface_.uv_indices.reserve(mesh_.face_count());
    for (std::uint32_t f = 0; f < mesh_.face_count(); ++f) add_face(FaceId{f});
  }

 private:
  void add_face(FaceId face) {
    corners_.clear();
    HalfedgeId h = mesh_.topology.halfedge(face);
    const HalfedgeId first = h;
    do {
      if (!is_finite(position(h))) return;
      corners_.push_back(h);
      h = mesh_.topology.next(h);
    } while (h != first);
    const std::size_t n = corners_.size();
    const std::size_t start = n == 4 && distance2(1, 3) < distance2(0, 2) ? 1 : 0;
    for (std::size_t i = 1; i + 1 < n; ++i) {
      const bool first_edge = i == 1, last_edge = i + 2 == n;
      surface_.edges.push_back(static_cast<std::uint8_t>((first_edge ? 1 : 0) | 2 | (last_edge ? 4 : 0)));
      add_triangle(face, start, (start + i) % n, (start + i + 1) % n);
    }
  }

  void add_triangle(FaceId face, std::size_t a, std::size_t b, std::size_t c) {
    const std::array corners{corners_[a], corners_[b], corners_[c]};
    TriangleIndices points{}, normals{};
    for (std::size_t i = 0; i < 3; ++i) {
      const auto origin = mesh_.topology.origin(corners[i]);
      points[i] = origin.index;
      normals[i] = mesh_.normals.empty() ? corners[i].index : mesh_.normals.index_of(corners[i], origin);
    }
    surface_.triangles.push_back(points);
    if (!surface_.uvs.empty()) add_uvs(corners);
    surface_.normal_indices.push_back(normals);
    if (!mesh_.face_groups.empty()) surface_.triangle_materials.push_back(mesh_.groups[mesh_.group_of(face)].material);
  }

  void add_uvs(const std::array<HalfedgeId, 3>& corners) {
    TriangleIndices& uvs = surface_.uv_indices.emplace_back();
    for (std::size_t i = 0; i < 3; ++i) uvs[i] = uvs_.index_of(corners[i], mesh_.topology.origin(corners[i]));
  }

  const Vec3f& position(HalfedgeId h) const { return mesh_.positions[mesh_.topology.origin(h).index]; }
  float distance2(std::size_t a, std::size_t b) const {
    const Vec3f d = position(corners_[a]) - position(corners_[b]);
    return glm::dot(d, d);
  }

  const Mesh& mesh_;
  const mesh::CornerAttribute<Vec2f>& uvs_;
  Surface& surface_;
  std::vector<HalfedgeId> corners_;
};

// Mean linear colour of a material, without vertex colours.
Vec3f mean_colour(const SurfaceMaterial& material) {
  if (material.texture == nullptr) return material.colour;
  return material.colour * material.texture->colour({0.5, 0.5}, static_cast<float>(material.texture->level_count()));
}

// Sets the glow of leaves from their mean visible colour. The material's own colour may be that of its lightest leaf,
// because vertex colours darken it.
void set_glows(Surface& surface) {
  std::vector<Vec3> sums(surface.materials.size(), Vec3{0});
  std::vector<double> counts(surface.materials.size(), 0);
  for (std::size_t t = 0; t < surface.triangles.size() && !surface.colours.empty(); ++t) {
    const std::size_t material = surface.triangle_materials.empty() ? 0 : surface.triangle_materials[t];
    if (surface.materials[material].finish != Finish::leaf) continue;
    for (const std::uint32_t corner : surface.triangles[t]) sums[material] += Vec3(surface.colours[corner]);
    counts[material] += 3;
  }
  for (std::size_t i = 0; i < surface.materials.size(); ++i) {
    SurfaceMaterial& material = surface.materials[i];
    if (material.finish != Finish::leaf) continue;
    const Vec3f of_vertices = counts[i] > 0 ? Vec3f(sums[i] / counts[i]) : Vec3f{1};
    material.glow = glow_of(mean_colour(material) * of_vertices);
  }
}

SurfaceMaterial material_of(const mesh::Material& material, const SrgbTable& srgb) {
  const Finish finish = material.name == kPoolMaterial       ? Finish::pool
                        : mesh::lets_light_through(material) ? Finish::leaf
                                                             : Finish::solid;
  SurfaceMaterial result{srgb.linear(material.colour), material.roughness, finish,          nullptr, nullptr,
                         material.translucency,        material.metallic,  material.opacity};
  result.emission = srgb.linear(material.emission) * material.emission_strength;
  return result;
}

// The mip level of `texture` that has the resolution of a picture `width` pixels wide; negative if the texture is
// smaller.
float level_beside(const TextureMap& texture, int width) {
  return static_cast<float>(math::log2(static_cast<double>(texture.width()) / width));
}

void add_textures(const mesh::Material& material, TextureMaps& textures, const SrgbTable& srgb,
                  SurfaceMaterial& result) {
  if (material.texture) result.texture = textures.of(*material.texture, srgb);
  if (material.normals) result.normals = textures.normals_of(*material.normals);
  if (material.occlusion) result.occlusion = textures.data_of(*material.occlusion);
  if (material.metallic_roughness) result.metallic_roughness = textures.data_of(*material.metallic_roughness);
  if (!material.emission_texture) return;
  result.emission_texture = textures.of(*material.emission_texture, srgb);
  if (result.texture != nullptr)
    result.emission_detail = level_beside(*result.emission_texture, result.texture->width());
}

}  // namespace

Vec3f glow_of(const Vec3f& colour) {
  static const Vec3f kGreenGlow{1.45f, 1.60f, 0.60f};
  constexpr float kOtherGlow = 1.22f;   // same brightness: the mean of kGreenGlow
  constexpr float kSurelyGreen = 0.1f;  // share by which green must exceed red and blue
  const float other = std::max(colour.x, colour.z);
  const float excess = colour.y - other;
  if (!(excess > 0.0f)) return Vec3f{kOtherGlow};
  if (excess >= kSurelyGreen * other) return kGreenGlow;
  const float share = excess / (kSurelyGreen * other);
  return Vec3f{kOtherGlow} * (1.0f - share) + kGreenGlow * share;
}

void add_normals(Surface& surface, const Mesh& mesh, double crease) {
  surface.normals = mesh.normals.empty() ? crease_normals(mesh, crease) : mesh.normals.values;
}

Surface surface_of(const Mesh& mesh, double crease) {
  Surface surface = coloured_surface_of(mesh);
  add_normals(surface, mesh, crease);
  return surface;
}

bool Surface::has_holes() const {
  return std::any_of(materials.begin(), materials.end(), [](const SurfaceMaterial& material) {
    return material.texture != nullptr && material.texture->has_holes();
  });
}

bool Surface::is_see_through() const {
  return std::ranges::any_of(materials, [](const SurfaceMaterial& material) { return material.opacity < 1.0f; });
}

bool Surface::has_pools() const {
  return std::ranges::any_of(materials,
                             [](const SurfaceMaterial& material) { return material.finish == Finish::pool; });
}

std::shared_ptr<const TextureMap> TextureMaps::of(const mesh::Texture& texture, const SrgbTable& srgb) {
  for (const auto& [known, map] : known_) {
    if (known.cutout == texture.cutout && mesh::same_picture(known.image, texture.image)) return map;
  }
  return known_.emplace_back(texture, std::make_shared<const TextureMap>(texture, srgb)).second;
}

std::shared_ptr<const TextureMap> TextureMaps::data_of(const mesh::Texture& texture) {
  for (const auto& [known, map] : known_data_) {
    if (mesh::same_picture(known.image, texture.image)) return map;
  }
  return known_data_.emplace_back(texture, std::make_shared<const TextureMap>(texture)).second;
}

std::shared_ptr<const NormalTexture> TextureMaps::normals_of(const mesh::Texture& texture) {
  for (const auto& known : known_normals_) {
    if (mesh::same_picture(known->image(), texture.image)) return known;
  }
  return known_normals_.emplace_back(std::make_shared<const NormalTexture>(texture.image));
}

Surface coloured_surface_of(const Mesh& mesh) {
  TextureMaps textures;
  return coloured_surface_of(mesh, textures);
}

Surface coloured_surface_of(const Mesh& mesh, TextureMaps& textures) {
  const SrgbTable srgb;
  Surface surface;
  surface.positions = mesh.positions;
  const auto has_texture = [](const mesh::Material& material) { return !mesh::textures_of(material).empty(); };
  const bool moves = mesh::has_moved_uvs(mesh);
  const mesh::CornerAttribute<Vec2f> moved = moves ? mesh::moved_uvs(mesh) : mesh::CornerAttribute<Vec2f>{};
  const mesh::CornerAttribute<Vec2f>& uvs = moves ? moved : mesh.uvs;
  if (std::any_of(mesh.materials.begin(), mesh.materials.end(), has_texture)) surface.uvs = uvs.values;
  MeshTriangulator(mesh, uvs, surface).add_all();
  surface.colours.reserve(mesh.colours.size());
  for (const Rgba8& c : mesh.colours) surface.colours.push_back({srgb.linear(c.r), srgb.linear(c.g), srgb.linear(c.b)});
  surface.materials.clear();
  for (const mesh::Material& material : mesh.materials) {
    surface.materials.push_back(material_of(material, srgb));
    if (!surface.uvs.empty()) add_textures(material, textures, srgb, surface.materials.back());
  }
  if (surface.materials.empty()) surface.materials.emplace_back();
  if (mesh.face_groups.empty() && !mesh.groups.empty() && mesh.groups[0].material < surface.materials.size()) {
    std::swap(surface.materials[0], surface.materials[mesh.groups[0].material]);
  }
  set_glows(surface);
  return surface;
}

namespace {

// Bounds of points of which some are not finite.
Bounds bounds_of_finite(std::span<const Vec3f> points) {
  Bounds bounds;
  for (const Vec3f& p : points) {
    if (is_finite(p)) bounds.add(Vec3{p});
  }
  return bounds;
}

}  // namespace

// Takes several points at a time, as independent numbers, so that compilers vectorise the loop.
Bounds bounds_of(const Surface& surface) {
  constexpr std::size_t kTogether = 16;
  static_assert(sizeof(Vec3f) == 3 * sizeof(float));
  const std::span<const Vec3f> points(surface.positions);
  const std::size_t whole = points.size() / kTogether * kTogether;
  Bounds rest = bounds_of_finite(points.subspan(whole));
  if (whole == 0) return rest;
  std::array<float, 3 * kTogether> low, high, odd{};
  const auto* first = &points[0].x;
  std::copy_n(first, low.size(), low.begin());
  high = low;
  for (const float* at = first; at != first + 3 * whole; at += low.size()) {
    for (std::size_t i = 0; i < low.size(); ++i) {
      low[i] = at[i] < low[i] ? at[i] : low[i];
      high[i] = at[i] > high[i] ? at[i] : high[i];
      odd[i] += at[i] - at[i];  // not 0 once a number is not finite
    }
  }
  if (!std::ranges::all_of(odd, [](float sum) { return sum == 0.0f; })) return bounds_of_finite(points);
  for (std::size_t i = 0; i < low.size(); i += 3) {
    rest.add(Vec3{Vec3f{low[i], low[i + 1], low[i + 2]}});
    rest.add(Vec3{Vec3f{high[i], high[i + 1], high[i + 2]}});
  }
  return rest;
}

}  // namespace weald::render
