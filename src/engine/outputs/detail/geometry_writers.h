#pragma once
// Writers of curves, skeletons, meshes and scenes: conversions to the types of src/formats. The signatures are those of
// Writer::write.

#include <filesystem>

#include "base/run_context.h"
#include "engine/outputs/output.h"
#include "formats/files/file_set.h"

namespace weald::pipeline {

void write_heightmap_obj(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& path,
                         const RunContext& context, io::FileSet& files);
void write_curve_svg(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& path,
                     const RunContext& context, io::FileSet& files);
void write_curve_obj(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& path,
                     const RunContext& context, io::FileSet& files);
void write_skeleton_csv(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& path,
                        const RunContext& context, io::FileSet& files);
void write_skeleton_svg(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& path,
                        const RunContext& context, io::FileSet& files);
void write_skeleton_obj(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& path,
                        const RunContext& context, io::FileSet& files);
/// Writes a heightmap as .glb.
void write_heightmap_gltf(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& path,
                          const RunContext& context, io::FileSet& files);
/// Writer of a mesh or a scene as .glb or .gltf.
void write_surface_gltf(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& path,
                        const RunContext& context, io::FileSet& files);
/// Writer of a mesh or a scene as OBJ.
void write_surface_obj(const OutputSpec& spec, const Artifact& artifact, const std::filesystem::path& path,
                       const RunContext& context, io::FileSet& files);

}  // namespace weald::pipeline
