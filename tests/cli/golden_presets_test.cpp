// weald's own presets give what is pinned for them, each with all samples and with fewer.

#include "support/catch.h"

#include <filesystem>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "support/files.h"
#include "support/run_weald.h"
#include "support/sanitized.h"

namespace fs = std::filesystem;
using weald::test::Run;

namespace {

/// The goldens with fewer samples; with a '!' before it, all others.
constexpr const char* kSmall = "*-small";
constexpr const char* kFolder = WEALD_SOURCE_DIR "/tests/golden";

/// Builds the goldens that fit `names`, or a shard of them, and compares their digests.
void check_goldens(const std::string& names, const std::string& threads, const std::string& shard = "1/1") {
  const Run run =
      weald::test::run_weald({"golden", "check", names, "--dir", kFolder, "-j", threads, "--shard", shard, "--json"});
  INFO(run.err);
  INFO(run.out);
  CHECK(run.exit_code == 0);
  const auto results = nlohmann::json::parse(run.out);
  CHECK_FALSE(results["goldens"].empty());
  for (const auto& golden : results["goldens"]) {
    CAPTURE(golden["name"]);
    CHECK(golden["state"] == "passed");
  }
}

}  // namespace

TEST_CASE("every preset is a golden, with all samples and with fewer", "[golden]") {
  const Run run = weald::test::run_weald({"golden", "list", "--dir", kFolder, "--json"});
  std::set<std::string> goldens;
  const auto list = nlohmann::json::parse(run.out);
  for (const auto& golden : list["goldens"]) goldens.insert(golden["name"]);
  for (const fs::path& preset : weald::test::presets_in(WEALD_SOURCE_DIR "/presets")) {
    CAPTURE(preset);
    CHECK(goldens.count(preset.stem().string()) == 1);
    CHECK(goldens.count(preset.stem().string() + "-small") == 1);
  }
}

TEST_CASE("every preset with fewer samples gives its pinned digests for 2 threads", "[golden]") {
  check_goldens(kSmall, "2");
}

// On one thread blocks of work come one after the other, whatever their number: fewer samples show as much.
TEST_CASE("every preset with fewer samples gives its pinned digests for 1 thread", "[golden][one-thread]") {
  check_goldens(kSmall, "1");
}

TEST_CASE("every preset gives its pinned digests for 8 threads", "[golden][all-samples]") {
  for (int i = 1; i <= WEALD_SHARDS; ++i) {
    const std::string shard = std::to_string(i) + "/" + std::to_string(WEALD_SHARDS);
    DYNAMIC_SECTION("shard " << shard) { check_goldens(std::string("!") + kSmall, "8", shard); }
  }
}
