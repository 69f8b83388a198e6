// What git says of files whose names are awkward.

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "support/catch.h"

#include "front/cli/goldens/detail/git_tree.h"
#include "support/files.h"

using namespace weald;
using namespace weald::test;
using app::uncommitted_files;

namespace {

/// The repository lies in a folder whose own name would not survive a shell either.
class Repository {
 public:
  Repository() {
    std::filesystem::create_directories(path());
    run("init -q");
  }
  std::filesystem::path path() const { return folder_ / "a 'quoted' \"folder\" $(exit 1)"; }
  void write(const std::string& name, const std::string& text) const { write_text(path() / name, text); }
  void commit() const {
    run("add -A");
    run("-c user.name=t -c user.email=t@t.invalid commit -q -m x");
  }
  void run(const std::string& arguments) const {
    REQUIRE(::setenv("WEALD_TEST_REPOSITORY", path().c_str(), 1) == 0);
    REQUIRE(std::system(("git -C \"$WEALD_TEST_REPOSITORY\" " + arguments).c_str()) == 0);
  }

 private:
  TemporaryFolder folder_;
};

const std::vector<std::string> kNames{"plain.yaml",
                                      "two words.yaml",
                                      "it's.yaml",
                                      "say \"hello\".yaml",
                                      "semicolon; touch harm",
                                      "$(touch harm)",
                                      "`touch harm`",
                                      "back\\slash",
                                      "*.yaml",
                                      ":(glob)**",
                                      "-q",
                                      "line\nfeed",
                                      "\u00e9t\u00e9.yaml"};

}  // namespace

TEST_CASE("git tree: a file is named as it is, whatever its name would mean to a shell or to git") {
  for (const std::string& name : kNames) {
    CAPTURE(name);
    const Repository repository;
    repository.write("another.yaml", "1");
    repository.write(name, "1");
    CHECK(uncommitted_files(repository.path(), {name}) == std::vector<std::string>{name});
    repository.commit();
    CHECK(uncommitted_files(repository.path(), {name}).empty());
    repository.write("another.yaml", "2");
    CHECK(uncommitted_files(repository.path(), {name}).empty());
    repository.write(name, "2");
    CHECK(uncommitted_files(repository.path(), {name}) == std::vector<std::string>{name});
    CHECK(!std::filesystem::exists(repository.path() / "harm"));
    CHECK(!std::filesystem::exists("harm"));
  }
}

TEST_CASE("git tree: several files are named one by one, a renamed one by its new name alone") {
  const Repository repository;
  repository.write("first name", "some text that stays");
  repository.commit();
  repository.run("mv 'first name' 'second name'");
  repository.write("third 'name'", "1");
  CHECK(uncommitted_files(repository.path(), {"second name", "third 'name'"}) ==
        std::vector<std::string>{"second name", "third 'name'"});
}

TEST_CASE("git tree: a folder that is in no repository, or is not there, has nothing to commit") {
  const TemporaryFolder folder;
  write_text(folder / "it's.yaml", "1");
  CHECK(uncommitted_files(folder.path(), {"it's.yaml"}).empty());
  CHECK(uncommitted_files(folder / "none", {"it's.yaml"}).empty());
}
