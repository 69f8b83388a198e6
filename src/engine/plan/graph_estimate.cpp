#include "engine/plan/graph_estimate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/graph/region.h"
#include "engine/outputs/writers.h"
#include "engine/plan/detail/stage_estimates.h"
#include "engine/plan/detail/window_estimate.h"
#include "engine/plan/field_reads.h"
#include "engine/plan/kept_results.h"
#include "schema/wording.h"
#include "stages/scenes/lod_chain.h"

namespace weald::pipeline {

namespace {

/// The estimate of a heightmap of which only the region of a graph is read. Pre: `whole` has a grid, and the graph a
/// region.
Estimate cut(const Estimate& whole, const Graph& graph) {
  const Region& region = *graph.region;
  const GridSpec grid = level_grid(*whole.grid, graph.level, graph.apron);
  Estimate result = Estimate::of_heightmap({std::min(region.width, grid.width), std::min(region.height, grid.height),
                                            grid.cell_size, grid.position(region.x, region.y)});
  result.seconds = whole.seconds * (result.pixels.least / whole.pixels.least);
  result.cause = whole.cause;
  return result;
}

/// The estimate of a stage that places copies, for a region: any number of those of the whole land lie in it.
Estimate with_fewer_copies(const Estimate& whole) {
  Estimate result = whole;
  result.surface.may_be_fewer();
  result.bytes.least = 0;
  if (!result.scene) return result;
  result.scene->may_be_shared();
  result.scene->instances.least = result.scene->nodes.least = 0;
  return result;
}

/// The estimate of what is written of a stage, which has the estimate `made`: heightmaps are cut to the region, and
/// they and pictures of it have no apron. Pre: the graph has a region.
Estimate as_written(const Estimate& made, const Graph& graph, RegionRole role) {
  Estimate result = made.grid && role == RegionRole::whole ? cut(made, graph) : made;
  const Region& region = *graph.region;
  const int apron = graph.apron;
  if (apron == 0) return result;
  if (result.grid) {
    const GridSpec& grid = *result.grid;
    return Estimate::of_heightmap(
        {grid.width - 2 * apron, grid.height - 2 * apron, grid.cell_size, grid.position(apron, apron)});
  }
  // A picture of another size is no window of the map, and is written as it is.
  if (role != RegionRole::region || result.sides != Vec2{region.width, region.height}) return result;
  const Vec2 inner{region.width - 2 * apron, region.height - 2 * apron};
  Estimate like;
  like.sides = inner;
  like.pixels = Amount::exactly(inner.x * inner.y);
  return Estimate::of_image_like(like, made.image_bits());
}

/// Estimates a field stage from the grids of its inputs. The result is unknown if a grid is unknown or if they do not
/// match, which is given to `on_error`.
Estimate estimate_field(const Graph& graph, std::size_t index, const std::vector<std::optional<GridSpec>>& grids,
                        const schema::Estimates& inputs, const OnGridError& on_error) {
  std::vector<FieldInput<GridSpec>> known;
  for (const std::size_t input : field_inputs(graph, index)) {
    if (!grids[input]) return {};
    known.push_back({graph.stages[input].decl.name, *grids[input]});
  }
  try {
    return graph.stages[index].decl.bound->estimate(inputs, InputGrids(known));
  } catch (const StageError& error) {
    if (on_error) on_error(index, error);
    return {};
  }
}

Estimate estimate_stage(const Graph& graph, std::size_t index, const std::vector<std::optional<GridSpec>>& grids,
                        const schema::Estimates& inputs, const OnGridError& on_error) {
  const BoundStage& bound = *graph.stages[index].decl.bound;
  return bound.field() != nullptr ? estimate_field(graph, index, grids, inputs, on_error) : bound.estimate(inputs, {});
}

/// "about X", or "at least X" if the upper bound is far away.
template <class Text>
std::string about(const Amount& amount, const Text& text) {
  const auto typical = amount.typical();
  if (amount.is_exact()) return text(amount.least);
  return typical ? "about " + text(*typical) : "at least " + text(amount.least);
}

/// The pictures that meshes and scenes get from the stages that make them, each once.
class PictureSum {
 public:
  PictureSum(const Graph& graph, const std::vector<Estimate>& stages) : graph_(graph), stages_(stages) {}

  /// Bytes of all pictures that the materials of a stage's mesh or scene can have: the pictures of the meshes that it
  /// is made from, and pictures made together with these meshes. Unknown if a file is read, which may contribute any.
  Amount of(std::size_t stage) {
    if (!visit(stage)) return {};
    Amount sum = Amount::exactly(0);
    for (const auto& [picture, pixels] : pictures_) sum = sum + image_file_bytes(pixels);
    sum.least = 0;  // the materials may use none of them
    return sum;
  }

 private:
  /// Collects the pictures; false if a stage reads a file.
  bool visit(std::size_t first) {
    std::vector<std::size_t> waiting{first};
    std::set<std::size_t> seen;
    while (!waiting.empty()) {
      const std::size_t index = waiting.back();
      waiting.pop_back();
      if (!seen.insert(index).second) continue;
      if (!graph_.stages[index].decl.bound->files_read().empty()) return false;
      add_made(index);
      for (const std::size_t input : graph_.stages[index].inputs) {
        const std::string_view artifact = graph_.stages[input].decl.kind->output;
        if (artifact == schema::ArtifactName<Image>::value) add_image(input);
        if (is_surface(artifact)) waiting.push_back(input);
      }
    }
    return true;
  }

  static bool is_surface(std::string_view artifact) {
    return artifact == schema::ArtifactName<mesh::Mesh>::value || artifact == schema::ArtifactName<scene::Scene>::value;
  }

  /// Records the images that a stage makes beside its mesh, for the materials of that mesh.
  void add_made(std::size_t index) {
    for (const schema::PartInfo& part : graph_.stages[index].decl.kind->parts) {
      if (part.artifact != schema::ArtifactName<Image>::value || schema::is_mask(part.name) || !part.is_worn) continue;
      pictures_[{index, part.name}] = Amount{};
      for (const auto& [name, estimate] : stages_[index].parts) {
        if (name == part.name) pictures_[{index, part.name}] = estimate.pixels;
      }
    }
  }

  void add_image(std::size_t index) {
    const GraphStage& stage = graph_.stages[index];
    const schema::PartInfo* part = stage.decl.bound->part();
    const std::size_t source = part != nullptr ? stage.inputs.front() : index;
    pictures_[{source, part != nullptr ? part->name : std::string_view{}}] = stages_[index].pixels;
  }

  const Graph& graph_;
  const std::vector<Estimate>& stages_;
  std::map<std::pair<std::size_t, std::string_view>, Amount> pictures_;  ///< pixels, by stage and part
};

}  // namespace

std::vector<Estimate> estimate_stages(const Graph& graph, const OnGridError& on_error) {
  std::vector<Estimate> stages;
  stages.reserve(graph.stages.size());  // the stages' estimates refer to each other
  std::vector<std::optional<GridSpec>> grids;
  schema::Estimates known;
  if (!graph.region) {
    for (std::size_t i = 0; i < graph.stages.size(); ++i) {
      stages.push_back(estimate_stage(graph, i, grids, known, on_error));
      grids.push_back(stages.back().grid);
      known.add(graph.stages[i].decl.name, stages.back());
    }
    return stages;
  }
  const std::vector<RegionRole> roles = region_roles(graph);
  std::vector<Estimate> regional;  // as the stages see them that are made for the region
  regional.reserve(graph.stages.size());
  schema::Estimates known_regional;
  for (std::size_t i = 0; i < graph.stages.size(); ++i) {
    const bool is_regional = roles[i] == RegionRole::region;
    stages.push_back(estimate_stage(graph, i, grids, is_regional ? known_regional : known, on_error));
    if (is_regional && graph.stages[i].decl.bound->cut.surroundings) stages[i] = with_fewer_copies(stages[i]);
    grids.push_back(stages.back().grid);
    regional.push_back(stages.back().grid ? cut(stages.back(), graph) : stages.back());
    known.add(graph.stages[i].decl.name, stages[i]);
    known_regional.add(graph.stages[i].decl.name, regional[i]);
  }
  for (std::size_t i = 0; i < graph.stages.size(); ++i) {
    if (roles[i] != RegionRole::windows) continue;
    const BoundStage& bound = *graph.stages[i].decl.bound;
    const std::optional<GridSpec> whole = stages[i].grid;
    stages[i] = bound.cut.halo && whole ? in_windows(regional[i], *whole, graph, bound.cut) : regional[i];
    if (bound.perimeter && whole) stages[i].scratch.least = bound.perimeter->tile_bytes * samples_of_tile(*whole);
  }
  return stages;
}

GraphEstimate estimate(const Graph& graph) {
  GraphEstimate result{estimate_stages(graph), {}};
  const std::vector<RegionRole> roles = graph.region ? region_roles(graph) : std::vector<RegionRole>{};
  for (const GraphOutput& output : graph.outputs) {
    const std::string_view artifact = graph.stages[output.stage].decl.kind->output;
    Estimate from = result.stages[output.stage];
    if (graph.region) from = as_written(from, graph, roles[output.stage]);
    if (is_cut_file(graph, output)) from.surface.may_be_fewer();
    from.pictures = PictureSum(graph, result.stages).of(output.stage);
    result.outputs.push_back(cost_of(output.decl.spec, artifact, from));
  }
  return result;
}

namespace {

struct Counter {
  Estimate operator()(const Heightmap& map) const { return Estimate::of_heightmap(map.grid()); }
  Estimate operator()(const Image& image) const {
    return Estimate::of_image(image.pixels.width(), image.pixels.height(), image.bits());
  }
  Estimate operator()(const mesh::Mesh& mesh) const {
    Estimate result = Estimate::of_surface(counts_of(mesh));
    result.facts = facts_bytes(mesh);
    return result;
  }
  Estimate operator()(const scene::Scene& scene) const {
    SurfaceCounts counts = SurfaceCounts::none();
    std::size_t nodes = 0;
    std::vector<bool> has_copies(scene.prototypes.size(), false);
    std::vector<SurfaceCounts> each;
    for (const scene::Prototype& prototype : scene.prototypes) each.push_back(counts_of(*prototype.mesh));
    for (const scene::Instance& instance : scene.instances) {
      const scene::Prototype& prototype = scene.prototype_of(instance);
      counts = counts + each[scene.prototype_index(instance)];
      has_copies[scene.prototype_index(instance)] = true;
      nodes += 1 + prototype.lighter.size() + (prototype.collision ? prototype.collision->groups.size() : 0);
    }
    Estimate result = Estimate::of_surface(counts);
    result.scene = SceneCounts::none();
    result.scene->instances = exactly(scene.instances.size());
    result.scene->nodes = exactly(nodes);
    result.scene->groups = exactly(scene.groups.size());
    for (std::size_t i = 0; i < has_copies.size(); ++i) {
      if (!has_copies[i]) continue;
      add_stored(*scene.prototypes[i].mesh, *result.scene);
      for (const scene::LighterLevel& level : scene.prototypes[i].lighter) add_stored(*level.mesh, *result.scene);
      if (const auto& collision = scene.prototypes[i].collision) add_bodies(*collision, *result.scene);
    }
    return result;
  }
  Estimate operator()(const curve::Curve& curve) const {
    Estimate result;
    for (const curve::Path& path : curve.paths) (path.closed ? result.paths.closed : result.paths.open) = true;
    return result;
  }
  template <class Other>
  Estimate operator()(const Other&) const {
    return {};
  }

  static Amount exactly(std::size_t number) { return Amount::exactly(static_cast<double>(number)); }

  static void add_stored(const mesh::Mesh& mesh, SceneCounts& counts) {
    counts.meshes = counts.meshes + exactly(1);
    counts.stored = counts.stored + counts_of(mesh);
    counts.facts += facts_bytes(mesh);
  }

  static void add_bodies(const mesh::Mesh& mesh, SceneCounts& counts) {
    SurfaceCounts shapes = counts_of(mesh);
    shapes.may_be_fewer();
    counts.stored = counts.stored + shapes;
    counts.facts += scene::kBodyJson * static_cast<double>(mesh.groups.size());
  }

  /// Upper bound of the bytes of a mesh's facts and names as JSON: a number has 24 bytes including its comma, and every
  /// name is on lines of its own.
  static double facts_bytes(const mesh::Mesh& mesh) {
    std::size_t bytes = 0;
    for (const mesh::Fact& fact : mesh.facts)
      bytes += 2 * fact.name.size() + 2 * fact.text.size() + 40 + 24 * fact.values.size();
    for (const mesh::Group& group : mesh.groups) bytes += 2 * group.name.size() + 4;
    return static_cast<double>(bytes);
  }

  static SurfaceCounts counts_of(const mesh::Mesh& mesh) {
    const auto faces = mesh.topology.faces();
    const auto outside = std::count(faces.begin(), faces.end(), mesh::Dcel::kNoIndex);
    return {exactly(mesh.vertex_count()), exactly(mesh.face_count()),
            exactly(faces.size() - static_cast<std::size_t>(outside)), exactly(mesh.uvs.values.size()),
            exactly(mesh.normals.values.size())};
  }
};

}  // namespace

Estimate estimate_of(const Artifact& artifact) { return std::visit(Counter{}, artifact); }

namespace {

/// Least bytes of the heightmaps that a stage is given for a region: their samples of it, cut out of their windows.
double cut_bytes(const Graph& graph, std::size_t index, const std::vector<PlanStep>& steps) {
  if (steps[index].kind != StepKind::region) return 0;
  std::set<std::size_t> maps;
  for (const std::size_t input : field_inputs(graph, index)) {
    if (steps[input].kind == StepKind::windows) maps.insert(input);
  }
  return static_cast<double>(sizeof(float) * maps.size()) * graph.region->width * graph.region->height;
}

}  // namespace

MemoryPeak memory_peak(const Graph& graph, const GraphEstimate& estimate, Wanted wanted) {
  const std::size_t count = graph.stages.size();
  const std::vector<PlanStep> steps = make_plan(graph, estimate.stages, wanted).steps;
  std::vector<double> written(count, 0);  // largest memory of a single output that is written after the stage
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    double& most = written[graph.outputs[i].ready_after()];
    most = std::max(most, estimate.outputs[i].memory.least);
  }
  MemoryPeak peak;
  for (std::size_t i = 0; i < count; ++i) {
    if (steps[i].kind == StepKind::windows) {
      if (estimate.stages[i].scratch.least > peak.bytes) peak = {estimate.stages[i].scratch.least, i};
      continue;
    }
    double others = cut_bytes(graph, i, steps), kept = 0;  // bytes while it is made, and while its outputs are written
    for (std::size_t before = 0; before < i; ++before) {
      if (steps[before].kind == StepKind::windows || steps[before].last_use < i) continue;
      others += estimate.stages[before].bytes.least;
      if (steps[before].last_use > i) kept += estimate.stages[before].bytes.least;
    }
    for (const std::size_t shown : steps[i].frees_late) kept += estimate.stages[shown].bytes.least;
    const Estimate& own = estimate.stages[i];
    const double stored = steps[i].kind == StepKind::rows ? 0 : own.bytes.least;
    const double bytes = stored + std::max(others + own.scratch.least, kept + written[i]);
    if (bytes > peak.bytes) peak = {bytes, i};
  }
  return peak;
}

bool check_memory(const Graph& graph, const GraphEstimate& estimate, double limit, Diagnostics& diagnostics,
                  Wanted wanted) {
  const MemoryPeak peak = memory_peak(graph, estimate, wanted);
  if (peak.bytes <= limit) return true;
  const StageDecl& decl = graph.stages[peak.stage].decl;
  diagnostics.error(
      decl.place_of(estimate.stages[peak.stage].cause),
      fmt::format("stage '{}' ({}) needs at least {} of memory, including its inputs and results that are still "
                  "needed, but this process may use {}",
                  decl.name, decl.kind->kind, schema::readable_bytes(peak.bytes), schema::readable_bytes(limit)));
  return false;
}

std::vector<Amount> GraphEstimate::output_bytes() const {
  std::vector<Amount> bytes;
  for (const OutputCost& output : outputs) bytes.push_back(output.all());
  return bytes;
}

Amount total(const std::vector<Amount>& amounts) {
  return std::accumulate(amounts.begin(), amounts.end(), Amount::exactly(0));
}

TotalCost total_cost(const Graph& graph, const GraphEstimate& estimate, Wanted wanted) {
  TotalCost result{total(estimate.output_bytes()), memory_peak(graph, estimate, wanted).bytes, kept_bytes(graph), {}};
  result.seconds = Amount::exactly(0);
  for (const Estimate& stage : estimate.stages) result.seconds = result.seconds + stage.seconds;
  for (const OutputCost& output : estimate.outputs) result.seconds = result.seconds + output.seconds;
  return result;
}

bool is_at_least(const Amount& amount, double threshold) {
  return amount.typical().value_or(amount.least) >= threshold;
}

void warn_of_size(const OutputDecl& output, const Amount& bytes, Diagnostics& diagnostics) {
  const std::string& file = output.spec.file.value;
  // OBJ writes out every copy of a scene, and every number as text.
  diagnostics.warning(
      output.spec.file.where, fmt::format("'{}' will have {}", file, about(bytes, schema::readable_bytes)),
      file.ends_with(".obj") ? "a '.glb' stores each mesh of a scene once and takes a fraction of that" : "");
}

bool warn_of_total_size(const Graph& graph, const std::vector<Amount>& bytes, Diagnostics& diagnostics) {
  const Amount all = total(bytes);
  if (!is_at_least(all, kLargeFile)) return false;
  const auto size = [](const Amount& amount) { return amount.typical().value_or(amount.least); };
  const auto largest =
      std::max_element(bytes.begin(), bytes.end(), [&](const Amount& a, const Amount& b) { return size(a) < size(b); });
  const OutputDecl& output = graph.outputs[static_cast<std::size_t>(largest - bytes.begin())].decl;
  diagnostics.warning(output.spec.file.where,
                      fmt::format("the {} outputs will have {} together; '{}' is the largest", bytes.size(),
                                  about(all, schema::readable_bytes), output.spec.file.value));
  return true;
}

void warn_of_costs(const Graph& graph, const GraphEstimate& estimate, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < graph.stages.size(); ++i) {
    const StageDecl& decl = graph.stages[i].decl;
    const Estimate& own = estimate.stages[i];
    if (is_at_least(own.seconds, kLongWork))
      diagnostics.warning(decl.place_of(own.cause),
                          fmt::format("stage '{}' ({}) will take {} on one core", decl.name, decl.kind->kind,
                                      about(own.seconds, schema::readable_time)));
  }
  bool has_large_file = false;
  for (std::size_t i = 0; i < graph.outputs.size(); ++i) {
    const OutputDecl& decl = graph.outputs[i].decl;
    const OutputCost& cost = estimate.outputs[i];
    if (is_at_least(cost.all(), kLargeFile)) {
      warn_of_size(decl, cost.all(), diagnostics);
      has_large_file = true;
    }
    if (is_at_least(cost.seconds, kLongWork))
      diagnostics.warning(decl.place_of("picture.size"),
                          fmt::format("drawing '{}' will take {} on one core", decl.spec.file.value,
                                      about(cost.seconds, schema::readable_time)));
  }
  if (!has_large_file) warn_of_total_size(graph, estimate.output_bytes(), diagnostics);
}

namespace {

/// Throws StageError at the parameter `key`, which causes most of it, if `bytes` are more than `limit`.
void require(double bytes, double limit, std::string_view key) {
  if (bytes <= limit) return;
  // The remaining memory is not reported: it differs from run to run.
  throw StageError(fmt::format("this needs at least {} of memory, more than the process may still use",
                               schema::readable_bytes(bytes)),
                   std::string(key));
}

}  // namespace

void require_memory(const OutputSpec& spec, std::string_view kind, const Artifact& artifact, double limit) {
  require(cost_of(spec, kind, estimate_of(artifact)).memory.least, limit, {});
}

void require_memory(const Graph& graph, std::size_t index, std::span<const SharedArtifact> inputs, double limit) {
  const GraphStage& stage = graph.stages[index];
  std::vector<Estimate> exact;
  exact.reserve(inputs.size());  // estimates refer to each other
  schema::Estimates estimates;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    estimates.add(graph.stages[stage.inputs[i]].decl.name, exact.emplace_back(estimate_of(*inputs[i])));
  const Estimate estimate = stage.decl.bound->estimate(estimates, {});
  require(estimate.bytes.least + estimate.scratch.least, limit, estimate.cause);
}

}  // namespace weald::pipeline
