#include "unit/stages/land/noise/definition.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "stages/land/noise/detail/point_block.h"

namespace weald::test {

using noise::Fractal;
using noise::OctaveSpec;
using noise::detail::OctaveTables;
using noise::detail::RowTerms;

namespace {

struct FractalState {
  float value = 0;
  float weight = 1;
};

// Adds one octave with noise `n`, in the order of operations that defines the bits.
void add_octave(const noise::FractalRule& rule, float n, const noise::OctaveWeight& octave, FractalState& state) {
  const auto [amplitude, share, first] = octave;
  const auto unit = [](float x) { return std::min(std::max(x, 0.0f), 1.0f); };
  switch (rule.fractal) {
    case Fractal::sum: state.value += n * amplitude; return;
    case Fractal::billow: {
      const float magnitude = std::abs(n);
      state.value += ((magnitude + magnitude) - 1.0f) * amplitude;
      return;
    }
    case Fractal::ridged: {
      const float ridge = rule.offset - std::abs(n);
      const float signal = (ridge * ridge) * state.weight;
      state.value += signal * amplitude;
      state.weight = unit(signal * rule.gain);
      return;
    }
    case Fractal::hybrid: {
      const float signal = (n + rule.offset) * state.weight;
      state.value += signal * amplitude;
      state.weight = unit(signal * share);
      return;
    }
    case Fractal::heterogeneous: {
      const float signal = n + rule.offset;
      state.value = first ? signal * amplitude : state.value + (signal * share) * state.value;
      return;
    }
    case Fractal::ping_pong: {
      const float t = (n + 1.0f) * rule.gain;
      const float wave = 1.0f - std::abs((t - 2.0f * std::floor(t * 0.5f)) - 1.0f);
      state.value += ((wave + wave) - 1.0f) * amplitude;
      return;
    }
  }
}

struct LineValue {
  float t;
  float g;
};

LineValue line_value(const OctaveTables& octave, std::size_t x, std::int64_t row) {
  const noise::AxisKey key = octave.find_key(row);
  const auto point = [&](std::size_t column) {
    return noise::hashed_point(noise::point_hash({octave.key_a[column], octave.key_b[column]}, key), octave.scale);
  };
  const noise::LatticePoint left = point(octave.cell[x]);
  const noise::LatticePoint right = point(octave.cell[x] + 1);
  const float from_left = left.height + left.gradient.x * octave.fraction[x];
  const float from_right = right.height + right.gradient.x * (octave.fraction[x] - 1.0f);
  const float weight = octave.weight[x];
  return {from_left + weight * (from_right - from_left),
          left.gradient.y + weight * (right.gradient.y - left.gradient.y)};
}

struct OctaveValue {
  float k0;
  float rest;
};

OctaveValue octave_value(const OctaveTables& octave, const RowTerms& terms, std::size_t x, std::size_t y) {
  const LineValue upper = line_value(octave, x, octave.row_cell[y]);
  const LineValue lower = line_value(octave, x, octave.row_cell[y] + 1);
  const float k2 = (lower.t - upper.t) - lower.g;
  const float k3 = lower.g - upper.g;
  return {upper.t, (terms.u * upper.g + terms.v * k2) + terms.uv * k3};
}

}  // namespace

OctaveDefinition::OctaveDefinition(noise::FieldSpec spec) : spec_(std::move(spec)) {
  for (const OctaveSpec& octave : spec_.octaves) {
    octaves_.push_back(noise::detail::octave_tables(octave, spec_));
    std::vector<RowTerms>& terms = terms_.emplace_back();
    for (const double fraction : noise::detail::place_rows(octave, spec_.grid, octaves_.back())) {
      const auto u = static_cast<float>(fraction);
      const auto v = static_cast<float>(fade_weight(spec_.fade, fraction));
      terms.push_back({u, v, u * v});
    }
  }
}

float OctaveDefinition::value(int column, int row) const {
  const auto x = static_cast<std::size_t>(column), y = static_cast<std::size_t>(row);
  float base = 0;  // for sums: running sum of the octaves' first terms
  FractalState state;
  std::array<float, noise::kMaxOctaves> rest{};
  for (std::size_t o = 0; o < octaves_.size(); ++o) {
    const OctaveValue value = octave_value(octaves_[o], terms_[o][y], x, y);
    rest[o] = value.rest;
    base = o == 0 ? value.k0 : base + value.k0;
    add_octave(spec_.rule, value.k0 + value.rest, {spec_.octaves[o].amplitude, spec_.octaves[o].share, o == 0}, state);
  }
  if (spec_.rule.fractal != Fractal::sum) return state.value;
  for (std::size_t o = 0; o < octaves_.size(); ++o) base += rest[o];
  return base;
}

PointDefinition::PointDefinition(const noise::FieldSpec& spec) : spec_(spec) {
  for (const OctaveSpec& octave : spec.octaves) octaves_.push_back(point_layers(spec, octave));
  if (!spec.warp) return;
  const noise::detail::WarpFields warp = noise::detail::warp_fields(*spec.warp, spec.grid);
  if (spec.warp->mode != noise::WarpMode::progressive) {
    grid_x_.emplace(warp.x);
    grid_y_.emplace(warp.y);
    return;
  }
  for (std::size_t k = 0; k < warp.x.octaves.size(); ++k) {
    followers_.push_back({point_layers(warp.x, warp.x.octaves[k]).front(),
                          point_layers(warp.y, warp.y.octaves[k]).front(), warp.x.octaves[k].amplitude});
  }
}

Vec2f PointDefinition::shift(int column, int row, float strength) const {
  if (!spec_.warp) return {0, 0};
  const float way = std::min(strength, spec_.warp->limit);
  if (grid_x_) return {grid_x_->value(column, row) * way, grid_y_->value(column, row) * way};
  Vec2f shift{0, 0};
  for (const Follower& octave : followers_) {
    const float x = layer_value(octave.x, lattice_place(octave.x, column, row, shift));
    const float y = layer_value(octave.y, lattice_place(octave.y, column, row, shift));
    shift += Vec2f{x, y} * (octave.share * way);
  }
  return shift;
}

float PointDefinition::value(int column, int row, float strength) const {
  const Vec2f moved = shift(column, row, strength);
  FractalState state;
  for (std::size_t o = 0; o < octaves_.size(); ++o) {
    float noise = 0;
    bool add = false;
    for (const noise::PointLayer& layer : octaves_[o]) {
      const float value = layer_value(layer, lattice_place(layer, column, row, moved));
      noise = add ? noise + value : value;
      add = true;
    }
    const OctaveSpec& octave = spec_.octaves[o];
    add_octave(spec_.rule, noise, {octave.amplitude, octave.share, o == 0}, state);
  }
  return state.value;
}

}  // namespace weald::test
