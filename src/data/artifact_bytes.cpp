#include "data/artifact_bytes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/artifact_fields.h"
#include "data/byte_archive.h"
#include "data/scene_groups.h"

namespace weald::pipeline {

namespace {

bool all_below(std::span<const std::uint32_t> indices, std::size_t count) {
  std::uint32_t largest = 0;  // without a branch, so the compiler vectorises the loop
  for (const std::uint32_t index : indices) largest = std::max(largest, index);
  return indices.empty() || largest < count;
}

/// Like all_below, but allows kNoIndex.
bool all_below_or_none(std::span<const std::uint32_t> indices, std::size_t count) {
  std::uint32_t largest = 0;  // of index + 1, which is 0 for kNoIndex
  for (const std::uint32_t index : indices) largest = std::max(largest, index + 1);
  return largest <= count;
}

}  // namespace

// ---- invariants of fields that were read ----

void expect_sound(ByteReader& a, const Image& image) {
  a.expect(image.fine.empty() ||
           (image.fine.width() == image.pixels.width() && image.fine.height() == image.pixels.height()));
}

void expect_sound(ByteReader& a, const curve::Segment& segment) { a.expect(segment.points.size() >= 2); }

void expect_sound(ByteReader& a, const curve::Path& path) {
  a.expect(path.widths.empty() || path.widths.size() == path.segments.size() + 1);
}

void expect_sound(ByteReader& a, const lsystem::LString& string) {
  std::size_t parameters = 0;
  for (const std::uint8_t symbol : string.symbols) {
    if (symbol >= string.alphabet.size()) return a.expect(false);
    parameters += string.alphabet[symbol].parameters;
  }
  a.expect(parameters == string.parameters.size());
}

void expect_sound(ByteReader& a, const lsystem::Skeleton& skeleton) {
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

void expect_sound(ByteReader& a, const mesh::Texture& texture) {
  a.expect(!texture.image->pixels.empty() && texture.cutout >= 0.0f && texture.cutout <= 1.0f);
}

void expect_sound(ByteReader& a, const mesh::Material& material) {
  const auto is_share = [](float value) { return value >= 0.0f && value <= 1.0f; };
  const auto is_sound = [](const Vec2f& v) { return std::isfinite(v.x) && std::isfinite(v.y); };
  a.expect(is_share(material.metallic) && is_share(material.opacity) && is_finite(material.emission) &&
           material.emission_strength >= 0.0f && std::isfinite(material.emission_strength) &&
           is_sound(material.uv_scale) && is_sound(material.uv_offset));
  a.expect(!material.translucency || is_share(*material.translucency));
}

template <class T>
void expect_sound(ByteReader& a, const mesh::CornerAttribute<T>& attribute) {
  a.expect(all_below(attribute.index, attribute.values.size()));
}

void expect_sound(ByteReader& a, const mesh::Fact& fact) {
  a.expect(std::all_of(fact.values.begin(), fact.values.end(), [](double value) { return std::isfinite(value); }));
}

/// The sizes of the arrays must match the topology, and indices must lie inside the arrays that they refer to.
void expect_sound(ByteReader& a, const mesh::Mesh& mesh) {
  const std::size_t halfedges = mesh.topology.halfedge_count();
  const auto attribute_fits = [&](const auto& attribute) {
    if (attribute.index.empty()) return attribute.empty() || attribute.values.size() == mesh.vertex_count();
    return attribute.index.size() == halfedges && !attribute.empty();
  };
  a.expect(mesh.positions.size() == mesh.vertex_count() && attribute_fits(mesh.uvs) && attribute_fits(mesh.normals) &&
           mesh::fit_vertices(mesh, mesh.vertex_count()) &&
           (mesh.face_groups.empty() || mesh.face_groups.size() == mesh.face_count()) && !mesh.groups.empty() &&
           std::all_of(mesh.face_groups.begin(), mesh.face_groups.end(),
                       [&](std::uint16_t group) { return group < mesh.groups.size(); }) &&
           std::all_of(mesh.groups.begin(), mesh.groups.end(),
                       [&](const mesh::Group& group) { return group.material < mesh.materials.size(); }));
}

void expect_sound(ByteReader& a, const scene::Scene& scene) {
  a.expect(std::all_of(scene.varieties.begin(), scene.varieties.end(),
                       [&](const scene::Variety& variety) { return variety.prototype < scene.prototypes.size(); }) &&
           std::all_of(scene.instances.begin(), scene.instances.end(),
                       [&](const scene::Instance& instance) { return instance.variety < scene.varieties.size(); }) &&
           scene::groups_are_sound(scene));
}

/// Reads the arrays of a Dcel, and computes `prev`, which is not stored.
void describe(ByteReader& a, mesh::Dcel& dcel) {
  constexpr std::uint32_t kNone = mesh::Dcel::kNoIndex;
  mesh::DcelArrays arrays;
  for_fields<mesh::Dcel>([&](const auto& entry) { a(arrays.*entry.member); });
  const std::size_t halfedges = arrays.origin.size();
  a.expect(halfedges % 2 == 0 && arrays.next.size() == halfedges && arrays.face.size() == halfedges &&
           all_below(arrays.origin, arrays.vertex_halfedge.size()) && all_below(arrays.next, halfedges) &&
           all_below_or_none(arrays.face, arrays.face_halfedge.size()) &&
           all_below_or_none(arrays.vertex_halfedge, halfedges) && all_below(arrays.face_halfedge, halfedges));
  if (!a.ok()) return;
  arrays.prev.assign(halfedges, kNone);
  for (std::uint32_t h = 0; h < halfedges; ++h) arrays.prev[arrays.next[h]] = h;
  // Every half-edge must be the next of another one, so that all cycles close.
  a.expect(std::find(arrays.prev.begin(), arrays.prev.end(), kNone) == arrays.prev.end());
  if (a.ok()) dcel = mesh::DcelBuilder::adopt(std::move(arrays));
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

std::vector<std::byte> ArtifactParts::joined() const { return writer_->joined(); }

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
