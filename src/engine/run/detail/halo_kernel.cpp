#include "engine/run/detail/halo_kernel.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "base/parallel.h"
#include "data/heightmap.h"
#include "engine/plan/kept_results.h"

namespace weald::pipeline {

namespace {

/// The samples of `region` of a view, as a heightmap that keeps its position in the map on `grid`.
Heightmap window_of(const HeightView& samples, const Region& region, const GridSpec& grid) {
  Heightmap window(GridSpec{region.width, region.height, grid.cell_size, grid.position(region.x, region.y)});
  window.place = CutPlace{grid, region.x, region.y, region};
  for (int y = 0; y < region.height; ++y)
    std::copy_n(samples.row(region.y + y) + region.x, region.width, window.heights.row(y).data());
  return window;
}

}  // namespace

GridSpec common_grid(const StageDecl& decl, std::span<const FieldInput<GridSpec>> grids) {
  WEALD_CHECK(!grids.empty());
  for (const FieldInput<GridSpec>& other : grids) {
    for (const schema::InputUse& use : decl.bound->inputs) {
      if (use.stage == other.stage) require_same_grid(grids.front().value, other.value, use.key);
    }
  }
  return grids.front().value;
}

namespace {

/// The samples of `own` of a map that has those of `outer`.
Heightmap cut_from(const Heightmap& map, const Region& outer, const Region& own) {
  Heightmap result(
      GridSpec{own.width, own.height, map.cell_size, map.grid().position(own.x - outer.x, own.y - outer.y)});
  for (int y = 0; y < own.height; ++y) {
    const float* row = map.heights.row(own.y - outer.y + y).data() + (own.x - outer.x);
    std::copy_n(row, own.width, result.heights.row(y).data());
  }
  return result;
}

const Heightmap& made_map_of(const StageResult& result, std::string_view part) {
  if (part.empty()) return std::get<Heightmap>(result.main);
  for (const auto& [name, map] : result.parts) {
    if (name == part) return std::get<Heightmap>(*map);
  }
  throw InternalError("a stage did not make one of its parts");
}

class HaloWindows {
 public:
  HaloWindows(const HaloSource& source, const RunContext& context)
      : run_(source.work.run),
        around_(source.finished != nullptr ? kKeptAround : 0),
        halo_(source.halo),
        wanted_(source.wanted),  // their names are those of the declaration
        key_(source.key),
        finished_(source.finished),
        context_(context) {
    for (const FieldInput<GridSpec>& input : source.grids) names_.emplace_back(input.stage);
  }

  int radius() const { return halo_ + around_; }

  void fill(std::string_view part, const FieldWindow& window) const {
    const Region inner = window.out.region;
    const Region outer = grown(inner, radius(), window.grid);
    std::vector<SharedArtifact> maps;
    schema::Inputs inputs;
    for (const std::string& name : names_) {
      const HeightView& samples = window.inputs[schema::Input<Heightmap>{name}];
      maps.push_back(std::make_shared<const Artifact>(window_of(samples, outer, window.grid)));
      inputs.add(name, std::get<Heightmap>(*maps.back()), maps.back());
    }
    // While a stage waits for its own threads, it must not begin another window: each takes memory of its own.
    StageResult result;
    isolated([&] { result = run_(inputs, context_, wanted_); });
    const Heightmap& made = made_map_of(result, part);
    WEALD_CHECK(made.width() == outer.width && made.height() == outer.height);
    for (int y = inner.y; y < inner.y + inner.height; ++y) {
      const float* row = made.heights.row(y - outer.y).data() + (inner.x - outer.x);
      std::copy_n(row, inner.width, window.out.row(y) + inner.x);
    }
    if (finished_ != nullptr) keep(result, grown(inner, around_, window.grid), outer);
  }

  bool recall(std::string_view part, const MutableHeightView& out) const { return finished_->copy(key_, part, out); }

 private:
  void keep(const StageResult& result, const Region& own, const Region& outer) const {
    FinishedWindow window{own, {cut_from(std::get<Heightmap>(result.main), outer, own), {}}};
    for (const std::string_view name : *wanted_.names)
      window.maps.parts.emplace_back(name, cut_from(made_map_of(result, name), outer, own));
    finished_->keep(key_, std::move(window));
  }

  const std::function<StageResult(const schema::Inputs&, const RunContext&, const schema::WantedParts&)> run_;
  const int around_, halo_;
  const schema::WantedParts wanted_;
  const std::string key_;
  FinishedWindows* const finished_;
  const RunContext context_;
  std::vector<std::string> names_;
};

}  // namespace

HaloSource halo_source(const Graph& graph, std::size_t index, std::span<const FieldInput<GridSpec>> grids,
                       const WindowKeeper& keeper) {
  const StageDecl& decl = graph.stages[index].decl;
  const int halo = decl.bound->cut.halo_on(common_grid(decl, grids).cell_size);
  HaloSource source{*decl.bound->whole(), halo, grids, graph.wanted_parts_of(index)};
  const std::size_t samples = kept_window_samples(graph, index);
  if (samples == 0) return source;
  const bool is_shared = keeper.shared != nullptr && !keeper.key.empty();
  source.finished = is_shared ? keeper.shared : &keeper.own;
  source.key = is_shared ? keeper.key : decl.name;
  for (const std::string_view part : *source.wanted.names) source.key.append(" ").append(part);
  source.finished->need(source.key, samples);
  return source;
}

FieldKernel halo_kernel(const HaloSource& source, std::string_view part, const RunContext& context) {
  const auto windows = std::make_shared<const HaloWindows>(source, context);
  FieldKernel kernel;
  kernel.radius = windows->radius();
  kernel.fill = [windows, name = std::string(part)](const FieldWindow& window) { windows->fill(name, window); };
  if (source.finished != nullptr)
    kernel.recall = [windows, name = std::string(part)](const MutableHeightView& out) {
      return windows->recall(name, out);
    };
  return kernel;
}

}  // namespace weald::pipeline
