// Files that are found whatever the case of their names is.

#include "formats/files/in_any_case.h"

#include <filesystem>

#include "support/catch.h"

#include "support/files.h"

using namespace weald::io;
using namespace weald::test;

TEST_CASE("in any case: a file is found by a name in upper or lower case, and its own spelling goes first") {
  const TemporaryFolder folder;
  CHECK(in_any_case(folder / "Dem.hdr") == folder / "Dem.hdr");
  for (const char* name : {"DEM.HDR", "dem.hdr", "Dem.HDR", "Dem.hdr"}) {
    write_text(folder / name, "x");
    CHECK(in_any_case(folder / "Dem.hdr") == folder / name);
  }
  CHECK(in_any_case("no such folder/a.hdr") == "no such folder/a.hdr");
  CHECK(in_any_case("a").string() == "a");
}
