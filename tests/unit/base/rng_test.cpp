#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "support/catch.h"

#include "base/hash.h"
#include "base/rng.h"

namespace weald {
namespace {

using Words = std::array<std::uint32_t, 4>;

TEST_CASE("Rng::bits is Philox 4x32-10: the known answers of Random123") {
  // kat_vectors of Random123: counter words, key words -> output words.
  CHECK(Rng(0).bits(0, 0) == Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(Rng(0xffffffffffffffff).bits(0xffffffffffffffff, 0xffffffffffffffff) ==
        Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(Rng(0x299f31d0a4093822).bits(0x85a308d3243f6a88, 0x0370734413198a2e) ==
        Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("Rng: a value depends on seed and position only, not on the order of the draws") {
  const Rng rng(42);
  std::vector<double> forwards;
  for (std::uint64_t i = 0; i < 100; ++i) forwards.push_back(rng.uniform(i, 7));
  for (std::uint64_t i = 100; i-- > 0;) CHECK(Rng(42).uniform(i, 7) == forwards[i]);
}

TEST_CASE("Rng: neighbouring seeds and positions give different words") {
  std::set<Words> seen;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    for (std::uint64_t a = 0; a < 16; ++a) {
      for (std::uint64_t b = 0; b < 16; ++b) seen.insert(Rng(seed).bits(a, b));
    }
  }
  // The high halves count too.
  seen.insert(Rng(1ull << 32).bits(0));
  seen.insert(Rng(0).bits(1ull << 32));
  seen.insert(Rng(0).bits(0, 1ull << 32));
  CHECK(seen.size() == 8 * 16 * 16 + 3);
}

// Chi-square statistic of counts that should be equal.
double chi_square(const std::vector<int>& counts, double expected) {
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

TEST_CASE("Rng::uniform fills [0, 1) evenly") {
  constexpr int kBins = 256;
  constexpr int kDraws = 256000;
  std::vector<int> counts(kBins);
  double sum = 0;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    const double u = Rng(7).uniform(i);
    REQUIRE(u >= 0);
    REQUIRE(u < 1);
    sum += u;
    ++counts[static_cast<std::size_t>(u * kBins)];
  }
  // 255 degrees of freedom: mean 255, standard deviation 22.6; four of them either way.
  const double statistic = chi_square(counts, double{kDraws} / kBins);
  CHECK(statistic > 165);
  CHECK(statistic < 345);
  CHECK(sum / kDraws == Approx(0.5).margin(4 * 0.2887 / std::sqrt(kDraws)));
}

TEST_CASE("Rng::uniform_in stays in its interval") {
  for (std::uint64_t i = 0; i < 10000; ++i) {
    const double value = Rng(3).uniform_in(-2.5, 4, i);
    CHECK((value >= -2.5 && value < 4));
  }
}

TEST_CASE("Rng::below reaches every value equally often, also for counts that are no power of two") {
  for (const std::uint32_t count : {1u, 2u, 3u, 7u, 10u, 100u}) {
    std::vector<int> counts(count);
    const int draws = static_cast<int>(count) * 2000;
    for (int i = 0; i < draws; ++i) {
      const std::uint32_t value = Rng(11).below(count, static_cast<std::uint64_t>(i), count);
      REQUIRE(value < count);
      ++counts[value];
    }
    const double freedom = count - 1;
    CHECK(chi_square(counts, 2000) <= freedom + 4 * std::sqrt(2 * freedom));
  }
}

TEST_CASE("Rng::below of the largest counts keeps the top of the range in reach") {
  // A generator of 32-bit words taken modulo 3 * 2^30 would return the lower third twice as often.
  constexpr std::uint32_t kCount = 3u << 30;
  std::vector<int> thirds(3);
  for (std::uint64_t i = 0; i < 30000; ++i) ++thirds[Rng(5).below(kCount, i) >> 30];
  CHECK(chi_square(thirds, 10000) < 18);
}

TEST_CASE("stage_seed depends on the preset's seed and the stage's name") {
  CHECK(stage_seed(1, "hills") == stage_seed(1, "hills"));
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    for (const char* name : {"hills", "hill", "hillss", "", "a", "b"}) seen.insert(stage_seed(seed, name));
  }
  CHECK(seen.size() == 50 * 6);
}

TEST_CASE("the seeds of stages and parts are pinned: every preset's content hangs on them") {
  CHECK(stage_seed(0, "") == 0x5ea23ef06e28b2d);
  CHECK(stage_seed(42, "hills") == 0x594f0b518393f71f);
  CHECK(sub_seed(0, 0) == 0xe220a8397b1dcdaf);
  CHECK(sub_seed(42, 7) == 0xccf635ee9e9e2fa4);
}

TEST_CASE("sub_seed is SplitMix64: the known stream of seed 1234567") {
  // The reference implementation's first outputs for this seed.
  const std::uint64_t stream[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                  4593380528125082431u};
  for (std::uint64_t part = 0; part < 4; ++part) CHECK(sub_seed(1234567, part) == stream[part]);
}

}  // namespace
}  // namespace weald
