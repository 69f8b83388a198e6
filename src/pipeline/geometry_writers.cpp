#include "pipeline/geometry_writers.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "curve/flatten.h"
#include "io/obj_writer.h"
#include "pipeline/curve_bounds.h"
#include "terrain/heightmap_mesh.h"

namespace weald::pipeline {

namespace fs = std::filesystem;

namespace {

void write_parts(std::span<const io::ObjPart> parts, const fs::path& path, const RunContext& context,
                 io::FileSet& files) {
  const fs::path materials = fs::path(path).replace_extension(".mtl");
  std::optional<io::ObjHistory> history;
  if (context.store != nullptr && files.is_on_disk()) history.emplace(*context.store, path);
  files.write(path, [&](io::Sink& sink) {
    io::write_obj(parts, materials.filename().string(), sink, context, history ? &*history : nullptr);
  });
  if (history) history->keep();
  files.write(materials, [&](io::Sink& sink) { io::write_mtl(parts, sink); });
}

std::string name_from(const fs::path& path) { return path.stem().string(); }

}  // namespace

void write_heightmap_obj(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext& context,
                         io::FileSet& files) {
  const mesh::Mesh mesh = terrain::mesh_heightmap(std::get<Heightmap>(artifact), {});
  const io::ObjPart part{&mesh, Mat4{1.0}, name_from(path)};
  write_parts({&part, 1}, path, context, files);
}

void write_mesh_obj(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext& context,
                    io::FileSet& files) {
  const io::ObjPart part{&std::get<mesh::Mesh>(artifact), Mat4{1.0}, name_from(path)};
  write_parts({&part, 1}, path, context, files);
}

void write_scene_obj(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext& context,
                     io::FileSet& files) {
  const auto& scene = std::get<scene::Scene>(artifact);
  std::vector<std::size_t> count(scene.prototypes.size(), 0), number(scene.prototypes.size(), 0);
  for (const scene::Instance& instance : scene.instances) ++count[instance.prototype];
  std::vector<io::ObjPart> parts;
  for (const scene::Instance& instance : scene.instances) {
    const scene::Prototype& prototype = scene.prototypes[instance.prototype];
    // A mesh that stands once keeps its plain name.
    const std::string name = count[instance.prototype] == 1
                                 ? prototype.name
                                 : fmt::format("{}_{}", prototype.name, number[instance.prototype]++);
    parts.push_back({prototype.mesh.get(), instance.world_from_prototype, name});
  }
  write_parts(parts, path, context, files);
}

void write_curve_obj(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext&,
                     io::FileSet& files) {
  const auto& curve = std::get<curve::Curve>(artifact);
  const auto lines = curve::flatten(curve, line_tolerance(curve));
  files.write(path, [&](io::Sink& sink) { io::write_obj_lines(lines, name_from(path), sink); });
}

void write_skeleton_obj(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext&,
                        io::FileSet& files) {
  std::vector<Polyline> lines;
  for (const auto& segment : std::get<lsystem::Skeleton>(artifact).segments)
    lines.push_back({{segment.start, segment.end}, false});
  files.write(path, [&](io::Sink& sink) { io::write_obj_lines(lines, name_from(path), sink); });
}

}  // namespace weald::pipeline
