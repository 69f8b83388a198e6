#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "support/catch.h"

#include "base/hash.h"

namespace weald {
namespace {

std::string digest_of(std::string_view text) {
  Hasher hasher;
  hasher.add_bytes(std::as_bytes(std::span{text}));
  return hasher.hex();
}

TEST_CASE("Hasher is 128-bit XXH3: published digests of short texts") {
  CHECK(digest_of("") == "99aa06d3014798d86001c324468d497f");
  CHECK(digest_of("a") == "a96faf705af16834e6c632b61e964e1f");
  CHECK(digest_of("abc") == "06b05ab6733a618578af5f94892f3950");
}

TEST_CASE("Hasher: bytes give the same digest however they are cut") {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += static_cast<char>(i * 31);
  Hasher in_pieces;
  const auto bytes = std::as_bytes(std::span{text});
  for (std::size_t at = 0; at < bytes.size(); at += 37)
    in_pieces.add_bytes(bytes.subspan(at, std::min<std::size_t>(37, bytes.size() - at)));
  CHECK(in_pieces.hex() == digest_of(text));
}

TEST_CASE("Hasher: neighbouring texts and arrays do not run together") {
  Hasher first;
  first.add(std::string_view("ab"));
  first.add(std::string_view("c"));
  Hasher second;
  second.add(std::string_view("a"));
  second.add(std::string_view("bc"));
  CHECK(first.hex() != second.hex());

  const std::array<float, 2> values{1, 2};
  Hasher one_array;
  one_array.add_array(std::span<const float>(values));
  Hasher two_arrays;
  two_arrays.add_array(std::span<const float>(values).first(1));
  two_arrays.add_array(std::span<const float>(values).last(1));
  CHECK(one_array.hex() != two_arrays.hex());
}

TEST_CASE("Hasher: a double is hashed by its bits") {
  const auto of = [](double value) {
    Hasher hasher;
    hasher.add(value);
    return hasher.hex();
  };
  CHECK(of(0.0) != of(-0.0));
  CHECK(of(1.0) != of(1.0000000000000002));
  Hasher bits;
  bits.add(std::uint64_t{0x3FF0000000000000});
  CHECK(of(1.0) == bits.hex());
}

TEST_CASE("Hasher: low64 is the second half of hex, and reading does not end the stream") {
  Hasher hasher;
  hasher.add(std::string_view("terrain"));
  const std::string hex = hasher.hex();
  CHECK(std::stoull(hex.substr(16), nullptr, 16) == hasher.low64());
  CHECK(hasher.hex() == hex);
  hasher.add(std::uint64_t{1});
  CHECK(hasher.hex() != hex);
}

TEST_CASE("Hasher can be moved") {
  Hasher hasher;
  hasher.add(std::uint64_t{5});
  const std::string hex = hasher.hex();
  Hasher moved = std::move(hasher);
  CHECK(moved.hex() == hex);
}

}  // namespace
}  // namespace weald
