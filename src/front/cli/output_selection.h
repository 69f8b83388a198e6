#pragma once
// --only and --no-pictures: a graph reduced to some of its outputs.

#include <set>
#include <string>
#include <vector>

#include "engine/graph/graph.h"

namespace weald::app {

/// The path of `file`, an output of a preset, in `directory`: spelled as the two were, "" being the current folder.
std::string output_path(const std::string& directory, const std::string& file);

/// Whether the outputs that hold the textures of a chosen OBJ are chosen with it.
enum class Companions { kept, left_out };

/// Keeps the outputs that write one of `files`, named as the preset does (with {seed} for those of all siblings) or
/// as output_path() does, and the stages they need. `files` may be patterns as shells have them: `*.obj`, where `*`
/// stands for slashes too. Returns those of `files` that were found; the graph has no outputs when none was.
std::set<std::string> keep_outputs(pipeline::Graph& graph, const std::vector<std::string>& files,
                                   const std::string& directory, Companions companions = Companions::kept);

/// Drops the outputs that only show what others write, pictures and contact sheets, and the stages that only they need.
void leave_out_pictures(pipeline::Graph& graph);

}  // namespace weald::app
