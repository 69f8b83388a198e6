// Formulas against the chains of combine and remap that they replace, and against plain loops that a compiler sees as a
// whole, over the same heightmaps in one run; one thread.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "data/artifact.h"
#include "engine/plan/field_eval.h"
#include "stages/land/formula/formula.h"
#include "stages/land/noise/combine.h"
#include "stages/land/noise/fractals.h"
#include "stages/land/noise/octave_field.h"
#include "stages/land/noise/remap.h"

namespace weald {
namespace {

using pipeline::LazyField;
using FieldPointer = std::shared_ptr<const LazyField>;

constexpr int kSide = 1025;
constexpr GridSpec kGrid{kSide, kSide, 4, {0, 0}};

FieldPointer known_field(double amplitude, std::uint64_t seed) {
  noise::FbmParams params;
  params.size = {kSide, kSide};
  params.cell_size = kGrid.cell_size;
  params.amplitude = amplitude;
  params.frequency = 1.0 / 1024;
  Heightmap map(kGrid);
  noise::OctaveField(noise::fractal_field(params, {noise::Fractal::sum}, kGrid, seed)).fill(view(map));
  LazyField field;
  field.grid = kGrid;
  field.whole = std::make_shared<const pipeline::Artifact>(std::move(map));
  return std::make_shared<const LazyField>(std::move(field));
}

const FieldPointer& hills() {
  static const FieldPointer field = known_field(120, 1);
  return field;
}
const FieldPointer& mask() {
  static const FieldPointer field = known_field(1, 2);
  return field;
}

using NamedFields = std::vector<std::pair<std::string, FieldPointer>>;

template <class Stage>
FieldPointer field_over(const typename Stage::Params& params, const NamedFields& inputs) {
  LazyField field;
  field.grid = kGrid;
  field.kernel = Stage::kernel(params, schema::Inputs{}, kGrid, RunContext{});
  for (const auto& [stage, input] : inputs) field.inputs.push_back({stage, input});
  return std::make_shared<const LazyField>(std::move(field));
}

FieldPointer combined(noise::CombineOperation operation, const FieldPointer& from, const FieldPointer& with) {
  noise::CombineParams params;
  params.from.stage = "from";
  params.with.stage = "with";
  params.operation = operation;
  return field_over<noise::Combine>(params, {{"from", from}, {"with", with}});
}

FieldPointer combined(noise::CombineOperation operation, const FieldPointer& from, double value) {
  noise::CombineParams params;
  params.from.stage = "from";
  params.value = value;
  params.operation = operation;
  return field_over<noise::Combine>(params, {{"from", from}});
}

FieldPointer remapped(const FieldPointer& from, std::array<double, 2> input, std::array<double, 2> output, bool clamp) {
  noise::RemapParams params;
  params.from.stage = "from";
  params.input = input;
  params.output = output;
  params.clamp = clamp;
  return field_over<noise::Remap>(params, {{"from", from}});
}

FieldPointer formula_of(const std::string& text) {
  formula::FormulaParams params;
  params.value.text = text;
  const NamedFields fields{{"a", hills()}, {"m", mask()}};
  for (const auto& field : fields) {
    params.of.emplace_back(field.first, schema::Input<Heightmap>{});
    params.of.back().second.stage = field.first;
  }
  return field_over<formula::Formula>(params, fields);
}

void build(benchmark::State& state, const FieldPointer& field) {
  const ThreadLimit threads(1);
  for (auto _ : state) benchmark::DoNotOptimize(pipeline::materialise(*field, RunContext{}));
  state.SetItemsProcessed(state.iterations() * kSide * kSide);
}

/// A plain loop that writes function(a, m) of the two heightmaps, x and z.
template <class Function>
void plain_loop(benchmark::State& state, const Function& function) {
  const auto& a = std::get<Heightmap>(*hills()->whole);
  const auto& m = std::get<Heightmap>(*mask()->whole);
  for (auto _ : state) {
    Heightmap out(kGrid);
    for (int y = 0; y < kSide; ++y) {
      for (int x = 0; x < kSide; ++x)
        out.heights.at(x, y) = static_cast<float>(
            function(double{a.heights.at(x, y)}, double{m.heights.at(x, y)}, x * kGrid.cell_size, y * kGrid.cell_size));
    }
    benchmark::DoNotOptimize(out.heights.values().data());
  }
  state.SetItemsProcessed(state.iterations() * kSide * kSide);
}

double plain_blend(double a, double m, double, double) {
  const double t = std::clamp((m - 0.2) / (0.6 - 0.2), 0.0, 1.0);
  return a * (1 - m) + 20 * (t * t * (3 - 2 * t));
}

double plain_terrace(double a, double m, double, double) {
  return m > 0 ? std::floor(a / 16) * 16 + std::min(2 * (a / 16 - std::floor(a / 16)), 1.0) * 8 : a;
}

double plain_dunes(double a, double, double x, double z) {
  return a + 6 * std::abs(std::sin(x / 90)) * (0.5 + 0.5 * std::cos(z / 400));
}

using Operation = noise::CombineOperation;

/// a * (1 - m) + 20 * smoothstep(0.2, 0.6, m), with a straight ramp for smoothstep, which is cheaper.
FieldPointer blend_chain() {
  const FieldPointer kept = combined(Operation::multiply, hills(), remapped(mask(), {0, 1}, {1, 0}, false));
  return combined(Operation::add, kept, remapped(mask(), {0.2, 0.6}, {0, 20}, true));
}

void add_pair(const std::string& name, const FieldPointer& chain, const std::string& text) {
  const auto add = [&](const std::string& way, const FieldPointer& field) {
    benchmark::RegisterBenchmark((name + way).c_str(), [field](benchmark::State& state) {
      build(state, field);
    })->Unit(benchmark::kMillisecond);
  };
  if (chain != nullptr) add("/chain", chain);
  add("/weald", formula_of(text));
}

template <class Function>
void add_loop(const std::string& name, Function function) {
  benchmark::RegisterBenchmark((name + "/plain_loop").c_str(), [function](benchmark::State& state) {
    plain_loop(state, function);
  })->Unit(benchmark::kMillisecond);
}

}  // namespace
}  // namespace weald

int main(int argc, char** argv) {
  using namespace weald;
  benchmark::Initialize(&argc, argv);
  add_pair("formula_sum", combined(Operation::add, hills(), mask()), "a + m");
  add_pair("formula_scale", combined(Operation::multiply, hills(), 1.7), "a * 1.7");
  add_pair("formula_ramp", remapped(mask(), {0.2, 0.6}, {0, 20}, true), "20 * clamp((m - 0.2) / 0.4, 0, 1)");
  add_pair("formula_square", combined(Operation::power, hills(), 2), "a ^ 2");
  add_pair("formula_root", combined(Operation::power, combined(Operation::max, mask(), 0.0), 0.7), "max(m, 0) ^ 0.7");
  add_pair("formula_blend", blend_chain(), "a * (1 - m) + 20 * smoothstep(0.2, 0.6, m)");
  add_loop("formula_blend", plain_blend);
  add_pair("formula_terrace", nullptr, "if(m > 0, floor(a / 16) * 16 + min(2 * (a / 16 - floor(a / 16)), 1) * 8, a)");
  add_loop("formula_terrace", plain_terrace);
  add_pair("formula_dunes", nullptr, "a + 6 * abs(sin(x * 0.6366)) * (0.5 + 0.5 * cos(z * 0.1432))");
  add_loop("formula_dunes", plain_dunes);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
