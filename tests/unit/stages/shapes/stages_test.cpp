// What all mesh stages have in common: they are stages, their tables are sound, and their rules refuse bad parameters.

#include "support/catch.h"

#include "methods/mesh/triangulate.h"
#include "schema/decode.h"
#include "stages/shapes/displace.h"
#include "stages/shapes/merge.h"
#include "stages/shapes/shapes.h"
#include "stages/shapes/subdivide.h"
#include "stages/shapes/transform.h"

using namespace weald;
using namespace weald::mesh;

namespace {

schema::Node scalar(const std::string& text) {
  schema::Node node;
  node.value = schema::Scalar{text, false};
  return node;
}
schema::Node list(const std::vector<std::string>& texts) {
  schema::Node node;
  schema::Node::List items;
  for (const std::string& text : texts) items.push_back(scalar(text));
  node.value = std::move(items);
  return node;
}

/// The message of the only error that decoding `entries` gives; empty when there is none.
template <class Params>
std::string error_of(const std::vector<std::pair<std::string, schema::Node>>& entries) {
  schema::Node map;
  schema::Node::Map values;
  for (const auto& [key, value] : entries) values.push_back({key, {}, value});
  map.value = std::move(values);
  Diagnostics diagnostics;
  schema::Decoder decoder(diagnostics, "stage 'it'", ".");
  Params params;
  schema::decode_fields(map, decoder, params);
  if (diagnostics.all().empty()) return {};
  CHECK(diagnostics.all().size() == 1);
  return diagnostics.all()[0].message;
}

bool mentions(const std::string& message, const std::string& word) { return message.find(word) != std::string::npos; }

}  // namespace

TEST_CASE("stages: a torus that would cut itself is refused") {
  CHECK(error_of<ShapesParams>({{"shape", scalar("torus")}}).empty());
  CHECK(mentions(error_of<ShapesParams>({{"shape", scalar("torus")}, {"tube_radius", scalar("0.5")}}), "tube_radius"));
}

TEST_CASE("stages: shapes with too many faces are refused before they are made") {
  CHECK(mentions(error_of<ShapesParams>({{"shape", scalar("box")}, {"cells", list({"4096", "4096", "4096"})}}),
                 "100663296"));
  CHECK(mentions(error_of<ShapesParams>(
                     {{"shape", scalar("torus")}, {"segments", scalar("65536")}, {"tube_segments", scalar("65536")}}),
                 "4294967296"));
  CHECK(error_of<ShapesParams>({{"shape", scalar("icosphere")}, {"levels", scalar("9")}}).empty());
}

TEST_CASE("stages: a scale of zero is refused, a negative one is not") {
  CHECK(mentions(error_of<TransformParams>({{"from", scalar("a")}, {"scale", list({"1", "0", "1"})}}), "flatten"));
  CHECK(error_of<TransformParams>({{"from", scalar("a")}, {"scale", list({"1", "-1", "1"})}}).empty());
}

TEST_CASE("stages: merging nothing is refused") {
  CHECK(mentions(error_of<MergeParams>({{"parts", list({})}}), "at least one"));
  CHECK(error_of<MergeParams>({{"parts", list({"a", "b"})}, {"weld", scalar("0.01")}}).empty());
}
