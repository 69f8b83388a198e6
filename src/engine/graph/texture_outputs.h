#pragma once
// Textures of outputs. A picture that an OBJ or a .gltf refers to by a name of its own is an output of the stage that
// makes it, so any number of files may share it. Before anything runs, the `textures` of an output are compared with
// the textures that the stages put on its mesh.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// Most texture files that the outputs of a preset may name together.
inline constexpr std::size_t kMaxTextureOutputs = 4096;

/// `file` normalized: without `.`, `..` and doubled slashes.
std::string normal_name(const std::string& file);

/// The outputs, each followed by the outputs of the textures that it names: one for each file, except for a file that
/// another output already writes from the same stage. A texture whose stage has a part for its opacity
/// (schema::is_mask) adds a second file, `leaf_mask.png` beside `leaf.png`. More than kMaxTextureOutputs are reported.
std::vector<OutputDecl> with_texture_outputs(std::vector<OutputDecl> outputs, std::span<const StageDecl> stages,
                                             Diagnostics& diagnostics);

/// The files of other outputs that hold textures of this output.
std::vector<std::string> named_texture_files(const OutputSpec& spec);

/// Sets, for each texture that an output names, its name in the mesh. Reports, each at its location, a texture that no
/// stage puts on the mesh, a texture that the mesh cannot distinguish from another, and a number larger than the number
/// of textures that may be used. Warns of a smaller number and of a texture that is not named, as far as this is known
/// before the stages run.
void resolve_textures(Graph& graph, Diagnostics& diagnostics);

}  // namespace weald::pipeline
