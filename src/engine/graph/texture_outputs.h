#pragma once
// Textures of outputs. A picture that an OBJ or a .gltf refers to by a name of its own is an output of the stage that
// makes it, so that any number of files may share it; and what an output says of its textures is held against what the
// stages lay over its mesh, before anything runs.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "engine/graph/graph.h"

namespace weald::pipeline {

/// Most files of textures that the outputs of a preset may name together.
inline constexpr std::size_t kMaxTextureOutputs = 4096;

/// `file` as lists of files spell it: without `.`, `..` and doubled slashes.
std::string normal_name(const std::string& file);

/// The outputs, and after each those of the textures that it names: one for each file, and none for what another output
/// writes from the same stage. A texture whose stage has a part for its opacity (schema::is_mask) brings a second file,
/// `leaf_mask.png` beside `leaf.png`. More than kMaxTextureOutputs are reported.
std::vector<OutputDecl> with_texture_outputs(std::vector<OutputDecl> outputs, std::span<const StageDecl> stages,
                                             Diagnostics& diagnostics);

/// The files of other outputs that hold textures of this one.
std::vector<std::string> named_texture_files(const OutputSpec& spec);

/// Tells each texture that an output names what the mesh calls it. Reports, at its place, one that no stage lays over
/// the mesh, one that the mesh cannot tell from another, and a number larger than that of all that may be laid over it;
/// warns of a smaller number and of a texture that is not named, as far as that can be told before the stages run.
void resolve_textures(Graph& graph, Diagnostics& diagnostics);

}  // namespace weald::pipeline
