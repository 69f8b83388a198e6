// Pictures of the whole map that cannot be cut are found before any work.

#include "engine/plan/picture_faults.h"

#include "support/catch.h"

#include <string>

#include "unit/engine/plan/linked.h"

using Catch::Contains;

namespace weald::test {

namespace {

/// What is found for a region of pictures of 65 x 33 samples of land, blended with a bark of this size.
std::string faults_of(const std::string& bark, int level) {
  Linked graph = linked(
      "weald: 1\nstages:\n  land: {kind: fbm, size: [65, 33]}\n"
      "  bark: {kind: bark_texture, size: " +
      bark +
      "}\n  tinted: {kind: colour_ramp, from: land, palette: alpine, range: [-1, 1]}\n"
      "  bright: {kind: image_adjust, from: tinted, exposure: 1}\n"
      "  mixed: {kind: image_blend, from: bright, with: bark}\noutputs: [{from: mixed, file: a.png}]\n");
  graph.graph.region = Region{2, 3, 16, 16};
  graph.graph.level = level;
  Diagnostics found;
  const bool is_ok = pipeline::check_picture_faults(graph.graph, found);
  CHECK(is_ok == !found.has_errors());
  return format_all(found, graph.sources, false);
}

}  // namespace

TEST_CASE("picture faults: a picture with a pixel for each sample of the whole map can be cut") {
  CHECK(faults_of("[65, 33]", 0).empty());
}

TEST_CASE("picture faults: a picture of another size is refused at the input that reads it") {
  CHECK_THAT(faults_of("[33, 33]", 0),
             Contains("t.yaml:7:50: error: stage 'mixed' (image_blend): the picture has 33 x 33 pixels, but the whole "
                      "map, of which a region is built, has 65 x 33 samples"));
}

TEST_CASE("picture faults: no picture of the whole map has coarser levels") {
  for (const char* size : {"[65, 33]", "[33, 17]"})
    CHECK_THAT(faults_of(size, 1), Contains("'bark' is a picture of the whole map, which has no coarser levels"));
}

}  // namespace weald::test
