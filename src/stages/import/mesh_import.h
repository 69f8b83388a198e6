#pragma once
// The stage `mesh_import`: a mesh from an OBJ, PLY or STL file.

#include <array>
#include <string>
#include <vector>

#include "base/run_context.h"
#include "data/mesh.h"
#include "methods/mesh/build.h"
#include "schema/decode.h"

namespace weald::io {

/// The axis that points up in the file.
enum class UpAxis { y, z };

/// Source of normals.
enum class ImportedNormals {
  keep,    ///< as in the file; smooth if it has none
  smooth,  ///< recomputed, one per vertex
  flat,    ///< recomputed, one per face
};

/// Whether vertices at the same position are welded.
enum class ImportedWeld {
  automatic,  ///< if the format has no shared vertices (STL)
  always,
  never,
};

struct MeshImportParams {
  schema::FilePath file;
  double scale = 1.0;
  UpAxis up = UpAxis::y;
  mesh::NonManifold non_manifold = mesh::NonManifold::split;
  ImportedNormals normals = ImportedNormals::keep;
  ImportedWeld weld = ImportedWeld::automatic;
};

/// Reads the file by its extension (see formats/meshes/mesh_file.h), welds it, rotates it Y up, scales it, and builds
/// the half-edge mesh. Repairs and ignored content are reported through context.warn. Errors: IoError for a file that
/// cannot be read or decoded; StageError if a scaled number is not finite, or if the mesh is not a 2-manifold and
/// `non_manifold` is refuse; the message names the first faults by line or face.
mesh::Mesh import_mesh(const MeshImportParams& params, const RunContext& context);

/// Stage `mesh_import`.
struct MeshImport {
  using Params = MeshImportParams;
  static std::vector<std::string> files_read(const Params& params);
  static mesh::Mesh run(const Params& params, const schema::Inputs& inputs, const RunContext& context);
};

}  // namespace weald::io

template <>
struct weald::schema::EnumNames<weald::io::UpAxis> {
  static constexpr auto names = names_in_order<weald::io::UpAxis>("y", "z");
};

template <>
struct weald::schema::EnumNames<weald::mesh::NonManifold> {
  static constexpr auto names = names_in_order<weald::mesh::NonManifold>("split", "refuse");
};

template <>
struct weald::schema::EnumNames<weald::io::ImportedNormals> {
  static constexpr auto names = names_in_order<weald::io::ImportedNormals>("keep", "smooth", "flat");
};

template <>
struct weald::schema::EnumNames<weald::io::ImportedWeld> {
  static constexpr auto names = names_in_order<weald::io::ImportedWeld>("auto", "always", "never");
};

template <>
struct weald::schema::Schema<weald::io::MeshImportParams> {
  using P = weald::io::MeshImportParams;
  static constexpr std::string_view kind = "mesh_import";
  static constexpr std::string_view summary =
      "Imports a mesh from an OBJ or GLB file with its materials, or from a PLY or STL file; polygons are not "
      "triangulated.";
  static constexpr auto fields = Fields{
      Field{&P::file,
            "file",
            "File to read: .ply, .stl (text or binary) and .glb are recognized by their extension, all else is read "
            "as OBJ; relative paths are relative to the preset.",
            "",
            {},
            Presence::required},
      Field{&P::scale, "scale", "Factor from the file's unit to metres.", "", Range{1e-6, 1e6}},
      Field{&P::up, "up", "Axis that points up in the file; z is rotated to y."},
      Field{&P::non_manifold, "non_manifold",
            "Treatment of places where faces do not form a surface: split the vertices there and keep every face, "
            "or refuse the file."},
      Field{&P::normals, "normals",
            "Normals: keep those of the file (smooth where it has none), or recompute them as smooth or flat."},
      Field{&P::weld, "weld",
            "Whether vertices at the same position are welded, so that faces that touch there are connected; normals "
            "and UVs of their corners are kept. auto welds STL files, whose triangles share no vertices."}};
  /// Checks the file as io::check_mesh_file().
  static void check(const P& params, Checker& checker);
};
