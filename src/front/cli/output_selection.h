#pragma once
// --only and --no-pictures: reduces a graph to some of its outputs.

#include <set>
#include <string>
#include <vector>

#include "engine/graph/graph.h"

namespace weald::app {

/// The path of `file`, an output of a preset, in `directory`, in the spelling of both; "" is the current folder.
std::string output_path(const std::string& directory, const std::string& file);

/// Whether the outputs that hold the textures of a selected OBJ are selected with it.
enum class Companions { kept, left_out };

/// Keeps the outputs that write one of `files`, named as in the preset (with {seed} for those of all siblings) or as by
/// output_path(), and the stages they need. `files` may be shell patterns: `*.obj`, where `*` also matches slashes.
/// Returns those of `files` that were found; the graph has no outputs if none was.
std::set<std::string> keep_outputs(pipeline::Graph& graph, const std::vector<std::string>& files,
                                   const std::string& directory, Companions companions = Companions::kept);

/// Drops the outputs that only show other outputs, pictures and contact sheets, and the stages that only they need.
void leave_out_pictures(pipeline::Graph& graph);

}  // namespace weald::app
