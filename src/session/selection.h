#pragma once
// Selection: reduces presets to some of their outputs, and to a region of every heightmap.

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "data/heightmap.h"
#include "session/loaded_presets.h"
#include "session/shard.h"

namespace weald::session {

/// Whether the outputs that hold the textures of a selected output are selected with it.
enum class Companions { kept, left_out };

/// The outputs of presets that are wanted.
struct Selection {
  std::vector<std::string> only;  ///< files or patterns, as for keep_outputs(); empty: all outputs
  bool no_pictures = false;       ///< leave out pictures and contact sheets
  std::optional<Shard> shard;     ///< of the siblings of each preset without 'world'; unset: all of them
  std::optional<Region> region;   ///< samples of every heightmap; unset: all
  std::string directory;          ///< folder that they are written into
  bool one = false;               ///< exactly one output is required; outputs of its textures are not added
};

/// Reduces the presets to the selected outputs, and removes presets without any. Adds an error for a file that no
/// preset writes, for a selection that leaves no output unless it is a shard, and for several outputs if
/// `selection.one` is set. With a region, also reports stages that cannot be built for it.
void select_outputs(LoadedPresets& loaded, const Selection& selection);

/// The path of the output `file` in `directory` ("": the current folder), neither of which is normalised.
std::string output_path(const std::string& directory, const std::string& file);

/// The paths of all files of a graph in `directory`, each once, in the order of its outputs.
std::vector<std::string> output_paths(const pipeline::Graph& graph, const std::string& directory);

/// Keeps the outputs that write one of `files`, and the stages that they need. A file is named as in the preset (with
/// {seed}, for the files of all siblings) or as by output_path(). It may be a shell pattern such as `*.obj`, in which
/// `*` also matches slashes. Returns the elements of `files` that match an output; if none does, the graph has no
/// outputs.
std::set<std::string> keep_outputs(pipeline::Graph& graph, const std::vector<std::string>& files,
                                   const std::string& directory, Companions companions = Companions::kept);

/// Keeps the outputs for which `is_kept` holds, those that hold their textures, and the stages that they need.
void keep_outputs_that(pipeline::Graph& graph, const std::function<bool(const pipeline::GraphOutput&)>& is_kept);

/// Drops pictures and contact sheets, and the stages that only they need.
void leave_out_pictures(pipeline::Graph& graph);

}  // namespace weald::session
