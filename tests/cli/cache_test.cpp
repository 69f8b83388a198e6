// The cache of stages as a user meets it: what is built is the same with it and without, whatever happens to it.

#include "support/catch.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <sstream>
#include <thread>

#include <nlohmann/json.hpp>

#include "support/files.h"
#include "support/run_weald.h"
#include "support/stepped_weald.h"

namespace fs = std::filesystem;
using weald::test::exit_code_of;
using weald::test::file_text;
using weald::test::kSanitized;
using weald::test::Run;
using weald::test::run_weald;
using weald::test::start_weald;
using weald::test::SteppedBuild;
using weald::test::TemporaryFolder;
using weald::test::write_text;
using Names = std::vector<std::string>;

namespace {

// On a disk most of these hundreds of short builds would be spent in fsync, and there most kills would fall.
const int kInMemory = ::access("/dev/shm", W_OK) == 0 ? ::setenv("TMPDIR", "/dev/shm", 0) : 0;

// A little of everything that valley.yaml has, in some hundredths of a second.
constexpr const char* kPreset = R"(
weald: 1
seed: 4
stages:
  hills:  {kind: fbm, size: [49, 49], cell_size: 4, octaves: 5, amplitude: 20}
  worn:   {kind: thermal_erosion, from: hills, iterations: 4}
  ground: {kind: heightmap_mesh, from: worn}
  growth: {kind: lsystem, axiom: 'F(1)A(2)', derivation: 3, productions: ['A(l) -> F(l)[+(31)A(l*0.7)]/(137)-(20)A(l*0.8)']}
  wood:   {kind: turtle, from: growth}
  tree:   {kind: plant_mesh, from: wood, leaves: {colour: [0.3, 0.5, 0.2]}}
  forest: {kind: scatter, on: worn, meshes: [tree], distance: 50}
  scene:  {kind: scene, parts: [ground, forest]}
outputs:
  - {from: worn, file: worn.png}
  - {from: ground, file: ground.obj}
  - {from: scene, file: scene.png, picture: {size: [32, 24]}}
  - {from: forest, file: deeper/forest.obj}
)";

constexpr const char* kFiles[] = {"worn.png",  "worn.json",         "ground.obj",       "ground.mtl",
                                  "scene.png", "deeper/forest.obj", "deeper/forest.mtl"};

// Variants of the preset: all files differ between any two of them but those of the tree's colour, which share ground.
const std::vector<std::string> kVariants{"hills.octaves=5", "hills.octaves=3", "tree.leaves.colour=[0.6,0.3,0.1]",
                                         "worn.iterations=2"};

using Files = std::map<std::string, std::string>;

Files files_in(const fs::path& folder) {
  Files files;
  for (const char* file : kFiles) files[file] = file_text(folder / file);
  return files;
}

/// Names of the stages that a build with -v has run, and of those it found.
struct Told {
  Names run, found;
};
Told told(const std::string& err) {
  Told result;
  std::istringstream lines(err);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string preset, name, kind, time;
    words >> preset >> name >> kind >> time;
    if (kind == "file" || kind == "picture") continue;
    (time == "cached" ? result.found : result.run).push_back(name);
  }
  return result;
}

std::size_t count_of(const std::string& text, char c) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), c));
}

}  // namespace

TEST_CASE("--explain-plan: how each stage would be dealt with, what the cache has, and what is freed when", "[cache]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml",
             "weald: 1\nstages:\n  a: {kind: fbm, size: [33, 33]}\n  b: {kind: remap, from: a, input: [0, 1]}\n"
             "  c: {kind: thermal_erosion, from: b, iterations: 2}\n  d: {kind: slope, from: c}\n"
             "outputs: [{from: d, file: d.r32}]\n");
  const auto explain = [&](Names more) {
    Names arguments{"build", "p.yaml", "-o", "out", "--cache=kept", "-n", "--explain-plan"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Run run = run_weald(arguments, folder.path());
    INFO(run.err);
    REQUIRE(run.exit_code == 0);
    return run.out;
  };
  const std::string before = explain({});
  CHECK_THAT(before, Catch::Contains("computed in windows with 'b'"));
  CHECK_THAT(before, Catch::Contains("run, unless the cache has it; reads 'b'; then frees 'b'"));
  CHECK_FALSE(fs::exists(folder / "out"));
  REQUIRE(run_weald({"build", "p.yaml", "-o", "out", "--cache=kept"}, folder.path()).exit_code == 0);
  CHECK_THAT(explain({}), Catch::Contains("found in the cache; reads 'c'; then frees 'c'"));
  const auto stages = nlohmann::json::parse(explain({"--set=d.from=b", "--json"}))["presets"][0]["stages"];
  REQUIRE(stages.size() == 3);
  CHECK(stages[1]["name"] == "b");
  CHECK(stages[1]["step"] == "windows");  // of a field that d now reads in windows
  CHECK(stages[1]["with"] == "d");
  CHECK(stages[2]["cached"] == false);
  CHECK(stages[2]["reads"] == Names{"b"});
  CHECK_THAT(run_weald({"build", "p.yaml", "--explain-plan"}, folder.path()).err, Catch::Contains("--dry-run"));
}

TEST_CASE("a second build of valley with another leaf colour runs what depends on the leaves only", "[cache]") {
  const TemporaryFolder folder;
  const auto build = [&](const std::string& cache, const std::string& out, const Names& more) {
    Names arguments{"build",
                    WEALD_SOURCE_DIR "/presets/valley.yaml",
                    "-o",
                    out,
                    "-v",
                    "--cache",
                    cache,
                    "--set",
                    "outputs=[{from: scene, file: v.png, picture: {size: [30, 18]}}]"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Run run = run_weald(arguments, folder.path());
    INFO(run.err);
    REQUIRE(run.exit_code == 0);
    return told(run.err);
  };
  const Names colour{"--set", "oak.leaves=[0.6, 0.3, 0.1]"};
  const Told first = build("c", "first", {});
  CHECK(first.found.empty());
  const Told second = build("c", "second", colour);
  CHECK(second.run == Names{"oak/tree", "broadleaf", "scene"});
  CHECK(second.found.size() + 3 == first.run.size());
  build("off", "without", colour);
  CHECK(file_text(folder / "second/v.png") == file_text(folder / "without/v.png"));
  CHECK(file_text(folder / "second/v.png") != file_text(folder / "first/v.png"));
  CHECK(build("c", "third", {}).run.empty());
  CHECK(file_text(folder / "third/v.png") == file_text(folder / "first/v.png"));
}

TEST_CASE("a cache that is damaged in any way changes no file", "[cache]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kPreset);
  REQUIRE(run_weald({"build", "p.yaml", "-o", "want"}, folder.path()).exit_code == 0);
  const Files want = files_in(folder / "want");
  REQUIRE(run_weald({"build", "p.yaml", "-o", "out", "--cache", "c"}, folder.path()).exit_code == 0);
  CHECK(files_in(folder / "out") == want);
  for (int round = 0; round < 6; ++round) {
    int number = round;
    for (const auto& entry : fs::recursive_directory_iterator(folder / "c")) {
      if (!entry.is_regular_file() || ++number % 3 == 0) continue;
      std::string bytes = file_text(entry.path());
      if (number % 3 == 1 && !bytes.empty())
        bytes[bytes.size() * static_cast<std::size_t>(round) / 6] ^= 0x10;
      else
        bytes.resize(bytes.size() / 2);
      write_text(entry.path(), bytes);
    }
    const Run run = run_weald({"build", "p.yaml", "-o", "out", "--cache", "c"}, folder.path());
    CHECK(run.exit_code == 0);
    CHECK(run.err.empty());
    CHECK(files_in(folder / "out") == want);
  }
}

TEST_CASE("builds that are killed at any moment leave whole files and a sound cache", "[cache]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kPreset);
  const char* asked = std::getenv("WEALD_TEST_KILLS");
  const int kills = asked != nullptr ? std::atoi(asked) : kSanitized ? 30 : 200;
  std::vector<Files> whole;
  for (const std::string& variant : kVariants) {
    const Run run = run_weald({"build", "p.yaml", "-j1", "-o", "want", "--set", variant}, folder.path());
    REQUIRE(run.exit_code == 0);
    whole.push_back(files_in(folder / "want"));
  }
  REQUIRE(run_weald({"build", "p.yaml", "-o", "out"}, folder.path()).exit_code == 0);
  Files before = whole[0];
  // A build that finds everything in the cache says least.
  SteppedBuild({"p.yaml", "-j1", "-o", "want", "--cache", "full"}, folder.path()).finish();
  const int lines = SteppedBuild({"p.yaml", "-j1", "-o", "want", "--cache", "full"}, folder.path()).steps(1000);
  REQUIRE(lines >= 4);
  int killed = 0, stopped_before_the_end = 0;
  for (int i = 0; i < kills; ++i) {
    // Caches that are empty, half filled and full when the blow falls.
    if (i % 8 == 0) fs::remove_all(folder / "c");
    const std::size_t variant = static_cast<std::size_t>(i * 7 / 3) % kVariants.size();
    const int steps = i * 61 % (lines + 1);
    SteppedBuild build({"p.yaml", "-j1", "-o", "out", "--cache", "c", "--set", kVariants[variant]}, folder.path());
    build.steps(steps);
    // Any moment from here on: nothing that is asserted depends on which.
    std::this_thread::sleep_for(std::chrono::microseconds(i * 977 % 8000));
    build.send(SIGKILL);
    killed += build.finish() != 0 ? 1 : 0;
    stopped_before_the_end += steps + 2 <= lines ? 1 : 0;
    Files now = files_in(folder / "out");
    for (const auto& [file, bytes] : now) {
      const bool is_whole = bytes == before.at(file) || bytes == whole[variant].at(file);
      if (!is_whole) FAIL("run " << i << ": " << file);
    }
    before = std::move(now);
    if (i % 25 != 24 && i + 1 != kills) continue;
    // The cache that killed builds have left.
    for (std::size_t v = 0; v < kVariants.size(); ++v) {
      REQUIRE(run_weald({"build", "p.yaml", "-j1", "-o", "check", "--cache", "c", "--set", kVariants[v]}, folder.path())
                  .exit_code == 0);
      if (files_in(folder / "check") != whole[v]) FAIL("run " << i << ": the cache gives another " << kVariants[v]);
    }
  }
  CHECK(stopped_before_the_end >= kills / 4);
  CHECK(killed >= stopped_before_the_end);
}

TEST_CASE("builds of two variants into one folder at once never mix their files", "[cache]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kPreset);
  std::vector<Files> whole;
  for (std::size_t v = 0; v < 2; ++v) {
    REQUIRE(run_weald({"build", "p.yaml", "-o", "want", "--set", kVariants[v]}, folder.path()).exit_code == 0);
    whole.push_back(files_in(folder / "want"));
  }
  for (int round = 0; round < (kSanitized ? 2 : 5); ++round) {
    if (round % 2 == 0) fs::remove_all(folder / "c");
    std::vector<pid_t> children;
    for (std::size_t p = 0; p < 8; ++p)
      children.push_back(start_weald({"build", "p.yaml", "-o", "out", "-j1", "--cache", "c", "--set", kVariants[p % 2]},
                                     folder.path()));
    for (const pid_t child : children) CHECK(exit_code_of(child) == 0);
    const Files now = files_in(folder / "out");
    CHECK((now == whole[0] || now == whole[1]));
  }
}

TEST_CASE("a file over the limit of sizes is exit code 3, one line, and the old files", "[cache]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kPreset);
  for (const char* file : kFiles) write_text(folder / "out" / file, "old");
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit limit{100'000, 100'000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const Run run = run_weald({"build", "p.yaml", "-o", "out", "--cache", "c"}, folder.path());
    // One line of the file; the cache, which has the same limit, may add one of its own.
    const bool is_clear = run.err.find("cannot write") != std::string::npos && count_of(run.err, '\n') <= 2;
    ::_exit(run.exit_code == 3 && is_clear ? 0 : 1);
  }
  CHECK(exit_code_of(child) == 0);
  for (const auto& [file, bytes] : files_in(folder / "out")) CHECK(bytes == "old");
  CHECK(run_weald({"build", "p.yaml", "-o", "out", "--cache", "c"}, folder.path()).exit_code == 0);
  CHECK(run_weald({"build", "p.yaml", "-o", "want"}, folder.path()).exit_code == 0);
  CHECK(files_in(folder / "out") == files_in(folder / "want"));
}

TEST_CASE("a folder that cannot be made is exit code 3 and one line", "[cache]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kPreset);
  for (const char* place : {"/dev/null/out", "/proc/weald-test"}) {
    const Run run = run_weald({"build", "p.yaml", "-o", place}, folder.path());
    CHECK(run.exit_code == 3);
    CHECK_THAT(run.err, Catch::Contains("weald: error: cannot write '" + std::string(place) + "/") &&
                            Catch::Contains(".png': cannot create folder '"));
    CHECK(count_of(run.err, '\n') == 1);
  }
}

namespace {

/// Runs `work` in a process that sees an empty file system of 256 kB at `folder`; its result, or -1 where the system
/// does not allow that.
int on_small_disk(const fs::path& folder, const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::unshare(CLONE_NEWNS) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) ::_exit(99);
    ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
    if (::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=256k") != 0) ::_exit(99);
    ::_exit(work());
  }
  const int code = exit_code_of(child);
  return code == 99 ? -1 : code;
}

}  // namespace

TEST_CASE("a full disk is exit code 3, one line, and the old files", "[cache]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kPreset);
  fs::create_directories(folder / "out");
  const int code = on_small_disk(folder / "out", [&] {
    for (const char* file : kFiles) write_text(folder / "out" / file, "old");
    const Run run = run_weald({"build", "p.yaml", "-o", "out"}, folder.path());
    if (run.exit_code != 3 || count_of(run.err, '\n') != 1) return 1;
    if (run.err.find("No space left") == std::string::npos) return 2;
    const Files now = files_in(folder / "out");
    if (!std::all_of(now.begin(), now.end(), [](const auto& file) { return file.second == "old"; })) return 3;
    // No temporary file takes up what little room there is.
    return std::distance(fs::directory_iterator(folder / "out"), {}) == 6 ? 0 : 4;
  });
  if (code < 0) {
    WARN("not tested: this system does not let a test mount a small disk");
    return;
  }
  CHECK(code == 0);
}

TEST_CASE("a disk that becomes full in a world is exit code 3, with the tile and the file, and the tiles before it",
          "[cache]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml",
             "weald: 1\ngrid: {size: [513, 129]}\nworld: {tile: 129}\nstages:\n  land: {kind: fbm, octaves: 1}\n"
             "outputs: [{from: land, file: 'h/{x}_{y}.r32'}]\n");
  fs::create_directories(folder / "out");
  const int code = on_small_disk(folder / "out", [&] {  // a tile takes 67 kB
    const Run run = run_weald({"build", "p.yaml", "-o", "out", "--cache", "off"}, folder.path());
    if (run.exit_code != 3 || count_of(run.err, '\n') != 1) return 1;
    if (run.err.find("weald: error: tile 3,0 of 'p': cannot write '") == std::string::npos) return 2;
    if (run.err.find("/out/h/3_0.r32': No space left") == std::string::npos) return 3;
    return fs::exists(folder / "out/h/2_0.r32") && !fs::exists(folder / "out/h/3_0.r32") ? 0 : 4;
  });
  if (code < 0) {
    WARN("not tested: this system does not let a test mount a small disk");
    return;
  }
  CHECK(code == 0);
}

TEST_CASE("a read-only disk is exit code 3, one line, and the old files", "[cache]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kPreset);
  fs::create_directories(folder / "out");
  const int code = on_small_disk(folder / "out", [&] {
    for (const char* file : kFiles) write_text(folder / "out" / file, "old");
    if (::mount(nullptr, (folder / "out").c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr) != 0) return 99;
    const Run run = run_weald({"build", "p.yaml", "-o", "out"}, folder.path());
    if (run.exit_code != 3 || count_of(run.err, '\n') != 1) return 1;
    if (run.err.find("Read-only file system") == std::string::npos) return 2;
    const Files now = files_in(folder / "out");
    return std::all_of(now.begin(), now.end(), [](const auto& file) { return file.second == "old"; }) ? 0 : 3;
  });
  if (code < 0) {
    WARN("not tested: this system does not let a test mount a read-only disk");
    return;
  }
  CHECK(code == 0);
}

TEST_CASE("a cache that cannot be written is a warning where it was asked for, and the files are there", "[cache]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kPreset);
  const Run asked = run_weald({"build", "p.yaml", "-o", "out", "--cache", "/dev/null/c"}, folder.path());
  CHECK(asked.exit_code == 0);
  CHECK_THAT(asked.err, Catch::Contains("weald: warning: cannot store results in '/dev/null/c'"));
  CHECK(count_of(asked.err, '\n') == 1);
  if (fs::exists("/proc/self")) {  // says that there is no such folder, whatever is made in it
    const Run in_proc = run_weald({"build", "p.yaml", "-o", "out", "--cache", "/proc/weald"}, folder.path());
    CHECK(in_proc.exit_code == 0);
    CHECK_THAT(in_proc.err, Catch::Contains("weald: warning: cannot store results in '/proc/weald'"));
  }
  const Run by_default = run_weald({"build", "p.yaml", "-o", "other"}, folder.path(),
                                   {{{"WEALD_CACHE", ""}, {"XDG_CACHE_HOME", "/dev/null/c"}}, {}});
  CHECK(by_default.exit_code == 0);
  CHECK(by_default.err.empty());
  CHECK(files_in(folder / "out") == files_in(folder / "other"));
  const int code = on_small_disk(folder / "out", [&] {
    const Run run = run_weald({"build", "p.yaml", "-o", "third", "--cache", "out"}, folder.path());
    return run.exit_code == 0 && run.err.find("nearly full") != std::string::npos ? 0 : 1;
  });
  CHECK((code == 0 || code == -1));
}

TEST_CASE("where results are kept: --cache, WEALD_CACHE, XDG_CACHE_HOME, HOME, or nowhere", "[cache]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml",
             "weald: 1\nstages: {a: {kind: fbm, size: [9, 9]}}\noutputs: [{from: a, file: a.png}]\n");
  using Environment = std::vector<std::pair<std::string, std::string>>;
  const auto build = [&](const Names& more, const Environment& environment) {
    Names arguments{"build", "p.yaml", "-o", "out"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_weald(arguments, folder.path(), {environment, {}}).exit_code;
  };
  const std::string home = (folder / "home").string(), xdg = (folder / "xdg").string();
  const Environment off{{"WEALD_CACHE", "off"}, {"HOME", home}, {"XDG_CACHE_HOME", xdg}};
  CHECK(build({}, off) == 0);
  CHECK_FALSE(fs::exists(home));
  CHECK_FALSE(fs::exists(xdg));
  CHECK(build({}, {{"WEALD_CACHE", ""}, {"HOME", home}, {"XDG_CACHE_HOME", ""}}) == 0);
  CHECK_FALSE(fs::exists(home));
  fs::create_directory(home);
  CHECK(build({}, {{"WEALD_CACHE", ""}, {"HOME", home}, {"XDG_CACHE_HOME", ""}}) == 0);
  CHECK(fs::exists(home + "/.cache/weald/weald-1"));
  CHECK(build({}, {{"WEALD_CACHE", ""}, {"HOME", home}, {"XDG_CACHE_HOME", xdg}}) == 0);
  CHECK(fs::exists(xdg + "/weald/weald-1"));
  CHECK(build({}, {{"WEALD_CACHE", (folder / "env").string()}}) == 0);
  CHECK(fs::exists(folder / "env/weald-1"));
  CHECK(build({"--cache", "flag"}, off) == 0);
  CHECK(fs::exists(folder / "flag/weald-1"));
  CHECK(build({}, {{"WEALD_CACHE", ""}, {"HOME", ""}, {"XDG_CACHE_HOME", "relative"}}) == 0);
  CHECK_FALSE(fs::exists(folder / "relative"));
  CHECK(build({"--cache-size=64M"}, off) == 0);
  for (const char* size : {"-1", "2X", "G", "1.5G", "99999999999999999999"})
    CHECK(build({std::string("--cache-size=") + size}, off) == 2);
  CHECK(build({}, {{"WEALD_CACHE_SIZE", "lots"}}) == 2);
}

TEST_CASE("weald cache: stats, prune and clear", "[cache]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kPreset);
  const auto stats = [&](const Names& action) {
    Names arguments{"cache"};
    arguments.insert(arguments.end(), action.begin(), action.end());
    arguments.insert(arguments.end(), {"--cache", "c", "--json"});
    const Run run = run_weald(arguments, folder.path());
    CHECK(run.exit_code == 0);
    return nlohmann::json::parse(run.out);
  };
  CHECK(stats({"stats"})["entries"] == 0);
  for (int i = 0; i < 2; ++i)
    REQUIRE(run_weald({"build", "p.yaml", "-o", "out", "--cache", "c"}, folder.path()).exit_code == 0);
  const auto full = stats({"stats"});
  CHECK(full["entries"] >= 9);
  CHECK(full["bytes"] > 100'000);
  CHECK(full["hits"] >= 8);
  CHECK(full["limit"] == std::uint64_t{2} << 30);
  const auto pruned = stats({"prune", "--cache-size", "100K"});
  CHECK(pruned["removed"] > 0);
  CHECK(pruned["bytes"] <= 100 * 1024);
  CHECK(stats({"clear"})["entries"] == 0);
  const Run text = run_weald({"cache", "stats", "--cache", "c"}, folder.path());
  CHECK_THAT(text.out, Catch::Contains("entries  0") && Catch::Contains("of 2.1 GB"));
  const Run off = run_weald({"cache", "stats"}, folder.path());
  CHECK(off.exit_code == 2);
  CHECK_THAT(off.err, Catch::Contains("the cache is off"));
}

TEST_CASE("weald cache: what cannot be removed is exit code 3, and is not counted as removed", "[cache]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kPreset);
  fs::create_directories(folder / "c");
  const int code = on_small_disk(folder / "c", [&] {
    const fs::path entry = folder / "c/weald-1/ab" / std::string(30, 'a');
    write_text(entry, "kept");
    if (::mount(nullptr, (folder / "c").c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr) != 0) return 99;
    for (const Names& action :
         {Names{"cache", "clear", "--cache", "c"}, Names{"cache", "prune", "--cache", "c", "--cache-size", "1"}}) {
      const Run run = run_weald(action, folder.path());
      if (run.exit_code != 3 || !run.out.empty()) return 1;
      if (run.err.find("cannot remove 1 file of the cache in 'c': Read-only file system") == std::string::npos)
        return 2;
    }
    const Run json = run_weald({"cache", "clear", "--cache", "c", "--json"}, folder.path());
    const auto report = nlohmann::json::parse(json.out);
    return report["removed"] == 0 && report["entries"] == 1 && report["exit_code"] == 3 ? 0 : 3;
  });
  CHECK((code == 0 || code == -1));
  write_text(folder / "afile", "not a folder");
  CHECK(run_weald({"cache", "clear", "--cache", "afile"}, folder.path()).exit_code == 3);
}

TEST_CASE("weald digest uses a cache only when it is told to", "[cache]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kPreset);
  const Run plain = run_weald({"digest", "p.yaml"}, folder.path(), {{{"WEALD_CACHE", (folder / "c").string()}}, {}});
  CHECK(plain.exit_code == 0);
  CHECK_FALSE(fs::exists(folder / "c"));
  for (int i = 0; i < 2; ++i) CHECK(run_weald({"digest", "p.yaml", "--cache", "c"}, folder.path()).out == plain.out);
  CHECK(fs::exists(folder / "c"));
}
