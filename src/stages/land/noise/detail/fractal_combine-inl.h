// Combination of the octaves of a fractal, see stages/land/noise/detail/fractal_combine.h. Included once per SIMD
// target by the kernel files, inside foreach_target.

#if defined(WEALD_FRACTAL_COMBINE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WEALD_FRACTAL_COMBINE_INL_H_
#undef WEALD_FRACTAL_COMBINE_INL_H_
#else
#define WEALD_FRACTAL_COMBINE_INL_H_
#endif

#include <hwy/highway.h>

#include "stages/land/noise/detail/fractal_combine.h"

HWY_BEFORE_NAMESPACE();
namespace weald::noise::detail {
namespace HWY_NAMESPACE {

template <class V>
struct FractalVector {
  V value;
  V weight;
};

// Adds one octave with noise `n`. The order of operations determines the resulting bits. Not for sums of OctaveField,
// which are added in a different order.
template <Fractal kFractal, class D, class V>
HWY_INLINE void add_octave_vector(D d, const FractalRule& rule, V n, const OctaveWeight& octave,
                                  FractalVector<V>& state) {
  namespace hn = hwy::HWY_NAMESPACE;
  const auto [amplitude, share, first] = octave;
  const V one = hn::Set(d, 1.0f);
  const V scale = hn::Set(d, amplitude);
  if constexpr (kFractal == Fractal::sum) {
    state.value = hn::Add(state.value, hn::Mul(n, scale));
  } else if constexpr (kFractal == Fractal::billow) {
    const V magnitude = hn::Abs(n);
    state.value = hn::Add(state.value, hn::Mul(hn::Sub(hn::Add(magnitude, magnitude), one), scale));
  } else if constexpr (kFractal == Fractal::ridged) {
    const V ridge = hn::Sub(hn::Set(d, rule.offset), hn::Abs(n));
    const V signal = hn::Mul(hn::Mul(ridge, ridge), state.weight);
    state.value = hn::Add(state.value, hn::Mul(signal, scale));
    state.weight = hn::Min(hn::Max(hn::Mul(signal, hn::Set(d, rule.gain)), hn::Zero(d)), one);
  } else if constexpr (kFractal == Fractal::hybrid) {
    const V signal = hn::Mul(hn::Add(n, hn::Set(d, rule.offset)), state.weight);
    state.value = hn::Add(state.value, hn::Mul(signal, scale));
    state.weight = hn::Min(hn::Max(hn::Mul(signal, hn::Set(d, share)), hn::Zero(d)), one);
  } else if constexpr (kFractal == Fractal::heterogeneous) {
    const V signal = hn::Add(n, hn::Set(d, rule.offset));
    state.value =
        first ? hn::Mul(signal, scale) : hn::Add(state.value, hn::Mul(hn::Mul(signal, hn::Set(d, share)), state.value));
  } else {
    const V t = hn::Mul(hn::Add(n, one), hn::Set(d, rule.gain));
    const V whole = hn::Floor(hn::Mul(t, hn::Set(d, 0.5f)));
    const V rest = hn::Sub(t, hn::Mul(hn::Set(d, 2.0f), whole));
    const V wave = hn::Sub(one, hn::Abs(hn::Sub(rest, one)));
    state.value = hn::Add(state.value, hn::Mul(hn::Sub(hn::Add(wave, wave), one), scale));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace weald::noise::detail
HWY_AFTER_NAMESPACE();

#endif
