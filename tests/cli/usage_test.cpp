// Mistakes on the command line, and output that goes nowhere: what is said of them.

#include "support/catch.h"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/wait.h>

#include "support/files.h"
#include "support/run_weald.h"

using weald::test::file_text;
using weald::test::Run;
using weald::test::run_weald;
using weald::test::TemporaryFolder;
using weald::test::write_text;

TEST_CASE("what is wrong with the command line is named, with the nearest that is right", "[cli]") {
  const auto error = [](std::vector<std::string> arguments) { return run_weald(arguments).err; };
  CHECK_THAT(error({"bild"}), Catch::Contains("there is no command 'bild'; did you mean 'build'?"));
  CHECK_THAT(error({"golden", "chek"}), Catch::Contains("there is no command 'golden chek'; did you mean 'check'?"));
  CHECK_THAT(error({"golden", "selftest"}), Catch::Contains("did you mean 'self-test'?"));
  CHECK_THAT(error({"golden", "check", "--repot"}),
             Catch::Contains("there is no option '--repot'; did you mean '--report'?"));
  CHECK_THAT(error({"cache", "stat"}), Catch::Contains("there is no command 'cache stat'; did you mean 'stats'?"));
  CHECK_THAT(error({"build", "p.yaml", "--sed", "3"}),
             Catch::Contains("there is no option '--sed'; did you mean '--se"));
  CHECK_THAT(error({"-x"}), Catch::Contains("there is no option '-x'\n"));
  CHECK_THAT(error({"explain", "fbm", "ridged"}), Catch::Contains("unexpected argument 'ridged'"));
  CHECK_THAT(error({"--color", "perhaps", "list"}), Catch::Contains("'perhaps' must be auto, always or never"));
}

TEST_CASE("a region of outputs that depend on no heightmap is refused", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "post.yaml",
             "weald: 1\nstages:\n  box: {kind: shapes, shape: box}\n  land: {kind: fbm, size: [9, 9], octaves: 1}\n"
             "  ground: {kind: heightmap_mesh, from: land}\n"
             "outputs: [{from: box, file: box.obj}, {from: ground, file: ground.obj}]\n");
  const auto build = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"build", "post.yaml", "--region", "0,0,4,4", "-o", "out"});
    return run_weald(more, folder.path());
  };
  CHECK(build({}).exit_code == 0);
  CHECK(build({"--only", "ground.obj"}).exit_code == 0);
  std::filesystem::remove_all(folder / "out");
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"-n"}}) {
    std::vector<std::string> only{"--only", "box.obj"};
    only.insert(only.end(), more.begin(), more.end());
    const Run refused = build(only);
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err, Catch::Contains("error: 'post' has no regions: none of its outputs is a heightmap or "
                                            "depends on one") &&
                                Catch::Contains("remove --region"));
  }
  CHECK_FALSE(std::filesystem::exists(folder / "out"));
}

TEST_CASE("what is missing on the command line is named", "[cli]") {
  const auto error = [](std::vector<std::string> arguments) {
    const Run run = run_weald(arguments);
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    return run.err;
  };
  CHECK_THAT(error({}), Catch::StartsWith("weald: error: a command is missing after 'weald'\n"));
  CHECK_THAT(error({"cache"}), Catch::Contains("a command is missing after 'weald cache': stats, "));
  CHECK_THAT(error({"build"}), Catch::Contains("the argument 'preset' is missing"));
  CHECK_THAT(error({"build", "koch", "-o"}), Catch::Contains("the option '--output' needs a value: DIR"));
  CHECK_THAT(error({"compare", "a.png"}), Catch::Contains("is missing\n"));
}

TEST_CASE("a number that an option cannot take is refused with those that it can", "[cli]") {
  const std::vector<std::pair<std::vector<std::string>, std::string>> options{
      {{"build", "koch", "-n", "--threads"}, "1 to 1024; without this option there is one thread per core"},
      {{"digest", "koch", "--threads"}, "1 to 1024"},
      {{"preview", "koch", "--threads"}, "1 to 1024"},
      {{"compare", "a.png", "b.png", "--threads"}, "1 to 1024"},
      {{"golden", "check", "--threads"}, "1 to 1024"},
      {{"golden", "update", "--threads"}, "1 to 1024"},
      {{"golden", "init", "--threads"}, "1 to 1024"},
      {{"preview", "koch", "--columns"}, "1 to 256"}};
  for (const auto& [command, range] : options) {
    for (const char* wrong : {"0", "x", "1.5", "-3", "1e2", "0x4", "99999999999999999999"}) {
      std::vector<std::string> arguments = command;
      arguments.emplace_back(wrong);
      const Run run = run_weald(arguments);
      INFO(run.err);
      CHECK(run.exit_code == 2);
      const std::string expected = command.back() + ": '" + wrong + "' is not a whole number from " + range;
      CHECK_THAT(run.err, Catch::Contains(expected));
    }
  }
  CHECK(run_weald({"build", "koch", "-n", "-q", "-j", "010"}).exit_code == 0);
}

TEST_CASE("an option that is given twice is named, and an unknown one before a value", "[cli]") {
  CHECK_THAT(run_weald({"build", "koch", "-n", "-j", "2", "-j", "3"}).err,
             Catch::Contains("the option '--threads' takes one value, not 2"));
  CHECK_THAT(run_weald({"show", "koch", "oak"}).err, Catch::Contains("the argument 'preset' takes one value, not 2"));
  CHECK_THAT(run_weald({"show", "koch", "-j", "2"}).err, Catch::Contains("there is no option '-j'"));
  CHECK_THAT(run_weald({"build", "koch", "-j"}).err, Catch::Contains("the option '--threads' needs a value: N\n"));
}

TEST_CASE("check counts one stage and one output in the singular", "[cli]") {
  const TemporaryFolder folder;
  write_text(folder / "p.yaml",
             "weald: 1\nstages:\n  a: {kind: fbm, size: [9, 9]}\noutputs: [{from: a, file: a.png}]\n");
  CHECK_THAT(run_weald({"check", "p.yaml"}, folder.path()).out, Catch::StartsWith("p.yaml: ok, 1 stage, 1 output\n"));
}

TEST_CASE("a key behind a kind of stage is explained with its stage", "[cli]") {
  const Run run = run_weald({"explain", "impostor.frames"});
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.err, Catch::Contains("run 'weald explain impostor' for its keys"));
}

TEST_CASE("a folder that cannot be listed is an error with its reason, and nothing else is listed", "[cli]") {
  const Run run = run_weald({"list", "/nowhere"});
  CHECK(run.exit_code == 3);
  CHECK(run.out.empty());
  CHECK_THAT(run.err, Catch::Contains("cannot list the folder '/nowhere': No such file or directory"));
}

TEST_CASE("help COMMAND is COMMAND --help", "[cli]") {
  CHECK(run_weald({"help"}).out == run_weald({"--help"}).out);
  const Run help = run_weald({"help", "build"});
  CHECK(help.exit_code == 0);
  CHECK(help.out == run_weald({"build", "--help"}).out);
}

TEST_CASE("help of a command that does not exist is a usage error", "[cli]") {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"help", "bild"}, {"bild", "--help"}, {"help", "golden", "chek"}}) {
    const Run run = run_weald(arguments);
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    CHECK_THAT(run.err, Catch::Contains("there is no command") && Catch::Contains("did you mean"));
  }
}

TEST_CASE("what cannot be printed is an output error with its reason", "[cli]") {
  const TemporaryFolder folder;
  for (const char* command : {"schema", "reference", "list", "--help", "--version", "explain fbm"}) {
    CAPTURE(command);
    const std::string file = (folder / "err.txt").string();
    const std::string line =
        std::string(weald::test::weald_program()) + " " + command + " > /dev/full 2> '" + file + "'";
    CHECK(WEXITSTATUS(std::system(line.c_str())) == 3);
    CHECK(file_text(file) == "weald: error: cannot write to standard output: No space left on device\n");
  }
}
