// The presets in docs/language.md work as they stand there.

#include <string>

#include "support/catch.h"

#include "support/files.h"
#include "support/run_weald.h"

using namespace weald;

TEST_CASE("language.md: every whole preset builds, with the presets above it beside it") {
  const test::TemporaryFolder folder;
  const std::string page = test::file_text(WEALD_SOURCE_DIR "/docs/language.md"), open = "```yaml\nweald: 1\n";
  int built = 0;
  for (std::size_t at = page.find(open); at != std::string::npos; at = page.find(open, at + 1)) {
    const std::size_t begin = at + std::string("```yaml\n").size();
    const std::string text = page.substr(begin, page.find("```\n", begin) - begin);
    const std::size_t stage = text.find("{from: ") + 7;
    const std::string name = text.substr(stage, text.find(',', stage) - stage) + ".yaml";
    INFO(text);
    test::write_text(folder / name, text);
    const auto result = test::run_weald({"build", (folder / name).string(), "-o", (folder / "out").string()});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    ++built;
  }
  CHECK(built == 6);
  CHECK(std::filesystem::exists(folder / "out" / "post_oak.obj"));
  CHECK(std::filesystem::exists(folder / "out" / "fence.obj"));
  CHECK_FALSE(std::filesystem::exists(folder / "out" / "snow.obj"));
}

TEST_CASE("language.md: the error stands there as it is printed") {
  const test::TemporaryFolder folder;
  const std::string page = test::file_text(WEALD_SOURCE_DIR "/docs/language.md"), open = "```yaml\nweald: 1\n";
  const std::size_t begin = page.find(open) + std::string("```yaml\n").size();
  std::string text = page.substr(begin, page.find("```\n", begin) - begin);
  text.replace(text.find("[= girth,"), 8, "[= girth / 0");
  test::write_text(folder / "post.yaml", text);
  const auto result = test::run_weald({"check", "post.yaml"}, folder.path().string());
  CHECK(result.exit_code == 2);
  CHECK_THAT(page, Catch::Contains(result.err));
}
