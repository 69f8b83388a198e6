// The words of other programs lead to stages that exist.

#include <string>

#include "support/catch.h"

#include "engine/graph/stage_list.h"
#include "schema/other_words.h"
#include "unit/engine/decoded.h"

using Catch::Contains;

namespace weald::test {

namespace {

std::string help_in(const std::string& stage) {
  const Decoded decoded = decode("weald: 1\nstages:\n  a: " + stage + "\noutputs:\n  - {from: a, file: a.obj}\n");
  return format_all(decoded.diagnostics, decoded.sources, false);
}

}  // namespace

TEST_CASE("other words: every stage that a word leads to exists, and no word is itself a kind of stage") {
  std::string_view before;
  for (const schema::OtherWord& word : schema::other_words()) {
    CAPTURE(word.word);
    CHECK(pipeline::find_stage_kind(word.word) == nullptr);
    for (const std::string_view stage : word.stages) CHECK(pipeline::find_stage_kind(stage) != nullptr);
    CHECK_FALSE(word.advice.empty());
    CHECK(before < word.word);
    before = word.word;
  }
}

TEST_CASE("other words: the words that newcomers try are known") {
  for (const char* word :
       {"array",   "boolean", "revolve", "lathe",   "decimate", "instance", "node",    "loft",  "bevel",
        "extrude", "noise",   "perlin",  "simplex", "voronoi",  "worley",   "erosion", "group", "mirror",
        "bend",    "taper",   "subsurf", "remesh",  "image",    "texture",  "terrain"}) {
    CAPTURE(word);
    CHECK((schema::find_other_word(word) != nullptr || pipeline::find_stage_kind(word) != nullptr));
  }
}

TEST_CASE("other words: case, plural and dashes do not matter") {
  CHECK(schema::find_other_word("Voronoi") == schema::find_other_word("voronoi"));
  CHECK(schema::find_other_word("mountains") == schema::find_other_word("mountain"));
  CHECK(schema::find_other_word("Level of Detail") == schema::find_other_word("level_of_detail"));
  CHECK(schema::find_other_word("xyzzy") == nullptr);
}

TEST_CASE("other words: a preset that names what is no longer there is told what to use instead") {
  const auto help = [](const std::string& world, const std::string& output) {
    const Decoded decoded =
        decode("weald: 1\ngrid: {size: [33, 33]}\nworld: {tile: 17" + world +
               "}\nstages:\n  a: {kind: fbm}\noutputs:\n  - {from: a, file: '{x}_{y}.png'" + output + "}\n");
    return format_all(decoded.diagnostics, decoded.sources, false);
  };
  CHECK_THAT(help(", address: [10, 512, 512]", ""),
             Contains("t.yaml:3:19: error: unknown key 'address'") && Contains("tiles are numbered from 0"));
  CHECK_THAT(help("", ", encoding: terrain_rgb"),
             Contains("t.yaml:7:36: error: unknown key 'encoding'") && Contains("write a GeoTIFF"));
  CHECK_THAT(help("", ", picture: {frames: {count: 36}}"),
             Contains("t.yaml:7:46: error: unknown key 'frames'") && Contains("'azimuth: = 10 * i'"));
  CHECK_THAT(help("", ", picture: {camera: {along: way}}"),
             Contains("unknown key 'along'") && Contains("'position', which can be computed"));
}

TEST_CASE("other words: a kind, a key and a choice under another name are told by their name in weald") {
  CHECK_THAT(help_in("{kind: voronoi}"), Contains("t.yaml:3:13: error") && Contains("weald calls it cellular_noise"));
  CHECK_THAT(help_in("{kind: boolean}"), Contains("weald has none; see merge, combine"));
  CHECK_THAT(help_in("{kind: node}"), Contains("weald has another way: a stage"));
  CHECK_THAT(help_in("{kind: shapes, shape: sphere}"), Contains("weald calls it 'icosphere'"));
  CHECK_THAT(help_in("{kind: shapes, sides: 8}"), Contains("weald calls it 'segments'"));
  CHECK_THAT(help_in("{kind: shapes, bevel: 8}"), Contains("weald has none; see subdivide"));
}

TEST_CASE("other words: a misspelt kind still gets the nearest name") {
  CHECK_THAT(help_in("{kind: shape}"), Contains("did you mean 'shapes'?"));
}

}  // namespace weald::test
