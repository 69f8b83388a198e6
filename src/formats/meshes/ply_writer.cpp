#include "formats/meshes/ply_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "formats/files/element_stream.h"
#include "formats/files/raw_words.h"
#include "formats/meshes/detail/ply_vertices.h"
#include "methods/mesh/moved_uvs.h"

namespace weald::io {

namespace {

using mesh::FaceId;
using mesh::HalfedgeId;
using mesh::Mesh;
using mesh::VertexId;

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
