#pragma once
// Writers of meshes and scenes besides OBJ: binary PLY and STL, and tables of a scene's instances. The signatures are
// those of Writer::write and Writer::cost.

#include <filesystem>
#include <string_view>

#include "base/run_context.h"
#include "engine/outputs/output.h"
#include "engine/outputs/output_cost.h"
#include "formats/files/file_set.h"

namespace weald::pipeline {

inline constexpr std::string_view kPlyHelp =
    "Binary PLY: polygons with normals, UVs, vertex colours and wind data, in metres, Y up; no materials. Tints "
    "multiply the vertex colours. A vertex is written once for each of its combinations of normal and UV.";
inline constexpr std::string_view kStlHelp =
    "Binary STL: triangles in metres, Y up, without any attributes. A `transform` of the mesh with `rotate: [90, 0, "
    "0]` makes it Z up, as 3D printing software expects.";
inline constexpr std::string_view kInstancesCsvHelp =
    "Table of the instances: index,prototype,x,y,z,qx,qy,qz,qw,sx,sy,sz: metres, Y up, unit quaternion, scale; apply "
    "scale, then rotation, then translation. Copies with tints or data also have red,green,blue (linear factors) and "
    "data.";
inline constexpr std::string_view kInstancesJsonHelp =
    "Table of the instances as JSON, with units and axes, and the prototypes with their names and bounds.";

inline constexpr std::string_view kPageHelp =
    "A page that shows the model in any browser, without a network: orbit, wireframe, levels of detail, materials, "
    "statistics and the parameters of the preset. The model and three.js are inside. With `reload`, a script beside "
    "it.";

/// The script beside a page that reloads itself.
std::filesystem::path reload_script_of(std::filesystem::path page);

inline constexpr std::string_view kMeshJsonHelp =
    "Metadata of the mesh for other programs, as JSON: its box in metres, and the facts that stages state, such as "
    "the numbers of an impostor or the capsules of a plant. A glTF file has the same data in `extras` of the mesh.";

/// Writer of a heightmap as a page that shows it.
void write_heightmap_page(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& path,
                          const RunContext& context, io::FileSet& files);
/// Writer of a mesh or a scene as a page that shows it.
void write_surface_page(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& path,
                        const RunContext& context, io::FileSet& files);

/// Writer of a mesh.
void write_facts_json(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& path,
                      const RunContext& context, io::FileSet& files);
/// Writer of a mesh or a scene.
void write_surface_ply(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& path,
                       const RunContext& context, io::FileSet& files);
void write_surface_stl(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& path,
                       const RunContext& context, io::FileSet& files);
/// Writer of a scene. Errors: StageError if an instance is sheared or flattened, so that scale, rotation and
/// translation cannot represent its transform.
void write_scene_csv(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& path,
                     const RunContext& context, io::FileSet& files);
void write_scene_json(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& path,
                      const RunContext& context, io::FileSet& files);

OutputCost surface_ply_cost(const OutputSpec& spec, const Estimate& from);
OutputCost surface_stl_cost(const OutputSpec& spec, const Estimate& from);

}  // namespace weald::pipeline
