#pragma once
// Graph: validated stages linked to each other, in topological order.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "engine/graph/stage.h"
#include "engine/outputs/output.h"

namespace weald::pipeline {

/// A stage as declared in the preset, with validated parameters.
struct StageDecl {
  std::string name;
  SourceLoc where;  ///< of its name
  const StageKind* kind = nullptr;
  std::optional<BoundStage> bound;                      ///< unset if the parameters had errors
  std::vector<schema::InputUse> inputs;                 ///< stages it names, also if `bound` is unset
  std::uint64_t seed = 0;                               ///< the stage's own seed
  std::vector<std::pair<std::string, SourceLoc>> keys;  ///< locations of its values, for run-time errors

  /// The location of `key`'s value, or of the stage's name if the key was not given.
  SourceLoc place_of(std::string_view key) const;
};

/// An output with its location in the preset.
struct OutputDecl {
  OutputSpec spec;
  SourceLoc where;
  std::string declared_file;                            ///< the file name as written in the preset, including {seed}
  std::vector<std::pair<std::string, SourceLoc>> keys;  ///< locations of its values, also of "picture.size"
  bool is_texture = false;                              ///< another output names it as one of its textures
  /// The sibling of the preset that it belongs to, from 0; a picture of all of them belongs to the first. Unset: the
  /// preset has no siblings.
  std::optional<std::size_t> sibling{};

  /// The location of `key`'s value, or of the file's name if the key was not given.
  SourceLoc place_of(std::string_view key) const;
};

/// The stages that an output names besides the one that it is made from: its mask; and those that the camera of its
/// picture looks at, and the curves that this follows.
std::vector<schema::InputUse> inputs_beside(const OutputDecl& output);

/// A linked stage. Indices count in Graph::stages.
struct GraphStage {
  StageDecl decl;
  std::vector<std::size_t> inputs;  ///< distinct stages that it reads, in the order of its fields
};

/// A linked output.
struct GraphOutput {
  OutputDecl decl;
  std::size_t stage = 0;
  std::vector<std::size_t> reads{};  ///< the stages of inputs_beside()
  std::size_t index = 0;             ///< of this output in Graph::outputs

  /// The last stage that must have been run before the output can be written.
  std::size_t ready_after() const {
    std::size_t last = stage;
    for (const std::size_t read : reads) last = std::max(last, read);
    return last;
  }
};

/// A rectangle of the world; regions share the world among them.
struct RegionShare {
  Vec2 low{0};   ///< world (x, z), metres, inclusive
  Vec2 high{0};  ///< exclusive
};

/// The linked stages and outputs of a preset, ready to be evaluated.
struct Graph {
  std::vector<GraphStage> stages;    ///< in topological order; only stages that an output needs
  std::vector<GraphOutput> outputs;  ///< as listed in the preset
  /// The samples to build of every heightmap; unset: all. They are bit-identical to those of the whole map; see
  /// engine/graph/region.h. Artifacts that are made for the region are not kept in the cache.
  std::optional<Region> region;
  /// The level of detail that the region lies on; 0: the heightmaps as they are. See level_grid().
  int level = 0;
  /// Levels of detail that are built, each in a graph of its own.
  int levels = 1;
  /// Samples on each side of the region that only meshes read: heightmaps and pictures are written without them.
  int apron = 0;
  /// The region's share in curves and in meshes that are not made for it, and in copies; unset: all of them.
  std::optional<RegionShare> share{};
  /// World (x, z) that meshes and scenes are written relative to, metres; unset: the world's origin.
  std::optional<Vec2> local_origin{};

  /// The files of one output, sidecars included, relative to the output folder.
  std::vector<std::string> files_of(const GraphOutput& output) const;
  /// The paths of all files that evaluating the graph opens, each once, in the order of the stages, including missing
  /// ones (see BoundStage::files_read).
  std::vector<std::string> files_read() const;
  /// The parts of a stage that are stages of this graph.
  schema::WantedParts wanted_parts_of(std::size_t stage) const;
};

/// Links the stages by name. Reports, each at its location: an input or output that names no stage, an artifact of the
/// wrong type, a cycle (with its chain), two outputs with the same file, a file name that no writer of the artifact
/// accepts, and textures that the stages do not put on an output's mesh. Each texture file that an output names becomes
/// an output. Unset if there was an error or a stage has no bound parameters.
std::optional<Graph> link(std::vector<StageDecl> stages, std::vector<OutputDecl> outputs, Diagnostics& diagnostics);

/// Drops the stages that neither an output nor a stage marked in `wanted` needs, and renumbers the others. `wanted` has
/// an element for each stage; stages that it marks are kept.
void keep_needed_stages(Graph& graph, std::vector<bool> wanted);

}  // namespace weald::pipeline
