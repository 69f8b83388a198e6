// What is no regular file in place of one holds nothing up, wherever weald opens or writes it: a pipe without a writer,
// a socket, a folder, a link to itself. Nothing here takes long; patience ends what hangs.

#include "support/catch.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "support/files.h"
#include "support/run_weald.h"

namespace fs = std::filesystem;
using Catch::Contains;
using weald::test::file_text;
using weald::test::Run;
using weald::test::TemporaryFolder;
using weald::test::write_text;

namespace {

constexpr int kPatience = 120;  // seconds

constexpr const char* kAnyPreset =
    "weald: 1\nstages:\n  hills: {kind: fbm, size: [9, 9]}\n  land: {kind: heightmap_mesh, from: hills}\n"
    "outputs: [{from: hills, file: a.png}, {from: land, file: b.obj}]\n";

Run run_in(const std::vector<std::string>& arguments, const fs::path& folder) {
  return weald::test::run_weald(arguments, folder, {.patience = kPatience});
}

/// The kinds of things that are no regular file, and what is said of each.
struct Special {
  std::string name, said;
};
const std::vector<Special> kSpecial{{"pipe", "it is not a regular file"},
                                    {"socket", "it is not a regular file"},
                                    {"folder", "it is a folder"},
                                    {"circle", "its symbolic links form a loop"}};

/// Puts a special thing at `place`, instead of what is there.
void put(const std::string& kind, const fs::path& place) {
  fs::remove_all(place);
  fs::create_directories(place.parent_path());
  if (kind == "pipe") {
    REQUIRE(::mkfifo(place.c_str(), 0666) == 0);
  } else if (kind == "socket") {
    const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    REQUIRE(place.native().size() < sizeof address.sun_path);
    place.native().copy(address.sun_path, place.native().size());
    REQUIRE(::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    ::close(listener);
  } else if (kind == "folder") {
    fs::create_directory(place);
  } else {
    fs::create_symlink(place.filename(), place);
  }
}

std::string import_of(const std::string& kind, const std::string& file) {
  const bool is_mesh = kind == "mesh_import";
  return "weald: 1\nstages: {x: {kind: " + kind + ", file: " + file + "}}\noutputs: [{from: x, file: out." +
         (is_mesh ? "obj" : "png") + "}]\n";
}

}  // namespace

TEST_CASE("whatever stands in place of a file that is read is refused at once", "[cli]") {
  for (const Special& special : kSpecial) {
    DYNAMIC_SECTION(special.name) {
      const TemporaryFolder folder;
      for (const char* name : {"x", "x.png", "x.obj", "x.ply", "x.exr"}) put(special.name, folder / name);
      write_text(folder / "extends.yaml", "weald: 1\nextends: x\n");
      write_text(folder / "heights.yaml", import_of("heightmap_import", "x.png"));
      write_text(folder / "exr.yaml", import_of("heightmap_import", "x.exr"));
      write_text(folder / "image.yaml", import_of("image_import", "x.png"));
      write_text(folder / "mesh.yaml", import_of("mesh_import", "x.obj"));
      write_text(folder / "ply.yaml", import_of("mesh_import", "x.ply"));
      const std::vector<std::vector<std::string>> commands{
          {"check", "extends.yaml"},     {"build", "heights.yaml"},     {"build", "exr.yaml"},
          {"build", "image.yaml"},       {"build", "mesh.yaml"},        {"build", "@x"},
          {"compare", "x.png", "x.png"}, {"compare", "x.obj", "x.obj"}, {"build", "ply.yaml"},
          {"compare", "x.ply", "x.ply"}};
      for (const auto& command : commands) {
        const Run run = run_in(command, folder.path());
        INFO(command[0] << " " << command[1] << ": " << run.err);
        CHECK(run.exit_code == 3);
        CHECK_THAT(run.err, Contains(special.said));
      }
      for (const char* command : {"build", "check", "show", "digest"}) {
        const Run run = run_in({command, "x"}, folder.path());
        INFO(command << ": " << run.err);
        CHECK(run.exit_code == 3);
        CHECK_THAT(run.err, Contains(special.name == "pipe" ? "a pipe that no process writes to" : special.said));
      }
    }
  }
}

TEST_CASE("a preset may come out of a pipe that a process writes to", "[cli]") {
  const TemporaryFolder folder;
  put("pipe", folder / "x");
  const pid_t writer = ::fork();
  if (writer == 0) {  // waits for the reader, who must wait for what comes
    write_text(folder / "x", kAnyPreset);
    ::_exit(0);
  }
  // Whoever opens the pipe first: where that is weald, nobody writes yet, and it says so.
  Run run;
  do {
    run = run_in({"check", "x"}, folder.path());
  } while (run.exit_code == 3);
  INFO(run.err);
  CHECK(run.exit_code == 0);
  CHECK(weald::test::exit_code_of(writer) == 0);
  CHECK(weald::test::run_weald({"check", "/dev/stdin"}, folder.path(), {.input = kAnyPreset}).exit_code == 0);
  CHECK(run_in({"check", "/dev/null"}, folder.path()).exit_code == 2);
  CHECK_THAT(run_in({"check", "/dev/zero"}, folder.path()).err, Contains("the text is too long"));
}

TEST_CASE("whatever stands in place of an entry or of the ledger of a cache changes no result", "[cli]") {
  for (const Special& special : kSpecial) {
    DYNAMIC_SECTION(special.name) {
      const TemporaryFolder folder;
      write_text(folder / "p.yaml", kAnyPreset);
      const std::vector<std::string> build{"build", "-q", "p.yaml", "-o", "out", "--cache", "c"};
      REQUIRE(run_in(build, folder.path()).exit_code == 0);
      const std::string picture = file_text(folder / "out/a.png");
      std::vector<fs::path> kept;
      for (const auto& entry : fs::recursive_directory_iterator(folder / "c")) {
        if (entry.is_regular_file()) kept.push_back(entry.path());
      }
      REQUIRE(kept.size() >= 3);
      for (const fs::path& file : kept) put(special.name, file);
      fs::remove_all(folder / "out");
      for (int i = 0; i < 2; ++i) {
        const Run run = run_in(build, folder.path());
        INFO(run.err);
        CHECK(run.exit_code == 0);
        CHECK(file_text(folder / "out/a.png") == picture);
      }
      for (const char* command : {"stats", "prune", "clear"})
        CHECK(run_in({"cache", command, "--cache", "c"}, folder.path()).exit_code < 4);
    }
  }
}

TEST_CASE("whatever stands in place of a file that is written is refused at once, or replaced", "[cli]") {
  for (const Special& special : kSpecial) {
    DYNAMIC_SECTION(special.name) {
      const TemporaryFolder folder;
      write_text(folder / "p.yaml", kAnyPreset);
      put(special.name, folder / "out/a.png");
      put(special.name, folder / "x");
      const int expected = special.name == "circle" ? 0 : 3;  // a link is replaced
      for (const std::vector<std::string>& more : std::vector<std::vector<std::string>>{
               {"-o", "out"}, {"-o", "out", "--if-stale"}, {"-o", "out", "--write-if-changed"}, {"--depfile", "x"}}) {
        std::vector<std::string> arguments{"build", "-q", "p.yaml"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Run run = run_in(arguments, folder.path());
        INFO(more.back() << ": " << run.err);
        CHECK(run.exit_code == expected);
        put(special.name, folder / "out/a.png");
        put(special.name, folder / "x");
      }
      if (special.name != "folder") CHECK(run_in({"build", "-q", "p.yaml", "-o", "x"}, folder.path()).exit_code == 3);
    }
  }
}

TEST_CASE("--if-stale: a pipe in place of an output or of the manifest is no reason to wait", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kAnyPreset);
  const std::vector<std::string> build{"build", "p.yaml", "-o", "out", "--if-stale"};
  REQUIRE(run_in(build, folder.path()).exit_code == 0);
  put("pipe", folder / "out/a.png");
  CHECK(run_in(build, folder.path()).exit_code == 3);
  fs::remove(folder / "out/a.png");
  REQUIRE(run_in(build, folder.path()).exit_code == 0);
  put("pipe", folder / "out/.weald/a.png.json");
  CHECK(run_in(build, folder.path()).exit_code == 3);
}
