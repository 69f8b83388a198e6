#include "support/catch.h"

#include "schema/node.h"

using namespace weald;
using schema::Node;

TEST_CASE("a node finds the text or the list under a key, and nothing where another kind of value stands") {
  Node map{
      Node::Map{{"name", {}, Node{schema::Scalar{"oak"}, {}}}, {"sizes", {}, Node{Node::List{Node{}, Node{}}, {}}}},
      {}};
  CHECK(map.text_at("name") == "oak");
  CHECK(map.text_at("sizes").empty());
  CHECK(map.text_at("seed").empty());
  REQUIRE(map.list_at("sizes") != nullptr);
  CHECK(map.list_at("sizes")->size() == 2);
  CHECK(map.list_at("name") == nullptr);
  CHECK(map.list_at("seed") == nullptr);
  const Node text{schema::Scalar{"oak"}, {}};
  CHECK(text.text_at("name").empty());
  CHECK(text.list_at("name") == nullptr);
}
