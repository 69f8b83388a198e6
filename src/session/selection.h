#pragma once
// Selection: presets reduced to some of their outputs, and to a part of every heightmap.

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "data/heightmap.h"
#include "session/loaded_presets.h"

namespace weald::session {

/// Whether the outputs that hold the textures of a chosen OBJ are chosen with it.
enum class Companions { kept, left_out };

/// Which outputs of presets are wanted.
struct Selection {
  std::vector<std::string> only;  ///< files, named as keep_outputs() takes them; empty: all
  bool no_pictures = false;       ///< what only shows other outputs is left out
  std::optional<Region> region;   ///< samples of every heightmap; unset: all
  std::string directory;          ///< that they are written into
  bool one = false;               ///< there must be exactly one, and its textures do not come with it
};

/// Reduces the presets to what is selected; those of which nothing is left go. Adds an error for a choice that no
/// preset has, and for a selection that leaves nothing.
void select_outputs(LoadedPresets& loaded, const Selection& selection);

/// The path of `file`, an output of a preset, in `directory`: spelled as the two were, "" being the current folder.
std::string output_path(const std::string& directory, const std::string& file);

/// The paths of all files of a graph in `directory`, in the order of its outputs.
std::vector<std::string> output_paths(const pipeline::Graph& graph, const std::string& directory);

/// Keeps the outputs that write one of `files`, named as the preset does (with {seed} for those of all siblings) or
/// as output_path() does, and the stages they need. `files` may be patterns as shells have them: `*.obj`, where `*`
/// stands for slashes too. Returns those of `files` that were found; the graph has no outputs when none was.
std::set<std::string> keep_outputs(pipeline::Graph& graph, const std::vector<std::string>& files,
                                   const std::string& directory, Companions companions = Companions::kept);

/// Drops the outputs that only show what others write, pictures and contact sheets, and the stages that only they need.
void leave_out_pictures(pipeline::Graph& graph);

}  // namespace weald::session
