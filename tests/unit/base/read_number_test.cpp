// Numbers from text: known values, the limits of what a type holds, and what a text that goes on does.

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include <fmt/format.h>
#include "support/catch.h"

#include "base/rng.h"
#include "base/text/read_number.h"

namespace {

using weald::read_number;

template <class T>
struct Outcome {
  T value;
  std::size_t length;
  std::errc status;
};

template <class T>
Outcome<T> outcome(std::string_view text) {
  T value = 42;
  const auto [end, status] = read_number(text, value);
  return {value, static_cast<std::size_t>(end - text.data()), status};
}

TEST_CASE("a number is read up to where it ends", "[read_number]") {
  const auto [text, length, value] = GENERATE(table<std::string, std::size_t, double>({{"1", 1, 1},
                                                                                       {"-0.5", 4, -0.5},
                                                                                       {".25x", 3, 0.25},
                                                                                       {"3.", 2, 3},
                                                                                       {"1e3", 3, 1000},
                                                                                       {"1e", 1, 1},
                                                                                       {"1e+", 1, 1},
                                                                                       {"2E-1,", 4, 0.2},
                                                                                       {"1.2.3", 3, 1.2},
                                                                                       {"0x10", 1, 0},
                                                                                       {"7 8", 1, 7}}));
  CAPTURE(text);
  const auto read = outcome<double>(text);
  CHECK(read.status == std::errc{});
  CHECK(read.length == length);
  CHECK(read.value == value);
}

TEST_CASE("a text that begins with no number leaves the value alone", "[read_number]") {
  const std::string text = GENERATE("", " 1", "+1", "x", "-", ".", "-.", "e5", "--1");
  CAPTURE(text);
  const auto read = outcome<double>(text);
  CHECK(read.status == std::errc::invalid_argument);
  CHECK(read.length == 0);
  CHECK(read.value == 42);
}

TEST_CASE("numbers that are too large or too small are out of range, and their whole text is passed over",
          "[read_number]") {
  const std::string text = GENERATE("1e309", "-1e400", "1e-400", "-0.1e-999999999999999999999");
  CAPTURE(text);
  const auto read = outcome<double>(text + ";");
  CHECK(read.status == std::errc::result_out_of_range);
  CHECK(read.length == text.size());
  CHECK(read.value == 42);
  CHECK(outcome<float>("3.5e38").status == std::errc::result_out_of_range);
  CHECK(outcome<float>("1e-46").status == std::errc::result_out_of_range);
}

TEST_CASE("the limits of a type, zeros, infinity and NaN are in range", "[read_number]") {
  CHECK(outcome<double>("1.7976931348623157e308").value == std::numeric_limits<double>::max());
  CHECK(outcome<double>("4.9406564584124654e-324").value == std::numeric_limits<double>::denorm_min());
  CHECK(outcome<float>("1.40129846e-45").value == std::numeric_limits<float>::denorm_min());
  CHECK(std::signbit(outcome<double>("-0e999").value));
  CHECK(outcome<double>("0.000e-999").value == 0);
  CHECK(std::isinf(outcome<double>("inf").value));
  CHECK(std::isnan(outcome<double>("nan").value));
}

TEST_CASE("a float is rounded once, not by way of a double", "[read_number]") {
  // Just above the middle between 1 and the next float; as a double it is that middle, which rounds down to the even 1.
  CHECK(outcome<float>("1.00000005960464477540").value == std::nextafter(1.0f, 2.0f));
  CHECK(outcome<float>("1.00000005960464477539").value == 1.0f);
}

TEST_CASE("doubles come back from 17 digits", "[read_number]") {
  const weald::Rng rng(3);
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const auto bits = rng.bits(i);
    const double value = std::bit_cast<double>((std::uint64_t{bits[0]} << 32) | bits[1]);
    if (!std::isfinite(value)) continue;
    REQUIRE(outcome<double>(fmt::format("{:.16e}", value)).value == value);
  }
}

}  // namespace
