// The bits of base/math/math are pinned: a compiler, flag or CPU that computes another last bit anywhere in a million
// arguments fails here. The accuracy tests say that the pinned bits are right.

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

#include "support/catch.h"

#include "base/hash.h"
#include "base/math/math.h"

namespace weald {
namespace {

constexpr int kArguments = 1 << 20;

// A NaN's sign and payload may differ between machines; that it is one may not.
std::uint64_t bits_of(double value) {
  return std::isnan(value) ? 0x7FF8000000000000u : std::bit_cast<std::uint64_t>(value);
}

// Arguments 0 .. kArguments - 1 by a Weyl sequence: every fourth one any double, the others in [-range, range).
class Arguments {
 public:
  explicit Arguments(double range) : range_(range) {}
  double next() {
    state_ += 0x9E3779B97F4A7C15u;
    const std::uint64_t mixed = (state_ ^ (state_ >> 31)) * 0xBF58476D1CE4E5B9u;
    const std::uint64_t word = mixed ^ (mixed >> 29);
    if (++count_ % 4 == 0) return std::bit_cast<double>(word);
    return (static_cast<double>(word >> 11) * 0x1p-52 - 1) * range_;
  }

 private:
  double range_;
  std::uint64_t state_ = 0;
  std::uint64_t count_ = 0;
};

std::string digest(double (*f)(double), double range) {
  Hasher hasher;
  Arguments arguments(range);
  for (int i = 0; i < kArguments; ++i) hasher.add(bits_of(f(arguments.next())));
  return hasher.hex();
}

std::string digest(double (*f)(double, double), double first_range, double second_range) {
  Hasher hasher;
  Arguments first(first_range);
  Arguments second(second_range);
  second.next();  // out of step with the first
  for (int i = 0; i < kArguments; ++i) hasher.add(bits_of(f(first.next(), second.next())));
  return hasher.hex();
}

TEST_CASE("the bits of the trigonometric functions are pinned") {
  CHECK(digest(math::sin, 100) == "33f63e6a529a95da67d25e15d72e6f0c");
  CHECK(digest(math::cos, 100) == "b4a70e50fd2c018c88e7662e17f06b0d");
  CHECK(digest(math::tan, 100) == "3a712facb82e72c7ed8c08ffc8360ebe");
  CHECK(digest(math::sin_deg, 720) == "bac92ab00dea90541a099b9b18c6aa2d");
  CHECK(digest(math::cos_deg, 720) == "d41d28d237318c7500065aa8bee74532");
  CHECK(digest(math::tan_deg, 720) == "59dd9a73302f0011baf0f594d440c9c4");
}

TEST_CASE("the bits of the inverse trigonometric functions are pinned") {
  CHECK(digest(math::atan, 10) == "3c7a6594a76a7bdc5021dee1c5fdf2fa");
  CHECK(digest(math::atan2, 10, 10) == "e2a9c5ced890ddef836ee3e38d86fb25");
  CHECK(digest(math::asin, 1) == "3de38efd1386b7701ef859bb89ada624");
  CHECK(digest(math::acos, 1) == "463a62d7b8654da21d3badba314cde6d");
}

TEST_CASE("the bits of exponentials and logarithms are pinned") {
  CHECK(digest(math::exp, 750) == "cea70a4788ae1fd74a52172fad28ebe9");
  CHECK(digest(math::exp2, 1080) == "44fffd3d373bd9619f85a0343dac49cb");
  CHECK(digest(math::log, 1000) == "7481fd47507eba71853cb74fdf4d4173");
  CHECK(digest(math::log2, 1000) == "d1ac8d2e8cecf263f0d094730c8c02bd");
  CHECK(digest(math::pow, 20, 20) == "d143cb4bf332b47c79e9cc329992783e");
}

TEST_CASE("the bits of fmod are pinned") { CHECK(digest(math::fmod, 1000, 10) == "c8cda86eb7f099f6b58e2dc62acbe718"); }

}  // namespace
}  // namespace weald
