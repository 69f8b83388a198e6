// Integers of two words, against those of the compiler.

#include <cstdint>
#include <vector>

#include <catch2/catch.hpp>

#include "base/rng.h"
#include "formats/files/detail/two_words.h"

#ifdef __SIZEOF_INT128__

namespace {

__extension__ using Native = unsigned __int128;
using weald::io::detail::TwoWords;

TwoWords words(Native n) {
  return (TwoWords{static_cast<std::uint64_t>(n >> 64)} << 64) + TwoWords{static_cast<std::uint64_t>(n)};
}

// Numbers of all lengths, and those whose words are all ones or zeros, where carries run through.
std::vector<Native> numbers() {
  std::vector<Native> made{0, 1, 0xFFFFFFFFu, ~std::uint64_t{0}, Native{1} << 64, ~Native{0}, Native{1} << 127};
  const weald::Rng rng(7);
  for (std::uint64_t i = 0; i < 60; ++i) {
    Native n = 0;
    for (const std::uint32_t bits : rng.bits(i)) n = (n << 32) | bits;
    made.push_back(n >> (2 * i));
  }
  return made;
}

TEST_CASE("two words calculate as the compiler's integers of 128 bits do", "[number_text]") {
  for (const Native a : numbers()) {
    for (const Native b : numbers()) {
      REQUIRE(words(a) + words(b) == words(a + b));
      REQUIRE(words(a) - words(b) == words(a - b));
      REQUIRE((words(a) < words(b)) == (a < b));
      const auto factor = static_cast<std::uint32_t>(b);
      REQUIRE(words(a) * factor == words(a * factor));
    }
    for (int places = 0; places < 128; ++places) {
      REQUIRE((words(a) << places) == words(a << places));
      REQUIRE((words(a) >> places) == words(a >> places));
    }
    REQUIRE(static_cast<std::uint64_t>(words(a)) == static_cast<std::uint64_t>(a));
  }
}

}  // namespace

#endif
