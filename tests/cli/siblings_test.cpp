// The siblings of a preset, built in parts.

#include <string>
#include "support/catch.h"

#include "support/files.h"
#include "support/run_weald.h"

using Catch::Contains;
using weald::test::built_texts_below;
using weald::test::Run;
using weald::test::run_weald;
using weald::test::TemporaryFolder;
using weald::test::write_text;

namespace {

constexpr const char* kPosts = R"(weald: 1
parameters:
  height: {default: 1.2, range: [0.5, 3]}
sweep: {height: [1, 1.5, 2, 2.5]}
stages:
  post: {kind: shapes, shape: box, size: [0.1, = height, 0.1]}
outputs:
  - {from: post, file: 'post_{height}.obj'}
  - {from: post, file: posts.png, sheet: {columns: 2}, picture: {size: [40, 30]}}
)";

}  // namespace

TEST_CASE("siblings: the shards of a sweep are together one build, and share no file", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kPosts);
  REQUIRE(run_weald({"build", "p.yaml", "-o", "one"}, folder.path()).exit_code == 0);
  std::map<std::string, std::string> parts;
  for (const std::string index : {"1", "2", "3"}) {
    REQUIRE(run_weald({"build", "p.yaml", "-o", "part" + index, "--shard", index + "/3"}, folder.path()).exit_code ==
            0);
    auto files = built_texts_below(folder / ("part" + index));
    const std::size_t expected = parts.size() + files.size();
    parts.merge(files);
    CHECK(parts.size() == expected);
  }
  CHECK(parts == built_texts_below(folder / "one"));
  CHECK(built_texts_below(folder / "part2").size() == 2);  // post_1.5.obj and its .mtl
}

TEST_CASE("siblings: a sweep from the shell has shards, and one beyond the last sibling has nothing to do", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml",
             "weald: 1\nstages:\n  hills: {kind: fbm, size: [8, 8]}\noutputs:\n  - {from: hills, file: h.r32}\n");
  const auto build = [&](const std::string& shard) {
    return run_weald({"build", "p.yaml", "-o", "o", "--sweep", "seed=1..2", "--shard", shard}, folder.path());
  };
  CHECK_THAT(build("2/3").out, Contains("h_2.r32") && !Contains("h_1.r32"));
  const Run idle = build("3/3");
  CHECK(idle.exit_code == 0);
  CHECK(idle.out.empty());
}

TEST_CASE("siblings: --shard is refused where there is nothing to share out", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml",
             "weald: 1\nstages:\n  hills: {kind: fbm, size: [8, 8]}\noutputs:\n  - {from: hills, file: h.r32}\n");
  const Run refused = run_weald({"build", "p.yaml", "-o", "o", "--shard", "1/2"}, folder.path());
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, Contains("--shard needs tiles or siblings to share out, and 'p.yaml' has none"));
  CHECK_FALSE(std::filesystem::exists(folder / "o"));
}
