#include "base/rng.h"

#include <Random123/philox.h>

#include "base/hash.h"

namespace weald {

std::uint64_t stage_seed(std::uint64_t preset_seed, std::string_view stage_name) {
  Hasher hasher;
  hasher.add(preset_seed);
  hasher.add(stage_name);
  return hasher.low64();
}

std::uint64_t sub_seed(std::uint64_t seed, std::uint64_t part) {
  // SplitMix64 of the pair: cheap, and every bit of both arguments affects every bit of the result. Source:
  // [steele2014].
  std::uint64_t z = seed + 0x9E3779B97F4A7C15u * (part + 1);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

std::array<std::uint32_t, 4> Rng::bits(std::uint64_t a, std::uint64_t b) const {
  const auto low = [](std::uint64_t v) { return static_cast<std::uint32_t>(v); };
  const auto high = [](std::uint64_t v) { return static_cast<std::uint32_t>(v >> 32); };
  const r123::Philox4x32::ctr_type counter{{low(a), high(a), low(b), high(b)}};
  const r123::Philox4x32::key_type key{{low(seed_), high(seed_)}};
  const auto words = r123::Philox4x32{}(counter, key);
  return {words[0], words[1], words[2], words[3]};
}

double Rng::uniform(std::uint64_t a, std::uint64_t b) const {
  const auto words = bits(a, b);
  const std::uint64_t wide = (std::uint64_t{words[0]} << 32 | words[1]) >> 11;
  return static_cast<double>(wide) * 0x1p-53;
}

std::array<double, 4> Rng::four_uniforms(std::uint64_t a, std::uint64_t b) const {
  const auto words = bits(a, b);
  return {words[0] * 0x1p-32, words[1] * 0x1p-32, words[2] * 0x1p-32, words[3] * 0x1p-32};
}

std::uint32_t Rng::below(std::uint32_t count, std::uint64_t a, std::uint64_t b) const {
  // Multiply-shift: every value gets 2^64 / count words, rounded up or down. Source: [lemire2019].
  const auto words = bits(a, b);
  const std::uint64_t wide = std::uint64_t{words[0]} << 32 | words[1];
  // (wide * count) >> 64 without a 128-bit type: the product of the halves.
  const std::uint64_t high = (wide >> 32) * count;
  const std::uint64_t low = (wide & 0xFFFFFFFFu) * count;
  return static_cast<std::uint32_t>((high + (low >> 32)) >> 32);
}

}  // namespace weald
