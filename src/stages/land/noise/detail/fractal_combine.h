#pragma once
// Fractal combination: how the octaves of a fractal are combined into one value, as fractal_combine-inl.h does.

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

/// Weights of one octave.
struct OctaveWeight {
  float amplitude;  ///< metres
  float share;
  bool first;  ///< whether it is the first octave
};

}  // namespace weald::noise
