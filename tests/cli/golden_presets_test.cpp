// weald's own presets give what is pinned for them, each with all samples and with fewer.

#include <catch2/catch.hpp>

#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

#include "support/files.h"
#include "support/run_weald.h"
#include "support/sanitized.h"

namespace fs = std::filesystem;
using weald::test::Run;

namespace {

/// Builds the goldens of a suite below tests/, or of a shard of it, and compares their digests. Returns the report.
std::string check_goldens(const std::string& suite, const std::string& threads, const std::string& shard = "1/1") {
  const Run run = weald::test::run_weald({"golden", "check", "--dir", std::string(WEALD_SOURCE_DIR "/tests/") + suite,
                                          "-j", threads, "--shard", shard, "--json"});
  INFO(run.err);
  INFO(run.out);
  CHECK(run.exit_code == 0);
  const auto results = nlohmann::json::parse(run.out);
  CHECK_FALSE(results["goldens"].empty());
  for (const auto& golden : results["goldens"]) {
    CAPTURE(golden["name"]);
    CHECK(golden["state"] == "passed");
  }
  return run.out;
}

}  // namespace

TEST_CASE("every preset is a golden, with all samples and with fewer", "[golden]") {
  for (const char* suite : {"golden", "golden_small"}) {
    const std::string goldens =
        weald::test::file_text(std::string(WEALD_SOURCE_DIR "/tests/") + suite + "/goldens.yaml");
    for (const fs::path& preset : weald::test::presets_in(WEALD_SOURCE_DIR "/presets")) {
      CAPTURE(suite, preset);
      CHECK_THAT(goldens, Catch::Contains("preset: ../../presets/" + preset.filename().string()));
    }
  }
}

TEST_CASE("every preset with fewer samples gives its pinned digests for 2 threads", "[golden]") {
  // Sanitizers take ten times as long, and the test of outputs builds most presets under them too: here half of them.
  // The gate builds all of them by Clang without sanitizers.
  check_goldens("golden_small", "2", weald::test::kSanitized ? "2/2" : "1/1");
}

// On one thread blocks of work come one after the other, whatever their number: fewer samples show as much.
TEST_CASE("every preset with fewer samples gives its pinned digests for 1 thread", "[golden][one-thread]") {
  check_goldens("golden_small", "1");
}

TEST_CASE("every preset gives its pinned digests for 8 threads", "[golden][all-samples]") {
  for (int i = 1; i <= WEALD_SHARDS; ++i) {
    const std::string shard = std::to_string(i) + "/" + std::to_string(WEALD_SHARDS);
    DYNAMIC_SECTION("shard " << shard) { check_goldens("golden", "8", shard); }
  }
}
