// The arrows of docs/architecture.md hold in src/.

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "support/catch.h"

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
    for (const std::string& fault : faults(rules(), below_src(path), file_text(path))) FAIL_CHECK(fault);
  }
}

TEST_CASE("every folder of src/ with a CMakeLists.txt has a row, and every row such a folder") {
  std::set<std::string> folders;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "src")) {
    if (entry.path().filename() == "CMakeLists.txt") folders.insert(below_src(entry.path().parent_path()));
  }
  CHECK(folders == std::set<std::string>(rules().rooms.begin(), rules().rooms.end()));
}

TEST_CASE("a room includes only rooms that stand above it in the table, so that data flows one way") {
  std::set<std::string> above;
  for (const std::string& room : rules().rooms) {
    for (const std::string& other : rules().may_include.at(room)) {
      CAPTURE(room, other);
      CHECK(above.count(other) == 1);
    }
    above.insert(room);
  }
}

TEST_CASE("a header stands behind the door of its room exactly where no other room includes it") {
  const std::set<std::string> without_door{"front/cli", "front/library"};  // nothing includes what is in them
  std::set<std::string> shared;
  const std::regex include(R"re(#\s*include\s+"([^"]+)")re");
  for (const fs::path& path : sources()) {
    const std::string room = room_of(rules(), below_src(path)), text = file_text(path);
    for (std::sregex_iterator at(text.begin(), text.end(), include), end; at != end; ++at) {
      const std::string header = (*at)[1];
      if (room_of(rules(), header) != room) shared.insert(header);
    }
  }
  for (const fs::path& path : sources()) {
    const std::string header = below_src(path);
    if (path.extension() != ".h" || without_door.contains(room_of(rules(), header))) continue;
    CAPTURE(header);
    CHECK((header.find("/detail/") != std::string::npos) != shared.contains(header));
  }
}

// Whether the words of a header's name are among those of a source file's, in their order and the first one first:
// point_kernels.h is implemented by point_kernels.cpp, point_cellular_kernels.cpp and point_kernels_warp.cpp.
bool is_name_of(const std::string& header, const std::string& source) {
  std::istringstream words(std::regex_replace(source, std::regex("_"), " "));
  std::istringstream wanted(std::regex_replace(header, std::regex("_"), " "));
  std::string word, next;
  for (bool first = true; wanted >> next; first = false) {
    do {
      if (!(words >> word) || (first && word != next)) return false;
    } while (word != next);
  }
  return true;
}

TEST_CASE("a source file implements a header of its room whose name it begins with") {
  CHECK(is_name_of("point_kernels", "point_kernels"));
  CHECK(is_name_of("point_kernels", "point_cellular_kernels"));
  CHECK_FALSE(is_name_of("kernels", "point_kernels"));
  CHECK_FALSE(is_name_of("point_kernels", "point_rules"));
  // The library's headers are those that it installs; a program's main() has none.
  const std::string library = "front/library/", entry_point = "front/cli/main.cpp";
  std::multimap<std::string, std::string> headers;  // by room
  for (const fs::path& path : sources()) {
    if (path.extension() == ".h") headers.emplace(room_of(rules(), below_src(path)), path.stem().string());
  }
  for (const fs::path& path : sources()) {
    const std::string source = below_src(path);
    if (path.extension() != ".cpp" || source.starts_with(library) || source == entry_point) continue;
    const auto [first, last] = headers.equal_range(room_of(rules(), source));
    CAPTURE(source);
    CHECK(std::any_of(first, last, [&](const auto& of) { return is_name_of(of.second, path.stem().string()); }));
  }
}

TEST_CASE("nothing in src/ draws on what differs between standard libraries, runs or clocks") {
  const std::regex unsteady(
      R"(std::(shuffle|sample|random_shuffle|random_device|mt19937|default_random_engine|\w+_distribution|reduce|transform_reduce|async)\b|\bs?rand\(|\btime\(nullptr\)|-ffast-math|\b_mm\w*fmadd|\bMulAdd\()");
  // The cache tells old entries from new ones; nothing of that reaches a result.
  const std::set<std::string> keeps_time{"formats/files/cache_folder.cpp", "engine/cache/disk_store.cpp"};
  const std::string documents_rand = "stages/plants/lsystem/notation.h";  // a function of L-systems has this name
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

TEST_CASE("files of src/ have at most 600 lines") {
  for (const fs::path& path : sources()) {
    const std::string text = file_text(path);
    CAPTURE(below_src(path));
    CHECK(std::count(text.begin(), text.end(), '\n') <= 600);
  }
}

const char* const kExample = R"(
## What may include what
| folder | may include |
|---|---|
| core | |
| solids/mesh | core |
| app | core, solids/mesh |

## Where a library may be used
| library | headers | only in |
|---|---|---|
| glm | glm/ | everywhere |
| libpng | png.h | app/png.cpp |
)";

TEST_CASE("the checker finds each kind of fault") {
  const Rules example = read_rules(kExample);
  CHECK(
      faults(example, "solids/mesh/a.cpp",
             "#include \"core/x.h\"\n#include \"solids/mesh/detail/a.h\"\n#include <vector>\n#include <glm/glm.hpp>\n")
          .empty());
  CHECK(faults(example, "app/png.cpp", "#include <png.h>\n").empty());
  const auto one = [&](const char* path, const char* text) {
    const auto found = faults(example, path, text);
    return found.size() == 1 ? found[0] : std::to_string(found.size()) + " faults";
  };
  CHECK(one("solids/mesh/a.cpp", "\n#include \"app/main.h\"\n") ==
        "solids/mesh/a.cpp:2: includes \"app/main.h\", but solids/mesh may not include app");
  CHECK(one("core/a.h", "  #  include \"solids/mesh/m.h\"\n") ==
        "core/a.h:1: includes \"solids/mesh/m.h\", but core may not include solids/mesh");
  CHECK(one("app/a.cpp", "#include \"solids/mesh/detail/m.h\"\n") ==
        "app/a.cpp:1: includes \"solids/mesh/detail/m.h\", which only solids/mesh may include");
  CHECK(one("app/a.cpp", "#include \"nowhere/x.h\"\n") ==
        "app/a.cpp:1: includes \"nowhere/x.h\", which is in no room of src/");
  CHECK(one("app/a.cpp", "#include <png.h>\n") == "app/a.cpp:1: includes <png.h>, but libpng may not be seen there");
  CHECK(one("app/a.cpp", "#include <boost/any.hpp>\n") ==
        "app/a.cpp:1: includes <boost/any.hpp>, which is no listed library");
  CHECK(one("extra/a.cpp", "") == "extra/a.cpp: lies in no room that docs/architecture.md has a row for");
}

}  // namespace
}  // namespace weald::contract
