// L-systems: derivation of plain, parametric, stochastic and context-sensitive systems, and the turtle.

#include <benchmark/benchmark.h>

#include "stages/plants/lsystem/lsystem.h"
#include "stages/plants/lsystem/turtle.h"

namespace {

using namespace weald;
using namespace weald::lsystem;

LSystemParams system_of(const std::string& axiom, const std::vector<std::string>& productions, int steps) {
  LSystemParams params;
  params.axiom.text = axiom;
  params.derivation = steps;
  params.max_symbols = 1'000'000'000;
  for (const std::string& production : productions) {
    ProductionText text;
    text.whole.text = production;
    params.productions.push_back(text);
  }
  return params;
}

LSystemParams plant_b(int steps) { return system_of("F", {"F -> F[+F]F[-F][F]"}, steps); }

LSystemParams honda_a(int steps) {
  LSystemParams params = system_of(
      "A(1,10)",
      {"A(l,w) -> !(w)F(l)[&(a0)B(l*r2,w*wr)]/(d)A(l*r1,w*wr)", "B(l,w) -> !(w)F(l)[-(a2)$C(l*r2,w*wr)]C(l*r1,w*wr)",
       "C(l,w) -> !(w)F(l)[+(a2)$B(l*r2,w*wr)]B(l*r1,w*wr)"},
      steps);
  for (const auto& [name, value] :
       {std::pair{"r1", "0.9"}, {"r2", "0.6"}, {"a0", "45"}, {"a2", "45"}, {"d", "137.5"}, {"wr", "0.707"}}) {
    SourceText text;
    text.text = value;
    params.define.emplace_back(name, text);
  }
  return params;
}

void report_modules(benchmark::State& state, std::size_t modules) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * modules));
}

// Items are the modules of the last string; `made` counts those of all steps.
void derive_and_report(benchmark::State& state, const LSystemParams& params) {
  std::size_t size = 0;
  for (auto _ : state) {
    const LString result = derive(params, {});
    benchmark::DoNotOptimize(result.symbols.data());
    size = result.size();
  }
  report_modules(state, size);
  double made = 0;
  LSystemParams shorter = params;
  for (int step = 1; step <= *params.derivation; ++step) {
    shorter.derivation = step;
    made += static_cast<double>(derive(shorter, {}).size());
  }
  state.counters["made"] =
      benchmark::Counter(made * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void derive_plant_b(benchmark::State& state) { derive_and_report(state, plant_b(static_cast<int>(state.range(0)))); }
BENCHMARK(derive_plant_b)->Arg(9)->Arg(10)->Unit(benchmark::kMillisecond);

void derive_algae(benchmark::State& state) { derive_and_report(state, system_of("A", {"A -> AB", "B -> A"}, 36)); }
BENCHMARK(derive_algae)->Unit(benchmark::kMillisecond);

void derive_honda_a(benchmark::State& state) { derive_and_report(state, honda_a(static_cast<int>(state.range(0)))); }
BENCHMARK(derive_honda_a)->Arg(16)->Unit(benchmark::kMillisecond);

void derive_stochastic_plant(benchmark::State& state) {
  derive_and_report(state, system_of("F", {"F -> F[+F]F[-F]F : .33", "F -> F[+F]F : .33", "F -> F[-F]F : .34"}, 10));
}
BENCHMARK(derive_stochastic_plant)->Unit(benchmark::kMillisecond);

void derive_context(benchmark::State& state) {
  LSystemParams params =
      system_of("F1F1F1",
                {"0 < 0 > 0 -> 1", "0 < 0 > 1 -> 1[-F1F1]", "0 < 1 > 0 -> 1", "0 < 1 > 1 -> 1", "1 < 0 > 0 -> 0",
                 "1 < 0 > 1 -> 1F1", "1 < 1 > 0 -> 1", "1 < 1 > 1 -> 0", "+ -> -", "- -> +"},
                40);
  params.ignore.text = "+-F";
  derive_and_report(state, params);
}
BENCHMARK(derive_context)->Unit(benchmark::kMillisecond);

// The filament of Anabaena with heterocysts: every cell reads the parameters of both neighbours in every step.
void derive_parametric_context(benchmark::State& state) {
  LSystemParams params = system_of(
      "F(0,0,900)F(4,1,900)F(0,0,900)",
      {"F(s,t,c) : t == 1 && s >= 6 -> F(s/3*2,2,c)f(1)F(s/3,1,c)",
       "F(s,t,c) : t == 2 && s >= 6 -> F(s/3,2,c)f(1)F(s/3*2,1,c)",
       "F(h,i,k) < F(s,t,c) > F(o,p,r) : s > 3.9 || c > 0.4 -> F(s+.1,t,c+0.25*(k+r-3*c))",
       "F(h,i,k) < F(s,t,c) > F(o,p,r) : !(s > 3.9 || c > 0.4) -> F(0,0,900)H(1)", "H(s) : s < 3 -> H(s*1.1)"},
      500);
  params.ignore.text = "fH";
  params.order = ProductionOrder::listed;
  derive_and_report(state, params);
}
BENCHMARK(derive_parametric_context)->Unit(benchmark::kMillisecond);

// Apices that fill a ball: a turtle walks before every step, and every apex asks the volume.
void derive_pruned(benchmark::State& state) {
  LSystemParams params = system_of("A?P(0,0,0)",
                                   {"A > ?P(x,y,z) : inside(x,y,z) -> F[+A?P(0,0,0)]/(120)[+A?P(0,0,0)]/(120)A",
                                    "A > ?P(x,y,z) : !inside(x,y,z) -> %"},
                                   12);
  params.environment.emplace();
  params.environment->volume.emplace();
  params.environment->volume->sphere = {{0, 3, 0}, 4};
  derive_and_report(state, params);
}
BENCHMARK(derive_pruned)->Unit(benchmark::kMillisecond);

void text_of_honda_a(benchmark::State& state) {
  const LString string = derive(honda_a(16), {});
  for (auto _ : state) benchmark::DoNotOptimize(to_text(string));
  report_modules(state, string.size());
}
BENCHMARK(text_of_honda_a)->Unit(benchmark::kMillisecond);

void draw(benchmark::State& state, const LSystemParams& params) {
  const LString string = derive(params, {});
  std::size_t segments = 0;
  for (auto _ : state) {
    const Skeleton skeleton = interpret(string, {}, {});
    benchmark::DoNotOptimize(skeleton.segments.data());
    segments = skeleton.segments.size();
  }
  report_modules(state, segments);
}
void draw_plant_b(benchmark::State& state) { draw(state, plant_b(8)); }
void draw_honda_a(benchmark::State& state) { draw(state, honda_a(16)); }
BENCHMARK(draw_plant_b)->Unit(benchmark::kMillisecond);
BENCHMARK(draw_honda_a)->Unit(benchmark::kMillisecond);

}  // namespace
