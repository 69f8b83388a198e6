#include "pipeline/evaluate.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <mutex>

#include <fmt/format.h>

#include "core/error.h"
#include "pipeline/field_eval.h"

namespace weald::pipeline {

namespace {

/// What has been made of a stage so far.
struct Made {
  SharedArtifact artifact;                 ///< null while the stage is a lazy field
  std::shared_ptr<const LazyField> field;  ///< of heightmaps: lazy or whole
  int readers_left = 0;
};

class Evaluator {
 public:
  Evaluator(const Graph& graph, const EvalOptions& options, Diagnostics& diagnostics, const OutputSink& sink)
      : graph_(graph), options_(options), diagnostics_(diagnostics), sink_(sink), made_(graph.stages.size()) {
    for (const GraphStage& stage : graph.stages) {
      for (const std::size_t input : stage.inputs) ++made_[input].readers_left;
    }
  }

  void run() {
    for (std::size_t i = 0; i < graph_.stages.size(); ++i) {
      run_stage(i);
      for (const std::size_t input : graph_.stages[i].inputs) {
        // A lazy field keeps what it reads alive through its own pointers.
        if (--made_[input].readers_left == 0) made_[input] = {};
      }
    }
  }

 private:
  void run_stage(std::size_t index) {
    const StageDecl& decl = graph_.stages[index].decl;
    const auto start = std::chrono::steady_clock::now();
    const RunContext context = context_for(index);
    context.progress(0);
    try {
      if (decl.bound->is_field())
        make_field(index, context);
      else
        finish(index, std::make_shared<const Artifact>(decl.bound->run(inputs_of(index, context), context)));
    } catch (const StageError& e) {
      throw Located{decl.place_of(e.key()), fmt::format("stage '{}' ({}): {}", decl.name, decl.kind->kind, e.what())};
    } catch (const std::bad_alloc&) {
      throw Located{decl.where,
                    fmt::format("stage '{}' ({}) needs more memory than there is", decl.name, decl.kind->kind)};
    }
    if (made_[index].artifact == nullptr) return;
    if (options_.on_stage_done) options_.on_stage_done(decl, std::chrono::steady_clock::now() - start);
    if (options_.on_artifact) options_.on_artifact(decl, *made_[index].artifact);
    for (const GraphOutput& output : graph_.outputs) {
      if (output.stage == index) hand_over(output, *made_[index].artifact);
    }
  }

  void hand_over(const GraphOutput& output, const Artifact& artifact) {
    try {
      sink_(output, artifact);
    } catch (const StageError& e) {
      const auto& file = output.decl.spec.file;
      throw Located{file.where, fmt::format("output '{}': {}", file.value, e.what())};
    }
  }

  RunContext context_for(std::size_t index) {
    const StageDecl& decl = graph_.stages[index].decl;
    RunContext context;
    context.seed = decl.seed;
    context.stop = options_.stop;
    if (options_.on_progress) {
      context.on_progress = [this, index, &decl](double fraction) {
        const std::lock_guard lock(mutex_);
        options_.on_progress((static_cast<double>(index) + fraction) / static_cast<double>(graph_.stages.size()),
                             decl.name);
      };
    }
    context.on_warning = [this, &decl](const std::string& message, std::string_view key) {
      const std::lock_guard lock(mutex_);
      diagnostics_.warning(decl.place_of(key), fmt::format("stage '{}': {}", decl.name, message));
    };
    return context;
  }

  /// The heightmaps among a field's inputs, in the order of its fields, with repetitions.
  std::vector<std::size_t> field_inputs(std::size_t index) const {
    std::vector<std::size_t> result;
    const GraphStage& stage = graph_.stages[index];
    for (const schema::InputUse& use : stage.decl.bound->inputs()) {
      for (const std::size_t input : stage.inputs) {
        const StageDecl& other = graph_.stages[input].decl;
        if (other.name == use.stage && other.kind->output == schema::ArtifactName<Heightmap>::value)
          result.push_back(input);
      }
    }
    return result;
  }

  void make_field(std::size_t index, const RunContext& context) {
    const BoundStage& bound = *graph_.stages[index].decl.bound;
    LazyField field;
    std::vector<GridSpec> grids;
    for (const std::size_t input : field_inputs(index)) {
      if (!bound.is_local()) materialise_input(input, context);
      field.inputs.push_back(made_[input].field);
      grids.push_back(made_[input].field->grid);
    }
    field.grid = bound.grid(grids);
    field.kernel = bound.kernel(inputs_of(index, context, bound.is_local()), field.grid, context);
    if (stays_lazy(index)) {
      made_[index].field = std::make_shared<const LazyField>(std::move(field));
    } else {
      finish(index, std::make_shared<const Artifact>(materialise(field, context)));
    }
  }

  /// A field stays lazy when one local field alone reads it and nothing is written from it.
  bool stays_lazy(std::size_t index) const {
    if (made_[index].readers_left != 1 || options_.on_artifact) return false;
    for (const GraphOutput& output : graph_.outputs) {
      if (output.stage == index) return false;
    }
    for (const GraphStage& stage : graph_.stages) {
      if (std::find(stage.inputs.begin(), stage.inputs.end(), index) == stage.inputs.end()) continue;
      // A stage that names the same field twice would compute it twice.
      const auto uses = stage.decl.bound->inputs();
      const auto named = std::count_if(uses.begin(), uses.end(),
                                       [&](const auto& use) { return use.stage == graph_.stages[index].decl.name; });
      return stage.decl.bound->is_field() && stage.decl.bound->is_local() && named == 1;
    }
    return false;
  }

  void materialise_input(std::size_t input, const RunContext& context) {
    if (made_[input].artifact == nullptr)
      finish(input, std::make_shared<const Artifact>(materialise(*made_[input].field, context)));
  }

  void finish(std::size_t index, SharedArtifact artifact) {
    Made& made = made_[index];
    made.artifact = std::move(artifact);
    if (const auto* map = std::get_if<Heightmap>(made.artifact.get())) {
      made.field = std::make_shared<const LazyField>(LazyField{map->grid(), made.artifact, {}, {}});
    }
  }

  /// The artifacts a stage reads. A local field finds its heightmaps in windows instead.
  schema::Inputs inputs_of(std::size_t index, const RunContext& context, bool skip_lazy = false) {
    schema::Inputs inputs;
    for (const std::size_t input : graph_.stages[index].inputs) {
      if (made_[input].artifact == nullptr && skip_lazy) continue;
      materialise_input(input, context);
      const std::string& name = graph_.stages[input].decl.name;
      std::visit([&](const auto& value) { inputs.add(name, value); }, *made_[input].artifact);
    }
    return inputs;
  }

 public:
  struct Located {
    SourceLoc where;
    std::string message;
  };

 private:
  const Graph& graph_;
  const EvalOptions& options_;
  Diagnostics& diagnostics_;
  const OutputSink& sink_;
  std::vector<Made> made_;
  std::mutex mutex_;
};

}  // namespace

bool evaluate(const Graph& graph, const EvalOptions& options, Diagnostics& diagnostics, const OutputSink& sink) {
  try {
    Evaluator(graph, options, diagnostics, sink).run();
    return true;
  } catch (const Evaluator::Located& e) {
    diagnostics.error(e.where, e.message);
    return false;
  }
}

}  // namespace weald::pipeline
