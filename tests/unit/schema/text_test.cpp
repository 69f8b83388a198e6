// Numbers and texts as they stand in presets: read strictly, printed so that they read back the same.

#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "support/catch.h"

#include "base/rng.h"
#include "schema/codec.h"
#include "schema/wording.h"

namespace weald::schema {
namespace {

TEST_CASE("parse_number takes decimal numbers") {
  CHECK(parse_number("0") == 0);
  CHECK(parse_number("-0") == 0);
  CHECK(parse_number("12") == 12);
  CHECK(parse_number("+12") == 12);
  CHECK(parse_number("-12.5") == -12.5);
  CHECK(parse_number(".5") == 0.5);
  CHECK(parse_number("-.5") == -0.5);
  CHECK(parse_number("5.") == 5);
  CHECK(parse_number("1e3") == 1000);
  CHECK(parse_number("1E+3") == 1000);
  CHECK(parse_number("2.5e-3") == 0.0025);
  CHECK(parse_number("4.9406564584124654e-324") == std::numeric_limits<double>::denorm_min());
  CHECK(parse_number("1.7976931348623157e308") == std::numeric_limits<double>::max());
}

TEST_CASE("leading zeros do not make a number octal") {
  CHECK(parse_number("010") == 10);
  CHECK(parse_integer("010") == 10);
  CHECK(parse_integer("-007") == -7);
}

TEST_CASE("parse_number refuses all other notations") {
  for (const char* text :
       {"",     " ",   "+",   "-",    ".",    "e5",    "1e",    "1e+",   "inf",    "-inf",   "+inf", "infinity",
        ".inf", "nan", "NaN", ".nan", "0x10", "0o10",  "0b1",   "1_000", "1,5",    "1 ",     " 1",   "1;",
        "1f",   "--1", "++1", "+-1",  "-+1",  "1.2.3", "1e5.0", "1e400", "-1e400", "1e-400", "ten",  "\xD9\xA1"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_number(text).has_value());
  }
  CHECK_FALSE(parse_number(std::string_view("1\0", 2)).has_value());
  CHECK_FALSE(parse_number(std::string(100000, '9')).has_value());
}

TEST_CASE("parse_integer takes whole numbers that fit 64 bits") {
  CHECK(parse_integer("0") == 0);
  CHECK(parse_integer("+42") == 42);
  CHECK(parse_integer("9223372036854775807") == std::numeric_limits<std::int64_t>::max());
  CHECK(parse_integer("-9223372036854775808") == std::numeric_limits<std::int64_t>::min());
  for (const char* text : {"", "+", "-", "1.0", "1.", "1e3", "0x10", "9223372036854775808", "-9223372036854775809",
                           "1 ", "+-1", "--1", "nan"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_integer(text).has_value());
  }
}

TEST_CASE("number_text is the shortest text that reads back as the same number") {
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(-2.5) == "-2.5");
  CHECK(number_text(1000.0) == "1000");
  CHECK(number_text(0.0) == "0");
  CHECK(number_text(-0.0) == "0");
  CHECK(number_text(1e-7) == "1e-7");
  CHECK(number_text(0.729f) == "0.729");
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const auto words = Rng(1).bits(i);
    const double value = std::bit_cast<double>(std::uint64_t{words[0]} << 32 | words[1]);
    if (!std::isfinite(value)) continue;
    REQUIRE(parse_number(number_text(value)) == value);
  }
}

TEST_CASE("quoted_text leaves plain words alone") {
  for (const char* text : {"hills", "my_stage-2", "textures/bark.png", "F"}) CHECK(quoted_text(text) == text);
}

TEST_CASE("quoted_text quotes what YAML would read as something else") {
  for (const char* text :
       {"true", "false", "null", "True", "NULL", "12", "1e5", "-x", ".hidden", "a b", "a:b", "a#b", "[x]",
        "{x}",  "*x",    "&x",   "!x",   "%x",   "@x", "`x",  "~",  "'",       "a,b", "?",   "|",   ">"}) {
    CAPTURE(text);
    CHECK(quoted_text(text) == '"' + std::string(text) + '"');
  }
  CHECK(quoted_text("") == "\"\"");
  CHECK(quoted_text("say \"so\"") == "\"say \\\"so\\\"\"");
  CHECK(quoted_text("back\\slash") == "\"back\\\\slash\"");
  CHECK(quoted_text("two\nlines\tand\x01") == "\"two\\nlines\\tand\\x01\"");
  CHECK(quoted_text("n\xC3\xA4he") == "\"n\xC3\xA4he\"");
}

TEST_CASE("kind_name says what a value is") {
  CHECK(Node{}.kind_name() == "nothing");
  CHECK(Node{Scalar{"1e3", false}, {}}.kind_name() == "a number");
  CHECK(Node{Scalar{"1e3", true}, {}}.kind_name() == "text");
  CHECK(Node{Scalar{"oak", false}, {}}.kind_name() == "text");
  CHECK(Node{Node::List{}, {}}.kind_name() == "a list");
  CHECK(Node{Node::Map{}, {}}.kind_name() == "a map");
}

TEST_CASE("readable_number: plain digits up to a million, short exponents beyond") {
  CHECK(readable_number(0) == "0");
  CHECK(readable_number(1e6) == "1000000");
  CHECK(readable_number(-1e6) == "-1000000");
  CHECK(readable_number(2e7) == "2e7");
  CHECK(readable_number(-1e9) == "-1e9");
  CHECK(readable_number(0.0001) == "0.0001");
  CHECK(readable_number(1e-5) == "1e-5");
  CHECK(readable_number(2.5e-12) == "2.5e-12");
  CHECK(readable_number(0.45) == "0.45");
}

TEST_CASE("range_text: both bounds, one, or none") {
  CHECK(range_text(Range{1, 24}) == "1 .. 24");
  CHECK(range_text(Range{.min = 0}) == "at least 0");
  CHECK(range_text(Range{.max = 1e9}) == "at most 1e9");
  CHECK(range_text(Range{}).empty());
  CHECK(range_text(std::nullopt).empty());
}

TEST_CASE("nouns: the article follows the sound, alternatives are a list") {
  CHECK(with_article("mesh") == "a mesh");
  CHECK(with_article("image") == "an image");
  const std::string_view nouns[] = {"curve", "mesh", "scene"};
  CHECK(alternatives_text(std::span(nouns).first(1)) == "curve");
  CHECK(alternatives_text(std::span(nouns).first(2)) == "curve or mesh");
  CHECK(alternatives_text(nouns) == "curve, mesh or scene");
}

}  // namespace
}  // namespace weald::schema

TEST_CASE("readable_time: seconds, minutes, hours or days") {
  CHECK(readable_time(0) == "less than a second");
  CHECK(readable_time(1.2) == "1 second");
  CHECK(readable_time(14.4) == "14 seconds");
  CHECK(readable_time(89) == "89 seconds");
  CHECK(readable_time(90) == "2 minutes");
  CHECK(readable_time(2 * 3600) == "2 hours");
  CHECK(readable_time(5 * 86400) == "5 days");
}
