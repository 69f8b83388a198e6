#include "stages/import/mesh_import.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/counted.h"
#include "formats/meshes/mesh_file.h"
#include "methods/mesh/normals.h"
#include "stages/import/detail/check_import.h"

namespace weald::io {

namespace {

constexpr std::size_t kShownFaults = 3;

Vec3f turned(const Vec3f& v) { return {v.x, v.z, -v.y}; }

void place(const MeshImportParams& params, mesh::Soup& soup) {
  if (params.up == UpAxis::z) {
    std::transform(soup.positions.begin(), soup.positions.end(), soup.positions.begin(), turned);
    std::transform(soup.normals.begin(), soup.normals.end(), soup.normals.begin(), turned);
  }
  for (Vec3f& p : soup.positions) {
    p = Vec3f(Vec3(p) * params.scale);
    if (!is_finite(p)) throw StageError("a scaled position is not finite", "scale");
  }
}

/// Describes faults, as in "12 faults: non-manifold edge (line 7), repeated vertex (line 9), ..."
std::string faults(const mesh::BuildReport& report, const MeshFile& file) {
  std::string text = counted_noun(report.count, "fault") + ": ";
  const std::size_t shown = std::min(report.items.size(), kShownFaults);
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& item = report.items[i];
    text += fmt::format("{}{} ({} {})", i > 0 ? ", " : "", mesh::name_of(item.fault), file.place,
                        file.face_places[item.face]);
  }
  return text + (report.count > shown ? ", ..." : "");
}

void apply_normals(ImportedNormals wanted, mesh::Mesh& mesh) {
  if (wanted == ImportedNormals::flat) {
    mesh::set_crease_normals(mesh, 0);
  } else if (wanted == ImportedNormals::smooth || mesh.normals.empty()) {
    mesh::set_smooth_normals(mesh);
  }
}

}  // namespace

mesh::Mesh import_mesh(const MeshImportParams& params, const RunContext& context) {
  MeshFile file = read_mesh_file(params.file.resolved);
  const bool welds =
      params.weld == ImportedWeld::automatic ? !file.shares_vertices : params.weld == ImportedWeld::always;
  if (welds) weld_equal_positions(file, params.file.text);
  for (const std::string& warning : file.warnings) context.warn(warning, "file");
  context.progress(0.5);
  place(params, file.soup);
  mesh::BuildResult built = mesh::build_mesh(std::move(file.soup), params.non_manifold);
  if (built.report.count > 0) {
    const std::string found = "'" + params.file.text + "' has " + faults(built.report, file);
    if (built.refused) throw StageError(found, "non_manifold");
    context.warn(fmt::format("{}; {} copied and {} dropped", found,
                             counted_noun(built.report.vertices_split, "vertex was", "vertices were"),
                             counted_noun(built.report.faces_dropped, "face was", "faces were")),
                 "file");
  }
  context.check_stop();
  apply_normals(params.normals, built.mesh);
  return std::move(built.mesh);
}

std::vector<std::string> MeshImport::files_read(const Params& params) {
  return files_of_mesh_file(params.file.resolved);
}

mesh::Mesh MeshImport::run(const Params& params, const schema::Inputs&, const RunContext& context) {
  return import_mesh(params, context);
}

}  // namespace weald::io

void weald::schema::Schema<weald::io::MeshImportParams>::check(const P& params, Checker& checker) {
  check_import(params.file, checker, [&params] { io::check_mesh_file(params.file.resolved); });
}
