// docs/third-party.md, which `weald version --licences` prints: every library that weald uses has its licence there.

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/catch.h"

#include "support/files.h"

namespace {

namespace fs = std::filesystem;
using weald::test::file_text;

const fs::path kLicensed = WEALD_SOURCE_DIR;

struct Library {
  std::string name, version, use, licence, copyright;
};

/// The rows of the table of libraries.
std::vector<Library> libraries_of(const std::string& page) {
  const std::regex row(R"(^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$)");
  std::vector<Library> result;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    std::smatch cells;
    if (std::regex_match(line, cells, row) && cells[1] != "library")
      result.push_back({cells[1], cells[2], cells[3], cells[4], cells[5]});
  }
  return result;
}

/// Letters and digits of a name, in lower case: "nlohmann_json" is "nlohmann-json".
std::string plain(const std::string& name) {
  std::string result;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return result;
}

/// The libraries that a CMake file looks for.
std::set<std::string> looked_for(const std::string& cmake) {
  const std::regex call(
      R"((?:find_package\(|IMPORTED_TARGET (?:lib)?|find_path\()(?!PkgConfig)([A-Za-z0-9_-]+?)(?:_INCLUDE_DIR)?[ )])");
  std::set<std::string> result;
  for (std::sregex_iterator found(cmake.begin(), cmake.end(), call), end; found != end; ++found)
    result.insert(plain((*found)[1]));
  return result;
}

TEST_CASE("every library that weald is built with has its licence in docs/third-party.md") {
  const std::vector<Library> libraries = libraries_of(file_text(kLicensed / "docs/third-party.md"));
  const std::string cmake = file_text(kLicensed / "cmake/dependencies.cmake");
  const auto tests = cmake.find("if(WEALD_TESTS)");
  REQUIRE(tests != std::string::npos);
  std::set<std::string> used = looked_for(cmake.substr(0, tests));
  REQUIRE(used.count("nlohmannjson") + used.count("gdal") + used.count("hwy") + used.count("stb") == 4);
  used.insert({"zlib", "threejs"});  // by way of libpng, and in src/formats/page
  for (const std::string& name : used) {
    INFO("docs/third-party.md: " << name);
    const auto row = std::find_if(libraries.begin(), libraries.end(), [&](const Library& library) {
      return plain(library.name).find(name) != std::string::npos;
    });
    REQUIRE(row != libraries.end());
    CHECK(row->use != "tests");
  }
}

TEST_CASE("docs/third-party.md has the text of every licence that it names") {
  const std::string page = file_text(kLicensed / "docs/third-party.md");
  const std::vector<Library> libraries = libraries_of(page);
  REQUIRE(libraries.size() > 15);
  std::map<std::string, std::string> texts;  // by heading
  for (auto at = page.find("\n## "); at != std::string::npos; at = page.find("\n## ", at + 1)) {
    const auto end = page.find('\n', at + 1);
    texts[page.substr(at + 4, end - at - 4)] = page.substr(end, page.find("\n## ", end) - end);
  }
  for (const Library& library : libraries) {
    INFO(library.name << ": " << library.licence);
    CHECK_FALSE(library.copyright.empty());
    const auto own = texts.find(library.licence + " (" + library.name + ")");
    const auto text = own != texts.end() ? own : texts.find(library.licence);
    REQUIRE(text != texts.end());
    CHECK(text->second.size() > 500);
    CHECK(text->second.find("```") != std::string::npos);
  }
}

}  // namespace
