#pragma once
// Counter-based random numbers: a value is a function of a key and a position, never of the order of calls. Threads and
// tiles need no coordination, and an additional draw in one place changes no other value. Source: [salmon2011] (Philox
// 4x32-10, Random123).

#include <array>
#include <cstdint>
#include <string_view>

namespace weald {

/// Seed of a stage. It depends only on the preset's seed and the stage's name, so adding a stage does not change the
/// others.
std::uint64_t stage_seed(std::uint64_t preset_seed, std::string_view stage_name);

/// Seed of a named or numbered part of a stage (an octave, a branch, a tile).
std::uint64_t sub_seed(std::uint64_t seed, std::uint64_t part);

/// Random numbers addressed by position under one seed.
class Rng {
 public:
  explicit Rng(std::uint64_t seed) : seed_(seed) {}

  /// Four independent 32-bit words for position (a, b).
  std::array<std::uint32_t, 4> bits(std::uint64_t a, std::uint64_t b = 0) const;
  /// Uniform in [0, 1), 53 bits.
  double uniform(std::uint64_t a, std::uint64_t b = 0) const;
  /// Four independent uniforms in [0, 1), 32 bits each.
  std::array<double, 4> four_uniforms(std::uint64_t a, std::uint64_t b = 0) const;
  /// Uniform in [low, high).
  double uniform_in(double low, double high, std::uint64_t a, std::uint64_t b = 0) const {
    return low + (high - low) * uniform(a, b);
  }
  /// Uniform integer in [0, count); the probability of each value is exact to 2^-64. Pre: count > 0.
  std::uint32_t below(std::uint32_t count, std::uint64_t a, std::uint64_t b = 0) const;

 private:
  std::uint64_t seed_;
};

}  // namespace weald
