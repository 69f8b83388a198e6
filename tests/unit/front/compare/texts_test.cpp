#include "support/catch.h"

#include "front/compare/detail/number_scan.h"
#include "front/compare/detail/texts.h"

using namespace weald::compare;

namespace {

TEST_CASE("texts: equal texts are identical, and their numbers are counted") {
  const TextDifference difference = compare_texts("M 1 2.5\nL -3e2,4\n", "M 1 2.5\nL -3e2,4\n");
  CHECK(difference.identical());
  CHECK(difference.expected_lines == 2);
  CHECK(difference.numbers == 4);
  CHECK(compare_texts("", "").identical());
}

TEST_CASE("texts: the first line that differs is named with its column") {
  const TextDifference difference = compare_texts("a\nb c\nd\n", "a\nb x\ne\n");
  REQUIRE(difference.first_changed);
  CHECK(difference.first_changed->line == 2);
  CHECK(difference.first_changed->column == 3);
  CHECK(difference.first_changed->expected == "b c");
  CHECK(difference.first_changed->actual == "b x");
  CHECK(difference.changed_lines == 2);
}

TEST_CASE("texts: numbers within the tolerance are no change, but not identical") {
  const TextDifference close = compare_texts("x=1.234567 y=-2e-9\n", "x=1.234568 y=3e-9\n");
  CHECK_FALSE(close.identical());
  CHECK(close.changed_lines == 0);
  CHECK(close.unequal_lines == 1);
  CHECK(close.max_absolute == Approx(1e-6));
  CHECK(compare_texts("1.2345", "1.2346").changed_lines == 0);  // the last digit
  CHECK(compare_texts("1.2345", "1.2347").changed_lines == 1);
  CHECK(compare_texts("0.1", "0.2").changed_lines == 1);  // too few digits for the last to be rounding
  CHECK(compare_texts("0.1", "0.10000001").changed_lines == 0);
}

TEST_CASE("texts: whole numbers, names and colours must be the same") {
  CHECK(compare_texts("faces 100000", "faces 100001").changed_lines == 1);
  CHECK(compare_texts("path1000000", "path1000001").changed_lines == 1);
  CHECK(compare_texts("fill=\"#1000000\"", "fill=\"#1000001\"").changed_lines == 1);
  CHECK(compare_texts("12", "12.0000001").changed_lines == 0);
}

TEST_CASE("texts: numbers run together as in SVG paths") {
  const TextDifference difference = compare_texts("M10.0000001-5.5L.5.25", "M10-5.5L0.5.25");
  CHECK(difference.changed_lines == 0);
  CHECK(difference.numbers == 4);
}

TEST_CASE("texts: more lines, fewer lines and a missing last line end are changes") {
  CHECK(compare_texts("a\n", "a\nb\n").changed_lines == 1);
  CHECK(compare_texts("a\nb\n", "a\n").changed_lines == 1);
  CHECK(compare_texts("a\n", "a").changed_lines == 1);
  CHECK(compare_texts("", "a").first_changed->line == 1);
  CHECK(compare_texts("a\n", "a\n\n").changed_lines == 1);
}

TEST_CASE("texts: a long line is shown around its difference") {
  const std::string line(5000, 'F');
  std::string other = line;
  other[3000] = 'G';
  const TextDifference difference = compare_texts(line, other);
  CHECK(difference.first_changed->column == 3001);
  CHECK(difference.first_changed->expected.size() == 200);
  CHECK(difference.first_changed->actual.find('G') == 100);
}

TEST_CASE("texts: numbers are read with their spelling") {
  const ScannedNumber number = number_at("x -0.00125e-2;", 2);
  CHECK(number.value == -0.0000125);
  CHECK(number.length == 11);
  CHECK(number.digits == 3);
  CHECK(number.last_place == -7);
  CHECK_FALSE(number.whole);
  CHECK(unit_of(number) == 1e-7);
  CHECK(number_at("12", 0).whole);
  CHECK(number_at("1e999", 0).length == 0);  // no double holds it
  CHECK(number_at("-", 0).length == 0);
  CHECK(number_at(".", 0).length == 0);
  CHECK(number_at("1e", 0).length == 1);
  CHECK(number_at("1e+", 0).length == 1);
  CHECK(number_at("+3", 0).value == 3);
  CHECK(number_at("0", 0).digits == 0);
}

}  // namespace
