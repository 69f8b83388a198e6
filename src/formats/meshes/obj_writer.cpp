#include "formats/meshes/obj_writer.h"

#include <algorithm>
#include <array>
#include <exception>
#include <map>
#include <numeric>
#include <span>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "formats/files/number_text.h"
#include "formats/files/text_block.h"
#include "formats/meshes/detail/obj_sections.h"
#include "formats/meshes/obj_materials.h"
#include "methods/mesh/moved_uvs.h"

namespace weald::io {

namespace {

using mesh::FaceId;
using mesh::Mesh;

constexpr std::size_t kPieceItems = 2048;  // items of one piece of text, which one thread formats
constexpr std::size_t kPiecesAtOnce = 16;  // few enough to stay in cache until they are written

enum class Section : std::uint8_t { text, positions, uvs, normals, faces };

struct Job {
  const PartPlan* plan = nullptr;
  Section section = Section::text;
  std::size_t begin = 0, end = 0;
  std::string text{};  // of Section::text
};

/// Successive jobs of one part.
struct JobPiece {
  std::vector<Job> jobs;
  std::size_t items = 0;
};

void write_job(const Job& job, TextBlock& text) {
  switch (job.section) {
    case Section::text: text.append(job.text); break;
    case Section::positions: write_positions(*job.plan, job.begin, job.end, text); break;
    case Section::uvs: write_uvs(*job.plan, job.begin, job.end, text); break;
    case Section::normals: write_normals(*job.plan, job.begin, job.end, text); break;
    case Section::faces: write_faces(*job.plan, job.begin, job.end, text); break;
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

/// Digest of everything that the text of a mesh depends on, except its transform and its position in the file.
std::string digest_of(const Mesh& mesh, const MeshPlan& plan) {
  Hasher hasher;
  hasher.add_array(std::span<const Vec3f>(mesh.positions));
  hasher.add_array(std::span<const Rgba8>(obj_colours(mesh)));
  hasher.add_array(std::span<const Vec2f>(mesh.uvs.values));
  hasher.add_array(std::span<const std::uint32_t>(mesh.uvs.index));
  hasher.add_array(std::span<const Vec3f>(mesh.normals.values));
  hasher.add_array(std::span<const std::uint32_t>(mesh.normals.index));
  hasher.add_array(std::span<const std::uint16_t>(mesh.face_groups));
  for (const auto array : {mesh.topology.origins(), mesh.topology.nexts(), mesh.topology.face_halfedges()})
    hasher.add_array(std::span<const std::uint32_t>(array));
  for (const MeshPlan::Run& run : plan.runs) {
    hasher.add(run.header);
    hasher.add(static_cast<std::uint64_t>(run.begin));
    hasher.add(static_cast<std::uint64_t>(run.end));
  }
  return hasher.hex();
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

class ObjWriter {
 public:
  ObjWriter(std::span<const ObjPart> parts, const std::string& material_file, Sink& sink, const RunContext& context,
            ObjHistory* history)
      : sink_(sink), context_(context), history_(history) {
    const ObjMaterials materials = collect_materials(parts);
    for (const ObjPart& part : parts) {
      if (meshes_.contains(key_of(part))) continue;
      meshes_.emplace(key_of(part), plan_mesh(key_of(part), materials, !material_file.empty()));
    }
    plan_parts(parts);
    if (history_ != nullptr)
      for (const auto& [key, plan] : meshes_) mesh_digests_.emplace(key, digest_of(*key.first, plan));
    const std::string head = "# weald\n" + (material_file.empty() ? std::string{} : "mtllib " + material_file + "\n");
    sink_.append(head);
    if (history_ != nullptr) history_->skip(head.size());
  }

  void run() {
    for (std::size_t i = 0; i < plans_.size(); ++i) {
      add_part(plans_[i]);
      if (pieces_.size() >= kPiecesAtOnce) {
        context_.progress(static_cast<double>(i) / static_cast<double>(plans_.size()));
        flush();
      }
    }
    flush();
    write_made();
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
      plan.moved = part.world_from_mesh != Mat4{1.0};
      plan.same_indices =
          uv == position && normal == position && is_per_vertex(part.mesh->uvs) && is_per_vertex(part.mesh->normals);
      const Mat3 linear(part.world_from_mesh);
      const double determinant = glm::determinant(linear);
      plan.mirrored = determinant < 0;
      // The cofactor matrix is the inverse transpose up to a factor, which normalising removes. It exists even if a
      // scale is 0.
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
    pieces_.emplace_back();
    if (named) add({&plan, Section::text, 0, 0, "o " + name + "\n"});
    add_blocks(plan, Section::positions, 0, mesh.positions.size());
    add_blocks(plan, Section::uvs, 0, mesh.uvs.values.size());
    add_blocks(plan, Section::normals, 0, mesh.normals.values.size());
    for (const MeshPlan::Run& run : plan.mesh->runs) {
      add({&plan, Section::text, 0, 0, "g " + (named ? name + "_" : std::string{}) + run.header});
      add_blocks(plan, Section::faces, run.begin, run.end);
    }
  }

  void add_blocks(const PartPlan& plan, Section section, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; i += kPieceItems) {
      add({&plan, section, i, std::min(i + kPieceItems, end)});
    }
  }

  /// Adds a job to the last piece of its part, or to a new piece if that is full.
  void add(Job job) {
    if (pieces_.back().items >= kPieceItems) pieces_.emplace_back();
    pieces_.back().items += job.end - job.begin;
    pieces_.back().jobs.push_back(std::move(job));
  }

  struct Block {
    TextBlock text;
    ObjHistory::Digest source{}, checksum{};
    std::exception_ptr error;
  };

  /// Formats the pieces, a few at a time, while it writes the previous ones.
  void flush() {
    for (std::size_t first = 0; first < pieces_.size(); first += kPiecesAtOnce) {
      context_.check_stop();
      const std::size_t count = std::min(kPiecesAtOnce, pieces_.size() - first);
      parallel_blocks(count + 1, 1, [&](std::size_t i, std::size_t) {
        if (i == 0)
          write_made();
        else
          make(pieces_[first + i - 1], blocks_[i - 1]);
      });
      std::swap(blocks_, made_);
      made_count_ = count;
    }
    pieces_.clear();
  }

  void write_made() {
    for (const Block& block : std::span(made_).first(made_count_)) {
      if (block.error) std::rethrow_exception(block.error);  // the first in the order of the file
      sink_.append(block.text.view());
      if (history_ != nullptr) history_->add(block.source, block.checksum, block.text.view().size());
    }
    made_count_ = 0;
  }

  void make(const JobPiece& piece, Block& block) const {
    block.text.clear();
    try {
      if (history_ != nullptr) {
        block.source = source_of(piece);
        if (history_->find(block.source, block.text, block.checksum)) return;
      }
      for (const Job& job : piece.jobs) write_job(job, block.text);
      if (history_ != nullptr) block.checksum = ObjHistory::checksum_of(block.text.view());
    } catch (...) {
      block.error = std::current_exception();
    }
  }

  /// Digest of everything that the text of a piece depends on. Pre: there is a history.
  ObjHistory::Digest source_of(const JobPiece& piece) const {
    const PartPlan& plan = *piece.jobs.front().plan;
    Hasher hasher;
    hasher.add(mesh_digests_.at(key_of(*plan.part)));
    hasher.add_bytes(std::as_bytes(std::span(&plan.part->world_from_mesh, 1)));
    hasher.add(std::uint64_t{plan.first_position});
    hasher.add(std::uint64_t{plan.first_uv});
    hasher.add(std::uint64_t{plan.first_normal});
    for (const Job& job : piece.jobs) {
      hasher.add(static_cast<std::uint64_t>(job.section));
      hasher.add(static_cast<std::uint64_t>(job.begin));
      hasher.add(static_cast<std::uint64_t>(job.end));
      hasher.add(job.text);
    }
    ObjHistory::Digest digest{};
    hasher.hex().copy(digest.data(), digest.size());
    return digest;
  }

  Sink& sink_;
  const RunContext& context_;
  ObjHistory* history_;
  std::map<MeshKey, MeshPlan> meshes_;
  std::map<MeshKey, std::string> mesh_digests_;  // if there is a history
  std::vector<PartPlan> plans_;
  std::vector<JobPiece> pieces_;
  std::array<Block, kPiecesAtOnce> blocks_, made_;  // being formatted; waiting to be written
  std::size_t made_count_ = 0;
};

}  // namespace

void write_obj(std::span<const ObjPart> parts, const std::string& material_file, Sink& sink, const RunContext& context,
               ObjHistory* history) {
  mesh::MovedMeshes meshes;
  std::vector<ObjPart> moved(parts.begin(), parts.end());
  for (ObjPart& part : moved) part.mesh = meshes.of(part.mesh);
  ObjWriter(moved, material_file, sink, context, history).run();
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
