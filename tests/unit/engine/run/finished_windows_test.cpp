// Windows of stages with a halo, which several readers and several runs share.

#include "engine/run/finished_windows.h"

#include "support/catch.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/memory_store.h"
#include "data/artifact_names.h"
#include "engine/graph/region.h"
#include "engine/graph/stage_list.h"
#include "engine/plan/kept_results.h"
#include "engine/run/evaluate.h"
#include "support/bound_stage.h"

using namespace weald;
using pipeline::FinishedWindow;
using pipeline::FinishedWindows;
using test::bound_stage;

namespace {

/// A window whose samples tell their place, and in the part `part` that and ten thousand.
FinishedWindow window_at(const Region& region) {
  const auto map = [&](float plus) {
    Heightmap made(GridSpec{region.width, region.height, 1, {}});
    for (int y = 0; y < region.height; ++y) {
      for (int x = 0; x < region.width; ++x)
        made.heights.at(x, y) = plus + static_cast<float>(region.x + x + 100 * (region.y + y));
    }
    return made;
  };
  return {region, {map(0), {{"part", map(10000)}}}};
}

/// Whether the samples of a region are found, each as window_at() makes it.
bool finds(FinishedWindows& windows, const Region& region, const std::string& part = "") {
  Heightmap out(GridSpec{region.width, region.height, 1, {}});
  if (!windows.copy("stage", part, {region, out.heights.values().data(), region.width})) return false;
  const FinishedWindow expected = window_at(region);
  const Heightmap& map = part.empty() ? expected.maps.main : std::get<Heightmap>(expected.maps.parts.front().second);
  CHECK(out.heights == map.heights);
  return true;
}

std::atomic<int> windows_run = 0;

/// Makes samples that count columns and rows.
struct SlopedParams {
  int width = 1, height = 1;
};
struct Sloped {
  using Params = SlopedParams;
  static Heightmap run(const Params& params, const schema::Inputs&, const RunContext&) {
    Heightmap map(GridSpec{params.width, params.height, 1, {}});
    for (int y = 0; y < params.height; ++y) {
      for (int x = 0; x < params.width; ++x) map.heights.at(x, y) = static_cast<float>((7 * x * x + 13 * y * y) % 101);
    }
    return map;
  }
};

/// The highest of the samples within a reach, and as parts the lowest, and the mean of both. Counts its
/// windows.
struct SpreadParams {
  schema::Input<Heightmap> from;
  std::optional<double> reach{};
};
struct Spread {
  using Params = SpreadParams;
  static constexpr std::array kParts{schema::part<Heightmap>("low", "m", "The lowest sample."),
                                     schema::part<Heightmap>("mean", "m", "The mean.")};
  static int reach(const Params& params) { return static_cast<int>(params.reach.value_or(2)); }
  static CutRule cut_rule(const Params& params) { return {.halo = reach(params)}; }
  static schema::WithParts<Heightmap, Heightmap> run(const Params& params, const schema::Inputs& inputs,
                                                     const RunContext&) {
    ++windows_run;
    const Heightmap& from = inputs[params.from];
    Heightmap high = from, low = from, mean = from;
    for (int y = 0; y < from.height(); ++y) {
      for (int x = 0; x < from.width(); ++x) {
        const Region near = grown({x, y, 1, 1}, reach(params), from.grid());
        for (int v = near.y; v < near.y + near.height; ++v) {
          for (int u = near.x; u < near.x + near.width; ++u) {
            high.heights.at(x, y) = std::max(high.heights.at(x, y), from.heights.at(u, v));
            low.heights.at(x, y) = std::min(low.heights.at(x, y), from.heights.at(u, v));
          }
        }
        mean.heights.at(x, y) = (high.heights.at(x, y) + low.heights.at(x, y)) / 2;
      }
    }
    return {std::move(high), {{"low", std::move(low)}, {"mean", std::move(mean)}}};
  }
};

}  // namespace

template <>
struct weald::schema::Schema<SlopedParams> {
  static constexpr std::string_view kind = "sloped";
  static constexpr std::string_view summary = "Slopes.";
  static constexpr auto fields = Fields{Field{&SlopedParams::width, "width", "Columns.", "", Range{1, 1000}},
                                        Field{&SlopedParams::height, "height", "Rows.", "", Range{1, 1000}}};
};
template <>
struct weald::schema::Schema<SpreadParams> {
  static constexpr std::string_view kind = "spread";
  static constexpr std::string_view summary = "Spreads.";
  static constexpr auto fields = Fields{Field{&SpreadParams::from, "from", "Read.", "", {}, Presence::required},
                                        Field{&SpreadParams::reach, "reach", "Samples; unset: 2."}};
};

namespace {

const pipeline::StageKind kSloped = pipeline::stage_kind<Sloped>("test");
const pipeline::StageKind kSpread = pipeline::stage_kind<Spread>("test");

/// A world of 129 x 97 samples that is spread.
class SpreadWorld {
 public:
  explicit SpreadWorld(const std::vector<std::string>& written) {
    std::vector<pipeline::StageDecl> stages;
    stages.push_back(bound_stage("land", kSloped, {{"width", "129"}, {"height", "97"}}));
    stages.push_back(bound_stage("wide", kSpread, {{"from", "land"}}));
    stages.push_back(
        bound_stage("both", *pipeline::find_stage_kind("combine"), {{"from", "wide.low"}, {"with", "wide"}}));
    stages.push_back(bound_stage("steep", *pipeline::find_stage_kind("slope"), {{"from", "both"}}));
    graph_ = test::linked(std::move(stages), test::raw_outputs(written));
  }

  /// The maps of a tile, or of the whole map.
  std::map<std::string, Heightmap> build(const std::optional<Region>& region, int level = 0, int levels = 1) {
    graph_.region = region;
    graph_.level = level;
    graph_.levels = levels;
    std::map<std::string, Heightmap> made;
    pipeline::EvalOptions options;
    options.cache = store;
    options.finished_windows = shared;
    Diagnostics diagnostics;
    CHECK(pipeline::evaluate(graph_, options, diagnostics,
                             [&](const pipeline::GraphOutput& output, const pipeline::Artifact& artifact) {
                               made.emplace(output.decl.spec.from.stage, std::get<Heightmap>(artifact));
                             }));
    return made;
  }

  /// The number of windows that the stage is run on for this.
  int runs_for(const Region& region, int level = 0, int levels = 1) {
    windows_run = 0;
    build(region, level, levels);
    return windows_run;
  }

  ResultStore* store = nullptr;
  FinishedWindows* shared = nullptr;

 private:
  pipeline::Graph graph_;
};

}  // namespace

TEST_CASE("finished windows: samples that several windows have together are found, others are not") {
  FinishedWindows windows;
  windows.need("stage", 1000);
  windows.keep("stage", window_at({10, 10, 8, 5}));
  windows.keep("stage", window_at({10, 15, 8, 5}));
  windows.keep("stage", window_at({17, 8, 4, 12}));
  CHECK(finds(windows, {10, 10, 8, 5}));
  CHECK(finds(windows, {11, 11, 2, 1}, "part"));
  CHECK(finds(windows, {12, 11, 6, 8}, "part"));
  CHECK(finds(windows, {10, 10, 11, 10}));
  CHECK(finds(windows, {20, 8, 1, 1}));
  CHECK_FALSE(finds(windows, {10, 9, 8, 5}));
  CHECK_FALSE(finds(windows, {16, 10, 6, 2}));
  CHECK_FALSE(finds(windows, {30, 30, 1, 1}));
  Heightmap out(GridSpec{1, 1, 1, {}});
  const MutableHeightView one{{10, 10, 1, 1}, out.heights.values().data(), 1};
  CHECK_FALSE(windows.copy("other", "", one));
  CHECK_THROWS_AS(windows.copy("stage", "none", one), InternalError);
}

TEST_CASE("finished windows: those that were read the longest time ago make room, the last one stays") {
  FinishedWindows windows;
  windows.need("stage", 24);
  windows.keep("stage", window_at({0, 0, 2, 3}));  // 12 samples, as it has two maps
  windows.keep("stage", window_at({10, 0, 2, 3}));
  CHECK(finds(windows, {0, 0, 1, 1}));
  windows.keep("stage", window_at({20, 0, 2, 3}));
  CHECK(finds(windows, {0, 0, 1, 1}));
  CHECK_FALSE(finds(windows, {10, 0, 1, 1}));
  windows.keep("stage", window_at({30, 0, 9, 9}));
  CHECK(finds(windows, {30, 0, 9, 9}));
  CHECK_FALSE(finds(windows, {20, 0, 1, 1}));
}

TEST_CASE("finished windows: a stage is run once for all readers of a tile, and of its parts", "[pipeline]") {
  const Region tile{32, 16, 33, 33};
  CHECK(SpreadWorld({"wide"}).runs_for(tile) == 1);
  CHECK(SpreadWorld({"wide.low"}).runs_for(tile) == 1);
  CHECK(SpreadWorld({"wide", "wide.low", "wide.mean"}).runs_for(tile) == 1);
  CHECK(SpreadWorld({"wide", "wide.mean", "steep"}).runs_for(tile) == 1);  // `steep` reads a sample more on each side
  CHECK(SpreadWorld({"steep"}).runs_for(tile) == 1);
  CHECK(SpreadWorld({"wide.mean", "steep"}).runs_for({0, 0, 129, 97}) == 2);  // bands of 64 rows
}

TEST_CASE("finished windows: tiles of any size have the samples of the whole map, for a stage and its parts",
          "[pipeline]") {
  SpreadWorld world({"wide", "wide.low", "wide.mean", "steep"});
  const auto whole = world.build(std::nullopt);
  weald::MemoryStore store(std::size_t{1} << 24);
  for (const int side : {16, 33, 97}) {
    FinishedWindows windows;
    world.store = &store;
    world.shared = &windows;
    for (int y = 0; y < 97; y += side - 1) {
      for (int x = 0; x < 129; x += side - 1) {
        const Region tile{x, y, std::min(side, 129 - x), std::min(side, 97 - y)};
        bool equal = true;
        for (const auto& [name, map] : world.build(tile)) {
          for (int v = 0; v < tile.height; ++v) {
            for (int u = 0; u < tile.width; ++u)
              equal = equal && map.heights.at(u, v) == whole.at(name).heights.at(x + u, y + v);
          }
        }
        CAPTURE(side, x, y);
        CHECK(equal);
      }
    }
  }
}

TEST_CASE("finished windows: a coarser tile finds those of the four finer ones below it", "[pipeline]") {
  SpreadWorld world({"wide", "wide.low", "wide.mean"});
  weald::MemoryStore store(std::size_t{1} << 24);
  FinishedWindows windows;
  world.store = &store;
  const Region coarse{0, 0, 17, 17};
  const auto alone = world.build(coarse, 1, 2);
  weald::MemoryStore other(std::size_t{1} << 24);
  world.store = &other;
  world.shared = &windows;
  for (const Region& tile : {Region{0, 0, 17, 17}, Region{16, 0, 17, 17}, Region{0, 16, 17, 17}})
    CHECK(world.runs_for(tile, 0, 2) == 1);
  CHECK(world.runs_for({16, 16, 17, 17}, 0, 2) == 1);
  CHECK(world.runs_for(coarse, 1, 2) == 0);
  CHECK(world.build(coarse, 1, 2).at("wide.mean").heights == alone.at("wide.mean").heights);
}

TEST_CASE("finished windows: a stage that is read once keeps none, unless there are coarser levels") {
  const auto samples = [](const std::vector<std::string>& written, int levels) {
    std::vector<pipeline::StageDecl> stages;
    stages.push_back(bound_stage("land", kSloped, {}));
    stages.push_back(bound_stage("wide", kSpread, {{"from", "land"}}));
    pipeline::Graph graph = test::linked(std::move(stages), test::raw_outputs(written));
    graph.region = Region{0, 0, 12, 92};
    graph.levels = levels;
    return pipeline::kept_window_samples(graph, 1);
  };
  CHECK(samples({"wide"}, 1) == 0);
  CHECK(samples({"wide.low"}, 1) == 0);
  CHECK(samples({"wide", "wide.low"}, 1) == 2 * 20 * 108);
  CHECK(samples({"wide.mean", "wide.low"}, 1) == 3 * 20 * 108);
  CHECK(samples({"wide"}, 2) == 40 * 216);
}
