#include "engine/run/evaluate.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/run_context.h"
#include "data/artifact.h"
#include "data/heightmap.h"
#include "data/tile_gatherer.h"
#include "engine/graph/placed_error.h"
#include "engine/graph/region.h"
#include "engine/graph/world_place.h"
#include "engine/plan/field_eval.h"
#include "engine/plan/field_reads.h"
#include "engine/plan/graph_estimate.h"
#include "engine/plan/output_faults.h"
#include "engine/plan/picture_faults.h"
#include "engine/run/detail/field_rows.h"
#include "engine/run/detail/halo_kernel.h"
#include "engine/run/detail/level_map.h"
#include "engine/run/detail/made_stage.h"
#include "engine/run/detail/output_dispatch.h"
#include "engine/run/detail/perimeter_kernel.h"
#include "engine/run/detail/picture_cut.h"
#include "engine/run/detail/result_check.h"
#include "engine/run/detail/stage_cache.h"
#include "engine/run/detail/stage_reports.h"
#include "engine/run/detail/tile_artifact.h"
#include "engine/run/detail/watched_files.h"
#include "formats/files/memory_limit.h"
#include "picture/render/place_camera.h"
#include "schema/decode.h"
#include "schema/input.h"

namespace weald::pipeline {
namespace {

// The inputs of a stage, and the artifacts that own them.
struct HeldInputs {
  schema::Inputs inputs;
  std::vector<SharedArtifact> artifacts;

  /// Adds what the stage called `name` has made.
  void add(const std::string& name, SharedArtifact artifact) {
    std::visit([&](const auto& value) { inputs.add(name, value, artifact); }, *artifact);
    artifacts.push_back(std::move(artifact));
  }
};

// The warning for a heightmap that drives the parameter `use` with samples outside the parameter's range: it gives the
// share of clamped samples and the range of all samples. Unset if no sample is clamped; a sample counts as inside up
// to 1e-6 * max(1, |bound|) beyond a bound.
std::optional<std::string> clamping_warning(const schema::InputUse& use, const Heightmap& field) {
  if (!use.driven_range) return std::nullopt;
  const auto [min, max] = *use.driven_range;
  const double least = min - 1e-6 * std::max(1.0, std::abs(min)), most = max + 1e-6 * std::max(1.0, std::abs(max));
  const auto outside =
      std::ranges::count_if(field.heights.values(), [&](double value) { return !(value >= least && value <= most); });
  if (outside == 0) return std::nullopt;
  const HeightRange range = height_range(field);
  const double percent = 100.0 * static_cast<double>(outside) / static_cast<double>(field.heights.size());
  return fmt::format(
      "{}: {:.2g} % of the samples of '{}', which range from {:g} to {:g}, lie outside {:g} to {:g} and are "
      "clamped",
      use.key, percent, use.stage, range.min, range.max, min, max);
}

// Warns of heightmaps with samples outside the range of the parameter of stage `index` that they drive. Only
// heightmaps that are stored as a whole, in `made`, are checked.
void warn_of_clamping(const Graph& graph, std::size_t index, std::span<const MadeStage> made,
                      const RunContext& context) {
  for (const schema::InputUse& use : graph.stages[index].decl.bound->inputs) {
    if (!use.driven_range) continue;
    for (const std::size_t input : graph.stages[index].inputs) {
      if (graph.stages[input].decl.name != use.stage || made[input].artifact == nullptr) continue;
      const auto* field = std::get_if<Heightmap>(made[input].artifact.get());
      const auto warning = field != nullptr ? clamping_warning(use, *field) : std::nullopt;
      if (warning) context.warn(*warning, use.key);
    }
  }
}

// The artifact that `gatherer` makes of `maps`, which are read in tiles of a fixed size. Pre: at least one map. Throws
// StageError if they lie on different grids, and what materialise_region() throws.
Artifact gathered(TileGatherer& gatherer, std::span<const LazyInput> maps, const RunContext& context) {
  const GridSpec grid = maps.front().field->grid;
  for (const LazyInput& map : maps) {
    if (map.field->grid != grid) throw StageError("its heightmaps lie on different grids", {});
  }
  gatherer.begin(grid);
  RunContext quiet = context;  // of the maps
  quiet.on_progress = {};
  for (int y = 0; y < grid.height; y += kPerimeterTile) {
    for (int x = 0; x < grid.width; x += kPerimeterTile) {
      const Region tile{x, y, std::min(kPerimeterTile, grid.width - x), std::min(kPerimeterTile, grid.height - y)};
      if (!gatherer.reads(tile)) continue;
      HeldInputs held;
      for (const LazyInput& map : maps)
        held.add(map.stage, std::make_shared<const Artifact>(materialise_region(*map.field, tile, quiet)));
      gatherer.add(held.inputs);
      const double done = y + static_cast<double>(tile.height) * (x + tile.width) / grid.width;
      context.progress(done / grid.height);
    }
  }
  return gatherer.result(context);
}

// Whether a graph can be cut as its region asks, its outputs can be written, and its maps and its memory, as
// estimated, are within the limits. Reports what stands against it.
bool can_run(const Graph& graph, const GraphEstimate& known, const EvalOptions& options, Diagnostics& diagnostics) {
  if (graph.region && !(check_cuts(graph, diagnostics) && check_picture_faults(graph, diagnostics))) return false;
  // Other runs do not say where the map lies.
  if (options.wanted() == Wanted::files && !check_output_faults(graph, diagnostics)) return false;
  const double limit = options.memory_limit ? *options.memory_limit : io::memory_limit();
  return check_sizes(graph, known, diagnostics, options.wanted()) &&
         check_memory(graph, known, limit, diagnostics, options.wanted());
}

class Evaluator {
 public:
  Evaluator(const Graph& graph, const GraphEstimate& estimate, const EvalOptions& options, Diagnostics& diagnostics,
            const OutputSink& sink)
      : graph_(graph),
        estimate_(estimate),
        options_(options),
        sink_(sink),
        plan_(make_plan(graph, estimate.stages, options.wanted())),
        made_(graph.stages.size()),
        known_(graph.stages.size()),
        reports_(graph, options, diagnostics) {
    if (options.cache != nullptr) cache_.emplace(*options.cache, options.file_digests);
  }

  void run() {
    for (now_ = 0; now_ < graph_.stages.size(); ++now_) visit(now_);
  }

 private:
  void visit(std::size_t index) {
    context_for(index).progress(0);
    if (cache_ && !is_regional(index)) known_[index].key = cache_->key(graph_, index, known_);
    if (is_lazy(index)) {
      known_[index].content = known_[index].key;
      if (graph_.region && decl_of(index).bound->perimeter) field_of(index);  // solves the tiles, or finds the solution
      if (graph_.region || !is_in_windows(index)) finish(index);
      return;
    }
    if (!find(index)) compute(index);
    finish(index);
  }

  /// Passes on what a stage has made, and frees what is no longer needed.
  void finish(std::size_t index) {
    made_.forget(plan_.steps[index].frees);  // before anything is written, since drawing takes memory too
    made_.forget_revived();
    if (options_.on_artifact) options_.on_artifact(decl_of(index), *fetch_cut(index));
    dispatch(index);
    made_.forget_revived();
    made_.forget(plan_.steps[index].frees_late);
    if (plan_.steps[index].last_use == index) made_.forget({{index}});
  }

  /// Passes on the outputs that wait for stage `now`, stage by stage.
  void dispatch(std::size_t now) {
    for (std::size_t index = 0; index <= now; ++index) {
      if (index == now || plan_.steps[index].is_shown_later) dispatch(outputs_of(index, now), index);
    }
  }

  void dispatch(const std::vector<GraphOutput>& outputs, std::size_t index) {
    if (outputs.empty()) return;
    const MadeFor whole_or_region = is_for_region(index) ? MadeFor::region : MadeFor::world;
    const MadeFor made_for = is_cut_file(graph_, outputs.front()) ? MadeFor::cut : whole_or_region;
    WrittenForm written(graph_, made_for);
    const OutputSink checked = [&](const GraphOutput& output, const ArtifactRef& artifact) {
      const auto fetch = [&]() -> SharedArtifact {
        const Artifact& whole = artifact.get();
        if (!graph_.region && !estimate_.stages[index].bytes.is_exact())
          require_memory(output.decl.spec, decl_of(index).kind->output, whole, memory_left());
        return written.of({SharedArtifact(), &whole}, output.decl.spec);  // owned by `artifact`
      };
      sink_(output, ArtifactRef(artifact.digest(), fetch, artifact.rows()));
    };
    // What is cut is not what the digest says.
    const bool is_cut = made_for == MadeFor::cut || (graph_.region && makes_map(decl_of(index)));
    const std::unique_ptr<FieldRows> rows = rows_of(index, outputs);
    const FinishedStage stage{is_cut ? "" : known_[index].content, [&] { return fetch_written(index); }, rows.get()};
    dispatch_outputs(outputs, stage, checked, options_.is_sink_parallel);
  }

  /// The rows of a stage that is written row by row; null if its artifact is passed on.
  std::unique_ptr<FieldRows> rows_of(std::size_t index, const std::vector<GraphOutput>& outputs) {
    if (!options_.reads_rows || !is_lazy(index) || graph_.level > 0) return nullptr;
    const auto region = graph_.region ? std::optional{written_region(graph_)} : std::nullopt;
    return attach_location(decl_of(index),
                           [&] { return make_rows(field_of(index), region, outputs, context_for(index)); });
  }

  /// The outputs of a stage that can be written once `now` has been run, with their cameras placed.
  std::vector<GraphOutput> outputs_of(std::size_t stage, std::size_t now) {
    std::vector<GraphOutput> outputs;
    for (const GraphOutput& output : graph_.outputs) {
      if (output.stage != stage || output.ready_after() != now) continue;
      outputs.push_back(output);
      attach_location(output.decl, [&] { place_on_earth(graph_, outputs.back()); });
      if (!output.reads.empty()) attach_location(output.decl, [&] { give_inputs(outputs.back()); });
    }
    return outputs;
  }

  /// Gives an output its mask, or its picture a camera, which depends on what it looks at.
  void give_inputs(GraphOutput& output) {
    OutputSpec& spec = output.decl.spec;
    HeldInputs held;
    for (const std::size_t read : output.reads) {
      if (spec.picture)
        held.add(decl_of(read).name, fetch_cut(read));
      else
        spec.mask_rows = rows_or_map(rows_of(read, {}), [&] { return fetch_written(read); });
    }
    if (spec.picture) place_camera(*spec.picture, held.inputs);
  }

  bool is_in_windows(std::size_t index) const { return plan_.steps[index].kind == StepKind::windows; }
  bool is_lazy(std::size_t index) const { return is_in_windows(index) || plan_.steps[index].kind == StepKind::rows; }
  bool is_regional(std::size_t index) const { return plan_.steps[index].kind == StepKind::region; }
  bool is_for_region(std::size_t index) const {
    return is_regional(decl_of(index).bound->part() != nullptr ? graph_.stages[index].inputs.front() : index);
  }

  /// Notes a stage that was run again after the plan had freed it, since the cache had lost what depends on it.
  void note_revived(std::size_t index) {
    if (plan_.steps[index].last_use < now_) made_.note_revived(index);
  }

  /// Looks up the record of a stage in the cache, and repeats its warnings.
  bool find(std::size_t index) {
    MadeStage& made = made_[index];
    if (known_[index].key.empty()) return false;
    made.record = cache_->find(known_[index].key);
    if (!made.record) return false;
    known_[index].content = made.record->artifact.digest;
    for (const StageWarning& warning : made.record->warnings) reports_.repeat(warning);
    if (options_.on_stage_found) options_.on_stage_found(decl_of(index));
    return true;
  }

  /// Stores the artifact of a stage, for the next run and for the keys of its readers.
  void keep(std::size_t index, std::vector<StageWarning> warnings) {
    MadeStage& made = made_[index];
    try {
      std::string key = known_[index].key;  // empty for what is made for a region
      if (!key.empty() && cache_->key(graph_, index, known_) != key) key.clear();  // a file has changed meanwhile
      made.record = cache_->keep(key, *made.artifact, std::move(warnings));
      known_[index].content = made.record->artifact.digest;
    } catch (const std::bad_alloc&) {  // not enough memory for the encoded bytes
      known_[index].content.clear();
    }
  }

  /// The artifact of a stage that is not lazy: available, cached, or computed again if the cached one is damaged.
  SharedArtifact fetch(std::size_t index) {
    MadeStage& made = made_[index];
    if (made.artifact != nullptr) return made.artifact;
    if (SharedArtifact kept = made.record ? cache_->load(*made.record) : nullptr) {
      set_artifact(index, std::move(kept));
    } else {
      compute(index);
    }
    note_revived(index);
    return made.artifact;
  }

  void compute(std::size_t index) {
    const StageDecl& decl = decl_of(index);
    StageWork work{made_[index].record.has_value(), {}};
    StageWork* const outer = reports_.begin(&work);
    const auto start = std::chrono::steady_clock::now();
    const RunContext context = context_for(index);
    attach_location(decl, [&] {
      if (decl.bound->field() != nullptr) {
        set_artifact(index, std::make_shared<const Artifact>(materialise(make_field(index), context)));
      } else if (decl.bound->part() != nullptr) {
        set_artifact(index, part_of(graph_.stages[index].inputs[0], decl.bound->part()->name));
      } else {
        StageResult result = run_whole(index, context);
        require_sound(result);
        set_artifact(index, std::make_shared<const Artifact>(std::move(result.main)));
        made_[index].parts = std::move(result.parts);
      }
    });
    if (options_.on_stage_done) options_.on_stage_done(decl, std::chrono::steady_clock::now() - start);
    reports_.begin(outer);
    if (cache_) keep(index, std::move(work.warnings));
  }

  StageResult run_whole(std::size_t index, const RunContext& context) {
    const BoundStage& bound = *decl_of(index).bound;
    if (graph_.region && bound.gatherer) {
      const HeldInputs others = inputs_of(index, true);
      return {gathered(*bound.gatherer(others.inputs), lazy_inputs_of(index), context), {}};
    }
    const HeldInputs held = inputs_of(index, false);
    warn_of_clamping(graph_, index, made_.all(), context);
    // The inputs may tell more than the estimate knew.
    if (!is_regional(index) && !estimate_.stages[index].bytes.is_exact())
      require_memory(graph_, index, held.artifacts, memory_left());
    StageResult result = bound.whole()->run(held.inputs, context, graph_.wanted_parts_of(index));
    if (is_regional(index) && bound.cut.reach)
      cut_pictures(result, {*graph_.region, *bound.cut.reach, whole_size_of(held.artifacts)});
    return result;
  }

  /// The artifact of a stage; in a run for a region a heightmap is cut to it and `reach` samples around it.
  SharedArtifact fetch_cut(std::size_t index, int reach = 0) {
    return graph_.region && makes_map(decl_of(index)) ? cut_map(index, *graph_.region, reach) : fetch(index);
  }

  /// What is written of a stage: likewise, without the apron.
  SharedArtifact fetch_written(std::size_t index) {
    return graph_.region && makes_map(decl_of(index)) ? cut_map(index, written_region(graph_), 0) : fetch(index);
  }

  SharedArtifact cut_map(std::size_t index, const Region& region, int reach) {
    const auto field = field_of(index);
    const LevelSource source{
        *field,         graph_.apron,        written_region(graph_).width, graph_.levels, known_[index].key,
        options_.cache, options_.level_store};
    return attach_location(decl_of(index),
                           [&] { return cut_level(source, graph_.level, region, reach, context_for(index)); });
  }

  /// A heightmap for stage `reader`, which places copies in the region.
  SharedArtifact fetch_around(std::size_t index, std::size_t reader) {
    const GridSpec on = field_of(field_inputs(graph_, reader).front())->grid;
    const std::shared_ptr<const LazyField> field = field_of(index);
    return attach_location(decl_of(reader), [&] {
      return cut_around(*field, on, graph_, *decl_of(reader).bound->cut.surroundings, context_for(index));
    });
  }

  /// A part of a stage. The stage is run again if only its main artifact was cached.
  SharedArtifact part_of(std::size_t index, std::string_view name) {
    if (made_[index].parts.empty()) compute(index);
    for (const auto& [other, artifact] : made_[index].parts) {
      if (other == name) return artifact;
    }
    throw InternalError("a stage did not make one of its parts");
  }

  void set_artifact(std::size_t index, SharedArtifact artifact) {
    MadeStage& made = made_[index];
    made.artifact = std::move(artifact);
    if (const auto* map = std::get_if<Heightmap>(made.artifact.get()))
      made.field = std::make_shared<const LazyField>(LazyField{map->grid(), made.artifact, {}, {}});
  }

  /// The field of a stage that makes a heightmap, lazy or whole.
  std::shared_ptr<const LazyField> field_of(std::size_t index) {
    MadeStage& made = made_[index];
    if (made.field != nullptr) return made.field;
    if (is_lazy(index)) {
      attach_location(decl_of(index), [&] { made.field = std::make_shared<const LazyField>(make_field(index)); });
      note_revived(index);
      return made.field;
    }
    const SharedArtifact whole = fetch(index);
    return std::make_shared<const LazyField>(LazyField{std::get<Heightmap>(*whole).grid(), whole, {}, {}});
  }

  /// The heightmaps that a stage reads.
  std::vector<LazyInput> lazy_inputs_of(std::size_t index) {
    std::vector<LazyInput> result;
    for (const std::size_t input : field_inputs(graph_, index))
      result.push_back({decl_of(input).name, field_of(input)});
    return result;
  }

  LazyField make_field(std::size_t index) {
    const schema::PartInfo* const part = decl_of(index).bound->part();
    const std::size_t maker = part != nullptr ? graph_.stages[index].inputs.front() : index;
    const BoundStage& bound = *decl_of(maker).bound;
    LazyField field;
    field.inputs = lazy_inputs_of(maker);
    const std::vector<FieldInput<GridSpec>> grids = grids_of(field.inputs);
    field.origin = {&decl_of(index), index};
    field.is_shared = graph_.region && plan_.steps[index].readers > 1;
    if (bound.field() == nullptr) {
      field.grid = grids.front().value;
      const std::string_view name = part != nullptr ? part->name : std::string_view{};
      if (bound.perimeter) {
        field.inputs.clear();  // the tiles read it themselves
        field.kernel = tiles_of(maker).kernel(name);
      } else {
        const WindowKeeper keeper{own_windows_, options_.finished_windows, known_[maker].key};
        field.kernel = halo_kernel(halo_source(graph_, maker, grids, keeper), name, reports_.quiet_context_for(maker));
      }
      return field;
    }
    field.grid = bound.field()->grid(InputGrids(grids));
    warn_of_clamping(graph_, index, made_.all(), context_for(index));
    const HeldInputs inputs = inputs_of(index, reads_windows_only(graph_, index));
    field.kernel = with_place(decl_of(index),
                              bound.field()->kernel(inputs.inputs, field.grid, context_for(index), InputGrids(grids)));
    return field;
  }

  /// The tiles of a stage that works tile by tile, solved.
  const PerimeterTiles& tiles_of(std::size_t index) {
    std::optional<PerimeterTiles>& tiles = made_[index].tiles;
    if (!tiles) {
      attach_location(decl_of(index), [&] {
        tiles.emplace(
            PerimeterSource{*decl_of(index).bound->perimeter, lazy_inputs_of(index).front().field,
                            graph_.wanted_parts_of(index), known_[index].key, options_.cache, options_.finished_tiles},
            context_for(index));
      });
      note_revived(index);
    }
    return *tiles;
  }

  /// The artifacts that a stage reads. With `skip_maps`, heightmaps are omitted: a local field reads windows of them.
  HeldInputs inputs_of(std::size_t index, bool skip_maps) {
    std::vector<std::size_t> read;
    std::vector<SharedArtifact> artifacts;
    const CutRule& rule = decl_of(index).bound->cut;
    const bool is_cut = is_regional(index) && rule.is_allowed;
    for (const std::size_t input : graph_.stages[index].inputs) {
      if (skip_maps && makes_map(decl_of(input))) continue;
      read.push_back(input);
      const bool is_around = is_cut && makes_map(decl_of(input)) && rule.surroundings;
      artifacts.push_back(is_around ? fetch_around(input, index)
                          : is_cut  ? fetch_cut(input, rule.reach.value_or(0))
                                    : fetch(input));
    }
    if (is_cut && rule.reach)
      cut_whole_pictures(
          graph_, index, [this](std::size_t input) { return is_for_region(input); }, artifacts);
    HeldInputs held;
    for (std::size_t i = 0; i < read.size(); ++i) held.add(decl_of(read[i]).name, std::move(artifacts[i]));
    return held;
  }

  double memory_left() const { return options_.memory_limit ? *options_.memory_limit : io::memory_limit(); }
  RunContext context_for(std::size_t index) { return reports_.context_for(index); }
  const StageDecl& decl_of(std::size_t index) const { return graph_.stages[index].decl; }

  const Graph& graph_;
  const GraphEstimate& estimate_;  // from before anything was made
  const EvalOptions& options_;
  const OutputSink& sink_;
  std::optional<StageCache> cache_;
  const Plan plan_;
  MadeStages made_;
  std::vector<StageIdentity> known_;  // keys and digests of the stages so far
  FinishedWindows own_windows_;       // of stages without a key
  std::size_t now_ = 0;               // the current step
  StageReports reports_;
};

}  // namespace

bool evaluate(const Graph& graph, const EvalOptions& options, Diagnostics& diagnostics, const OutputSink& sink) {
  const GraphEstimate known = estimate(graph);
  if (!can_run(graph, known, options, diagnostics)) return false;
  const WatchedFiles files(graph);
  WatchedStore cache(files, options.cache), level(files, options.level_store.store);
  EvalOptions watched = options;
  watched.cache = cache.or_null();
  watched.level_store.store = level.or_null();
  try {
    Evaluator(graph, known, watched, diagnostics, sink).run();
    files.require_unchanged();
    return true;
  } catch (const PlacedError& e) {
    diagnostics.add({Severity::error, e.where, e.message, {}, e.failure});
    return false;
  }
}

}  // namespace weald::pipeline
