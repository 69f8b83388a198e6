#include "data/artifact_bytes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/byte_archive.h"
#include "data/dcel_builder.h"

namespace weald::pipeline {

// Structs of numbers without padding.
template <>
inline constexpr bool kIsPlain<Rgba8> = sizeof(Rgba8) == 4;
template <>
inline constexpr bool kIsPlain<Rgba16> = sizeof(Rgba16) == 8;
template <>
inline constexpr bool kIsPlain<Vec2> = sizeof(Vec2) == 2 * sizeof(double);
template <>
inline constexpr bool kIsPlain<Vec3> = sizeof(Vec3) == 3 * sizeof(double);
template <>
inline constexpr bool kIsPlain<Vec4> = sizeof(Vec4) == 4 * sizeof(double);
template <>
inline constexpr bool kIsPlain<Vec2f> = sizeof(Vec2f) == 2 * sizeof(float);
template <>
inline constexpr bool kIsPlain<Vec3f> = sizeof(Vec3f) == 3 * sizeof(float);
template <>
inline constexpr bool kIsPlain<Mat4> = sizeof(Mat4) == 16 * sizeof(double);

namespace {

bool all_below(std::span<const std::uint32_t> indices, std::size_t count) {
  std::uint32_t largest = 0;  // branchless, so that the compiler can vectorize it
  for (const std::uint32_t index : indices) largest = std::max(largest, index);
  return indices.empty() || largest < count;
}

/// Like all_below, where kNoIndex stands for none.
bool all_below_or_none(std::span<const std::uint32_t> indices, std::size_t count) {
  std::uint32_t largest = 0;  // of index + 1, which is 0 for none
  for (const std::uint32_t index : indices) largest = std::max(largest, index + 1);
  return largest <= count;
}

}  // namespace

// ---- one function per type; members that it does not name are not stored ----

template <class A>
void describe(A& a, Ref<A, Heightmap>& map) {
  a(map.heights, map.cell_size, map.origin);
}

template <class A>
void describe(A& a, Ref<A, Image>& image) {
  a(image.pixels, image.fine);
  a.expect(image.fine.empty() ||
           (image.fine.width() == image.pixels.width() && image.fine.height() == image.pixels.height()));
}

template <class A>
void describe(A& a, Ref<A, curve::Segment>& segment) {
  a(segment.points);
  a.expect(segment.points.size() >= 2);
}

template <class A>
void describe(A& a, Ref<A, curve::Path>& path) {
  a(path.segments, path.closed, path.widths, path.order);
  a.expect(path.widths.empty() || path.widths.size() == path.segments.size() + 1);
}

template <class A>
void describe(A& a, Ref<A, curve::Curve>& curve) {
  a(curve.paths);
  describe_enum(a, curve.plane, curve::Plane::xz);
}

template <class A>
void describe(A& a, Ref<A, lsystem::Symbol>& symbol) {
  a(symbol.name, symbol.parameters);
}

template <class A>
void describe(A& a, Ref<A, lsystem::LString>& string) {
  a(string.alphabet, string.symbols, string.parameters, string.season);
  if constexpr (A::kReads) {
    std::size_t parameters = 0;
    for (const std::uint8_t symbol : string.symbols) {
      if (symbol >= string.alphabet.size()) return a.expect(false);
      parameters += string.alphabet[symbol].parameters;
    }
    a.expect(parameters == string.parameters.size());
  }
}

template <class A>
void describe(A& a, Ref<A, lsystem::Frame>& frame) {
  a(frame.heading, frame.left, frame.up);
}

template <class A>
void describe(A& a, Ref<A, lsystem::SkeletonSegment>& segment) {
  a(segment.start, segment.end, segment.start_radius, segment.end_radius, segment.frame, segment.parent, segment.branch,
    segment.level, segment.colour);
}

template <class A>
void describe(A& a, Ref<A, lsystem::SkeletonPolygon>& polygon) {
  a(polygon.points, polygon.level, polygon.colour);
}

template <class A>
void describe(A& a, Ref<A, lsystem::SkeletonOrgan>& organ) {
  a(organ.position, organ.frame, organ.size, organ.kind, organ.parent, organ.level, organ.colour);
}

template <class A>
void describe(A& a, Ref<A, lsystem::Skeleton>& skeleton) {
  a(skeleton.segments, skeleton.polygons, skeleton.organs, skeleton.organ_names, skeleton.season);
  const auto grows_from_a_segment = [&](const auto& part) {
    return !part.parent || *part.parent < skeleton.segments.size();
  };
  a.expect(std::all_of(skeleton.segments.begin(), skeleton.segments.end(), grows_from_a_segment) &&
           std::all_of(skeleton.organs.begin(), skeleton.organs.end(), grows_from_a_segment));
  const auto has_name = [&](const lsystem::SkeletonOrgan& organ) {
    return organ.kind < std::max<std::size_t>(skeleton.organ_names.size(), 1);
  };
  a.expect(std::all_of(skeleton.organs.begin(), skeleton.organs.end(), has_name));
}

template <class A>
void describe(A& a, Ref<A, mesh::Texture>& texture) {
  a(texture.name, texture.cutout);
  if constexpr (A::kReads) {
    auto image = std::make_shared<Image>();
    a(*image);
    a.expect(!image->pixels.empty() && texture.cutout >= 0.0f && texture.cutout <= 1.0f);
    texture.image = std::move(image);
  } else {
    a(*texture.image);
  }
}

template <class A>
void describe(A& a, Ref<A, mesh::Material>& material) {
  a(material.name, material.colour, material.roughness, material.two_sided, material.texture, material.normals,
    material.translucency, material.metallic, material.emission, material.emission_strength, material.opacity,
    material.occlusion, material.metallic_roughness, material.emission_texture, material.uv_scale, material.uv_offset);
  const auto is_share = [](float value) { return value >= 0.0f && value <= 1.0f; };
  const auto is_sound = [](const Vec2f& v) { return std::isfinite(v.x) && std::isfinite(v.y); };
  a.expect(is_share(material.metallic) && is_share(material.opacity) && is_finite(material.emission) &&
           material.emission_strength >= 0.0f && std::isfinite(material.emission_strength) &&
           is_sound(material.uv_scale) && is_sound(material.uv_offset));
  a.expect(!material.translucency || (*material.translucency >= 0.0f && *material.translucency <= 1.0f));
}

template <class A>
void describe(A& a, Ref<A, mesh::Group>& group) {
  a(group.name, group.material);
}

template <class A, class T>
void describe(A& a, mesh::CornerAttribute<T>& attribute) {
  a(attribute.values, attribute.index);
  a.expect(all_below(attribute.index, attribute.values.size()));
}
template <class A, class T>
void describe(A& a, const mesh::CornerAttribute<T>& attribute) {
  a(attribute.values, attribute.index);
}

/// The topology without what can be derived: prev is the inverse of next.
template <class A>
void describe(A& a, const mesh::Dcel& dcel) {
  for (const auto array :
       {dcel.origins(), dcel.nexts(), dcel.faces(), dcel.vertex_halfedges(), dcel.face_halfedges()}) {
    describe_count(a, array.size(), sizeof(std::uint32_t));
    a.plain(array.data(), array.size());
  }
}

void describe(ByteReader& a, mesh::Dcel& dcel) {
  constexpr std::uint32_t kNone = mesh::Dcel::kNoIndex;
  mesh::DcelArrays arrays;
  a(arrays.origin, arrays.next, arrays.face, arrays.vertex_halfedge, arrays.face_halfedge);
  const std::size_t halfedges = arrays.origin.size();
  a.expect(halfedges % 2 == 0 && arrays.next.size() == halfedges && arrays.face.size() == halfedges &&
           all_below(arrays.origin, arrays.vertex_halfedge.size()) && all_below(arrays.next, halfedges) &&
           all_below_or_none(arrays.face, arrays.face_halfedge.size()) &&
           all_below_or_none(arrays.vertex_halfedge, halfedges) && all_below(arrays.face_halfedge, halfedges));
  if (!a.ok()) return;
  arrays.prev.assign(halfedges, kNone);
  for (std::uint32_t h = 0; h < halfedges; ++h) arrays.prev[arrays.next[h]] = h;
  // Checks that every half-edge is the next of exactly one, so that all cycles close.
  a.expect(std::find(arrays.prev.begin(), arrays.prev.end(), kNone) == arrays.prev.end());
  if (a.ok()) dcel = mesh::DcelBuilder::adopt(std::move(arrays));
}

namespace {

/// Checks that the numbers of values match the topology, and that indices are within the arrays that they point into.
bool fits_together(const mesh::Mesh& mesh) {
  const std::size_t halfedges = mesh.topology.halfedge_count();
  const auto attribute_fits = [&](const auto& attribute) {
    if (attribute.index.empty()) return attribute.empty() || attribute.values.size() == mesh.vertex_count();
    return attribute.index.size() == halfedges && !attribute.empty();
  };
  return mesh.positions.size() == mesh.vertex_count() && attribute_fits(mesh.uvs) && attribute_fits(mesh.normals) &&
         mesh::fit_vertices(mesh, mesh.vertex_count()) &&
         (mesh.face_groups.empty() || mesh.face_groups.size() == mesh.face_count()) && !mesh.groups.empty() &&
         std::all_of(mesh.face_groups.begin(), mesh.face_groups.end(),
                     [&](std::uint16_t group) { return group < mesh.groups.size(); }) &&
         std::all_of(mesh.groups.begin(), mesh.groups.end(),
                     [&](const mesh::Group& group) { return group.material < mesh.materials.size(); });
}

}  // namespace

template <class A>
void describe(A& a, Ref<A, mesh::Fact>& fact) {
  a(fact.name, fact.values, fact.row, fact.text);
  a.expect(std::all_of(fact.values.begin(), fact.values.end(), [](double value) { return std::isfinite(value); }));
}

template <class A>
void describe(A& a, Ref<A, mesh::Mesh>& mesh) {
  a(mesh.topology, mesh.positions, mesh.uvs, mesh.normals, mesh.face_groups, mesh.groups, mesh.materials, mesh.facts);
  for (const mesh::VertexAttribute& attribute : mesh::kVertexAttributes) a(mesh.*attribute.values);
  if constexpr (A::kReads) a.expect(fits_together(mesh));
}

/// A mesh of a scene.
template <class A, class Pointer>
void describe_mesh(A& a, Pointer& pointer) {
  if constexpr (A::kReads) {
    auto mesh = std::make_shared<mesh::Mesh>();
    a(*mesh);
    pointer = std::move(mesh);
  } else {
    a(*pointer);
  }
}

template <class A>
void describe(A& a, Ref<A, scene::LighterLevel>& level) {
  a(level.screen_size);
  describe_mesh(a, level.mesh);
}

template <class A>
void describe(A& a, Ref<A, scene::Prototype>& prototype) {
  a(prototype.name, prototype.screen_size, prototype.lighter);
  describe_mesh(a, prototype.mesh);
  std::uint8_t has_collision = prototype.collision != nullptr ? 1 : 0;
  a(has_collision);
  if (has_collision != 0) describe_mesh(a, prototype.collision);
}

template <class A>
void describe(A& a, Ref<A, scene::Instance>& instance) {
  a(instance.prototype, instance.world_from_prototype);
}

template <class A>
void describe(A& a, Ref<A, scene::Scene>& scene) {
  a(scene.prototypes, scene.instances);
  a.expect(std::all_of(scene.instances.begin(), scene.instances.end(),
                       [&](const scene::Instance& instance) { return instance.prototype < scene.prototypes.size(); }));
}

namespace {

/// Reads the alternative called `name`.
template <std::size_t I = 0>
std::optional<Artifact> read_named(ByteReader& reader, const std::string& name) {
  if constexpr (I < std::variant_size_v<Artifact>) {
    using T = std::variant_alternative_t<I, Artifact>;
    if (name != schema::ArtifactName<T>::value) return read_named<I + 1>(reader, name);
    T value;
    reader(value);
    if (reader.done()) return Artifact(std::in_place_index<I>, std::move(value));
  }
  return std::nullopt;
}

}  // namespace

namespace {

template <class T>
void write(ByteWriter& writer, const T& value) {
  const std::string name(schema::ArtifactName<T>::value);
  writer(name);
  writer(value);
}

}  // namespace

ArtifactParts::ArtifactParts(const Artifact& artifact) : writer_(std::make_unique<ByteWriter>()) {
  std::visit([&](const auto& value) { write(*writer_, value); }, artifact);
  parts_ = writer_->parts();
}

ArtifactParts::ArtifactParts(const mesh::Mesh& mesh) : writer_(std::make_unique<ByteWriter>()) {
  write(*writer_, mesh);
  parts_ = writer_->parts();
}

ArtifactParts::~ArtifactParts() = default;

std::size_t ArtifactParts::size() const {
  std::size_t sum = 0;
  for (const auto part : parts_) sum += part.size();
  return sum;
}

std::vector<std::byte> ArtifactParts::joined() const {
  std::vector<std::byte> bytes;
  bytes.reserve(size());
  for (const auto part : parts_) bytes.insert(bytes.end(), part.begin(), part.end());
  return bytes;
}

std::vector<std::byte> to_bytes(const Artifact& artifact) { return ArtifactParts(artifact).joined(); }

std::optional<Artifact> from_bytes(std::span<const std::byte> bytes) {
  MemorySource source(bytes);
  return from_bytes(source);
}

std::optional<Artifact> from_bytes(ByteSource& bytes) {
  ByteReader reader(bytes);
  std::string name;
  reader(name);
  return read_named(reader, name);
}

}  // namespace weald::pipeline
