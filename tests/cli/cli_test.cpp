// The program's contract with scripts: what goes to stdout and stderr, exit codes, files.

#include "support/catch.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include "support/files.h"
#include "support/run_weald.h"

namespace fs = std::filesystem;
using weald::test::file_text;
using weald::test::Run;
using weald::test::run_weald;
using weald::test::TemporaryFolder;
using weald::test::write_text;

namespace {

constexpr const char* kHills =
    "weald: 1\nseed: 42\nstages:\n  hills: {kind: fbm, size: [65, 65], cell_size: 8, octaves: 4, amplitude: 100}\n"
    "outputs:\n  - {from: hills, file: hills.png}\n";

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

}  // namespace

TEST_CASE("build: writes the files, lists them on stdout, and says nothing on stderr", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kHills);
  const Run run = run_weald({"build", "p.yaml", "-o", "made/here"}, folder.path());
  CHECK(run.exit_code == 0);
  CHECK(run.err.empty());
  CHECK_THAT(run.out, Catch::Contains("made/here/hills.png"));
  CHECK(names_in(folder / "made/here") == std::set<std::string>{"hills.json", "hills.png"});
}

TEST_CASE("build: the same preset gives the same bytes, another seed or value gives others", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kHills);
  const auto png = [&](const std::string& out, std::vector<std::string> more) {
    std::vector<std::string> arguments{"build", "p.yaml", "-q", "-o", out};
    arguments.insert(arguments.end(), more.begin(), more.end());
    REQUIRE(run_weald(arguments, folder.path()).exit_code == 0);
    return file_text(folder / out / "hills.png");
  };
  const std::string first = png("a", {});
  CHECK(first == png("b", {"-j", "1"}));
  CHECK(first == png("c", {"-j", "8"}));
  CHECK(first == png("d", {"--seed", "42"}));
  CHECK(first != png("e", {"--seed", "43"}));
  CHECK(first != png("f", {"--set", "hills.octaves=5"}));
  CHECK(first == png("g", {"--set", "hills.octaves=5", "--set", "hills.octaves=4"}));
}

TEST_CASE("build: a preset on standard input", "[cli]") {
  const TemporaryFolder folder;
  const Run run = run_weald({"build", "-", "-o", "out"}, folder.path(), {.input = kHills});
  CHECK(run.exit_code == 0);
  CHECK(fs::exists(folder / "out/hills.png"));
}

TEST_CASE("build: -q prints nothing, --json prints one JSON document", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kHills);
  const Run quiet = run_weald({"build", "-q", "p.yaml", "-o", "a"}, folder.path());
  CHECK(quiet.exit_code == 0);
  CHECK((quiet.out + quiet.err).empty());
  const Run json = run_weald({"build", "--json", "p.yaml", "-o", "b"}, folder.path());
  const auto report = nlohmann::json::parse(json.out);
  REQUIRE(report["presets"].size() == 1);
  CHECK(report["presets"][0]["preset"] == "p");
  CHECK(report["presets"][0]["outputs"].size() == 2);
  CHECK(report["presets"][0]["outputs"][0]["bytes"] == fs::file_size(folder / "b/hills.png"));
}

TEST_CASE("build: -n says what would be done and writes nothing", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kHills);
  const Run run = run_weald({"build", "-n", "p.yaml", "-o", "out"}, folder.path());
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.out, Catch::Contains("hills") && Catch::Contains("fbm") && Catch::Contains("out/hills.png"));
  CHECK(names_in(folder.path()) == std::set<std::string>{"p.yaml"});
}

TEST_CASE("build: a wrong preset among several stops all of them", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "good.yaml", kHills);
  write_text(folder / "bad.yaml", "weald: 1\nstages: {a: {kind: fbm, octavs: 3}}\noutputs: [{from: a, file: b.png}]\n");
  const Run run = run_weald({"build", "good.yaml", "bad.yaml", "-o", "out"}, folder.path());
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.err, Catch::Contains("bad.yaml:2:25: error: unknown key 'octavs' in stage 'a'"));
  CHECK_FALSE(fs::exists(folder / "out"));
}

TEST_CASE("build: two presets that write one file are refused", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "one.yaml", kHills);
  write_text(folder / "two.yaml", kHills);
  const Run run = run_weald({"build", "one.yaml", "two.yaml", "-o", "out"}, folder.path());
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.err, Catch::Contains("both write 'hills.png'"));
}

TEST_CASE("build: a preset given twice is refused by its name", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kHills);
  const Run run = run_weald({"build", "p.yaml", "p.yaml", "-o", "out"}, folder.path());
  CHECK(run.exit_code == 2);
  CHECK(run.err == "weald: error: the preset 'p.yaml' is given twice\n");
}

TEST_CASE("build: -v tells the time of every stage and output", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", std::string(kHills) + "  - {from: hills, file: view.png, picture: {size: [64, 64]}}\n");
  const Run run = run_weald({"build", "p.yaml", "-v", "-o", "out"}, folder.path());
  CHECK(run.exit_code == 0);
  for (const char* words :
       {"p: hills                fbm  ", "p: hills.png            file  ", "p: view.png             picture  "})
    CHECK_THAT(run.err, Catch::Contains(words));
}

TEST_CASE("build: -n --json names the files that a build reports", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kHills);
  const auto planned =
      nlohmann::json::parse(run_weald({"build", "-n", "--json", "p.yaml", "-o", "x"}, folder.path()).out);
  const auto built = nlohmann::json::parse(run_weald({"build", "--json", "p.yaml", "-o", "x"}, folder.path()).out);
  const auto &plan = planned["presets"][0]["outputs"], &build = built["presets"][0]["outputs"];
  REQUIRE(plan.size() == build.size());
  for (std::size_t i = 0; i < plan.size(); ++i) CHECK(plan[i]["file"] == build[i]["file"]);
}

TEST_CASE("--set removes a key with ~, replaces the outputs, and says where a path begins", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kHills);
  const auto show = [&](const std::string& set) { return run_weald({"show", "p.yaml", "--set", set}, folder.path()); };
  CHECK_THAT(show("hills.octaves=~").out, !Catch::Contains("octaves") && Catch::Contains("amplitude: 100"));
  CHECK_THAT(show("hills.octavs=~").err, Catch::Contains("--set #1:1:7: error: there is no 'octavs' here") &&
                                             Catch::Contains("did you mean 'octaves'?"));
  CHECK_THAT(show("hills.octaves=").err, Catch::Contains("needs a whole number, not nothing"));
  const Run outputs = show("outputs=[{from: hills, file: other.png}]");
  CHECK_THAT(outputs.out, Catch::Contains("other.png") && !Catch::Contains("hills.png"));
  CHECK_THAT(show("stages.hills.octaves=3").err, Catch::Contains("remove 'stages.'"));
}

TEST_CASE("the examples of the help work", "[cli]") {
  for (const char* command : {"build", "show", "list", "explain"}) {
    const std::string help = run_weald({command, "--help"}).out, mark = "Example: weald ";
    const auto at = help.find(mark);
    INFO(command);
    REQUIRE(at != std::string::npos);
    std::istringstream words(help.substr(at + mark.size(), help.find('\n', at) - at - mark.size()));
    std::vector<std::string> arguments;
    for (std::string word; words >> word;) arguments.push_back(word);
    if (arguments.front() == "build") arguments.push_back("--dry-run");
    CHECK(run_weald(arguments, WEALD_SOURCE_DIR).exit_code == 0);
  }
}

TEST_CASE("an empty value is refused, whatever option it is given to", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kHills);
  for (const char* option : {"-o", "--seed", "--set", "--cache", "--cache-size", "--only", "--depfile", "-j"}) {
    for (const bool is_joined : {false, true}) {
      const std::string name = option;
      if (is_joined && !name.starts_with("--")) continue;
      const auto arguments = is_joined ? std::vector<std::string>{"build", "p.yaml", name + "="}
                                       : std::vector<std::string>{"build", "p.yaml", name, ""};
      const Run run = run_weald(arguments, folder.path());
      INFO(name << ": " << run.err);
      CHECK(run.exit_code == 2);
      CHECK(folder.entries() == 1);
      if (!is_joined) CHECK_THAT(run.err, Catch::Contains("is a shell variable unset?"));
    }
  }
  CHECK(run_weald({"check", ""}, folder.path()).exit_code == 2);
  CHECK(run_weald({"golden", "check", "--dir", ""}, folder.path()).exit_code == 2);
}

TEST_CASE("--seed and a --set of the seed contradict each other, and neither wins in silence", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kHills);
  for (const char* set : {"seed=9", "seed=8", "seeds=1..4"}) {
    const Run run = run_weald({"check", "p.yaml", "--seed", "8", "--set", set}, folder.path());
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.err, Catch::Contains("--set #1:1:1: error: --seed and this --set both set the seed"));
  }
  CHECK(run_weald({"check", "p.yaml", "--seed", "8", "--set", "hills.seed=9"}, folder.path()).exit_code == 0);
}

TEST_CASE("a --set error points into the flag", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kHills);
  const Run unknown = run_weald({"check", "p.yaml", "--set", "hils.octaves=3"}, folder.path());
  CHECK(unknown.exit_code == 2);
  CHECK_THAT(unknown.err, Catch::Contains("--set #1:1:1: error: there is no stage 'hils'") &&
                              Catch::Contains("did you mean 'hills'?"));
  const Run range =
      run_weald({"check", "p.yaml", "--set", "hills.octaves=4", "--set", "hills.octaves=99"}, folder.path());
  CHECK_THAT(range.err, Catch::Contains("--set #2:1:15: error: 'octaves' in stage 'hills' is 99, outside 1 .. 24"));
  const Run key = run_weald({"check", "p.yaml", "--set", "hills.octavs=4"}, folder.path());
  CHECK_THAT(key.err, Catch::Contains("--set #1:1:7: error: unknown key 'octavs'"));
  const Run seed = run_weald({"check", "p.yaml", "--seed", "x"}, folder.path());
  CHECK(seed.exit_code == 2);
  CHECK_THAT(seed.err, Catch::Contains("'seed'"));
}

TEST_CASE("usage errors exit with 2 and name the way out", "[cli]") {
  for (const auto& arguments : std::vector<std::vector<std::string>>{{},
                                                                     {"biuld"},
                                                                     {"build"},
                                                                     {"build", "--sead", "3", "p.yaml"},
                                                                     {"build", "p.yaml", "-j", "0"},
                                                                     {"check", "p.yaml", "--set"}}) {
    const Run run = run_weald(arguments);
    INFO(run.err);
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    CHECK_THAT(run.err, Catch::Contains("weald") && Catch::Contains("--help"));
  }
}

TEST_CASE("a preset that is not there is an input error", "[cli]") {
  const Run run = run_weald({"check", "nowhere.yaml"});
  CHECK(run.exit_code == 3);
  CHECK_THAT(run.err, Catch::Contains("nowhere.yaml") && Catch::Contains("no such file"));
}

TEST_CASE("help and version go to stdout, help lists commands and exit codes", "[cli]") {
  const Run help = run_weald({"--help"});
  CHECK(help.exit_code == 0);
  CHECK(help.err.empty());
  for (const char* word :
       {"build", "check", "show", "list", "explain", "schema", "reference", "digest", "Exit codes", "130"})
    CHECK_THAT(help.out, Catch::Contains(word));
  const Run version = run_weald({"--version"});
  CHECK(version.exit_code == 0);
  CHECK_THAT(version.out, Catch::StartsWith("weald 0."));
  const Run licences = run_weald({"version", "--licences"});
  CHECK(licences.exit_code == 0);
  CHECK(licences.out == file_text(fs::path(WEALD_SOURCE_DIR) / "docs/third-party.md"));
  CHECK(run_weald({"version", "--licenses"}).out == licences.out);
  CHECK(run_weald({"version", "--licences", "--json"}).exit_code == 2);
  CHECK_THAT(run_weald({"build", "--help"}).out,
             Catch::Contains("--set") && Catch::Contains("--seed") && Catch::Contains("--dry-run"));
}

TEST_CASE("show prints a preset that gives the same digest, with the origin of each value on request", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "base.yaml", kHills);
  write_text(folder / "p.yaml", "extends: [base.yaml]\nstages:\n  hills: {amplitude: 50}\n");
  const std::vector<std::string> overrides{"--set", "hills.octaves=6", "--seed", "9"};
  std::vector<std::string> show{"show", "p.yaml"}, digest{"digest", "p.yaml"};
  show.insert(show.end(), overrides.begin(), overrides.end());
  digest.insert(digest.end(), overrides.begin(), overrides.end());
  const Run shown = run_weald(show, folder.path());
  REQUIRE(shown.exit_code == 0);
  write_text(folder / "resolved.yaml", shown.out);
  const std::string expected = run_weald(digest, folder.path()).out;
  const std::string resolved = run_weald({"digest", "resolved.yaml"}, folder.path()).out;
  REQUIRE(expected.size() > 32);
  CHECK(expected.substr(0, 32) == resolved.substr(0, 32));
  show.push_back("--origin");
  const Run origin = run_weald(show, folder.path());
  CHECK_THAT(origin.out, Catch::Contains("octaves: 6  # --set #1:1:15") &&
                             Catch::Contains("amplitude: 50  # p.yaml:3:22") &&
                             Catch::Contains("kind: fbm  # base.yaml:4:17"));
}

TEST_CASE("list names every stage and the presets of a folder", "[cli]") {
  const Run run = run_weald({"list", WEALD_SOURCE_DIR "/presets"});
  CHECK(run.exit_code == 0);
  for (const char* word : {"fbm", "turtle", "plant_mesh", "alpine.yaml", "valley.yaml"})
    CHECK_THAT(run.out, Catch::Contains(word));
  CHECK(run_weald({"list", "/nowhere"}).exit_code == 3);
}

TEST_CASE("explain tells unit, range and default, and suggests the nearest name", "[cli]") {
  CHECK_THAT(run_weald({"explain", "octaves"}).err, Catch::Contains("'octaves' is a key of fbm, ridged, billow"));
  const Run run = run_weald({"explain", "fbm"});
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.out, Catch::Contains("octaves") && Catch::Contains("1 .. 24") && Catch::Contains("lacunarity") &&
                          Catch::Contains("default 2"));
  CHECK_THAT(run_weald({"explain", "outputs"}).out, Catch::Contains("picture") && Catch::Contains(".r16"));
  const Run typo = run_weald({"explain", "fmb"});
  CHECK(typo.exit_code == 2);
  CHECK_THAT(typo.err, Catch::Contains("did you mean 'fbm'?"));
}

TEST_CASE("the checked-in reference and schema are what the program prints", "[cli]") {
  CHECK(run_weald({"reference"}).out == file_text(WEALD_SOURCE_DIR "/docs/reference.md"));
  const TemporaryFolder folder;
  REQUIRE(run_weald({"reference", "-o", folder.path().string()}).exit_code == 0);
  const fs::path checked_in = WEALD_SOURCE_DIR "/docs/reference";
  int pages = 0;
  for (const auto& page : fs::directory_iterator(folder / "reference")) {
    CAPTURE(page.path());
    CHECK(file_text(page.path()) == file_text(checked_in / page.path().filename()));
    ++pages;
  }
  CHECK(pages == std::distance(fs::directory_iterator(checked_in), fs::directory_iterator{}));
  CHECK(run_weald({"schema"}).out == file_text(WEALD_SOURCE_DIR "/docs/weald.schema.json"));
}

TEST_CASE("the schema is draft 7 and knows every stage", "[cli]") {
  const auto schema = nlohmann::json::parse(run_weald({"schema"}).out);
  CHECK(schema["$schema"] == "http://json-schema.org/draft-07/schema#");
  const std::string text = schema.dump();
  for (const char* kind : {"fbm", "lsystem", "sweep", "scatter"})
    CHECK_THAT(text, Catch::Contains(std::string("\"const\":\"") + kind + "\""));
}

TEST_CASE("colour is used on request and NO_COLOR is respected", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", "weald: 2\n");
  CHECK_THAT(run_weald({"check", "p.yaml"}, folder.path()).err, !Catch::Contains("\033["));
  CHECK_THAT(run_weald({"--color", "always", "check", "p.yaml"}, folder.path()).err, Catch::Contains("\033["));
  CHECK_THAT(run_weald({"check", "p.yaml"}, folder.path(), {.environment = {{"CLICOLOR_FORCE", "1"}}}).err,
             Catch::Contains("\033["));
  CHECK_THAT(
      run_weald({"check", "p.yaml"}, folder.path(), {.environment = {{"CLICOLOR_FORCE", "1"}, {"NO_COLOR", "1"}}}).err,
      !Catch::Contains("\033["));
}

TEST_CASE("a folder that cannot be written gives exit code 3 and leaves the old files", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kHills);
  write_text(folder / "file", "not a folder");
  const Run blocked = run_weald({"build", "p.yaml", "-o", "file/sub"}, folder.path());
  CHECK(blocked.exit_code == 3);
  CHECK_THAT(blocked.err, Catch::Contains("file"));
  CHECK(file_text(folder / "file") == "not a folder");
  if (geteuid() == 0) return;  // permissions do not bind root
  write_text(folder / "closed/hills.png", "old");
  fs::permissions(folder / "closed", fs::perms::owner_read | fs::perms::owner_exec);
  const Run closed = run_weald({"build", "p.yaml", "-o", "closed"}, folder.path());
  CHECK(closed.exit_code == 3);
  CHECK(file_text(folder / "closed/hills.png") == "old");
  fs::permissions(folder / "closed", fs::perms::owner_all);
}

TEST_CASE("a preset over the size limit is refused", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", "weald: 1\n# " + std::string(1u << 20, 'x') + "\n");
  const Run run = run_weald({"check", "p.yaml"}, folder.path());
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.err, Catch::Contains("at most 1048576"));
  CHECK(run.err.size() < 400);
}

TEST_CASE("a file over the size limit of the shell is an output error and leaves nothing", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml", kHills);
  const std::string line = "cd '" + folder.path().string() + "' && ulimit -f 2 && '" + weald::test::weald_program() +
                           "' build p.yaml -q -o out 2> /dev/null";
  CHECK(WEXITSTATUS(std::system(line.c_str())) == 3);
  CHECK_FALSE(fs::exists(folder / "out"));
}

TEST_CASE("a pipe cannot be extended: nobody may ever write to it", "[cli]") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo((folder / "pipe.yaml").c_str(), 0600) == 0);
  write_text(folder / "p.yaml", "extends: [pipe.yaml]\nweald: 1\n");
  const Run run = run_weald({"check", "p.yaml"}, folder.path());
  CHECK(run.exit_code == 3);
  CHECK_THAT(run.err, Catch::Contains("p.yaml:1:11: error: cannot read 'pipe.yaml': it is not a regular file"));
}

TEST_CASE("an endless standard input is refused by its size", "[cli]") {
  const Run run = run_weald({"check", "-"}, ".", {.input = "weald: 1\n# " + std::string(3u << 20, 'x')});
  CHECK(run.exit_code == 2);
}
