#include "base/disjoint_sets.h"

#include "support/catch.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/rng.h"

using weald::DisjointSets;

TEST_CASE("disjoint sets: each number is a set of its own until it is joined") {
  DisjointSets sets(4);
  for (std::uint32_t i = 0; i < 4; ++i) CHECK(sets.root(i) == i);
  CHECK(sets.join(3, 2));
  CHECK(sets.root(3) == 2);
  CHECK_FALSE(sets.join(2, 3));
  CHECK_FALSE(sets.join(1, 1));
  CHECK(sets.join(3, 0));
  CHECK(sets.root(2) == 0);
  CHECK(sets.root(1) == 1);
}

TEST_CASE("disjoint sets: an added number is the next one, and a set of its own") {
  DisjointSets sets(2);
  CHECK(sets.join(0, 1));
  CHECK(sets.add() == 2);
  CHECK(sets.size() == 3);
  CHECK(sets.root(2) == 2);
  CHECK(sets.join(2, 1));
  CHECK(sets.root(2) == 0);
}

TEST_CASE("disjoint sets: they are those of numbers whose labels are changed one by one, the smallest one first") {
  constexpr std::uint32_t kCount = 60;
  DisjointSets sets(kCount);
  std::vector<std::uint32_t> labels(kCount);
  for (std::uint32_t i = 0; i < kCount; ++i) labels[i] = i;
  const weald::Rng rng(7);
  for (std::uint64_t step = 0; step < 70; ++step) {
    const auto words = rng.bits(step, 0);
    const std::uint32_t a = words[0] % kCount, b = words[1] % kCount;
    const std::uint32_t from = std::max(labels[a], labels[b]), to = std::min(labels[a], labels[b]);
    CHECK(sets.join(a, b) == (from != to));
    for (std::uint32_t& label : labels) label = label == from ? to : label;
    for (std::uint32_t i = 0; i < kCount; ++i) REQUIRE(sets.root(i) == labels[i]);
  }
}
