// Parts: further artifacts of a stage, read as STAGE.PART.

#include "support/catch.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "data/artifact_names.h"
#include "engine/run/evaluate.h"
#include "support/bound_stage.h"
#include "support/memory_store.h"

using namespace weald;
using test::bound_stage;
using Names = std::vector<std::string>;

namespace {

/// Makes one sample of height 1, and the parts `two` and `three`.
struct CountParams {
  double base = 1;
};
struct Count {
  using Params = CountParams;
  static constexpr std::array kParts{schema::part<Heightmap>("two", "m", "The number after."),
                                     schema::part<Heightmap>("three", "m", "The number after that.")};
  static Heightmap sample(double height) {
    Heightmap map(GridSpec{1, 1, 1.0, {0, 0}});
    map.heights.at(0, 0) = static_cast<float>(height);
    return map;
  }
  static schema::WithParts<Heightmap, Heightmap> run(const Params& params, const schema::Inputs&,
                                                     const RunContext& context) {
    context.warn("counting", "base");
    return {sample(params.base), {{"two", sample(params.base + 1)}, {"three", sample(params.base + 2)}}};
  }
};

/// As Count, but makes only what is wanted, and warns of that.
struct FrugalParams {
  double base = 1;
};
struct Frugal {
  using Params = FrugalParams;
  static constexpr std::array kParts = Count::kParts;
  static schema::WithParts<Heightmap, Heightmap> run(const Params& params, const schema::Inputs&,
                                                     const RunContext& context,
                                                     const schema::WantedParts& wanted = {}) {
    schema::WithParts<Heightmap, Heightmap> made{Count::sample(params.base), {}};
    for (const auto& [name, plus] : {std::pair{"two", 1}, std::pair{"three", 2}}) {
      if (!wanted.has(name)) continue;
      made.parts.emplace_back(name, Count::sample(params.base + plus));
      context.warn(name);
    }
    return made;
  }
};

/// Adds up two heightmaps of one sample.
struct SumParams {
  schema::Input<Heightmap> from;
  schema::Input<Heightmap> with{};
};
struct Sum {
  using Params = SumParams;
  static Heightmap run(const Params& params, const schema::Inputs& inputs, const RunContext&) {
    return Count::sample(inputs[params.from].heights.at(0, 0) + inputs[params.with].heights.at(0, 0));
  }
};

}  // namespace

template <>
struct weald::schema::Schema<CountParams> {
  static constexpr std::string_view kind = "count";
  static constexpr std::string_view summary = "Counts.";
  static constexpr auto fields = Fields{Field{&CountParams::base, "base", "First number."}};
};
template <>
struct weald::schema::Schema<FrugalParams> {
  static constexpr std::string_view kind = "frugal";
  static constexpr std::string_view summary = "Counts no farther than needed.";
  static constexpr auto fields = Fields{Field{&FrugalParams::base, "base", "First number."}};
};
template <>
struct weald::schema::Schema<SumParams> {
  static constexpr std::string_view kind = "sum";
  static constexpr std::string_view summary = "Sums.";
  static constexpr auto fields = Fields{Field{&SumParams::from, "from", "One.", "", {}, Presence::required},
                                        Field{&SumParams::with, "with", "Another.", "", {}, Presence::required}};
};

namespace {

const pipeline::StageKind kCount = pipeline::stage_kind<Count>("test");
const pipeline::StageKind kFrugal = pipeline::stage_kind<Frugal>("test");
const pipeline::StageKind kSum = pipeline::stage_kind<Sum>("test");

struct Run {
  Names run;
  std::map<std::string, float> heights;  // by stage
  std::string messages;
};

/// Links and runs count -> sum of two of what it makes; writes what `outputs` names.
Run run(const std::string& one, const std::string& other, const Names& outputs, ResultStore* store = nullptr,
        const pipeline::StageKind& counter = kCount) {
  std::vector<pipeline::StageDecl> stages;
  stages.push_back(bound_stage("sum", kSum, {{"from", one}, {"with", other}}));
  stages.push_back(bound_stage("count", counter, {{"base", "10"}}));
  Run result;
  Diagnostics diagnostics;
  const auto graph = pipeline::link(std::move(stages), test::raw_outputs(outputs), diagnostics);
  if (graph) {
    pipeline::EvalOptions options;
    options.cache = store;
    options.on_stage_done = [&](const auto& done, auto) { result.run.push_back(done.name); };
    CHECK(pipeline::evaluate(
        *graph, options, diagnostics, [&](const pipeline::GraphOutput& made, const pipeline::Artifact& artifact) {
          result.heights[made.decl.spec.from.stage] = std::get<Heightmap>(artifact).heights.at(0, 0);
        }));
  }
  for (const Diagnostic& diagnostic : diagnostics.all())
    result.messages += diagnostic.message + "; " + diagnostic.help + "\n";
  return result;
}

}  // namespace

TEST_CASE("parts: stages and outputs read them beside the main artifact", "[pipeline]") {
  const Run made = run("count", "count.three", {"sum", "count.two"});
  CHECK(made.heights == std::map<std::string, float>{{"sum", 22.0f}, {"count.two", 11.0f}});
  CHECK(std::count(made.run.begin(), made.run.end(), "count") == 1);
  CHECK(made.messages == "stage 'count': counting; \n");
}

TEST_CASE("parts: a stage may read two parts and not the main artifact", "[pipeline]") {
  CHECK(run("count.two", "count.three", {"sum"}).heights == std::map<std::string, float>{{"sum", 23.0f}});
}

TEST_CASE("parts: a second run finds them in the cache", "[pipeline]") {
  test::MemoryStore store;
  const Run first = run("count.two", "count.three", {"sum"}, &store);
  const Run second = run("count.two", "count.three", {"sum"}, &store);
  CHECK(second.run.empty());
  CHECK(second.heights == first.heights);
  CHECK(second.messages == first.messages);
}

TEST_CASE("parts: one that was not kept is made by running its stage again, once", "[pipeline]") {
  test::MemoryStore store;
  run("count", "count.two", {"sum"}, &store);
  const Run more = run("count.two", "count.three", {"sum", "count.three"}, &store);
  CHECK(more.heights == std::map<std::string, float>{{"sum", 23.0f}, {"count.three", 12.0f}});
  CHECK(std::count(more.run.begin(), more.run.end(), "count") == 1);
  CHECK(more.messages == "stage 'count': counting; \n");
}

TEST_CASE("parts: a stage may leave out those that nothing is made from, and is run again for one that is",
          "[pipeline]") {
  test::MemoryStore store;
  const Run first = run("count", "count.three", {"sum"}, &store, kFrugal);
  CHECK(first.heights == std::map<std::string, float>{{"sum", 22.0f}});
  CHECK(first.messages == "stage 'count': three; \n");
  const Run second = run("count", "count.two", {"sum", "count.three"}, &store, kFrugal);
  CHECK(second.heights == std::map<std::string, float>{{"sum", 21.0f}, {"count.three", 12.0f}});
}

TEST_CASE("parts: one that there is not is an error that names those there are", "[pipeline]") {
  CHECK(run("count", "count.tow", {"sum"}).messages ==
        "'with' of stage 'sum' reads 'count.tow', but stage 'count' (count) has no part 'tow'; did you mean 'two'?\n");
  CHECK(run("count", "count.flow_map", {"sum"}).messages ==
        "'with' of stage 'sum' reads 'count.flow_map', but stage 'count' (count) has no part 'flow_map'; one of: two, "
        "three\n");
  CHECK(run("count", "count", {"sum.flow"}).messages ==
        "this output reads 'sum.flow', but stage 'sum' (sum) has no part 'flow'; it has none\n");
}
