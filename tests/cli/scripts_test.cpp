// weald in build scripts: make and ninja follow its depfiles, --if-stale and --write-if-changed tell the truth, --watch
// builds again, the shell completes.

#include "support/catch.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "support/files.h"
#include "support/run_weald.h"

namespace fs = std::filesystem;
using Catch::Contains;
using weald::test::file_text;
using weald::test::Run;
using weald::test::run_weald;
using weald::test::TemporaryFolder;
using weald::test::weald_program;
using weald::test::write_text;

namespace {

constexpr const char* kBase =
    "weald: 1\nseed: 1\nstages:\n  hills: {kind: fbm, size: [9, 9]}\n  ball: {kind: shapes, shape: icosphere, levels: "
    "0}\n"
    "outputs: [{from: hills, file: hills.png}, {from: ball, file: ball.obj}]\n";

/// Runs a shell command in `folder`; returns its exit code.
int shell(const fs::path& folder, const std::string& command) {
  const int status = std::system(("cd '" + folder.string() + "' && " + command).c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool has_program(const std::string& name) { return shell("/", "command -v " + name + " >/dev/null") == 0; }

/// Lines of a log that build rules append to.
std::string log_of(const fs::path& folder) {
  const fs::path log = folder / "log";
  const std::string text = fs::exists(log) ? file_text(log) : "";
  fs::remove(log);
  return text;
}

/// Gives the file a later time than any file beside it and below, as soon as the file system's clock has one.
void touch(const fs::path& file) {
  auto newest = fs::file_time_type::min();
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(file.parent_path()))
    newest = std::max(newest, entry.last_write_time());
  do {
    utimensat(AT_FDCWD, file.c_str(), nullptr, 0);
  } while (fs::last_write_time(file) <= newest);
}

/// Writes a file as editors do: it is there whole, at once.
void save(const fs::path& file, const std::string& text) {
  write_text(fs::path(file) += ".new", text);
  fs::rename(fs::path(file) += ".new", file);
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

/// A folder with two presets whose names need escaping, one of which extends a base that no rule names.
struct Project {
  TemporaryFolder folder;
  const std::string kid = "a b#c$d/k\xC3\xBCste:1.yaml", base = "a b#c$d/b[1]\\ base%.yaml";

  Project() {
    write_text(folder / kid, "weald: 1\nextends: 'b[1]\\ base%.yaml'\n");
    write_text(folder / base, kBase);
    write_text(folder / "other.yaml", kBase);
    // The rules call a script, so that the names pass through no further quoting.
    write_text(folder / "kid.sh", "echo kid >> log; exec '" + std::string(weald_program()) + "' build -q '" + kid +
                                      "' -o 'out $x#' --depfile kid.d\n");
    write_text(folder / "other.sh", "echo other >> log; exec '" + std::string(weald_program()) +
                                        "' build -q other.yaml -o other --depfile other.d\n");
  }

  /// Builds with `tool` from nothing, then after each kind of change.
  void check(const std::string& tool) const {
    REQUIRE(shell(folder.path(), tool) == 0);
    CHECK(log_of(folder.path()) == "kid\nother\n");
    REQUIRE(shell(folder.path(), tool) == 0);
    CHECK(log_of(folder.path()) == "");
    touch(folder / base);
    REQUIRE(shell(folder.path(), tool) == 0);
    CHECK(log_of(folder.path()) == "kid\n");
    touch(folder / "other.yaml");
    REQUIRE(shell(folder.path(), tool) == 0);
    CHECK(log_of(folder.path()) == "other\n");
    REQUIRE(shell(folder.path(), tool) == 0);
    CHECK(log_of(folder.path()) == "");
  }
};

/// A process that is ended with the object.
struct Child {
  pid_t pid = -1;
  Child(const fs::path& folder, const std::vector<std::string>& arguments) {
    pid = fork();
    if (pid != 0) return;
    const int out = open((folder / "watch.out").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    const int err = open((folder / "watch.err").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    if (chdir(folder.c_str()) != 0) _exit(126);
    std::vector<char*> argv{const_cast<char*>(weald_program())};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    execv(weald_program(), argv.data());
    _exit(127);
  }
  ~Child() {
    if (pid > 0) interrupt();
  }
  int interrupt() {
    kill(pid, SIGINT);
    int status = 0;
    waitpid(pid, &status, 0);
    pid = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
};

/// Waits until the file holds `text` `count` times; false where that takes minutes.
bool comes(const fs::path& file, const std::string& text, std::size_t count = 1) {
  for (int i = 0; i < 30'000; ++i) {
    std::size_t found = 0;
    if (fs::exists(file)) {
      const std::string content = file_text(file);
      for (std::size_t at = 0; (at = content.find(text, at)) != std::string::npos; ++at) ++found;
    }
    if (found >= count) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace

TEST_CASE("make: names with blanks, signs and unicode; what no rule names is followed", "[cli]") {
  if (!has_program("make")) return;
  const Project project;
  write_text(project.folder / "Makefile",
             "all: out\\ $$x\\#/hills.png other/hills.png\n"
             "out\\ $$x\\#/hills.png: a\\ b\\#c$$d/k\xC3\xBCste\\:1.yaml\n\t@sh kid.sh\n"
             "other/hills.png: other.yaml\n\t@sh other.sh\n"
             "-include kid.d other.d\n");
  project.check("make >make.log 2>&1");
}

TEST_CASE("ninja: the same, with and without deps = gcc", "[cli]") {
  if (!has_program("ninja")) return;
  for (const char* deps : {"", "  deps = gcc\n"}) {
    CAPTURE(deps);
    const Project project;
    const std::string all = "hills.png $out/hills.json $out/ball.obj $out/ball.mtl";
    write_text(project.folder / "build.ninja",
               std::string("rule kid\n  command = sh kid.sh\n  depfile = kid.d\n") + deps +
                   "rule other\n  command = sh other.sh\n  depfile = other.d\n" + deps +
                   "build out$ $$x#/hills.png out$ $$x#/hills.json out$ $$x#/ball.obj out$ $$x#/ball.mtl: kid "
                   "a$ b#c$$d/k\xC3\xBCste$:1.yaml\n"
                   "build other/hills.png other/hills.json other/ball.obj other/ball.mtl: other other.yaml\n");
    project.check("ninja -j1 >ninja.log 2>&1");
  }
}

TEST_CASE("depfile: a rule per preset, spelled as on the command line; targets can be named", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "lib/base.yaml", kBase);
  write_text(folder / "a.yaml", "weald: 1\nextends: lib/base.yaml\n");
  write_text(folder / "b.yaml", replaced(kBase, "file: ", "file: b_"));
  REQUIRE(
      run_weald({"build", "-q", "a.yaml", "./b.yaml", "-o", "out/", "--depfile", "d/x.d"}, folder.path()).exit_code ==
      0);
  CHECK(replaced(file_text(folder / "d/x.d"), " \\\n  ", " ") ==
        "out/hills.png out/hills.json out/ball.obj out/ball.mtl: a.yaml lib/base.yaml\n"
        "out/b_hills.png out/b_hills.json out/b_ball.obj out/b_ball.mtl: ./b.yaml\n");
  REQUIRE(
      run_weald({"build", "-q", "a.yaml", "b.yaml", "--depfile", "x.d", "--depfile-target", "my stamp"}, folder.path())
          .exit_code == 0);
  CHECK(replaced(file_text(folder / "x.d"), " \\\n  ", " ") == "my\\ stamp: a.yaml lib/base.yaml b.yaml\n");
  const Run standard = run_weald({"build", "-q", "-", "-o", "out", "--depfile", "-.d"}, folder.path(),
                                 {.input = "weald: 1\nextends: lib/base.yaml\n"});
  REQUIRE(standard.exit_code == 0);
  CHECK_THAT(file_text(folder / "-.d"), Catch::EndsWith(": \\\n  lib/base.yaml\n"));
}

TEST_CASE("depfile: an import with all it names; none after an error; a line break is refused", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "in/m.obj", "mtllib my mat.mtl\nv 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n");
  write_text(folder / "in/my mat.mtl", "newmtl a\n");
  write_text(folder / "p.yaml",
             "weald: 1\nstages: {m: {kind: mesh_import, file: in/m.obj}}\noutputs: [{from: m, file: o.obj}]\n");
  REQUIRE(run_weald({"build", "-q", "p.yaml", "-o", "out", "--depfile", "x.d"}, folder.path()).exit_code == 0);
  CHECK_THAT(file_text(folder / "x.d"), Contains("in/m.obj") && Contains("in/my\\ mat.mtl"));
  fs::remove(folder / "x.d");
  CHECK(run_weald({"build", "p.yaml", "-o", "p.yaml/x", "--depfile", "x.d"}, folder.path()).exit_code == 3);
  CHECK_FALSE(fs::exists(folder / "x.d"));
  const Run refused = run_weald({"build", "p.yaml", "-o", "a\nb", "--depfile", "x.d"}, folder.path());
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, Contains("cannot be written in a depfile"));
  CHECK_FALSE(fs::exists(folder / "a\nb"));
  CHECK(run_weald({"build", "p.yaml", "-o", "-", "--depfile", "x.d"}, folder.path()).exit_code == 2);
}

TEST_CASE("--if-stale: builds once, and again for exactly what changed", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "base.yaml", kBase);
  write_text(folder / "p.yaml", "weald: 1\nextends: base.yaml\n");
  const auto build = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"build", "p.yaml", "-o", "out", "--if-stale", "--explain-stale"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_weald(arguments, folder.path());
  };
  CHECK(build({"-n"}).exit_code == 1);
  CHECK_FALSE(fs::exists(folder / "out"));
  CHECK_THAT(build({}).out, Contains("p: stale: ") && Contains("out/hills.png"));
  CHECK(build({}).out == "p: up to date\n");
  CHECK(build({"-n"}).exit_code == 0);
  touch(folder / "base.yaml");
  write_text(folder / "p.yaml", "weald: 1\n# a comment\nextends: base.yaml\n");
  CHECK(build({}).out == "p: up to date\n");
  CHECK_THAT(build({"--set", "hills.octaves=3"}).out, Contains("p: stale: hills.octaves changed from 8 to 3\n") ||
                                                          Contains("p: stale: hills.octaves changed from 6 to 3\n"));
  CHECK_THAT(build({"--seed", "9"}).out, Contains("the seed changed"));
  write_text(folder / "out/ball.obj", "mine");
  CHECK_THAT(build({"--seed", "9"}).out, Contains("output 'out/ball.obj' was modified"));
  fs::remove(folder / "out/hills.json");
  const Run again = build({"--seed", "9", "--json"});
  const auto report = nlohmann::json::parse(again.out);
  CHECK(report["presets"][0]["state"] == "built");
  CHECK(report["presets"][0]["stale"] == nlohmann::json{"output 'out/hills.json' is missing"});
  CHECK_THAT(file_text(folder / "out/.weald/hills.png.json"), !Contains(folder.path().string()));
}

TEST_CASE("--write-if-changed: leaves equal files their time, and only with it", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kBase);
  const auto time = [&](const char* file) { return fs::last_write_time(folder / "out" / file); };
  REQUIRE(run_weald({"build", "-q", "p.yaml", "-o", "out"}, folder.path()).exit_code == 0);
  const auto past = time("ball.obj") - std::chrono::hours(1);
  for (const char* file : {"ball.obj", "hills.png"}) fs::last_write_time(folder / "out" / file, past);
  const Run run =
      run_weald({"build", "p.yaml", "-o", "out", "--write-if-changed", "--set", "hills.octaves=2"}, folder.path());
  CHECK_THAT(run.out, Contains("out/ball.obj  (unchanged)"));
  CHECK(time("ball.obj") == past);
  CHECK(time("hills.png") != past);
  REQUIRE(run_weald({"build", "-q", "p.yaml", "-o", "out"}, folder.path()).exit_code == 0);
  CHECK(time("ball.obj") != past);
}

TEST_CASE("--only, -o - and the lists: one file, its bytes, its name", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kBase);
  REQUIRE(run_weald({"build", "-q", "p.yaml", "-o", "whole"}, folder.path()).exit_code == 0);
  REQUIRE(run_weald({"build", "-q", "p.yaml", "-o", "one", "--only", "ball.obj"}, folder.path()).exit_code == 0);
  CHECK(fs::exists(folder / "one/ball.mtl"));
  CHECK_FALSE(fs::exists(folder / "one/hills.png"));
  const Run png = run_weald({"build", "p.yaml", "-o", "-", "--only", "hills.png"}, folder.path());
  CHECK(png.out == file_text(folder / "whole/hills.png"));
  CHECK_THAT(png.err, Contains("'hills.json' is not written"));
  CHECK(run_weald({"build", "p.yaml", "-o", "-", "--only", "ball.mtl", "-q"}, folder.path()).out ==
        file_text(folder / "whole/ball.mtl"));
  const Run two = run_weald({"build", "p.yaml", "-o", "-"}, folder.path());
  CHECK(two.exit_code == 2);
  CHECK(two.out.empty());
  CHECK_THAT(run_weald({"build", "p.yaml", "--only", "bal.obj"}, folder.path()).err,
             Contains("did you mean 'ball.obj'?"));
  CHECK(run_weald({"build", "p.yaml", "--list-outputs"}, folder.path()).out ==
        "hills.png\nhills.json\nball.obj\nball.mtl\n");
  CHECK(run_weald({"build", "./p.yaml", "--list-outputs", "-o", "x y", "--only", "ball.obj"}, folder.path()).out ==
        "x y/ball.obj\nx y/ball.mtl\n");
  CHECK(run_weald({"build", "./p.yaml", "--list-inputs"}, folder.path()).out == "./p.yaml\n");
}

TEST_CASE("--only with patterns and --no-pictures: what fits is built, and nothing for the rest", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml",
             "weald: 1\nstages:\n  ball: {kind: shapes, shape: icosphere, levels: 1}\n"
             "  sheet: {kind: contact_sheet, from: [ball], picture: {size: [60, 40]}}\n"
             "outputs:\n  - {from: ball, file: sub/ball.obj}\n  - {from: sheet, file: sheet.png}\n"
             "  - {from: ball, file: ball.png, picture: {size: [60, 40]}}\n");
  write_text(folder / "q.yaml",
             "weald: 1\nstages: {a: {kind: fbm, size: [9, 9]}}\n"
             "outputs: [{from: a, file: a.png, picture: {size: [60, 40]}}]\n");
  const auto list = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"build", "p.yaml", "q.yaml", "--list-outputs"});
    return run_weald(options, folder.path());
  };
  CHECK(list({"--only", "*.obj"}).out == "sub/ball.obj\nsub/ball.mtl\n");
  CHECK(list({"--only", "out/*.obj", "-o", "out"}).out == "out/sub/ball.obj\nout/sub/ball.mtl\n");
  CHECK(list({"--only", "[as]*.png"}).out == "sheet.png\na.png\n");
  CHECK(list({"--no-pictures"}).out == "sub/ball.obj\nsub/ball.mtl\n");
  CHECK_THAT(list({"--only", "*.fbx"}).err,
             Contains("--only: there is no output '*.fbx'") && Contains("one of: sub/ball.obj, sub/ball.mtl"));
  const Run of_many = run_weald({"build", "oak", "--set", "files=all", "--only", "*.fbx", "-n"}, folder.path());
  CHECK(of_many.exit_code == 2);
  CHECK_THAT(of_many.err, Contains("one of: oak.obj, ") && Contains(" more; --list-outputs lists them"));
  const Run none = run_weald({"build", "q.yaml", "--no-pictures"}, folder.path());
  CHECK(none.exit_code == 2);
  CHECK_THAT(none.err, Contains("every output is a picture"));
  REQUIRE(run_weald({"build", "-q", "p.yaml", "-o", "out", "--no-pictures"}, folder.path()).exit_code == 0);
  CHECK(fs::exists(folder / "out/sub/ball.obj"));
  CHECK_FALSE(fs::exists(folder / "out/ball.png"));
}

TEST_CASE("--explain-stale: its reasons are printed with --quiet, and nothing else", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kBase);
  const std::vector<std::string> command{"build", "p.yaml", "-o", "out", "--if-stale", "--explain-stale", "-q"};
  CHECK_THAT(run_weald(command, folder.path()).out, Contains("stale: "));
  CHECK(run_weald(command, folder.path()).out.empty());
}

TEST_CASE("shared textures: listed once, written with any OBJ that names them, and chosen alone", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml",
             "weald: 1\nseeds: 1..2\nstages:\n  bark: {kind: bark_texture, size: [16, 16], seed: 1}\n"
             "  ball: {kind: shapes, shape: icosphere, levels: 0}\n"
             "  barked: {kind: material, from: ball, texture: bark, normals: bark.normals}\n"
             "outputs:\n  - {from: barked, file: 'b/{seed}.obj', textures: {t/bark.png: bark, 't/{seed}n.png': "
             "bark.normals}}\n");
  const auto weald = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"build", "p.yaml"});
    return run_weald(more, folder.path());
  };
  const std::string list = "b/1.obj\nb/1.mtl\nt/bark.png\nt/1n.png\nb/2.obj\nb/2.mtl\nt/2n.png\n";
  CHECK(weald({"--list-outputs"}).out == list);
  const auto dry = nlohmann::json::parse(weald({"-n", "--json"}).out);
  CHECK(dry["presets"][0]["outputs"].size() == 7);
  auto shared = dry["presets"][0]["outputs"][2];
  CHECK(shared["bytes"]["most"] > shared["bytes"]["least"]);
  shared.erase("bytes");
  CHECK(shared == nlohmann::json{{"file", "t/bark.png"}, {"from", "bark"}});
  const auto built = nlohmann::json::parse(weald({"-o", "all", "--json", "--depfile", "x.d"}).out);
  CHECK(built["presets"][0]["outputs"].size() == 7);
  CHECK(replaced(file_text(folder / "x.d"), " \\\n  ", " ") ==
        "all/b/1.obj all/b/1.mtl all/t/bark.png all/t/1n.png all/b/2.obj all/b/2.mtl all/t/2n.png: p.yaml\n");

  REQUIRE(weald({"-q", "-o", "one", "--only", "b/2.obj"}).exit_code == 0);
  for (const char* file : {"b/2.obj", "b/2.mtl", "t/bark.png", "t/2n.png"}) {
    CAPTURE(file);
    CHECK(file_text(folder / "one" / file) == file_text(folder / "all" / file));
  }
  CHECK_FALSE(fs::exists(folder / "one/b/1.obj"));
  CHECK_FALSE(fs::exists(folder / "one/t/1n.png"));
  CHECK_THAT(file_text(folder / "one/b/2.mtl"), Contains("map_Kd ../t/bark.png\n"));
  CHECK(weald({"--list-outputs", "--only", "t/bark.png"}).out == "t/bark.png\n");
  CHECK(weald({"--list-outputs", "--only", "t/{seed}n.png"}).out == "t/1n.png\nt/2n.png\n");
  CHECK(weald({"-q", "-o", "-", "--only", "t/bark.png"}).out == file_text(folder / "all/t/bark.png"));
  const Run alone = weald({"-o", "-", "--only", "b/1.mtl"});
  CHECK(alone.out == file_text(folder / "all/b/1.mtl"));
  CHECK_THAT(alone.err, Contains("'t/bark.png' is not written"));

  REQUIRE(weald({"-q", "-o", "all", "--if-stale"}).exit_code == 0);
  CHECK(weald({"-o", "all", "--if-stale"}).out == "p: up to date\n");
  fs::remove(folder / "all/t/bark.png");
  CHECK_THAT(weald({"-o", "all", "--if-stale", "--explain-stale"}).out,
             Contains("p: stale: output 'all/t/bark.png' is missing\n"));
  CHECK_THAT(weald({"-o", "all", "--write-if-changed"}).out, Contains("all/t/bark.png  (unchanged)"));
  write_text(folder / "q.yaml", replaced(file_text(folder / "p.yaml"), "b/{seed}", "c/{seed}"));
  CHECK_THAT(run_weald({"build", "p.yaml", "q.yaml"}, folder.path()).err, Contains("both write 't/bark.png'"));
}

TEST_CASE("response files and stdin", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kBase);
  write_text(folder / "my args", "p.yaml --set 'hills.octaves=2'\n-o \"an out\"");
  CHECK(run_weald({"build", "-q", "@my args"}, folder.path()).exit_code == 0);
  CHECK(fs::exists(folder / "an out/hills.png"));
  CHECK(run_weald({"build", "@none"}, folder.path()).exit_code == 3);
}

TEST_CASE("a closed pipe ends weald without a word, and without leftovers", "[cli]") {
  const TemporaryFolder folder;
  const std::string program = weald_program();
  CHECK(shell(folder.path(), "bash -c '\"" + program +
                                 "\" describe --json 2>err | head -c 1 >/dev/null; "
                                 "exit ${PIPESTATUS[0]}'") == 141);
  CHECK(file_text(folder / "err").empty());
}

TEST_CASE("init: every starter preset is good, and is not overwritten", "[cli]") {
  const TemporaryFolder folder;
  for (const std::string kind : {"terrain", "plant", "mesh", "curve", "scene"}) {
    CAPTURE(kind);
    CHECK(run_weald({"init", "my " + kind, "--kind", kind}, folder.path()).exit_code == 0);
    const std::string preset = "my " + kind + ".yaml";
    CHECK(run_weald({"check", preset}, folder.path()).exit_code == 0);
    CHECK_THAT(file_text(folder / preset), Catch::StartsWith("weald: 1"));
    CHECK_THAT(run_weald({"build", preset, "--list-outputs"}, folder.path()).out, Contains("my_" + kind + ".png"));
  }
  CHECK(run_weald({"init", "my mesh"}, folder.path()).exit_code == 2);
  CHECK(run_weald({"init", "my mesh", "--force"}, folder.path()).exit_code == 0);
  CHECK_THAT(file_text(folder / "my mesh.yaml"), Catch::StartsWith("weald: 1") && Contains("fbm"));
  CHECK(!fs::exists(folder / "weald.schema.json"));
  CHECK(run_weald({"init", "new/"}, folder.path()).exit_code == 0);
  CHECK(fs::exists(folder / "new/terrain.yaml"));
  const Run built = run_weald({"build", "my curve.yaml", "-o", "out"}, folder.path());
  CHECK(built.exit_code == 0);
}

TEST_CASE("init: the schema is written and named on request only", "[cli]") {
  const TemporaryFolder folder;
  CHECK(run_weald({"init", "land/", "--schema"}, folder.path()).exit_code == 0);
  CHECK_THAT(file_text(folder / "land/terrain.yaml"),
             Catch::StartsWith("# yaml-language-server: $schema=weald.schema.json\n# $schema: weald.schema.json\n"));
  CHECK(file_text(folder / "land/weald.schema.json") == run_weald({"schema"}, folder.path()).out);
  CHECK(run_weald({"init", "bare/"}, folder.path()).exit_code == 0);
  CHECK(!fs::exists(folder / "bare/weald.schema.json"));
  const Run old = run_weald({"init", "old/", "--no-schema"}, folder.path());
  CHECK(old.exit_code == 2);
  CHECK_THAT(old.err, Contains("only --schema writes a schema"));
}

TEST_CASE("init: the grid of the starters with heightmaps can be made coarser", "[cli]") {
  const TemporaryFolder folder;
  for (const std::string kind : {"terrain", "scene"}) {
    CAPTURE(kind);
    CHECK(run_weald({"init", "p.yaml", "--kind", kind, "--force"}, folder.path()).exit_code == 0);
    CHECK(run_weald({"check", "p.yaml", "--set", "grid.cell_size=48"}, folder.path()).exit_code == 0);
  }
}

TEST_CASE("watch: builds again what changed, goes on after errors, and ends with 130", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "base.yaml", kBase);
  write_text(folder / "p.yaml", "weald: 1\nextends: base.yaml\n");
  write_text(folder / "q.yaml", replaced(kBase, "file: ", "file: q_"));
  Child child(folder.path(), {"build", "p.yaml", "q.yaml", "-o", ".", "--watch"});
  const fs::path out = folder / "watch.out", err = folder / "watch.err";
  REQUIRE(comes(out, "2 presets, 8 files in "));
  save(folder / "base.yaml", std::string(kBase) + "# saved\n");
  REQUIRE(comes(out, "base.yaml changed: 1 preset, 4 files in "));
  save(folder / "q.yaml", "weald: 1\n");
  REQUIRE(comes(out, "q.yaml changed: failed"));
  CHECK_THAT(file_text(err), Contains("q.yaml:1:1: error: the preset needs 'stages'"));
  save(folder / "q.yaml", replaced(kBase, "file: ", "file: q_"));
  REQUIRE(comes(out, "fixed: 2 presets"));
  CHECK(child.interrupt() == 130);
}

TEST_CASE("--preview: a picture of the first preset is drawn with the build", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml",
             replaced(kBase, "file: hills.png", "file: hills.png, picture: {size: [64, 48], samples: 1}"));
  CHECK(run_weald({"build", "-q", "p.yaml", "-o", "out", "--preview", "look/p.png"}, folder.path()).exit_code == 0);
  CHECK(file_text(folder / "look/p.png") == file_text(folder / "out/hills.png"));
  CHECK(run_weald({"build", "-", "--preview", "p.png"}, folder.path(), {.input = kBase}).exit_code == 2);
}

TEST_CASE("completion: bash completes stages, keys and values after --set", "[cli]") {
  if (!has_program("bash")) return;
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kBase);
  write_text(folder / "t.bash",
             "weald=$1\nsource <(\"$weald\" completion bash)\n"
             "try() { COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=(); _weald \"$weald\"; printf '%s|' \"${COMPREPLY[@]}\"; "
             "echo; }\n"
             "try 'weald bu'\ntry 'weald build p.yaml --set hil'\ntry 'weald build p.yaml --set hills.octaves'\n"
             "try 'weald build p.yaml --set ball.shape=ic'\ntry 'weald build p.yaml --only ha'\n"
             "try 'weald build p.'\ntry 'weald build p.yaml --only=b'\n");
  REQUIRE(shell(folder.path(), "bash t.bash '" + std::string(weald_program()) + "' >got 2>&1") == 0);
  CHECK(file_text(folder / "got") == "build |\nhills.|\nhills.octaves=|\nicosphere |\n|\np.yaml |\nball.obj |\n");
}

TEST_CASE("man: every command has a page that groff takes without a warning", "[cli]") {
  const TemporaryFolder folder;
  REQUIRE(run_weald({"man", "--dir", "man"}, folder.path()).exit_code == 0);
  CHECK(fs::exists(folder / "man/weald-build.1"));
  CHECK(run_weald({"man", "weald-preset.5"}, folder.path()).out == file_text(folder / "man/weald-preset.5"));
  if (!has_program("groff")) return;
  CHECK(shell(folder.path(), "groff -ww -man -Tutf8 -z man/* 2>warnings") == 0);
  CHECK(file_text(folder / "warnings") == "");
}
