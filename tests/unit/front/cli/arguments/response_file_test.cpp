// Response files: arguments split as gcc splits them.

#include <string>
#include <vector>

#include "support/catch.h"

#include "base/error.h"
#include "front/cli/arguments/response_file.h"
#include "support/files.h"

namespace weald::app {
namespace {

using Words = std::vector<std::string>;

TEST_CASE("response file: white space separates, quotes and backslashes keep") {
  CHECK(split_arguments(" a\tb\n\nc ") == Words{"a", "b", "c"});
  CHECK(split_arguments("'a b' \"c d\" e\\ f") == Words{"a b", "c d", "e f"});
  CHECK(split_arguments("x='1 2'y \"\" ''") == Words{"x=1 2y", "", ""});
  CHECK(split_arguments("\"a\\\"b\" 'c\\'d' e\\\\f") == Words{"a\"b", "c'd", "e\\f"});
  CHECK(split_arguments("").empty());
}

TEST_CASE("response file: @FILE stands for its arguments, also inside another; one that names itself is refused") {
  const test::TemporaryFolder folder;
  const std::string inner = (folder / "inner.txt").string(), outer = (folder / "outer.txt").string();
  test::write_text(inner, "--set 'a.b=1 2'");
  test::write_text(outer, "x @" + inner + " y");
  CHECK(with_response_files({"build", "@" + outer, "@"}) == Words{"build", "x", "--set", "a.b=1 2", "y", "@"});
  test::write_text(inner, "@" + inner);
  CHECK_THROWS_AS(with_response_files({"@" + inner}), IoError);
  CHECK_THROWS_AS(with_response_files({"@" + (folder / "none").string()}), IoError);
}

TEST_CASE("response file: files that multiply each other are refused after a bounded number of them") {
  const test::TemporaryFolder folder;
  for (int depth = 0; depth < 15; ++depth) {
    const std::string next = "@" + (folder / std::to_string(depth + 1)).string() + " ";
    test::write_text(folder / std::to_string(depth), next + next + next + next);
  }
  test::write_text(folder / "15", "a");  // four to the power of 15 times
  CHECK_THROWS_WITH(with_response_files({"@" + (folder / "0").string()}), Catch::Contains("1000 response files"));
  test::write_text(folder / "large", std::string(9u << 20, 'a'));
  const std::string large = "@" + (folder / "large").string();
  CHECK_THROWS_WITH(with_response_files({large, large}), Catch::Contains("16777216 bytes in all"));
}

}  // namespace
}  // namespace weald::app
