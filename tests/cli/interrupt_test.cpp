// A run that is interrupted at any moment leaves the old files or the new ones, never half of one.

#include "support/catch.h"

#include <signal.h>

#include <chrono>
#include <filesystem>
#include <iterator>
#include <thread>

#include "support/files.h"
#include "support/run_weald.h"
#include "support/stepped_weald.h"

namespace fs = std::filesystem;
using weald::test::file_text;
using weald::test::run_weald;
using weald::test::SteppedBuild;
using weald::test::TemporaryFolder;
using weald::test::write_text;

namespace {

// Large enough for the writing to take a while; sanitizers are ten times as slow.
std::string preset_text() {
  const std::string size = weald::test::kSanitized ? "200" : "400";
  return "weald: 1\nstages:\n  hills: {kind: fbm, size: [" + size + ", " + size +
         "], octaves: 8}\n  land: {kind: heightmap_mesh, from: hills}\n"
         "outputs: [{from: hills, file: a.png}, {from: land, file: b.obj}, {from: hills, file: c.r16}]\n";
}

constexpr const char* kBuilt[] = {"a.png", "a.json", "b.obj", "b.mtl", "c.r16", "c.r16.json"};

}  // namespace

TEST_CASE("an interrupted build leaves old files or new ones, never half of one", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", preset_text());
  REQUIRE(run_weald({"build", "p.yaml", "-o", "whole"}, folder.path()).exit_code == 0);
  const int lines = SteppedBuild({"p.yaml", "-o", "out"}, folder.path()).steps(1000);
  REQUIRE(lines >= 5);  // two stages and three outputs
  int interrupted = 0, stopped_before_the_end = 0;
  for (int i = 0; i < 40; ++i) {
    const int signal = i % 2 == 0 ? SIGINT : SIGKILL;
    for (const char* file : kBuilt) {
      write_text(folder / "out" / file, "old");
    }
    SteppedBuild build({"p.yaml", "-o", "out"}, folder.path());
    const int steps = i / 2 % (lines + 1);
    CHECK(build.steps(steps) == steps);
    // Any moment from here on, also that of the renames: nothing that is asserted depends on which.
    std::this_thread::sleep_for(std::chrono::microseconds(i * 977 % 4000));
    build.send(signal);
    const int code = build.finish();
    INFO("run " << i << ", exit code " << code);
    if (code != 0) ++interrupted;
    if (steps + 2 <= lines) ++stopped_before_the_end;
    for (const char* file : kBuilt) {
      const std::string content = file_text(folder / "out" / file);
      const bool is_old = content == "old";
      const bool is_new = content == file_text(folder / "whole" / file);
      CHECK((is_old || is_new));
    }
    if (signal == SIGINT) {
      CHECK((code == 0 || code == 130));
      // Nothing but the outputs: temporary files are gone.
      CHECK(std::distance(fs::directory_iterator(folder / "out"), {}) ==
            std::distance(std::begin(kBuilt), std::end(kBuilt)));
    }
    fs::remove_all(folder / "out");
  }
  CHECK(stopped_before_the_end >= 20);
  CHECK(interrupted >= stopped_before_the_end);
}
