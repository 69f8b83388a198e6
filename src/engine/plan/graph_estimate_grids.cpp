// The check of inputs before any work: the grids of heightmaps, and what else is known of them.

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/plan/detail/stage_estimates.h"
#include "engine/plan/graph_estimate.h"
#include "engine/plan/plan.h"

namespace weald::pipeline {

namespace {

class GridCheck {
 public:
  GridCheck(const Graph& graph, Diagnostics& diagnostics) : graph_(graph), diagnostics_(diagnostics) {}

  bool run() {
    const auto before = diagnostics_.error_count();
    const std::vector<Estimate> stages =
        estimate_stages(graph_, [&](std::size_t stage, const StageError& error) { report_field(stage, error); });
    schema::Estimates known;
    for (std::size_t i = 0; i < stages.size(); ++i) {
      grids_[graph_.stages[i].decl.name] = stages[i].grid;
      known.add(graph_.stages[i].decl.name, stages[i]);
    }
    for (const GraphStage& stage : graph_.stages) {
      if (stage.decl.bound->needs_one_grid) check_one_grid(stage.decl);
      check_first_grid(stage.decl);
      refuse(stage.decl, [&] { stage.decl.bound->require_inputs(known); });
    }
    for (const GraphOutput& output : graph_.outputs) check_mask(output.decl.spec);
    return diagnostics_.error_count() == before;
  }

 private:
  void report_field(std::size_t index, const StageError& error) {
    const StageDecl& decl = graph_.stages[index].decl;
    std::size_t maps = 0;
    bool names_map = false;
    for (const schema::InputUse& use : decl.bound->inputs) {
      ++maps;
      if (use.key != error.key()) continue;
      names_map = true;
    }
    report(decl, decl.place_of(error.key()), error.what(), names_map && (maps > 1 || decl.kind->makes_grid));
  }

  /// Compares the heightmaps of a stage with the first one whose grid is known.
  void check_one_grid(const StageDecl& decl) {
    std::optional<GridSpec> own;
    for (const schema::InputUse& use : decl.bound->inputs) {
      const auto found = grids_.find(use.stage);
      if (found == grids_.end() || !found->second) continue;
      if (!own) own = found->second;
      try {
        require_same_grid(*own, *found->second, use.key);
      } catch (const StageError& error) {
        report(decl, use.where, error.what(), true);
      }
    }
  }

  /// Reports a whole stage that cannot be run on the grid of its first heightmap, or on its own one if it reads none.
  void check_first_grid(const StageDecl& decl) {
    std::optional<GridSpec> grid;
    for (const schema::InputUse& use : decl.bound->inputs) {
      const auto found = grids_.find(use.stage);
      if (!grid && found != grids_.end()) grid = found->second;
    }
    if (decl.bound->inputs.empty()) grid = grids_[decl.name];
    if (grid) refuse(decl, [&] { decl.bound->require_grid(*grid); });
  }

  /// Reports the StageError that `require` throws.
  template <class Require>
  void refuse(const StageDecl& decl, const Require& require) {
    try {
      require();
    } catch (const StageError& error) {
      report(decl, decl.place_of(error.key()), error.what(), false);
    }
  }

  /// Compares the heightmap of an output with its mask.
  void check_mask(const OutputSpec& spec) {
    const auto map = grids_.find(spec.from.stage), mask = grids_.find(spec.mask.stage);
    if (map == grids_.end() || mask == grids_.end() || !map->second || !mask->second) return;
    try {
      require_same_grid(*map->second, *mask->second, "mask");
    } catch (const StageError& error) {
      report(fmt::format("output '{}'", spec.file.value), spec.mask.where, error.what(), true);
    }
  }

  /// Stages of siblings, and copies of a stage, fail alike at one place: that is reported once.
  void report(const StageDecl& decl, const SourceLoc& where, const std::string& what, bool is_mismatch) {
    report(fmt::format("stage '{}' ({})", decl.name, decl.kind->kind), where, what, is_mismatch);
  }
  void report(const std::string& reader, const SourceLoc& where, const std::string& what, bool is_mismatch) {
    if (!told_.insert({where.source, where.line, where.column, what}).second) return;
    diagnostics_.error(where, reader + ": " + what,
                       is_mismatch ? "the stage resample puts a heightmap on another grid" : "");
  }

  const Graph& graph_;
  Diagnostics& diagnostics_;
  std::map<std::string, std::optional<GridSpec>> grids_;  ///< by stage; unset: unknown, or not a heightmap
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::string>> told_;
};

}  // namespace

bool check_grids(const Graph& graph, Diagnostics& diagnostics) { return GridCheck(graph, diagnostics).run(); }

namespace {

/// What would let a stage be built in regions: parameters of it, or of a stage that reads it as a whole; else a
/// coarser grid.
std::string advice_for_regions(const Graph& graph, std::size_t index) {
  const std::string_view own = graph.stages[index].decl.bound->cut.given_by;
  if (!own.empty()) return fmt::format("give {}, which removes this dependency", own);
  for (const GraphStage& reader : graph.stages) {
    const BoundStage& bound = *reader.decl.bound;
    if (std::ranges::find(reader.inputs, index) == reader.inputs.end() || bound.cut.is_allowed || bound.gatherer ||
        bound.perimeter || bound.cut.given_by.empty())
      continue;
    return fmt::format("give '{}' {}, which removes this dependency", reader.decl.name, bound.cut.given_by);
  }
  return "use a coarser grid for what depends on the whole map, and resample its result";
}

/// Why a stage that is needed as a whole cannot be built, and advice.
std::pair<std::string, std::string> size_fault(const Graph& graph, std::size_t index, const GridSpec& grid) {
  const StageDecl& decl = graph.stages[index].decl;
  if (!graph.region)
    return {fmt::format("stage '{}' ({}): {} x {} samples are more than can be built at once (16385 x 16385)",
                        decl.name, decl.kind->kind, grid.width, grid.height),
            "build regions of the map with --region X,Y,W,H, or tiles with 'world'"};
  return {fmt::format("stage '{}' ({}) {}: its {} x {} samples are more than can be built at once (16385 x 16385)",
                      decl.name, decl.kind->kind,
                      decl.bound->is_local_field() ? "is read as a whole" : "depends on the whole map", grid.width,
                      grid.height),
          advice_for_regions(graph, index)};
}

}  // namespace

bool check_sizes(const Graph& graph, const GraphEstimate& estimate, Diagnostics& diagnostics, Wanted wanted,
                 Severity severity) {
  bool is_ok = true;
  const std::vector<PlanStep> steps = make_plan(graph, estimate.stages, wanted).steps;
  for (std::size_t i = 0; i < graph.stages.size(); ++i) {
    const StageDecl& decl = graph.stages[i].decl;
    const std::optional<GridSpec>& grid = estimate.stages[i].grid;
    const bool is_whole = steps[i].kind == StepKind::field || steps[i].kind == StepKind::whole;
    if (!is_whole || !grid || std::int64_t{grid->width} * grid->height <= kMaxSamples) continue;
    is_ok = false;
    auto [message, help] = size_fault(graph, i, *grid);
    diagnostics.add({severity, graph.region ? decl.where : decl.place_of("size"), std::move(message), std::move(help)});
  }
  return is_ok;
}

}  // namespace weald::pipeline
