// Every preset has one pinned digest per output, equal for 1, 2 and 8 threads. Run with WEALD_UPDATE_GOLDENS=1 to pin
// what the presets give now.

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/files.h"
#include "support/run_weald.h"

namespace fs = std::filesystem;

TEST_CASE("every preset gives its pinned digests for 1, 2 and 8 threads", "[golden]") {
  const bool update = std::getenv("WEALD_UPDATE_GOLDENS") != nullptr;
  const auto all = weald::test::presets_in(WEALD_SOURCE_DIR "/presets");
  REQUIRE(all.size() >= 11);
  for (const fs::path& preset : all) {
    DYNAMIC_SECTION(preset.stem().string()) {
      const fs::path golden = fs::path(WEALD_SOURCE_DIR "/tests/golden") / (preset.stem().string() + ".txt");
      const auto digest = [&](const char* threads) {
        const auto run = weald::test::run_weald({"digest", "-j", threads, preset.string()});
        INFO(run.err);
        REQUIRE(run.exit_code == 0);
        return run.out;
      };
      const std::string two = digest("2");
      if (update) weald::test::write_text(golden, two);
      CHECK(two == weald::test::file_text(golden));
      // The sanitizer builds check other things and take ten times as long.
      if (weald::test::kSanitized) continue;
      CHECK(digest("1") == two);
      CHECK(digest("8") == two);
    }
  }
}
