// Every malformed preset ends in a clear error at the right place, with the right exit code, in little memory, and no
// file is touched. Its work is bounded by what `weald check` does, which runs no stage: that finds the same errors. A
// preset whose mistake only a stage can find says so, and the error itself counts the work where there may be much of
// it. The expectations stand in comments on top of each preset:
//   # exit: 2        exit code
//   # found: build   `weald check` cannot find it
//   # says: TEXT     stderr holds TEXT
//   # at: 5:13       stderr places an error at this line and column of the preset

#include "support/catch.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/files.h"
#include "support/run_weald.h"

namespace fs = std::filesystem;
using weald::test::Run;

namespace {

struct Expectation {
  int exit_code = -1;
  bool is_found_by_check = true;
  std::vector<std::string> says;
  std::string at;
};

Expectation expectation_of(const fs::path& preset) {
  Expectation result;
  std::ifstream stream(preset, std::ios::binary);
  for (std::string line; std::getline(stream, line) && line.starts_with("# ");) {
    if (line.starts_with("# exit: ")) result.exit_code = std::stoi(line.substr(8));
    if (line == "# found: build") result.is_found_by_check = false;
    if (line.starts_with("# says: ")) result.says.push_back(line.substr(8));
    if (line.starts_with("# at: ")) result.at = line.substr(6);
  }
  return result;
}

}  // namespace

TEST_CASE("a malformed preset ends in a clear error and touches no file", "[cli]") {
  const auto all = weald::test::presets_in(WEALD_SOURCE_DIR "/tests/cli/malformed");
  REQUIRE(all.size() >= 60);
  for (const fs::path& preset : all) {
    // These ask for as much work as is taken up, of which sanitizers make ten times as much.
    if (weald::test::kSanitized && preset.stem().string().starts_with("lsystem_slow")) continue;
    DYNAMIC_SECTION(preset.stem().string()) {
      const Expectation expected = expectation_of(preset);
      REQUIRE(expected.exit_code >= 0);
      const weald::test::TemporaryFolder folder;
      weald::test::write_text(folder / "a.png", "old");
      const Run run = weald::test::run_weald({"build", preset.filename().string(), "-o", folder.path().string()},
                                             preset.parent_path());
      INFO(run.err);
      CHECK(run.exit_code == expected.exit_code);
      CHECK(run.out.empty());
      for (const std::string& text : expected.says) CHECK_THAT(run.err, Catch::Contains(text));
      if (!expected.at.empty())
        CHECK_THAT(run.err, Catch::Contains(preset.filename().string() + ":" + expected.at + ": error: "));
      CHECK(run.err.find("internal error") == std::string::npos);
      CHECK(weald::test::file_text(folder / "a.png") == "old");
      CHECK(folder.entries() == 1);
      const Run check = weald::test::run_weald({"check", preset.filename().string()}, preset.parent_path());
      CHECK(check.exit_code == (expected.is_found_by_check ? expected.exit_code : 0));
      if (expected.is_found_by_check) CHECK(check.err == run.err);
      if (!weald::test::kSanitized) CHECK(run.peak_megabytes < 500);
    }
  }
}
