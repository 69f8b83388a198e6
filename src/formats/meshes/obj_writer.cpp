#include "formats/meshes/obj_writer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <numeric>
#include <span>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "formats/files/element_stream.h"
#include "formats/files/number_text.h"
#include "formats/files/text_block.h"
#include "formats/meshes/detail/placed_mesh.h"
#include "methods/mesh/moved_uvs.h"

namespace weald::io {

namespace {

using mesh::FaceId;
using mesh::HalfedgeId;
using mesh::Mesh;
using mesh::VertexId;

/// Data shared by all instances of a mesh.
struct MeshPlan {
  struct Run {
    std::string header;  ///< follows the part's name in the lines of the group: `_bark\n` and `usemtl ...\n`
    std::size_t begin = 0, end = 0;
  };
  std::vector<std::uint32_t> order;  ///< faces by group; empty: in the order of the mesh
  std::vector<Run> runs;
};

/// A part, with the numbers of its first elements in the file.
struct PartPlan {
  const ObjPart* part = nullptr;
  const MeshPlan* mesh = nullptr;
  std::uint32_t first_position = 1, first_uv = 1, first_normal = 1;  ///< OBJ counts from 1
  bool same_indices = false;  ///< position, texture coordinate and normal of every corner have the same number
};

[[noreturn]] void refuse(const PartPlan& plan, const char* element, std::size_t index) {
  const std::string& name = plan.part->name;
  throw StageError("cannot write " + (name.empty() ? std::string("the mesh") : "'" + name + "'") +
                   " as OBJ: " + element + " " + std::to_string(index) + " is not finite");
}

// Writes one column of numbers. A number equal to the one above it, frequent on grids and flat parts, is copied.
class Column {
 public:
  char* write(char* out, float value, const TextBlock& text) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (bits == bits_) {
      std::array<char, kCopied> copy;  // source and destination overlap if numbers are short
      std::memcpy(copy.data(), text.data() + offset_, kCopied);
      std::memcpy(out, copy.data(), kCopied);
      return out + size_;
    }
    char* const end = write_float(out, value);
    bits_ = bits;
    offset_ = out - text.data();
    size_ = end - out;
    return end;
  }

 private:
  static constexpr std::size_t kCopied = 24;  // at least the length of the text of any float
  std::uint32_t bits_ = 0x7FC00000u;          // a NaN, equal to no number that is written
  std::ptrdiff_t offset_ = 0;
  std::ptrdiff_t size_ = 0;
};

// A blank and the value with three decimals that reads back as the same 8-bit channel, shorter than the exact quotient.
char* write_channel(char* out, std::uint8_t channel) {
  const int thousandths = (channel * 2000 + 255) / 510;
  *out++ = ' ';
  return write_float(out, static_cast<float>(thousandths) / 1000.0f);
}

// `position/uv/normal`, `position/uv`, `position//normal` or `position`.
char* write_corner(const PartPlan& plan, HalfedgeId h, VertexId origin, char* out) {
  const Mesh& mesh = *plan.part->mesh;
  const bool has_normals = !mesh.normals.empty();
  out = write_index(out, plan.first_position + origin.index);
  if (!mesh.uvs.empty()) {
    *out++ = '/';
    out = write_index(out, plan.first_uv + mesh.uvs.index_of(h, origin));
  } else if (has_normals) {
    *out++ = '/';
  }
  if (has_normals) {
    *out++ = '/';
    out = write_index(out, plan.first_normal + mesh.normals.index_of(h, origin));
  }
  return out;
}

/// The colours of the vertices: those of the mesh, or else its wind data; empty: none.
const std::vector<Rgba8>& obj_colours(const Mesh& mesh) { return mesh.colours.empty() ? mesh.wind : mesh.colours; }

/// Appends the `v` lines of the positions [begin, end) of a part, with their colours if it has any. Errors: StageError,
/// with the element, if a number is not finite.
void write_positions(const PartPlan& plan, const Placing& placing, std::size_t begin, std::size_t end,
                     TextBlock& text) {
  const Mesh& mesh = *plan.part->mesh;
  std::array<Column, 3> columns;
  for (std::size_t i = begin; i < end; ++i) {
    const Vec3f p = placing.position(mesh.positions[i]);
    if (!is_finite(p)) refuse(plan, "the position of vertex", i);
    char* out = text.room(6 * kNumberRoom + 8);
    *out++ = 'v';
    for (int axis = 0; axis < 3; ++axis) {
      *out++ = ' ';
      out = columns[static_cast<std::size_t>(axis)].write(out, p[axis], text);
    }
    if (const auto& colours = obj_colours(mesh); !colours.empty()) {
      const Rgba8& c = colours[i];
      for (const std::uint8_t channel : {c.r, c.g, c.b}) out = write_channel(out, channel);
    }
    *out++ = '\n';
    text.end_at(out);
  }
}

/// Appends the `vt` lines of the texture coordinates [begin, end). Errors: as write_positions.
void write_uvs(const PartPlan& plan, std::size_t begin, std::size_t end, TextBlock& text) {
  std::array<Column, 2> columns;
  for (std::size_t i = begin; i < end; ++i) {
    const Vec2f uv = plan.part->mesh->uvs.values[i];
    if (!std::isfinite(uv.x) || !std::isfinite(uv.y)) refuse(plan, "texture coordinate", i);
    char* out = text.room(2 * kNumberRoom + 8);
    *out++ = 'v';
    *out++ = 't';
    *out++ = ' ';
    out = columns[0].write(out, uv.x, text);
    *out++ = ' ';
    out = columns[1].write(out, uv.y, text);
    *out++ = '\n';
    text.end_at(out);
  }
}

/// Appends the `vn` lines of the normals [begin, end), transformed with the part. Errors: as write_positions.
void write_normals(const PartPlan& plan, const Placing& placing, std::size_t begin, std::size_t end, TextBlock& text) {
  std::array<Column, 3> columns;
  for (std::size_t i = begin; i < end; ++i) {
    const Vec3f n = placing.normal(plan.part->mesh->normals.values[i]);
    if (!is_finite(n)) refuse(plan, "normal", i);
    char* out = text.room(3 * kNumberRoom + 8);
    *out++ = 'v';
    *out++ = 'n';
    for (int axis = 0; axis < 3; ++axis) {
      *out++ = ' ';
      out = columns[static_cast<std::size_t>(axis)].write(out, n[axis], text);
    }
    *out++ = '\n';
    text.end_at(out);
  }
}

/// Appends the `f` lines of the faces [begin, end), counted in the order of their groups.
void write_faces(const PartPlan& plan, bool mirrored, std::size_t begin, std::size_t end, TextBlock& text) {
  constexpr std::size_t kCornersAtOnce = 8;
  constexpr std::size_t kRoom = kCornersAtOnce * (3 * kNumberRoom + 4) + 4;
  const mesh::Dcel& topology = plan.part->mesh->topology;
  const auto& order = plan.mesh->order;
  for (std::size_t i = begin; i < end; ++i) {
    const HalfedgeId first = topology.halfedge(FaceId{order.empty() ? static_cast<std::uint32_t>(i) : order[i]});
    char* out = text.room(kRoom);
    *out++ = 'f';
    std::size_t corners = 0;
    HalfedgeId h = first;
    do {
      if (++corners % kCornersAtOnce == 0) {
        text.end_at(out);
        out = text.room(kRoom);
      }
      *out++ = ' ';
      const VertexId origin = topology.origin(h);
      out = plan.same_indices ? write_index_triple(out, plan.first_position + origin.index)
                              : write_corner(plan, h, origin, out);
      h = mirrored ? topology.prev(h) : topology.next(h);
    } while (h != first);
    *out++ = '\n';
    text.end_at(out);
  }
}

/// A mesh with a tint: parts with equal ones share a plan.
using MeshKey = std::pair<const Mesh*, scene::Tint>;

MeshKey key_of(const ObjPart& part) { return {part.mesh, part.tint}; }

/// The faces in the order of their groups, and the range of each group.
MeshPlan plan_mesh(const MeshKey& key, const ObjMaterials& materials, bool with_materials) {
  MeshPlan plan;
  const Mesh& mesh = *key.first;
  const std::vector<std::size_t>& material_of = materials.of_mesh.at(key);
  std::vector<std::size_t> starts(mesh.groups.size() + 1, 0);
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f) {
    WEALD_CHECK(mesh.group_of(FaceId{f}) < mesh.groups.size());
    ++starts[mesh.group_of(FaceId{f}) + 1u];
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  if (!mesh.face_groups.empty()) {
    std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
    plan.order.resize(mesh.face_count());
    for (std::uint32_t f = 0; f < mesh.face_count(); ++f) plan.order[next[mesh.face_groups[f]]++] = f;
  }
  for (std::size_t g = 0; g < mesh.groups.size(); ++g) {
    if (starts[g] == starts[g + 1]) continue;
    const mesh::Group& group = mesh.groups[g];
    WEALD_CHECK(group.material < material_of.size());
    std::string header = sanitized_name(group.name) + "\n";
    if (with_materials) header += "usemtl " + materials.all[material_of[group.material]].name + "\n";
    plan.runs.push_back({std::move(header), starts[g], starts[g + 1]});
  }
  return plan;
}

/// Adds `count` to `next`, the number of the first element of the next part.
void advance(std::uint64_t& next, std::size_t count) {
  next += count;
  if (next > 0xFFFFFFFFu) throw StageError("the scene has more elements than an OBJ file can count (2^32 - 2)");
}

template <class T>
bool is_per_vertex(const mesh::CornerAttribute<T>& attribute) {
  return !attribute.empty() && attribute.index.empty();
}

/// Writes `x y z` to `out`, which has room for three numbers and two blanks. Returns the end of the text.
char* write_vec3(char* out, const Vec3f& v) {
  out = write_float(out, v.x);
  *out++ = ' ';
  out = write_float(out, v.y);
  *out++ = ' ';
  return write_float(out, v.z);
}

class ObjWriter {
 public:
  ObjWriter(std::span<const ObjPart> parts, const ObjMaterials& materials, bool with_materials) {
    for (const ObjPart& part : parts) {
      if (!meshes_.contains(key_of(part)))
        meshes_.emplace(key_of(part), plan_mesh(key_of(part), materials, with_materials));
    }
    plan_parts(parts);
  }

  void run(Sink& sink, const RunContext& context) const {
    std::vector<std::size_t> counts;
    counts.reserve(plans_.size());
    for (const PartPlan& plan : plans_) counts.push_back(item_count(plan));
    const auto make = [&](const ElementRange& range, TextBlock& text) { write_items(plans_[range.part], range, text); };
    stream_elements(counts, make, sink, context);
  }

 private:
  void plan_parts(std::span<const ObjPart> parts) {
    std::uint64_t position = 1, uv = 1, normal = 1;
    plans_.reserve(parts.size());
    for (const ObjPart& part : parts) {
      PartPlan plan{&part, &meshes_.at(key_of(part))};
      plan.first_position = static_cast<std::uint32_t>(position);
      plan.first_uv = static_cast<std::uint32_t>(uv);
      plan.first_normal = static_cast<std::uint32_t>(normal);
      plan.same_indices =
          uv == position && normal == position && is_per_vertex(part.mesh->uvs) && is_per_vertex(part.mesh->normals);
      plans_.push_back(plan);
      advance(position, part.mesh->positions.size());
      advance(uv, part.mesh->uvs.values.size());
      advance(normal, part.mesh->normals.values.size());
    }
  }

  /// The items of a part, in their order: its name, its positions, UVs and normals, and its faces.
  static std::size_t item_count(const PartPlan& plan) {
    const Mesh& mesh = *plan.part->mesh;
    return 1 + mesh.positions.size() + mesh.uvs.values.size() + mesh.normals.values.size() + mesh.face_count();
  }

  static void write_items(const PartPlan& plan, const ElementRange& items, TextBlock& text) {
    const Mesh& mesh = *plan.part->mesh;
    const std::string name = plan.part->name.empty() ? std::string{} : sanitized_name(plan.part->name);
    const Placing placing(plan.part->world_from_mesh);
    std::size_t first = 0;  // item of the next section
    const auto write = [&](std::size_t count, const auto& section) {
      const std::size_t begin = std::max(items.begin, first), end = std::min(items.end, first + count);
      if (begin < end) section(begin - first, end - first);
      first += count;
    };
    write(1, [&](std::size_t, std::size_t) {
      if (!name.empty()) text.append("o " + name + "\n");
    });
    write(mesh.positions.size(),
          [&](std::size_t begin, std::size_t end) { write_positions(plan, placing, begin, end, text); });
    write(mesh.uvs.values.size(), [&](std::size_t begin, std::size_t end) { write_uvs(plan, begin, end, text); });
    write(mesh.normals.values.size(),
          [&](std::size_t begin, std::size_t end) { write_normals(plan, placing, begin, end, text); });
    for (const MeshPlan::Run& run : plan.mesh->runs)
      write(run.end - run.begin, [&](std::size_t begin, std::size_t end) {
        if (begin == 0) text.append("g " + (name.empty() ? name : name + "_") + run.header);
        write_faces(plan, placing.mirrored(), run.begin + begin, run.begin + end, text);
      });
  }

  std::map<MeshKey, MeshPlan> meshes_;
  std::vector<PartPlan> plans_;
};

}  // namespace

void write_obj(std::span<const ObjPart> parts, const std::string& material_file, Sink& sink,
               const RunContext& context) {
  mesh::MovedMeshes meshes;
  std::vector<ObjPart> moved(parts.begin(), parts.end());
  for (ObjPart& part : moved) part.mesh = meshes.of(part.mesh);
  const ObjWriter writer(moved, collect_materials(moved), !material_file.empty());
  sink.append("# weald\n" + (material_file.empty() ? std::string{} : "mtllib " + material_file + "\n"));
  writer.run(sink, context);
}

void write_obj_lines(std::span<const Polyline> lines, const std::string& name, Sink& sink,
                     std::span<const std::string> groups) {
  WEALD_CHECK(groups.empty() || groups.size() == lines.size());
  TextBlock text;
  text.append("# weald\no " + sanitized_name(name) + "\n");
  std::uint64_t first = 1;
  for (std::size_t l = 0; l < lines.size(); ++l) {
    const Polyline& line = lines[l];
    if (line.points.size() < 2) continue;
    if (!groups.empty() && !groups[l].empty()) text.append("g " + sanitized_name(groups[l]) + "\n");
    for (const Vec3& point : line.points) {
      const Vec3f p(point);
      if (!is_finite(p)) throw StageError("cannot write '" + name + "' as OBJ: a point is not finite");
      char* out = text.room(3 * kNumberRoom + 8);
      *out++ = 'v';
      *out++ = ' ';
      out = write_vec3(out, p);
      *out++ = '\n';
      text.end_at(out);
    }
    const std::uint64_t start = first;
    advance(first, line.points.size());
    text.append("l");
    for (std::size_t i = 0; i < line.points.size() + (line.closed ? 1 : 0); ++i) {
      char* out = text.room(kNumberRoom + 1);
      *out++ = ' ';
      text.end_at(write_index(out, static_cast<std::uint32_t>(start + i % line.points.size())));
    }
    text.append("\n");
    sink.append(text.view());
    text.clear();
  }
  sink.append(text.view());
}

}  // namespace weald::io
