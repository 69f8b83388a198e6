#include "engine/outputs/detail/model_writers.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/math/placement.h"
#include "data/scene_groups.h"
#include "formats/meshes/ply_writer.h"
#include "formats/meshes/stl_writer.h"
#include "formats/tables/facts_json.h"
#include "formats/tables/instance_table.h"

namespace weald::pipeline {

namespace fs = std::filesystem;

namespace {

std::vector<io::PlacedMesh> placed_meshes(const Artifact& artifact) {
  std::vector<io::PlacedMesh> meshes;
  if (const auto* mesh = std::get_if<mesh::Mesh>(&artifact)) {
    meshes.push_back({mesh});
    return meshes;
  }
  const auto& scene = std::get<scene::Scene>(artifact);
  for (const scene::Instance& instance : scene.instances)
    meshes.push_back({scene.prototype_of(instance).mesh.get(), world_from_prototype(instance),
                      scene.varieties[instance.variety].tint});
  return meshes;
}

std::vector<io::TableGroup> groups_of(const scene::Scene& scene) {
  const auto names = scene::distinct_names(scene);
  const auto paths = scene::group_paths(scene);
  const auto outer = scene::outer_groups(scene);
  std::vector<io::TableGroup> groups;
  for (std::size_t i = 0; i < scene.groups.size(); ++i) {
    const scene::Group& group = scene.groups[i];
    groups.push_back({names[i], paths[i], outer[i], group.position, placement_of(world_from_group(group))});
  }
  return groups;
}

io::InstanceTable table_of(const scene::Scene& scene, const std::string& file) {
  io::InstanceTable table;
  for (const scene::Prototype& prototype : scene.prototypes)
    table.prototypes.push_back({prototype.name, mesh::bounds(*prototype.mesh)});
  for (const scene::Instance& instance : scene.instances) ++table.prototypes[scene.prototype_index(instance)].instances;
  table.count = scene.instances.size();
  table.has_varieties = std::ranges::any_of(
      scene.varieties, [](const scene::Variety& variety) { return variety != scene::Variety{variety.prototype}; });
  table.groups = groups_of(scene);
  table.row = [&scene, file, groups = scene::groups_of_instances(scene)](std::size_t i) {
    const scene::Instance& instance = scene.instances[i];
    const auto placement = placement_of(world_from_prototype(instance));
    if (!placement)
      throw StageError(fmt::format("cannot write '{}': instance {}, a '{}', is sheared or flat, so scale, rotation "
                                   "and translation cannot represent its transform; use '.ply' or '.obj'",
                                   file, i, scene.prototype_of(instance).name),
                       "file");
    const scene::Variety& variety = scene.varieties[instance.variety];
    return io::TableRow{variety.prototype,
                        placement->translation,
                        placement->rotation,
                        placement->scale,
                        Vec3{linear_factors(variety.tint)},
                        static_cast<double>(variety.data),
                        groups[i]};
  };
  return table;
}

/// A factor for values that a surface may have: 1 if they are present, 0 if not, 0 to 1 if that is unknown.
Amount share_of(const Amount& values) {
  return {values.least > 0 ? 1.0 : 0.0, values.most && *values.most == 0 ? 0.0 : 1.0};
}

}  // namespace

void write_surface_ply(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext& context,
                       io::FileSet& files) {
  files.write(path, [&](io::Sink& sink) { io::write_ply(placed_meshes(artifact), sink, context); });
}

void write_surface_stl(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext& context,
                       io::FileSet& files) {
  files.write(path, [&](io::Sink& sink) { io::write_stl(placed_meshes(artifact), sink, context); });
}

void write_facts_json(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext&,
                      io::FileSet& files) {
  files.write(path, [&](io::Sink& sink) { io::write_mesh_json(std::get<mesh::Mesh>(artifact), sink); });
}

void write_scene_csv(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext& context,
                     io::FileSet& files) {
  const io::InstanceTable table = table_of(std::get<scene::Scene>(artifact), path.filename().string());
  files.write(path, [&](io::Sink& sink) { io::write_instances_csv(table, sink, context); });
}

void write_scene_json(const OutputSpec&, const Artifact& artifact, const fs::path& path, const RunContext& context,
                      io::FileSet& files) {
  const io::InstanceTable table = table_of(std::get<scene::Scene>(artifact), path.filename().string());
  files.write(path, [&](io::Sink& sink) { io::write_instances_json(table, sink, context); });
}

OutputCost surface_ply_cost(const OutputSpec&, const Estimate& from) {
  constexpr double kHead = 520, kPlace = 12, kNormal = 12, kUv = 8, kAttributes = 4 * mesh::kVertexAttributes.size();
  const SurfaceCounts& surface = from.surface;
  const Amount normals = share_of(surface.normals), uvs = share_of(surface.uvs);
  // A scene writes normals only where all of its meshes have them.
  const Amount vertex = {kPlace + kUv * uvs.least, kPlace + kNormal * *normals.most + kUv * *uvs.most + kAttributes};
  const bool may_split = *normals.most > 0 || *uvs.most > 0;
  const Amount vertices =
      may_split ? Amount{surface.vertices.least, (surface.vertices + surface.corners).most} : surface.vertices;
  const Amount faces = {surface.faces.least,
                        surface.faces.most ? std::optional{4 * *surface.faces.most} : std::nullopt};
  Amount bytes = surface.corners * 4 + faces;
  bytes.least += vertices.least * vertex.least;
  bytes.most =
      bytes.most && vertices.most ? std::optional{*bytes.most + *vertices.most * *vertex.most + kHead} : std::nullopt;
  // The vertex of each half-edge, and a few numbers for each vertex and copy; in a scene, once for each mesh.
  const Amount corners = may_split ? surface.corners * 16 + surface.vertices * 8 : Amount::exactly(0);
  return {bytes, {0, corners.most}};
}

OutputCost surface_stl_cost(const OutputSpec&, const Estimate& from) {
  constexpr double kHead = 84, kTriangle = 50;
  const Amount &corners = from.surface.corners, &faces = from.surface.faces;
  // A face of n corners gives n - 2 triangles, so at least one.
  const double least = std::max(faces.least, from.surface.least_triangles());
  const Amount triangles{least, corners.most ? std::optional{*corners.most - 2 * faces.least} : std::nullopt};
  Amount bytes = triangles * kTriangle;
  bytes.least += kHead;
  if (bytes.most) *bytes.most += kHead;
  return {bytes};
}

}  // namespace weald::pipeline
