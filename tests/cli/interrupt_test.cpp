// A run that is interrupted at any moment leaves the old files or the new ones, never half of one.

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <thread>

#include "support/files.h"
#include "support/run_weald.h"

namespace fs = std::filesystem;
using weald::test::file_text;
using weald::test::run_weald;
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

/// Starts a build, sends `signal` after `delay`, and returns its exit code (128 + signal when the signal ended it).
int build_and_signal(const fs::path& folder, int signal, std::chrono::microseconds delay) {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const int null = open("/dev/null", O_RDWR);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    if (chdir(folder.c_str()) != 0) _exit(126);
    execl(weald::test::weald_program(), "weald", "build", "p.yaml", "-o", "out", nullptr);
    _exit(127);
  }
  std::this_thread::sleep_for(delay);
  kill(child, signal);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

TEST_CASE("an interrupted build leaves old files or new ones, never half of one", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", preset_text());
  // The quickest of some runs: a first run may be slow, and then every signal would come too late.
  auto full_time = std::chrono::duration<double>::max();
  for (int i = 0; i < 4; ++i) {
    const auto whole = run_weald({"build", "p.yaml", "-o", "whole"}, folder.path());
    REQUIRE(whole.exit_code == 0);
    full_time = std::min(full_time, std::chrono::duration<double>(whole.seconds));
  }
  int interrupted = 0;
  for (int i = 0; i < 40; ++i) {
    const int signal = i % 2 == 0 ? SIGINT : SIGKILL;
    for (const char* file : kBuilt) {
      write_text(folder / "out" / file, "old");
    }
    const auto delay = std::chrono::duration_cast<std::chrono::microseconds>(full_time * (i + 1) / 38.0);
    const int code = build_and_signal(folder.path(), signal, delay);
    INFO("run " << i << ", exit code " << code);
    if (code != 0) ++interrupted;
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
  CHECK(interrupted >= 10);
}
