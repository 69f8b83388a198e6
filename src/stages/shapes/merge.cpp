#include "stages/shapes/merge.h"

#include <array>
#include <deque>
#include <map>
#include <set>
#include <utility>

#include "base/text/counted.h"
#include "data/dcel_builder.h"
#include "methods/mesh/build.h"
#include "methods/mesh/normals.h"
#include "methods/mesh/weld.h"
#include "stages/shapes/transform.h"

namespace weald::mesh {
namespace {

constexpr std::size_t kMaxNamed = 65'535;

/// Appends `value` to `list` and returns its index.
template <class T>
std::uint16_t add_named(std::vector<T>& list, const T& value) {
  if (list.size() >= kMaxNamed) throw StageError("the merged mesh has more than 65535 groups or materials", "parts");
  list.push_back(value);
  return static_cast<std::uint16_t>(list.size() - 1);
}

class Merger {
 public:
  explicit Merger(std::span<const Mesh* const> parts) : parts_(parts) {
    out_.groups.clear();
    out_.materials.clear();
    std::size_t corners = 0;
    for (const Mesh* part : parts) {
      any_uvs_ |= !part->uvs.empty();
      any_normals_ |= !part->normals.empty();
      for (std::size_t i = 0; i < kVertexAttributes.size(); ++i)
        any_values_[i] |= !((*part).*kVertexAttributes[i].values).empty();
      corners += part->topology.halfedge_count();
    }
    if (corners > DcelBuilder::kMaxCorners) throw StageError("the merged mesh is too large", "parts");
  }

  Soup run() {
    for (const Mesh* part : parts_) add(*part);
    rename_materials();
    if (out_.groups.empty()) out_.groups.emplace_back();
    if (out_.materials.empty()) out_.materials.emplace_back();
    return std::move(out_);
  }

 private:
  void add(const Mesh& mesh) {
    Soup part = to_soup(mesh);
    if (any_uvs_ && part.uvs.empty()) {
      part.uvs.assign(1, Vec2f{0});
      part.corner_uvs.assign(part.corners.size(), 0);
    }
    if (any_normals_ && part.normals.empty()) part.normals = vertex_normals(mesh);
    if (any_uvs_) append_attribute(part.corners, part.uvs, part.corner_uvs, out_.uvs, out_.corner_uvs);
    if (any_normals_)
      append_attribute(part.corners, part.normals, part.corner_normals, out_.normals, out_.corner_normals);
    append_groups(part);
    const auto first_position = static_cast<std::uint32_t>(out_.positions.size());
    const auto first_corner = static_cast<std::uint32_t>(out_.corners.size());
    for (const std::uint32_t v : part.corners) out_.corners.push_back(v + first_position);
    for (std::size_t f = 1; f < part.face_begin.size(); ++f)
      out_.face_begin.push_back(part.face_begin[f] + first_corner);
    out_.positions.insert(out_.positions.end(), part.positions.begin(), part.positions.end());
    append_vertex_attributes(part);
  }

  template <class T>
  static void append_attribute(const std::vector<std::uint32_t>& corners, const std::vector<T>& values,
                               const std::vector<std::uint32_t>& index, std::vector<T>& out_values,
                               std::vector<std::uint32_t>& out_index) {
    const auto first = static_cast<std::uint32_t>(out_values.size());
    for (const std::uint32_t i : index.empty() ? corners : index) out_index.push_back(i + first);
    out_values.insert(out_values.end(), values.begin(), values.end());
  }

  void append_vertex_attributes(const Soup& part) {
    for (std::size_t i = 0; i < kVertexAttributes.size(); ++i) {
      const std::vector<Rgba8>& values = part.*kVertexAttributes[i].values;
      std::vector<Rgba8>& out = out_.*kVertexAttributes[i].values;
      if (any_values_[i] && values.empty())
        out.insert(out.end(), part.positions.size(), kVertexAttributes[i].neutral);
      else
        out.insert(out.end(), values.begin(), values.end());
    }
  }

  void append_groups(const Soup& part) {
    std::vector<std::uint16_t> materials;
    for (const Material& material : part.materials) materials.push_back(material_index(material));
    std::vector<std::uint16_t> groups;
    for (const Group& group : part.groups) groups.push_back(group_index({group.name, materials[group.material]}));
    for (std::uint32_t f = 0; f < part.face_count(); ++f) {
      out_.face_groups.push_back(groups[part.face_groups.empty() ? 0 : part.face_groups[f]]);
    }
  }

  /// Index of the merged material that equals `material`; adds it if there is none.
  std::uint16_t material_index(const Material& material) {
    std::vector<std::pair<Material, std::uint16_t>>& known = materials_by_name_[material.name];
    for (const auto& [original, index] : known) {
      if (original == material) return index;
    }
    const std::uint16_t index = add_named(out_.materials, material);
    known.emplace_back(material, index);
    return index;
  }

  std::uint16_t group_index(const Group& group) {
    const auto [it, added] = groups_.try_emplace({group.name, group.material}, std::uint16_t{0});
    if (added) it->second = add_named(out_.groups, group);
    return it->second;
  }

  /// Makes names unique: later materials of the same name get the first free number.
  void rename_materials() {
    std::set<std::string> taken;
    for (const auto& entry : materials_by_name_) taken.insert(entry.first);
    for (const auto& [name, known] : materials_by_name_) {
      std::uint32_t number = 2;
      for (std::size_t i = 1; i < known.size(); ++i) {
        while (!taken.insert(name + "." + std::to_string(number)).second) ++number;
        out_.materials[known[i].second].name = name + "." + std::to_string(number);
      }
    }
  }

  std::span<const Mesh* const> parts_;
  Soup out_;
  std::map<std::string, std::vector<std::pair<Material, std::uint16_t>>> materials_by_name_;  // original names
  std::map<std::pair<std::string, std::uint16_t>, std::uint16_t> groups_;
  bool any_uvs_ = false;
  bool any_normals_ = false;
  std::array<bool, kVertexAttributes.size()> any_values_{};
};

}  // namespace

Soup merged(std::span<const Mesh* const> parts) { return Merger(parts).run(); }

Estimate Merge::estimate(const Params& params, const schema::Estimates& inputs) {
  SurfaceCounts counts = SurfaceCounts::none();
  Amount copies = Amount::exactly(0);  // bytes of the transformed meshes of scenes
  for (const auto& part : params.parts) {
    counts = counts + inputs[part].surface;
    if (inputs[part].scene) copies = copies + Estimate::of_surface(inputs[part].surface).bytes;
  }
  counts.uvs.most = counts.normals.most = counts.corners.most;  // parts without UVs or normals get some
  if (params.weld) {
    counts.points = {};
    // Faces smaller than the tolerance vanish.
    counts.may_be_fewer();
  }
  Estimate result = Estimate::of_surface(counts);
  result.scratch = copies;
  return result;
}

namespace {

/// Multiplies the vertex colours of a mesh by a tint.
void apply(const scene::Tint& tint, Mesh& mesh) {
  if (tint == scene::Tint{}) return;
  mesh.colours.resize(mesh.positions.size(), Rgba8{255, 255, 255, 255});
  for (Rgba8& colour : mesh.colours) colour = scene::tinted(colour, tint);
}

/// The meshes to merge: those of the inputs, and transformed copies.
class MergeParts {
 public:
  void add(const Mesh& mesh) {
    corners_ += mesh.topology.halfedge_count();
    all_.push_back(&mesh);
  }

  /// Adds a copy for each instance.
  void add(const scene::Scene& scene, const RunContext& context) {
    std::vector<std::size_t> corners;
    for (const scene::Prototype& prototype : scene.prototypes)
      corners.push_back(prototype.mesh->topology.halfedge_count());
    for (const scene::Instance& instance : scene.instances) corners_ += corners[scene.prototype_index(instance)];
    if (corners_ > DcelBuilder::kMaxCorners) throw StageError("the merged mesh is too large", "parts");
    for (const scene::Instance& instance : scene.instances) {
      context.check_stop();
      copies_.push_back(transformed(*scene.prototype_of(instance).mesh, world_from_prototype(instance)));
      apply(scene.varieties[instance.variety].tint, copies_.back());
      all_.push_back(&copies_.back());
    }
  }

  std::span<const Mesh* const> all() const { return all_; }

 private:
  std::deque<Mesh> copies_;
  std::vector<const Mesh*> all_;
  std::size_t corners_ = 0;
};

}  // namespace

Mesh flattened(const scene::Scene& scene, const std::string& key, const RunContext& context) {
  try {
    MergeParts parts;
    parts.add(scene, context);
    return build_mesh(merged(parts.all())).mesh;
  } catch (const StageError& error) {
    throw StageError(error.what(), key);
  }
}

Mesh Merge::run(const Params& params, const schema::Inputs& inputs, const RunContext& context) {
  MergeParts parts;
  for (const auto& part : params.parts) {
    const auto artifact = inputs.any(part);
    if (const auto* const* mesh = std::get_if<const Mesh*>(&artifact))
      parts.add(**mesh);
    else
      parts.add(*std::get<const scene::Scene*>(artifact), context);
  }
  Soup soup = merged(parts.all());
  context.check_stop();
  const bool had_faces = soup.face_count() > 0;
  if (params.weld) soup = weld(soup, *params.weld).soup;
  if (had_faces && soup.face_count() == 0) context.warn("no faces are left: all are smaller than 'weld'", "weld");
  BuildResult built = build_mesh(std::move(soup));
  if (built.report.count > 0) {
    context.warn("the merged mesh has " + counted_noun(built.report.count, "fault") + ", the first a " +
                     name_of(built.report.items.front().fault) + "; non-manifold places were separated",
                 params.weld ? "weld" : "parts");
  }
  return std::move(built.mesh);
}

}  // namespace weald::mesh
