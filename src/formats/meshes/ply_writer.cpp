#include "formats/meshes/ply_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "data/mesh.h"
#include "formats/files/element_stream.h"
#include "formats/files/raw_words.h"
#include "methods/mesh/moved_uvs.h"

namespace weald::io {

namespace {

using mesh::FaceId;
using mesh::HalfedgeId;
using mesh::Mesh;
using mesh::VertexId;

/// One vertex of the file.
struct PlyVertex {
  std::uint32_t origin;                    ///< vertex of the mesh
  std::optional<mesh::HalfedgeId> corner;  ///< has its values; unset: values are per vertex, or it has no face
};

/// The vertices of one mesh in a file: first those of the mesh, in order, each with the values of its first corner,
/// then a copy for each further pair of normal and UV at a vertex. Equal pairs share a copy, unless there are more than
/// 64 others between them. Has no copies if all values are per vertex.
class PlyVertices {
 public:
  /// The mesh must outlive this. Linear time.
  explicit PlyVertices(const mesh::Mesh& mesh);

  std::size_t count() const { return vertex_count_ + copies_.size(); }
  /// Pre: i < count().
  PlyVertex at(std::size_t i) const;
  /// The vertex of a corner that starts at `origin`.
  std::uint32_t of_corner(mesh::HalfedgeId corner, mesh::VertexId origin) const {
    return of_corner_.empty() ? origin.index : of_corner_[corner.index];
  }
  /// Most corners of a face; 0 without faces.
  std::uint32_t largest_face() const { return largest_face_; }

 private:
  void split();
  std::uint32_t vertex_for(mesh::HalfedgeId corner, mesh::VertexId origin, std::vector<std::uint32_t>& last,
                           std::vector<std::uint32_t>& before);
  bool same_values(mesh::HalfedgeId a, mesh::HalfedgeId b) const;

  const mesh::Mesh& mesh_;
  std::size_t vertex_count_;
  std::uint32_t largest_face_ = 0;
  std::vector<std::uint32_t> first_corner_;  // per vertex of the mesh; kNoIndex: it has no face
  std::vector<std::uint32_t> copies_;        // corners
  std::vector<std::uint32_t> of_corner_;     // per half-edge
};

constexpr std::uint32_t kNoCorner = mesh::Dcel::kNoIndex;
constexpr int kMaxLookedAt = 64;  // copies of a vertex; the limit keeps the time linear for a fan of many flat faces

PlyVertices::PlyVertices(const mesh::Mesh& mesh) : mesh_(mesh), vertex_count_(mesh.vertex_count()) {
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f)
    largest_face_ = std::max(largest_face_, mesh.topology.valence(mesh::FaceId{f}));
  if (!mesh.uvs.index.empty() || !mesh.normals.index.empty()) split();
}

void PlyVertices::split() {
  const mesh::Dcel& topology = mesh_.topology;
  first_corner_.assign(vertex_count_, kNoCorner);
  of_corner_.assign(topology.halfedge_count(), 0);
  std::vector<std::uint32_t> last(vertex_count_, kNoCorner);  // per vertex, the last of its copies
  std::vector<std::uint32_t> before;                          // per copy, the previous copy of the same vertex
  for (std::uint32_t f = 0; f < mesh_.face_count(); ++f) {
    const mesh::HalfedgeId first = topology.halfedge(mesh::FaceId{f});
    mesh::HalfedgeId h = first;
    do {
      of_corner_[h.index] = vertex_for(h, topology.origin(h), last, before);
      h = topology.next(h);
    } while (h != first);
  }
}

std::uint32_t PlyVertices::vertex_for(mesh::HalfedgeId corner, mesh::VertexId origin, std::vector<std::uint32_t>& last,
                                      std::vector<std::uint32_t>& before) {
  std::uint32_t& first = first_corner_[origin.index];
  if (first == kNoCorner) first = corner.index;
  if (same_values(mesh::HalfedgeId{first}, corner)) return origin.index;
  const auto number = [&](std::size_t copy) { return static_cast<std::uint32_t>(vertex_count_ + copy); };
  int looked_at = 0;
  for (std::uint32_t copy = last[origin.index]; copy != kNoCorner && looked_at < kMaxLookedAt; copy = before[copy]) {
    if (same_values(mesh::HalfedgeId{copies_[copy]}, corner)) return number(copy);
    ++looked_at;
  }
  copies_.push_back(corner.index);
  before.push_back(last[origin.index]);
  last[origin.index] = static_cast<std::uint32_t>(copies_.size() - 1);
  return number(copies_.size() - 1);
}

bool PlyVertices::same_values(mesh::HalfedgeId a, mesh::HalfedgeId b) const {
  if (a == b) return true;
  const auto same = [&](const auto& attribute) {
    return attribute.index.empty() || attribute.index[a.index] == attribute.index[b.index] ||
           attribute.values[attribute.index[a.index]] == attribute.values[attribute.index[b.index]];
  };
  return same(mesh_.uvs) && same(mesh_.normals);
}

PlyVertex PlyVertices::at(std::size_t i) const {
  if (i >= vertex_count_) {
    const mesh::HalfedgeId corner{copies_[i - vertex_count_]};
    return {mesh_.topology.origin(corner).index, corner};
  }
  const auto origin = static_cast<std::uint32_t>(i);
  if (first_corner_.empty() || first_corner_[i] == kNoCorner) return {origin, std::nullopt};
  return {origin, mesh::HalfedgeId{first_corner_[i]}};
}

constexpr std::uint64_t kMaxPlyElements = 0xFFFFFFFFu;
constexpr std::uint32_t kMaxShortCorners = 255;  // corners of a face whose length is stored as a uchar

/// The attributes of vertices and faces in the file.
struct PlyForm {
  bool normals = true, uvs = false, long_faces = false;
  std::array<bool, mesh::kVertexAttributes.size()> attributes{};
  std::uint64_t vertices = 0, faces = 0;
};

/// The data of an instance, kept small since there may be a million.
struct PlyPart {
  const PlyVertices* vertices;
  std::uint32_t first_vertex;
};

/// True for a mesh with faces.
bool is_drawn(const Mesh& mesh) { return mesh.face_count() > 0; }

bool is_colour(const mesh::VertexAttribute& attribute) { return attribute.values == &Mesh::colours; }

void add_to_form(const PlacedMesh& part, const PlyVertices& vertices, PlyForm& form) {
  const Mesh& mesh = *part.mesh;
  const bool is_tinted = part.tint != scene::Tint{};
  if (is_drawn(mesh)) form.normals = form.normals && !mesh.normals.empty();
  form.uvs = form.uvs || !mesh.uvs.empty();
  for (std::size_t i = 0; i < form.attributes.size(); ++i)
    form.attributes[i] = form.attributes[i] || !(mesh.*mesh::kVertexAttributes[i].values).empty() ||
                         (is_tinted && is_colour(mesh::kVertexAttributes[i]));
  form.long_faces = form.long_faces || vertices.largest_face() > kMaxShortCorners;
  form.vertices += vertices.count();
  form.faces += mesh.face_count();
  if (form.vertices > kMaxPlyElements || form.faces > kMaxPlyElements)
    throw StageError("the mesh has more vertices or faces than a PLY file can count (2^32 - 1)");
}

std::string ply_header(const PlyForm& form) {
  std::string text = "ply\nformat binary_little_endian 1.0\ncomment made by weald; metres, y up\n";
  const auto properties = [&](std::string_view type, std::span<const char* const> names) {
    for (const char* name : names) text += fmt::format("property {} {}\n", type, name);
  };
  text += fmt::format("element vertex {}\n", form.vertices);
  properties("float", std::array{"x", "y", "z"});
  if (form.normals) properties("float", std::array{"nx", "ny", "nz"});
  if (form.uvs) properties("float", std::array{"s", "t"});
  for (std::size_t i = 0; i < form.attributes.size(); ++i) {
    if (form.attributes[i]) properties("uchar", mesh::kVertexAttributes[i].channels);
  }
  text += fmt::format("element face {}\nproperty list {} uint vertex_indices\nend_header\n", form.faces,
                      form.long_faces ? "uint" : "uchar");
  return text;
}

char* put_vec3(char* out, const Vec3f& v) { return put_float(put_float(put_float(out, v.x), v.y), v.z); }

/// The value of an attribute at a vertex of the file; unset if there is none.
template <class T>
std::optional<T> value_at(const mesh::CornerAttribute<T>& attribute, const PlyVertex& vertex) {
  if (attribute.empty()) return std::nullopt;
  if (attribute.index.empty()) return attribute.values[vertex.origin];
  if (!vertex.corner) return std::nullopt;
  return attribute.values[attribute.index[vertex.corner->index]];
}

void write_vertices(const PlacedMesh& placed, const PlyVertices& vertices, const PlyForm& form,
                    const ElementRange& range, TextBlock& bytes) {
  constexpr std::size_t kMaxVertexBytes = 12 + 12 + 8 + 4 * mesh::kVertexAttributes.size();
  const Mesh& mesh = *placed.mesh;
  const Placing placing(placed.world_from_mesh);
  char* out = bytes.room((range.end - range.begin) * kMaxVertexBytes);
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const PlyVertex vertex = vertices.at(i);
    const Vec3f p = placing.position(mesh.positions[vertex.origin]);
    if (!is_finite(p)) refuse_infinite("PLY", "the position of vertex", vertex.origin);
    out = put_vec3(out, p);
    if (form.normals) {
      const Vec3f n = placing.normal(value_at(mesh.normals, vertex).value_or(Vec3f{0, 1, 0}));
      if (!is_finite(n)) refuse_infinite("PLY", "a normal of vertex", vertex.origin);
      out = put_vec3(out, n);
    }
    if (form.uvs) {
      const Vec2f uv = value_at(mesh.uvs, vertex).value_or(Vec2f{0, 0});
      if (!std::isfinite(uv.x) || !std::isfinite(uv.y))
        refuse_infinite("PLY", "a texture coordinate of vertex", vertex.origin);
      out = put_float(put_float(out, uv.x), uv.y);
    }
    for (std::size_t a = 0; a < form.attributes.size(); ++a) {
      if (!form.attributes[a]) continue;
      const mesh::VertexAttribute& attribute = mesh::kVertexAttributes[a];
      const std::vector<Rgba8>& values = mesh.*attribute.values;
      Rgba8 c = values.empty() ? attribute.neutral : values[vertex.origin];
      if (is_colour(attribute)) c = scene::tinted(c, placed.tint);
      for (const std::uint8_t channel : {c.r, c.g, c.b, c.a}) *out++ = static_cast<char>(channel);
    }
  }
  bytes.end_at(out);
}

void write_ply_faces(const PlacedMesh& placed, const PlyPart& part, const PlyForm& form, const ElementRange& range,
                     TextBlock& bytes) {
  const mesh::Dcel& topology = placed.mesh->topology;
  const bool is_mirrored = Placing(placed.world_from_mesh).mirrored();
  const std::size_t length_bytes = form.long_faces ? 4 : 1;
  const std::size_t most_bytes = length_bytes + std::size_t{4} * part.vertices->largest_face();
  for (std::size_t f = range.begin; f < range.end; ++f) {
    char* const length = bytes.room(most_bytes);
    char* out = length + length_bytes;
    const HalfedgeId first = topology.halfedge(FaceId{static_cast<std::uint32_t>(f)});
    HalfedgeId h = first;
    std::uint32_t corners = 0;
    do {
      out = put_word(out, part.first_vertex + part.vertices->of_corner(h, topology.origin(h)));
      h = is_mirrored ? topology.prev(h) : topology.next(h);
      ++corners;
    } while (h != first);
    if (form.long_faces)
      put_word(length, corners);
    else
      put_word(length, static_cast<std::uint8_t>(corners));
    bytes.end_at(out);
  }
}

}  // namespace

void write_ply(std::span<const PlacedMesh> given, Sink& sink, const RunContext& context) {
  mesh::MovedMeshes meshes;
  std::vector<PlacedMesh> parts(given.begin(), given.end());
  for (PlacedMesh& part : parts) part.mesh = meshes.of(part.mesh);
  std::map<const Mesh*, PlyVertices> vertices;
  std::vector<PlyPart> plans;
  std::vector<std::size_t> vertex_counts, face_counts;
  PlyForm form;
  for (const PlacedMesh& part : parts) {
    const auto& own = vertices.try_emplace(part.mesh, *part.mesh).first->second;
    plans.push_back({&own, static_cast<std::uint32_t>(form.vertices)});
    add_to_form(part, own, form);
    vertex_counts.push_back(own.count());
    face_counts.push_back(part.mesh->face_count());
  }
  form.normals = form.normals && form.faces > 0;
  sink.append(ply_header(form));
  stream_elements(vertex_counts,
                  [&](const ElementRange& range, TextBlock& bytes) {
                    write_vertices(parts[range.part], *plans[range.part].vertices, form, range, bytes);
                  },
                  sink, context, {0, 0.5});
  stream_elements(face_counts,
                  [&](const ElementRange& range, TextBlock& bytes) {
                    write_ply_faces(parts[range.part], plans[range.part], form, range, bytes);
                  },
                  sink, context, {0.5, 1});
}

}  // namespace weald::io
