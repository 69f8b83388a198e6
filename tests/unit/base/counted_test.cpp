#include <cstddef>
#include <string>

#include "support/catch.h"

#include "base/text/counted.h"

namespace weald::test {

TEST_CASE("counted: one of a thing is singular, none and several are plural") {
  CHECK(counted_noun(0, "stage") == "0 stages");
  CHECK(counted_noun(1, "stage") == "1 stage");
  CHECK(counted_noun(std::size_t{2}, "output") == "2 outputs");
}

TEST_CASE("counted: plurals are spelt as in English") {
  CHECK(counted_noun(2, "entry") == "2 entries");
  CHECK(counted_noun(2, "key") == "2 keys");
  CHECK(counted_noun(2, "mesh") == "2 meshes");
  CHECK(counted_noun(2, "box") == "2 boxes");
  CHECK(counted_noun(1, "vertex", "vertices") == "1 vertex");
  CHECK(counted_noun(3, "vertex", "vertices") == "3 vertices");
}

}  // namespace weald::test
