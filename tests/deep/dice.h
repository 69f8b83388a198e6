#pragma once
// Dice: draws one after the other from the random numbers of a seed and a case, so that a case can be made again alone.

#include <cstdint>
#include <vector>

#include "base/rng.h"

namespace weald::deep {

class Dice {
 public:
  /// The draws of case `index` under `seed`.
  Dice(std::uint64_t seed, std::uint64_t index) : rng_(sub_seed(seed, index)) {}

  /// Uniform in [0, count). Pre: count > 0.
  std::size_t below(std::size_t count) { return rng_.below(static_cast<std::uint32_t>(count), at_++); }
  /// Uniform in [0, 1).
  double uniform() { return rng_.uniform(at_++); }
  /// True once in `count` draws. Pre: count > 0.
  bool one_in(std::size_t count) { return below(count) == 0; }
  /// One of `values`. Pre: not empty.
  template <class T>
  const T& pick(const std::vector<T>& values) {
    return values[below(values.size())];
  }

 private:
  Rng rng_;
  std::uint64_t at_ = 0;
};

}  // namespace weald::deep
