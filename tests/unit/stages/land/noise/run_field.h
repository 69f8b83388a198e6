#pragma once
// Runs field kernels in tests without the pipeline.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "support/catch.h"

#include "base/run_context.h"
#include "data/field.h"
#include "data/heightmap.h"
#include "schema/decode.h"
#include "stages/land/noise/octave_field.h"

namespace weald::test {

/// A heightmap under the name that parameters give it.
using NamedMap = std::pair<std::string_view, const Heightmap*>;

/// All samples of a kernel in one call, which must keep to the size that the kernel states.
inline Heightmap whole(const FieldKernel& kernel, const GridSpec& grid, const std::vector<NamedMap>& inputs = {}) {
  Heightmap map(grid);
  std::vector<FieldInput<HeightView>> views;
  for (const auto& [stage, input] : inputs) views.push_back({stage, view(*input)});
  kernel.fill({grid, InputViews(views), view(map)});
  if (kernel.largest) {
    REQUIRE(std::isfinite(*kernel.largest));
    REQUIRE(std::ranges::all_of(map.heights.values(), [&](float h) { return std::abs(h) <= *kernel.largest; }));
  }
  return map;
}

inline Heightmap whole(const noise::FieldSpec& spec) {
  Heightmap map(spec.grid);
  noise::OctaveField(spec).fill(view(map));
  return map;
}

/// The field of a generating stage with seed `seed`.
template <class S>
Heightmap generate(const typename S::Params& params, std::uint64_t seed = 1) {
  RunContext context;
  context.seed = seed;
  const GridSpec grid = S::grid(params, {});
  return whole(S::kernel(params, schema::Inputs{}, grid, context), grid);
}

/// A context with seed `seed`.
inline RunContext seeded(std::uint64_t seed) {
  RunContext context;
  context.seed = seed;
  return context;
}

/// Parameters of a square of `size` samples, with amplitude 1.
template <class P>
P sized(int size, double frequency) {
  P params;
  params.size = {size, size};
  params.frequency = frequency;
  params.amplitude = 1;
  return params;
}

/// Nodes as the preset reader makes them: `scalar("4")`, `list({scalar("1")})`, `map({{"octaves", scalar("4")}})`.
inline schema::Node scalar(std::string text) { return {schema::Scalar{std::move(text)}, {}}; }
inline schema::Node list(std::vector<schema::Node> items) { return {std::move(items), {}}; }
inline schema::Node map(const std::vector<std::pair<std::string, schema::Node>>& entries) {
  schema::Node::Map result;
  for (const auto& [key, value] : entries) result.push_back({key, {}, value});
  return {std::move(result), {}};
}

/// The error messages of decoding `node`, joined; empty when it is accepted.
template <class P>
std::string decode_errors(const schema::Node& node, P* out = nullptr) {
  Diagnostics diagnostics;
  schema::Decoder decoder(diagnostics, "stage 't'", ".");
  P params{};
  schema::decode_fields(node, decoder, params);
  if (out != nullptr) *out = params;
  std::string text;
  for (const Diagnostic& d : diagnostics.all()) text += d.message + "\n";
  return text;
}

}  // namespace weald::test
