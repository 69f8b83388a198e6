#include "formats/meshes/mesh_file.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "base/text/counted.h"
#include "base/text/lower_case.h"
#include "formats/files/read_file.h"
#include "formats/meshes/detail/glb_reader.h"
#include "formats/meshes/detail/obj_reader.h"
#include "formats/meshes/detail/ply_reader.h"
#include "formats/meshes/detail/stl_reader.h"
#include "methods/mesh/weld.h"

namespace weald::io {

std::optional<MeshFormat> mesh_format(const std::filesystem::path& path) {
  const std::string extension = lower_case(path.extension().string());
  const auto found = std::ranges::find(kMeshFiles, extension, &MeshFiles::extension);
  return found != kMeshFiles.end() ? std::optional(found->format) : std::nullopt;
}

MeshFile parse_mesh_file(std::string_view bytes, MeshFormat format, const std::filesystem::path& path) {
  if (format == MeshFormat::ply) return parse_ply(bytes, path.string());
  if (format == MeshFormat::stl) return parse_stl(bytes, path.string());
  if (format == MeshFormat::glb) return parse_glb(bytes, path.string());
  ObjFile file = parse_obj(bytes, path.string(), path.parent_path());
  MeshFile result;
  result.soup = std::move(file.soup);
  result.face_places = std::move(file.face_lines);
  result.warnings = std::move(file.warnings);
  return result;
}

MeshFile read_mesh_file(const std::filesystem::path& path) {
  return parse_mesh_file(read_file(path, kMaxMeshBytes), mesh_format(path).value_or(MeshFormat::obj), path);
}

namespace {

/// Checks the first bytes of a mesh file that has more.
void check_mesh_start(std::string_view start, MeshFormat format, const std::string& name) {
  const auto refuse = [&](std::string_view what) { throw IoError(fmt::format("cannot read '{}': {}", name, what)); };
  switch (format) {
    case MeshFormat::ply:
      if (!start.starts_with("ply")) refuse("it is not a PLY file");
      break;
    case MeshFormat::glb:
      if (!start.starts_with("glTF")) refuse("it is not a GLB file");
      break;
    case MeshFormat::obj:
      if (start.find('\0') != std::string_view::npos) refuse("it is not an OBJ file: it is not text");
      break;
    case MeshFormat::stl: break;  // a binary one begins with any bytes
  }
}

}  // namespace

void check_mesh_file(const std::filesystem::path& path) {
  const MeshFormat format = mesh_format(path).value_or(MeshFormat::obj);
  const std::string start = read_start(path, kSmallMeshBytes + 1);
  if (start.size() > kSmallMeshBytes)
    check_mesh_start(start, format, path.string());
  else if (format == MeshFormat::obj)
    check_obj(start, path.string());
  else
    parse_mesh_file(start, format, path);
}

void weld_equal_positions(MeshFile& file, const std::string& name) {
  mesh::WeldResult welded = mesh::weld(file.soup, 0);
  file.soup = std::move(welded.soup);
  if (welded.faces_dropped > 0)
    file.warnings.push_back(
        fmt::format("'{}': {} dropped for having fewer than three distinct corners", name,
                    welded.faces_dropped == 1 ? "a face is" : counted_noun(welded.faces_dropped, "face", "faces are")));
  std::vector<std::uint32_t> places;
  for (const std::uint32_t face : welded.kept_faces) places.push_back(file.face_places[face]);
  file.face_places = std::move(places);
  file.shares_vertices = true;
}

std::vector<std::string> files_of_mesh_file(const std::filesystem::path& path) {
  const MeshFormat format = mesh_format(path).value_or(MeshFormat::obj);
  return format == MeshFormat::obj ? files_of_obj(path) : std::vector<std::string>{path.string()};
}

}  // namespace weald::io
