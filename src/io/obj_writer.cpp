#include "io/obj_writer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <exception>
#include <map>
#include <numeric>
#include <vector>

#include "core/check.h"
#include "core/error.h"
#include "core/parallel.h"
#include "io/number_text.h"
#include "io/obj_materials.h"
#include "io/text_block.h"

namespace weald::io {

namespace {

using mesh::FaceId;
using mesh::HalfedgeId;
using mesh::Mesh;
using mesh::VertexId;

constexpr std::size_t kBlockItems = 2048;  // formatted by one thread into one piece of text
constexpr std::size_t kBlocksAtOnce = 32;  // few enough to stay in cache until they are written

/// What is the same for all instances of a mesh.
struct MeshPlan {
  struct Run {
    std::string header;  // `_bark\n` and `usemtl ...\n`: what follows the part's name in the group's lines
    std::size_t begin = 0, end = 0;
  };
  std::vector<std::uint32_t> order;  // faces by group; empty: as they are
  std::vector<Run> runs;
};

struct PartPlan {
  const ObjPart* part = nullptr;
  const MeshPlan* mesh = nullptr;
  std::uint32_t first_position = 1, first_uv = 1, first_normal = 1;  // OBJ counts from 1
  bool moved = false;                                                // not the identity
  bool mirrored = false;
  bool same_indices = false;  // position, texture coordinate and normal of every corner have the same number
  Mat3 normal_matrix{1.0};
};

enum class Section : std::uint8_t { text, positions, uvs, normals, faces };

struct Job {
  const PartPlan* plan = nullptr;
  Section section = Section::text;
  std::size_t begin = 0, end = 0;
  std::string text{};  // of Section::text
};

[[noreturn]] void refuse(const PartPlan& plan, const char* element, std::size_t index) {
  const std::string& name = plan.part->name;
  throw StageError("cannot write " + (name.empty() ? std::string("the mesh") : "'" + name + "'") +
                   " as OBJ: " + element + " " + std::to_string(index) + " is not finite");
}

char* write_vec3(char* out, const Vec3f& v) {
  out = write_float(out, v.x);
  *out++ = ' ';
  out = write_float(out, v.y);
  *out++ = ' ';
  return write_float(out, v.z);
}

/// Writes one column of numbers. A number equal to the one above it, frequent on grids and flat parts, is copied.
class Column {
 public:
  char* write(char* out, float value, const TextBlock& text) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (bits == bits_) {
      std::array<char, kCopied> copy;  // the two places overlap where numbers are short
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
  static constexpr std::size_t kCopied = 24;  // no float's text is longer
  std::uint32_t bits_ = 0x7FC00000u;          // a NaN, equal to no number that is written
  std::ptrdiff_t offset_ = 0;
  std::ptrdiff_t size_ = 0;
};

// A value of three decimals that reads back as the same eight-bit channel: shorter than the quotient itself.
float channel_text(std::uint8_t channel) {
  const int thousandths = (channel * 2000 + 255) / 510;
  return static_cast<float>(thousandths) / 1000.0f;
}

void write_positions(const PartPlan& plan, std::size_t begin, std::size_t end, TextBlock& text) {
  const Mesh& mesh = *plan.part->mesh;
  std::array<Column, 3> columns;
  for (std::size_t i = begin; i < end; ++i) {
    Vec3f p = mesh.positions[i];
    if (plan.moved) p = Vec3f(Vec3(plan.part->world_from_mesh * Vec4(Vec3(p), 1.0)));
    if (!is_finite(p)) refuse(plan, "the position of vertex", i);
    char* out = text.room(6 * kNumberRoom + 8);
    *out++ = 'v';
    for (int axis = 0; axis < 3; ++axis) {
      *out++ = ' ';
      out = columns[static_cast<std::size_t>(axis)].write(out, p[axis], text);
    }
    if (!mesh.colours.empty()) {
      const Rgba8& c = mesh.colours[i];
      *out++ = ' ';
      out = write_vec3(out, {channel_text(c.r), channel_text(c.g), channel_text(c.b)});
    }
    *out++ = '\n';
    text.end_at(out);
  }
}

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

void write_normals(const PartPlan& plan, std::size_t begin, std::size_t end, TextBlock& text) {
  std::array<Column, 3> columns;
  for (std::size_t i = begin; i < end; ++i) {
    Vec3f n = plan.part->mesh->normals.values[i];
    if (plan.moved) n = Vec3f(normalized_or(plan.normal_matrix * Vec3(n), Vec3{0, 1, 0}));
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

/// `position/uv/normal`, `position/uv`, `position//normal` or `position`.
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

void write_faces(const PartPlan& plan, std::size_t begin, std::size_t end, TextBlock& text) {
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
      h = plan.mirrored ? topology.prev(h) : topology.next(h);
    } while (h != first);
    *out++ = '\n';
    text.end_at(out);
  }
}

void write_block(const Job& job, TextBlock& text) {
  switch (job.section) {
    case Section::text: text.append(job.text); break;
    case Section::positions: write_positions(*job.plan, job.begin, job.end, text); break;
    case Section::uvs: write_uvs(*job.plan, job.begin, job.end, text); break;
    case Section::normals: write_normals(*job.plan, job.begin, job.end, text); break;
    case Section::faces: write_faces(*job.plan, job.begin, job.end, text); break;
  }
}

/// Faces in the order of their groups, and where each group begins.
MeshPlan plan_mesh(const Mesh& mesh, const ObjMaterials& materials, bool with_materials) {
  MeshPlan plan;
  const std::vector<std::size_t>& material_of = materials.of_mesh.at(&mesh);
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

/// Adds `count` to `next`, the number that the first element of the next part gets.
void advance(std::uint64_t& next, std::size_t count) {
  next += count;
  if (next > 0xFFFFFFFFu) throw StageError("the scene has more elements than an OBJ file can count (2^32 - 2)");
}

template <class T>
bool is_per_vertex(const mesh::CornerAttribute<T>& attribute) {
  return !attribute.empty() && attribute.index.empty();
}

class ObjWriter {
 public:
  ObjWriter(std::span<const ObjPart> parts, const std::string& material_file, Sink& sink, const RunContext& context)
      : sink_(sink), context_(context) {
    const ObjMaterials materials = collect_materials(parts);
    for (const ObjPart& part : parts) {
      if (meshes_.contains(part.mesh)) continue;
      meshes_.emplace(part.mesh, plan_mesh(*part.mesh, materials, !material_file.empty()));
    }
    plan_parts(parts);
    sink_.append("# weald\n");
    if (!material_file.empty()) sink_.append("mtllib " + material_file + "\n");
  }

  void run() {
    for (std::size_t i = 0; i < plans_.size(); ++i) {
      add_part(plans_[i]);
      if (jobs_.size() >= kBlocksAtOnce) {
        context_.progress(static_cast<double>(i) / static_cast<double>(plans_.size()));
        flush();
      }
    }
    flush();
  }

 private:
  void plan_parts(std::span<const ObjPart> parts) {
    std::uint64_t position = 1, uv = 1, normal = 1;
    plans_.reserve(parts.size());
    for (const ObjPart& part : parts) {
      PartPlan plan{&part, &meshes_.at(part.mesh)};
      plan.first_position = static_cast<std::uint32_t>(position);
      plan.first_uv = static_cast<std::uint32_t>(uv);
      plan.first_normal = static_cast<std::uint32_t>(normal);
      plan.moved = part.world_from_mesh != Mat4{1.0};
      plan.same_indices =
          uv == position && normal == position && is_per_vertex(part.mesh->uvs) && is_per_vertex(part.mesh->normals);
      const Mat3 linear(part.world_from_mesh);
      const double determinant = glm::determinant(linear);
      plan.mirrored = determinant < 0;
      // The cofactors are the inverse transpose up to a factor that normalising removes, and exist for flat scales too.
      const Mat3 cofactors(glm::cross(linear[1], linear[2]), glm::cross(linear[2], linear[0]),
                           glm::cross(linear[0], linear[1]));
      plan.normal_matrix = plan.mirrored ? -cofactors : cofactors;
      plans_.push_back(plan);
      advance(position, part.mesh->positions.size());
      advance(uv, part.mesh->uvs.values.size());
      advance(normal, part.mesh->normals.values.size());
    }
  }

  void add_part(const PartPlan& plan) {
    const Mesh& mesh = *plan.part->mesh;
    const bool named = !plan.part->name.empty();
    const std::string name = named ? sanitized_name(plan.part->name) : std::string{};
    if (named) jobs_.push_back({&plan, Section::text, 0, 0, "o " + name + "\n"});
    add_blocks(plan, Section::positions, 0, mesh.positions.size());
    add_blocks(plan, Section::uvs, 0, mesh.uvs.values.size());
    add_blocks(plan, Section::normals, 0, mesh.normals.values.size());
    for (const MeshPlan::Run& run : plan.mesh->runs) {
      jobs_.push_back({&plan, Section::text, 0, 0, "g " + (named ? name + "_" : std::string{}) + run.header});
      add_blocks(plan, Section::faces, run.begin, run.end);
    }
  }

  void add_blocks(const PartPlan& plan, Section section, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; i += kBlockItems) {
      jobs_.push_back({&plan, section, i, std::min(i + kBlockItems, end)});
    }
  }

  /// Formats and writes the jobs, a few blocks at a time.
  void flush() {
    for (std::size_t first = 0; first < jobs_.size(); first += kBlocksAtOnce) {
      context_.check_stop();
      const std::size_t count = std::min(kBlocksAtOnce, jobs_.size() - first);
      parallel_blocks(count, 1, [&](std::size_t i, std::size_t) { format(jobs_[first + i], blocks_[i]); });
      for (std::size_t i = 0; i < count; ++i) {
        if (blocks_[i].error)
          std::rethrow_exception(blocks_[i].error);  // the first in the file, whatever the threads did
        sink_.append(blocks_[i].text.view());
      }
    }
    jobs_.clear();
  }

  struct Block {
    TextBlock text;
    std::exception_ptr error;
  };

  static void format(const Job& job, Block& block) {
    block.text.clear();
    try {
      write_block(job, block.text);
    } catch (...) {
      block.error = std::current_exception();
    }
  }

  Sink& sink_;
  const RunContext& context_;
  std::map<const Mesh*, MeshPlan> meshes_;
  std::vector<PartPlan> plans_;
  std::vector<Job> jobs_;
  std::array<Block, kBlocksAtOnce> blocks_;
};

}  // namespace

void write_obj(std::span<const ObjPart> parts, const std::string& material_file, Sink& sink,
               const RunContext& context) {
  ObjWriter(parts, material_file, sink, context).run();
}

void write_obj_lines(std::span<const Polyline> lines, const std::string& name, Sink& sink) {
  TextBlock text;
  text.append("# weald\no " + sanitized_name(name) + "\n");
  std::uint64_t first = 1;
  for (const Polyline& line : lines) {
    if (line.points.size() < 2) continue;
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
