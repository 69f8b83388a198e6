#pragma once
// Fractal combination: how the octaves of a fractal are combined into one value, in scalar code. fractal_combine-inl.h
// is the SIMD version.

#include <algorithm>
#include <cmath>

namespace weald::noise {

/// Methods of combining octaves into one value. Below, n_i is the noise of octave i, a_i its amplitude and p_i its
/// share.
enum class Fractal {
  sum,            ///< sum of a_i n_i
  billow,         ///< sum of a_i (2|n_i| - 1)
  ridged,         ///< sum of a_i s_i, s_i = w_i (offset - |n_i|)^2; w_0 = 1, w_i = clamp(gain s_(i-1), 0, 1)
  hybrid,         ///< sum of a_i w_i (n_i + offset); w_0 = 1, w_(i+1) = clamp(p_i w_i (n_i + offset), 0, 1)
  heterogeneous,  ///< h_0 = a_0 (n_0 + offset); h_i = h_(i-1) + p_i (n_i + offset) h_(i-1)
  /// sum of a_i (2 t_i - 1), where t_i is the triangle wave of gain (n_i + 1): 0 at even numbers, 1 at odd ones
  ping_pong,
};

/// Constants of a fractal combination. Source: [ebert2003] for ridged, hybrid and heterogeneous.
struct FractalRule {
  Fractal fractal = Fractal::sum;
  float offset = 1;
  float gain = 2;
};

/// State carried from octave to octave.
struct FractalState {
  float value = 0;
  float weight = 1;
};

/// Weights of one octave.
struct OctaveWeight {
  float amplitude;  ///< metres
  float share;
  bool first;  ///< whether it is the first octave
};

/// Adds one octave with noise `n`. The order of operations determines the resulting bits. Not for sums of OctaveField,
/// which are added in a different order.
inline void add_octave(const FractalRule& rule, float n, const OctaveWeight& octave, FractalState& state) {
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

}  // namespace weald::noise
