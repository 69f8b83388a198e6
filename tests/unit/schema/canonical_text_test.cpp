#include "schema/canonical_text.h"

#include <catch2/catch.hpp>

using namespace weald::schema;
using Values = std::vector<std::pair<std::string, std::string>>;

TEST_CASE("flat_values: nested maps become paths, lists and quoted text stay whole") {
  CHECK(flat_values("{a: 1, b: {c: [2, {d: 3}], e: \"x, y: }\"}, f: {}}") ==
        Values{{"a", "1"}, {"b.c", "[2, {d: 3}]"}, {"b.e", "\"x, y: }\""}, {"f", "{}"}});
  CHECK(flat_values("{\"odd: key\": 1, b: \"say \\\"hi\\\"\"}") ==
        Values{{"\"odd: key\"", "1"}, {"b", "\"say \\\"hi\\\"\""}});
  CHECK(flat_values("{}").empty());
  CHECK(flat_values("").empty());
}

TEST_CASE("entries_of: keys and values in order; a text that is no map has none, and a mistake ends it") {
  const auto entries = entries_of("{a: 1, b: {c: 2}, d: {}}");
  REQUIRE(entries.size() == 3);
  CHECK(entries[0].key == "a");
  CHECK(entries[1].value == "{c: 2}");
  CHECK(entries[1].is_map());
  CHECK_FALSE(entries[2].is_map());
  for (const char* text : {"", "a", "[1, 2]", "{", "{}"}) CHECK(entries_of(text).empty());
  CHECK(entries_of("{a: 1, b}").size() == 1);
  CHECK(entries_of("{\"unclosed: 1}").empty());
}
