#pragma once
// Bytes that are no summary of a tile.

#include "support/catch.h"

#include <cstddef>
#include <span>
#include <vector>

namespace weald::test {

/// Checks that `read` returns nothing for the beginnings of `bytes`, nor for longer bytes.
template <class Read>
void check_refuses_other_lengths(std::vector<std::byte> bytes, Read read) {
  for (std::size_t size = 0; size < bytes.size(); size += 7)
    CHECK_FALSE(read(std::span<const std::byte>(bytes).first(size)).has_value());
  bytes.push_back(std::byte{0});
  CHECK_FALSE(read(std::span<const std::byte>(bytes)).has_value());
}

}  // namespace weald::test
