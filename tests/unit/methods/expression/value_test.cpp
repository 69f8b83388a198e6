#include "methods/expression/value.h"

#include "support/catch.h"

using namespace weald;
using expression::parse_unit;
using expression::to_text;
using expression::unit_text;
using expression::Value;

TEST_CASE("value: units are read and written alike", "[expression]") {
  for (const char* text : {"", "m", "deg", "px", "yr", "m2", "1/m", "m2/yr", "1/m2"}) {
    INFO(text);
    const auto unit = parse_unit(text);
    REQUIRE(unit);
    CHECK(unit_text(*unit) == text);
    CHECK(unit->given() == (*text != '\0'));
  }
  for (const char* text : {"feet", "m1", "m/", "/m", "mm", "m2/"}) {
    INFO(text);
    CHECK_FALSE(parse_unit(text));
  }
}

TEST_CASE("value: whole numbers are written without exponent, others in their shortest form", "[expression]") {
  CHECK(to_text({1e6}) == "1000000");
  CHECK(to_text({-0.0}) == "0");
  CHECK(to_text({0.1}) == "0.1");
  CHECK(to_text({-2.5e-7}) == "-2.5e-07");
  CHECK(to_text({true}) == "true");
  CHECK(to_text({std::string("oak")}) == "oak");
  CHECK(to_text({Value::List{{1.0}, {std::string("a")}, {Value::List{}}}}) == "[1, 'a', []]");
}
