#include "schema/canonical_text.h"

#include "support/catch.h"

using namespace weald::schema;
using Values = std::vector<std::pair<std::string, std::string>>;

namespace {

// {a: 1, "odd: key": {c: [2, {d: 3}], e: "x, y: }"}, f: {}, g: "7"}
Node sample() {
  const Node list = list_node({word_node("2"), map_node({{"d", {}, word_node("3")}})});
  const Node inside = map_node({{"c", {}, list}, {"e", {}, text_node("x, y: }")}});
  return map_node(
      {{"a", {}, word_node("1")}, {"odd: key", {}, inside}, {"f", {}, map_node({})}, {"g", {}, text_node("7")}});
}

}  // namespace

TEST_CASE("canonical_text: words stand as they are, texts get quotes where they need them, null is empty") {
  CHECK(canonical_text(sample()) == "{a: 1, \"odd: key\": {c: [2, {d: 3}], e: \"x, y: }\"}, f: {}, g: \"7\"}");
  CHECK(canonical_text(text_node("plain")) == "plain");
  CHECK(canonical_text(text_node("say \"hi\"")) == "\"say \\\"hi\\\"\"");
  CHECK(canonical_text(text_node("")) == "\"\"");
  CHECK(canonical_text(Node{}).empty());
}

TEST_CASE("canonical_text: places do not matter") {
  Node moved = sample();
  moved.where = {3, 4, 5};
  moved.find("a")->key_where = moved.find("a")->value.where = {3, 9, 9};
  CHECK(canonical_text(moved) == canonical_text(sample()));
}

TEST_CASE("flat_values: nested maps become paths, lists stay whole, an empty map is a value") {
  CHECK(flat_values(sample()) == Values{{"a", "1"},
                                        {"\"odd: key\".c", "[2, {d: 3}]"},
                                        {"\"odd: key\".e", "\"x, y: }\""},
                                        {"f", "{}"},
                                        {"g", "\"7\""}});
  CHECK(flat_values(map_node({})).empty());
  CHECK(flat_values(word_node("1")).empty());
}
