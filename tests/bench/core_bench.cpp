// Elementary functions beside those of the C library: `ratio` is our time over theirs for the same arguments.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/math/math.h"
#include "base/rng.h"

namespace {

using Function = double (*)(double);

std::vector<double> arguments(double low, double high) {
  std::vector<double> values(4096);
  const weald::Rng rng(1);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = rng.uniform_in(low, high, i);
  return values;
}

// Seconds for one pass over the arguments, the best of several.
double best_pass(Function f, const std::vector<double>& values) {
  double best = 1e9;
  for (int pass = 0; pass < 15; ++pass) {
    const auto start = std::chrono::steady_clock::now();
    for (const double value : values) benchmark::DoNotOptimize(f(value));
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

void compare(const std::string& name, double low, double high, Function ours, Function theirs) {
  benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    const auto values = arguments(low, high);
    for (auto _ : state) {
      for (const double value : values) benchmark::DoNotOptimize(ours(value));
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(values.size()));
    state.counters["ratio"] = best_pass(ours, values) / best_pass(theirs, values);
  });
}

}  // namespace

int main(int argc, char** argv) {
  namespace math = weald::math;
  compare("sin", -7, 7, math::sin, [](double x) { return std::sin(x); });
  compare("cos", -7, 7, math::cos, [](double x) { return std::cos(x); });
  compare("tan", -7, 7, math::tan, [](double x) { return std::tan(x); });
  compare("sin of large angles", -1e8, 1e8, math::sin, [](double x) { return std::sin(x); });
  compare("sin_deg", -360, 360, math::sin_deg, [](double x) { return std::sin(math::radians(x)); });
  compare("atan", -5, 5, math::atan, [](double x) { return std::atan(x); });
  compare("asin", -1, 1, math::asin, [](double x) { return std::asin(x); });
  compare("exp", -10, 10, math::exp, [](double x) { return std::exp(x); });
  compare("exp2", -10, 10, math::exp2, [](double x) { return std::exp2(x); });
  compare("log", 0.01, 100, math::log, [](double x) { return std::log(x); });
  compare("log2", 0.01, 100, math::log2, [](double x) { return std::log2(x); });
  compare(
      "pow", 0.01, 100, [](double x) { return math::pow(x, 2.2); }, [](double x) { return std::pow(x, 2.2); });
  compare(
      "fmod", -1e3, 1e3, [](double x) { return math::fmod(x, 1.7); }, [](double x) { return std::fmod(x, 1.7); });
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
