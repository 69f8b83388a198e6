// Every preset has one pinned digest per output, equal for 1, 2 and 8 threads. Run with WEALD_UPDATE_GOLDENS=1 to pin
// what the presets give now.

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "support/run_weald.h"

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> presets() {
  std::vector<fs::path> result;
  for (const auto& entry : fs::directory_iterator(WEALD_SOURCE_DIR "/presets")) {
    if (entry.path().extension() == ".yaml") result.push_back(entry.path());
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::string read(const fs::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("every preset gives its pinned digests for 1, 2 and 8 threads", "[golden]") {
  const bool update = std::getenv("WEALD_UPDATE_GOLDENS") != nullptr;
  const auto all = presets();
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
      if (update) std::ofstream(golden) << two;
      CHECK(two == read(golden));
      // The sanitizer builds check other things and take ten times as long.
      if (weald::test::kSanitized) continue;
      CHECK(digest("1") == two);
      CHECK(digest("8") == two);
    }
  }
}
