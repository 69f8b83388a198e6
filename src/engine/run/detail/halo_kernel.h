#pragma once
// Runs a whole stage window by window.

#include <span>
#include <string>
#include <string_view>

#include "base/run_context.h"
#include "data/field.h"
#include "engine/graph/graph.h"
#include "engine/graph/stage.h"
#include "engine/run/finished_windows.h"

namespace weald::pipeline {

/// The grid of the heightmaps that a stage reads. Throws StageError if they lie on several; see check_grids(). Pre:
/// there is at least one.
GridSpec common_grid(const StageDecl& decl, std::span<const FieldInput<GridSpec>> grids);

/// What windows of a stage are made from.
struct HaloSource {
  const WholeWork& work;
  int halo = 0;  ///< samples around a window that it depends on
  std::span<const FieldInput<GridSpec>> grids;
  schema::WantedParts wanted{};         ///< parts of the stage, with their names
  std::string key{};                    ///< of the stage, in `finished`
  FinishedWindows* finished = nullptr;  ///< where windows are kept with all wanted parts; null: nowhere
};

/// Where windows of a stage may be kept.
struct WindowKeeper {
  FinishedWindows& own;               ///< of the run
  FinishedWindows* shared = nullptr;  ///< by several runs; null: none
  const std::string& key;             ///< of the stage's result; empty: its windows are not shared
};

/// The source of the windows of stage `index` of a graph with a region, which reads heightmaps on these grids. Windows
/// are kept if several readers need them: see kept_window_samples(). Throws what common_grid() throws.
HaloSource halo_source(const Graph& graph, std::size_t index, std::span<const FieldInput<GridSpec>> grids,
                       const WindowKeeper& keeper);

/// A kernel that runs a whole stage on windows of its heightmaps with `halo` more samples on every side, and keeps the
/// samples inside, of its result or of a wanted part. Windows that were finished for another reader are not run again.
/// Pre: the stage reads nothing but the heightmaps in `grids`, makes heightmaps on their grid and has CutRule::halo.
FieldKernel halo_kernel(const HaloSource& source, std::string_view part, const RunContext& context);

}  // namespace weald::pipeline
