#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <weald/weald.h>

#include "data/scene_groups.h"
#include "engine/outputs/digest.h"
#include "front/library/content.h"
#include "front/library/failure.h"
#include "methods/curve/curve_bounds.h"
#include "methods/curve/flatten.h"
#include "schema/wording.h"

namespace weald::api {

namespace {

template <class... Ts>
constexpr std::array<std::string_view, sizeof...(Ts)> names_of(const std::variant<Ts...>*) {
  return {schema::ArtifactName<Ts>::value...};
}
/// The names of artifact types, in the order of both pipeline::Artifact and Kind.
constexpr auto kNames = names_of(static_cast<const pipeline::Artifact*>(nullptr));
static_assert(kNames[static_cast<int>(Kind::heightmap)] == "heightmap" &&
              kNames[static_cast<int>(Kind::image)] == "image");
static_assert(kNames[static_cast<int>(Kind::curve)] == "curve" && kNames[static_cast<int>(Kind::string)] == "string");
static_assert(kNames[static_cast<int>(Kind::skeleton)] == "skeleton" && kNames[static_cast<int>(Kind::mesh)] == "mesh");
static_assert(kNames[static_cast<int>(Kind::scene)] == "scene" && kNames.size() == 7);

std::string spelled(std::string_view artifact) { return schema::with_article(artifact); }

/// Passes the T that the artifact holds to `use`, or reports that it holds something else.
template <class T, class Content, class Use>
auto with(const Content& content, const Use& use) -> decltype(use(std::declval<const T&>())) {
  const T* value = std::get_if<T>(&content.artifact);
  if (value == nullptr) {
    return Error{Code::preset,
                 fmt::format("stage '{}' makes {}, not {}", content.stage, spelled(pipeline::name_of(content.artifact)),
                             spelled(schema::ArtifactName<T>::value)),
                 {}};
  }
  return guarded([&] { return use(*value); });
}

void append(std::vector<float>& out, const Vec3f& value) { out.insert(out.end(), {value.x, value.y, value.z}); }
void append(std::vector<float>& out, const Vec2f& value) { out.insert(out.end(), {value.x, value.y}); }

template <class T>
void copy_attribute(const mesh::Mesh& mesh, const mesh::CornerAttribute<T>& attribute, std::vector<float>& values,
                    std::vector<std::uint32_t>& corners) {
  if (attribute.empty()) return;
  for (const T& value : attribute.values) append(values, value);
  const mesh::Dcel& dcel = mesh.topology;
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    const mesh::HalfedgeId first = dcel.halfedge(mesh::FaceId{f});
    mesh::HalfedgeId h = first;
    do {
      corners.push_back(attribute.index_of(h, dcel.origin(h)));
      h = dcel.next(h);
    } while (h != first);
  }
}

void copy_faces(const mesh::Mesh& mesh, Mesh& out) {
  const mesh::Dcel& dcel = mesh.topology;
  out.face_starts.push_back(0);
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    const mesh::HalfedgeId first = dcel.halfedge(mesh::FaceId{f});
    mesh::HalfedgeId h = first;
    do {
      out.corner_vertices.push_back(dcel.origin(h).index);
      h = dcel.next(h);
    } while (h != first);
    out.face_starts.push_back(static_cast<std::uint32_t>(out.corner_vertices.size()));
    out.face_materials.push_back(mesh.groups[mesh.group_of(mesh::FaceId{f})].material);
  }
}

void copy(const Vec3& from, double (&to)[3]) {
  for (int i = 0; i < 3; ++i) to[i] = from[i];
}

Segment public_segment(const lsystem::SkeletonSegment& segment) {
  Segment out;
  copy(segment.start, out.start);
  copy(segment.end, out.end);
  out.start_radius = segment.start_radius;
  out.end_radius = segment.end_radius;
  out.parent = segment.parent;
  out.level = segment.level;
  return out;
}

void copy_matrix(const Mat4& matrix, double (&out)[16]) {
  for (int i = 0; i < 16; ++i) out[i] = matrix[i / 4][i % 4];
}

std::vector<Group> public_groups(const scene::Scene& scene) {
  std::vector<Group> groups;
  const auto parents = scene::outer_groups(scene);
  std::vector<std::string> names = scene::distinct_names(scene);
  for (std::size_t i = 0; i < scene.groups.size(); ++i) {
    const scene::Group& group = scene.groups[i];
    Group& entry = groups.emplace_back(Group{std::move(names[i]), parents[i], group.begin, group.end});
    copy_matrix(scene::world_from_group(group), entry.world_from_group);
  }
  return groups;
}

Scene public_scene(const scene::Scene& scene) {
  Scene out;
  for (const scene::Prototype& prototype : scene.prototypes) {
    Prototype& entry = out.prototypes.emplace_back();
    entry.name = prototype.name;
    entry.mesh = public_mesh(*prototype.mesh);
    entry.screen_size = prototype.screen_size;
    for (const scene::LighterLevel& level : prototype.lighter)
      entry.lighter.push_back({public_mesh(*level.mesh), level.screen_size});
  }
  for (const scene::Instance& instance : scene.instances) {
    Instance& copy = out.instances.emplace_back();
    copy.prototype = scene.prototype_index(instance);
    copy_matrix(world_from_prototype(instance), copy.world_from_prototype);
    const scene::Variety& variety = scene.varieties[instance.variety];
    const Vec3f factors = scene::linear_factors(variety.tint);
    for (int i = 0; i < 3; ++i) copy.tint[i] = factors[i];
    copy.data = variety.data;
  }
  out.groups = public_groups(scene);
  return out;
}

}  // namespace

std::string_view name_of(Kind kind) noexcept {
  const auto index = static_cast<std::size_t>(kind);
  return index < kNames.size() ? kNames[index] : std::string_view{};
}

Kind kind_of(const pipeline::Artifact& artifact) { return static_cast<Kind>(artifact.index()); }

Kind kind_named(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  WEALD_CHECK(found != kNames.end());
  return static_cast<Kind>(found - kNames.begin());
}

Image public_image(const weald::Image& image, std::shared_ptr<const void> owner) {
  static_assert(sizeof(Rgba8) == 4);
  const auto pixels = image.pixels.values();
  return {image.pixels.width(),
          image.pixels.height(),
          {reinterpret_cast<const std::uint8_t*>(pixels.data()), pixels.size() * 4},
          std::move(owner)};
}

namespace {

std::optional<Texture> public_texture(const std::optional<mesh::Texture>& texture) {
  if (!texture) return std::nullopt;
  return Texture{texture->name, public_image(*texture->image, texture->image), texture->cutout};
}

Material public_material(const mesh::Material& material) {
  return {material.name,
          {material.colour.x, material.colour.y, material.colour.z},
          material.roughness,
          material.two_sided,
          public_texture(material.texture),
          public_texture(material.normals),
          material.translucency,
          material.metallic,
          {material.emission.x, material.emission.y, material.emission.z},
          material.emission_strength,
          material.opacity,
          public_texture(material.occlusion),
          public_texture(material.metallic_roughness),
          public_texture(material.emission_texture),
          {material.uv_scale.x, material.uv_scale.y},
          {material.uv_offset.x, material.uv_offset.y}};
}

std::vector<std::uint8_t> bytes_of(const std::vector<Rgba8>& values) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(values.size() * 4);
  for (const Rgba8& value : values) bytes.insert(bytes.end(), {value.r, value.g, value.b, value.a});
  return bytes;
}

}  // namespace

Mesh public_mesh(const mesh::Mesh& mesh) {
  Mesh out;
  out.positions.reserve(mesh.positions.size() * 3);
  for (const Vec3f& position : mesh.positions) append(out.positions, position);
  out.colours = bytes_of(mesh.colours);
  out.wind = bytes_of(mesh.wind);
  copy_faces(mesh, out);
  copy_attribute(mesh, mesh.uvs, out.uvs, out.corner_uvs);
  copy_attribute(mesh, mesh.normals, out.normals, out.corner_normals);
  for (const mesh::Material& material : mesh.materials) out.materials.push_back(public_material(material));
  return out;
}

Artifact::Artifact(std::shared_ptr<const Content> content) noexcept : content_(std::move(content)) {}

Kind Artifact::kind() const noexcept { return kind_of(content_->artifact); }

const std::string& Artifact::stage() const noexcept { return content_->stage; }

Result<std::string> Artifact::digest() const {
  return guarded([&]() -> Result<std::string> { return pipeline::content_digest(content_->artifact); });
}

Result<Heightmap> Artifact::heightmap() const {
  return with<weald::Heightmap>(*content_, [&](const weald::Heightmap& map) -> Result<Heightmap> {
    const auto heights = map.heights.values();
    return Heightmap{map.width(),  map.height(), map.cell_size,
                     map.origin.x, map.origin.y, {heights.data(), heights.size()},
                     content_};
  });
}

Result<Image> Artifact::image() const {
  return with<weald::Image>(*content_,
                            [&](const weald::Image& image) -> Result<Image> { return public_image(image, content_); });
}

Result<Mesh> Artifact::mesh() const {
  return with<mesh::Mesh>(*content_, [](const mesh::Mesh& mesh) -> Result<Mesh> { return public_mesh(mesh); });
}

Result<Scene> Artifact::scene() const {
  return with<scene::Scene>(*content_, [](const scene::Scene& scene) -> Result<Scene> { return public_scene(scene); });
}

Result<std::vector<Polyline>> Artifact::polylines(std::optional<double> tolerance) const {
  return with<curve::Curve>(*content_, [&](const curve::Curve& curve) -> Result<std::vector<Polyline>> {
    if (tolerance && !(*tolerance > 0)) return Error{Code::preset, "the tolerance must be above 0", {}};
    std::vector<Polyline> result;
    for (const weald::Polyline& line : curve::flatten(curve, tolerance.value_or(pipeline::line_tolerance(curve)))) {
      Polyline& out = result.emplace_back();
      for (const Vec3& point : line.points) out.points.insert(out.points.end(), {point.x, point.y, point.z});
      out.closed = line.closed;
    }
    return result;
  });
}

Result<std::vector<Segment>> Artifact::segments() const {
  return with<lsystem::Skeleton>(*content_, [](const lsystem::Skeleton& skeleton) -> Result<std::vector<Segment>> {
    std::vector<Segment> result;
    for (const lsystem::SkeletonSegment& segment : skeleton.segments) result.push_back(public_segment(segment));
    return result;
  });
}

Result<std::string> Artifact::text() const {
  return with<lsystem::LString>(
      *content_, [](const lsystem::LString& string) -> Result<std::string> { return lsystem::to_text(string); });
}

}  // namespace weald::api
