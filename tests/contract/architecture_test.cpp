// The arrows of docs/architecture.md hold in src/.

#include <algorithm>
#include <filesystem>
#include <functional>
#include <regex>
#include <set>
#include <string>

#include <catch2/catch.hpp>

#include "contract/architecture.h"
#include "support/files.h"

namespace weald::contract {
namespace {

namespace fs = std::filesystem;
using test::file_text;

const fs::path kRoot = WEALD_SOURCE_DIR;

const Rules& rules() {
  static const Rules rules = read_rules(file_text(kRoot / "docs/architecture.md"));
  return rules;
}

std::vector<fs::path> sources() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "src")) {
    if (entry.path().extension() == ".h" || entry.path().extension() == ".cpp") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  REQUIRE(paths.size() > 20);
  return paths;
}

std::string below_src(const fs::path& path) { return fs::relative(path, kRoot / "src").generic_string(); }

TEST_CASE("every include line of src/ follows docs/architecture.md") {
  for (const fs::path& path : sources()) {
    for (const std::string& violation : violations(rules(), below_src(path), file_text(path))) FAIL_CHECK(violation);
  }
}

TEST_CASE("every folder of src/ links exactly the folders of its row") {
  for (const auto& [folder, allowed] : rules().may_include) {
    CAPTURE(folder);
    CHECK(linked_folders(file_text(kRoot / "src" / folder / "CMakeLists.txt")) == allowed);
  }
}

TEST_CASE("every folder of src/ has a row, and every row a folder") {
  std::set<std::string> folders;
  for (const auto& entry : fs::directory_iterator(kRoot / "src")) folders.insert(entry.path().filename().string());
  std::set<std::string> rows;
  for (const auto& [folder, allowed] : rules().may_include) {
    rows.insert(folder);
    for (const std::string& other : allowed) CHECK(rules().may_include.count(other) == 1);
  }
  CHECK(folders == rows);
}

TEST_CASE("the arrows form no circle") {
  // A folder is settled once everything it may include is.
  std::set<std::string> settled;
  const auto is_settled = [&](const std::string& folder) { return settled.count(folder) > 0; };
  for (bool progress = true; progress;) {
    progress = false;
    for (const auto& [folder, allowed] : rules().may_include) {
      if (!is_settled(folder) && std::all_of(allowed.begin(), allowed.end(), is_settled))
        progress = settled.insert(folder).second;
    }
  }
  CHECK(settled.size() == rules().may_include.size());
}

TEST_CASE("nothing in src/ draws on what differs between standard libraries, runs or clocks") {
  const std::regex unsteady(
      R"(std::(shuffle|sample|random_shuffle|random_device|mt19937|default_random_engine|\w+_distribution|reduce|transform_reduce|async)\b|\bs?rand\(|\btime\(nullptr\)|-ffast-math|\b_mm\w*fmadd|\bMulAdd\()");
  // The cache tells old entries from new ones; nothing of that reaches a result.
  const std::set<std::string> keeps_time{"io/cache_folder.cpp", "io/disk_store.cpp"};
  const std::string documents_rand = "lsystem/notation.h";  // a function of L-systems has this name
  for (const fs::path& path : sources()) {
    std::string text = file_text(path);
    if (keeps_time.contains(below_src(path)))
      text = std::regex_replace(text, std::regex(R"(std::time\(nullptr\))"), "");
    if (below_src(path) == documents_rand) text = std::regex_replace(text, std::regex(R"(rand\()"), "");
    std::smatch match;
    if (std::regex_search(text, match, unsteady)) FAIL_CHECK(below_src(path) << " uses " << match.str());
  }
}

TEST_CASE("every vector and matrix of src/ is given a value where it is declared") {
  // glm leaves them as the memory was, so that a result could differ from run to run.
  const std::regex unset(R"(\n\s*(Vec[234]f?|Mat[34]) \w+(, \w+)*;)");
  for (const fs::path& path : sources()) {
    const std::string text = file_text(path);
    std::smatch match;
    if (std::regex_search(text, match, unset)) FAIL_CHECK(below_src(path) << " declares" << match.str());
  }
}

const char* const kExample = R"(
## What may include what
| folder | may include |
|---|---|
| core | |
| mesh | core |
| app | core, mesh |

## Where a library may be seen
| library | headers | only in |
|---|---|---|
| glm | glm/ | everywhere |
| libpng | png.h | app/png.cpp |
)";

TEST_CASE("the checker finds each kind of violation") {
  const Rules example = read_rules(kExample);
  CHECK(violations(example, "mesh/a.cpp",
                   "#include \"core/x.h\"\n#include \"mesh/a.h\"\n#include <vector>\n#include <glm/glm.hpp>\n")
            .empty());
  CHECK(violations(example, "app/png.cpp", "#include <png.h>\n").empty());
  const auto one = [&](const char* path, const char* text) {
    const auto found = violations(example, path, text);
    return found.size() == 1 ? found[0] : std::to_string(found.size()) + " violations";
  };
  CHECK(one("mesh/a.cpp", "\n#include \"app/main.h\"\n") ==
        "mesh/a.cpp:2: includes \"app/main.h\", but mesh may not include app");
  CHECK(one("core/a.h", "  #  include \"mesh/m.h\"\n") ==
        "core/a.h:1: includes \"mesh/m.h\", but core may not include mesh");
  CHECK(one("app/a.cpp", "#include \"nowhere/x.h\"\n") ==
        "app/a.cpp:1: includes \"nowhere/x.h\", which is in no folder of src/");
  CHECK(one("app/a.cpp", "#include <png.h>\n") == "app/a.cpp:1: includes <png.h>, but libpng may not be seen there");
  CHECK(one("app/a.cpp", "#include <boost/any.hpp>\n") ==
        "app/a.cpp:1: includes <boost/any.hpp>, which is no listed library");
  CHECK(one("extra/a.cpp", "") == "extra/a.cpp: the folder extra has no row in docs/architecture.md");
}

TEST_CASE("the link row of a CMakeLists.txt is read") {
  CHECK(linked_folders("weald_library(mesh\n  SOURCES a.cpp b.cpp\n  MAY_INCLUDE core schema\n  LIBRARIES x::y)\n") ==
        std::set<std::string>{"core", "schema"});
  CHECK(linked_folders("# weald_library(mesh MAY_INCLUDE core)\nweald_library(mesh SOURCES a.cpp MAY_INCLUDE "
                       "core)\nadd_executable(foo)\n") == std::set<std::string>{"core"});
  CHECK(linked_folders("weald_library(core SOURCES a.cpp)").empty());
}

}  // namespace
}  // namespace weald::contract
