#include "pipeline/geometry_writers.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "curve/flatten.h"
#include "io/image_writer.h"
#include "io/obj_writer.h"
#include "pipeline/curve_bounds.h"
#include "pipeline/writers.h"
#include "terrain/heightmap_mesh.h"

namespace weald::pipeline {

namespace fs = std::filesystem;

namespace {

// The files of the textures: as many as the output promised before anything was run.
std::vector<std::string> texture_files(const OutputSpec& spec, std::size_t count, const RunContext& context) {
  const auto textures = [](std::size_t n) { return fmt::format("{} texture{}", n, n == 1 ? "" : "s"); };
  const std::string file = fs::path(spec.file.value).filename().string();
  if (!spec.textures && count > 0)
    context.warn(fmt::format("'{}' is written without its {}: 'textures: {}' in the output writes them", file,
                             textures(count), count));
  const auto promised = static_cast<std::size_t>(spec.textures.value_or(0));
  if (promised > 0 && promised != count)
    throw StageError(
        fmt::format("the materials of '{}' have {}, and 'textures' says {}", file, textures(count), promised));
  return texture_names(spec);
}

void write_parts(const OutputSpec& spec, std::span<const io::ObjPart> parts, const fs::path& path,
                 const RunContext& context, io::FileSet& files) {
  const fs::path materials = fs::path(path).replace_extension(".mtl");
  const auto textures = io::textures_of(parts);
  const std::vector<std::string> names = texture_files(spec, textures.size(), context);
  std::optional<io::ObjHistory> history;
  if (context.store != nullptr && files.is_on_disk()) history.emplace(*context.store, path);
  files.write(path, [&](io::Sink& sink) {
    io::write_obj(parts, materials.filename().string(), sink, context, history ? &*history : nullptr);
  });
  if (history) history->keep();
  files.write(materials, [&](io::Sink& sink) { io::write_mtl(parts, sink, names); });
  for (std::size_t i = 0; i < names.size(); ++i)
    files.write(path.parent_path() / names[i], [&](io::Sink& sink) { io::write_png8(*textures[i], sink); });
}

std::string name_from(const fs::path& path) { return path.stem().string(); }

}  // namespace

void write_heightmap_obj(const OutputSpec& spec, const Artifact& artifact, const fs::path& path,
                         const RunContext& context, io::FileSet& files) {
  const mesh::Mesh mesh = terrain::mesh_heightmap(std::get<Heightmap>(artifact), {});
  const io::ObjPart part{&mesh, Mat4{1.0}, name_from(path)};
  write_parts(spec, {&part, 1}, path, context, files);
}

void write_mesh_obj(const OutputSpec& spec, const Artifact& artifact, const fs::path& path, const RunContext& context,
                    io::FileSet& files) {
  const io::ObjPart part{&std::get<mesh::Mesh>(artifact), Mat4{1.0}, name_from(path)};
  write_parts(spec, {&part, 1}, path, context, files);
}

void write_scene_obj(const OutputSpec& spec, const Artifact& artifact, const fs::path& path, const RunContext& context,
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
  write_parts(spec, parts, path, context, files);
}

void write_curve_obj(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext&,
                     io::FileSet& files) {
  const auto& curve = std::get<curve::Curve>(artifact);
  const double tolerance = line_tolerance(curve);
  std::vector<Polyline> lines;
  std::vector<std::string> groups;  // the orders of rivers
  for (const curve::Path& line : curve.paths) {
    lines.push_back(curve::flatten(line, tolerance));
    groups.push_back(line.order > 0 ? fmt::format("order_{}", line.order) : std::string());
  }
  files.write(path, [&](io::Sink& sink) { io::write_obj_lines(lines, name_from(path), sink, groups); });
}

void write_skeleton_obj(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext&,
                        io::FileSet& files) {
  std::vector<Polyline> lines;
  for (const auto& segment : std::get<lsystem::Skeleton>(artifact).segments)
    lines.push_back({{segment.start, segment.end}, false});
  files.write(path, [&](io::Sink& sink) { io::write_obj_lines(lines, name_from(path), sink); });
}

}  // namespace weald::pipeline
