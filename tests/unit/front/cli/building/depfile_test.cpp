// Depfiles: names escaped so that make and ninja both read them. The CLI test `scripts` runs both.

#include <array>
#include <string>
#include <vector>

#include "support/catch.h"

#include "front/cli/building/detail/depfile.h"

namespace weald::app {
namespace {

TEST_CASE(
    "depfile: blanks, number signs, colons and dollars are escaped, backslashes only before an escaped character") {
  CHECK(depfile_escaped("out/a.png") == "out/a.png");
  CHECK(depfile_escaped("my file") == "my\\ file");
  CHECK(depfile_escaped("a#1") == "a\\#1");
  CHECK(depfile_escaped("C:/x") == "C\\:/x");
  CHECK(depfile_escaped("$HOME") == "$$HOME");
  CHECK(depfile_escaped("50%") == "50%");
  CHECK(depfile_escaped("a\\b") == "a\\b");
  CHECK(depfile_escaped("a\\ b") == "a\\\\\\ b");
  CHECK(depfile_escaped("a\\\\ b") == "a\\\\\\\\\\ b");
  CHECK(depfile_escaped("h\xC3\xBCgel\xE2\x82\xAC") == "h\xC3\xBCgel\xE2\x82\xAC");
}

TEST_CASE("depfile: a rule has its targets, a colon, and one input per line") {
  const std::array rules{DepfileRule{{"out/a b.obj", "out/a b.mtl"}, {"p.yaml", "base.yaml"}},
                         DepfileRule{{"x.png"}, {"q.yaml"}}};
  CHECK(depfile_text(rules) ==
        "out/a\\ b.obj \\\n  out/a\\ b.mtl: \\\n  p.yaml \\\n  base.yaml\n"
        "x.png: \\\n  q.yaml\n");
}

TEST_CASE("depfile: line breaks and other control characters have no spelling") {
  CHECK(depfile_fault("a b#$:%\\x").empty());
  for (const char* name : {"a\nb", "a\rb", "a\tb", "a\x7f", ""}) {
    CAPTURE(name);
    CHECK_FALSE(depfile_fault(name).empty());
  }
}

TEST_CASE("depfile: names that one of the programs cannot follow are known") {
  CHECK(depfile_doubt("out dir/a#$:b.png", true).empty());
  CHECK(depfile_doubt("a%b", true) == "make");
  CHECK(depfile_doubt("a%b", false).empty());
  CHECK(depfile_doubt("a=b", true) == "make");
  CHECK(depfile_doubt("it's", false) == "ninja");
  CHECK(depfile_doubt("a;b", false) == "make and ninja");
}

}  // namespace
}  // namespace weald::app
