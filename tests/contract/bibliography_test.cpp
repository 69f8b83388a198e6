// Every key that a comment or document cites has an entry in docs/bibliography.md, and every entry is cited.

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "support/catch.h"

#include "support/files.h"

namespace {

namespace fs = std::filesystem;
using weald::test::file_text;

const fs::path kRepository = WEALD_SOURCE_DIR;

// [perlin2002], [fips180-4], [png-spec]: a name and a year, or the name of a standard.
const std::regex kKey(R"(\[([a-z]+[0-9]{3,}[a-z0-9.-]*|[a-z]+-spec)\])");

std::set<std::string> keys_in(const std::string& text) {
  std::set<std::string> keys;
  for (std::sregex_iterator it(text.begin(), text.end(), kKey), end; it != end; ++it) keys.insert((*it)[1]);
  return keys;
}

/// The comments of C++ text, line by line; other files are cited from as a whole.
std::string citing_text(const fs::path& path, const std::string& text) {
  if (path.extension() != ".h" && path.extension() != ".cpp") return text;
  std::string comments;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const auto comment = line.find("//");
    if (comment != std::string::npos)
      comments += line.substr(std::min(line.find_first_not_of('/', comment), line.size()));
    comments += '\n';
  }
  return comments;
}

/// Places after "Source:" where no key follows on the same line or the next.
int sources_without_key(const std::string& comments) {
  int count = 0;
  for (auto at = comments.find("Source: "); at != std::string::npos; at = comments.find("Source: ", at + 1)) {
    const auto line_end = std::min(comments.find('\n', at), comments.size());
    const auto next_end = std::min(comments.find('\n', std::min(line_end + 1, comments.size())), comments.size());
    if (keys_in(comments.substr(at, next_end - at)).empty()) ++count;
  }
  return count;
}

std::set<std::string> entries_of(const std::string& bibliography) {
  std::set<std::string> entries;
  const std::regex entry(R"(^- \[([^\]]+)\] \S)");
  std::istringstream stream(bibliography);
  for (std::string line; std::getline(stream, line);) {
    std::smatch match;
    if (!std::regex_search(line, match, entry)) continue;
    INFO("entry " << match[1]);
    CHECK(entries.insert(match[1]).second);
    CHECK(std::regex_match("[" + match[1].str() + "]", kKey));
  }
  return entries;
}

/// Each cited key with the first file that cites it.
std::map<std::string, std::string> citations() {
  std::map<std::string, std::string> cited;
  for (const char* folder : {"src", "tests", "docs", "presets"}) {
    const fs::recursive_directory_iterator end;
    for (fs::recursive_directory_iterator file(kRepository / folder); file != end; ++file) {
      const fs::path& path = file->path();
      if (path.filename() == "node_modules") {  // of others, see tests/clients
        file.disable_recursion_pending();
        continue;
      }
      const std::set<std::string> endings{".h", ".cpp", ".md", ".yaml"};
      if (endings.count(path.extension()) == 0 || path.filename() == "bibliography.md" ||
          path.filename() == "bibliography_test.cpp" || path.string().find("malformed") != std::string::npos) {
        continue;
      }
      const std::string text = citing_text(path, file_text(path));
      const std::string name = fs::relative(path, kRepository).generic_string();
      for (const std::string& key : keys_in(text)) cited.emplace(key, name);
      INFO(name << " has 'Source:' without a key of the bibliography's form");
      if (path.extension() == ".h" || path.extension() == ".cpp") CHECK(sources_without_key(text) == 0);
    }
  }
  return cited;
}

TEST_CASE("every cited key has an entry in the bibliography, and every entry is cited") {
  const std::set<std::string> entries = entries_of(file_text(kRepository / "docs/bibliography.md"));
  const std::map<std::string, std::string> cited = citations();
  REQUIRE(cited.size() > 20);
  for (const auto& [key, file] : cited) {
    if (entries.count(key) == 0) FAIL_CHECK(file << " cites [" << key << "], which docs/bibliography.md does not have");
  }
  for (const std::string& key : entries) {
    if (cited.count(key) == 0) FAIL_CHECK("docs/bibliography.md has [" << key << "], which nothing cites");
  }
}

TEST_CASE("every data file that presets and tests read has its origin in the bibliography") {
  const std::string bibliography = file_text(kRepository / "docs/bibliography.md");
  for (const char* folder : {"presets/data", "tests/data"}) {
    for (const auto& file : fs::directory_iterator(kRepository / folder)) {
      const std::string stem = fs::relative(file.path(), kRepository).replace_extension().generic_string();
      if (file.path().extension() == ".md") continue;
      INFO(stem);
      CHECK(bibliography.find("`" + stem + ".") != std::string::npos);
    }
  }
}

TEST_CASE("citations are found in comments only, and malformed ones are seen") {
  CHECK(keys_in("Source: [a2000], [fips180-4] (hash) and [png-spec].") ==
        std::set<std::string>{"a2000", "fips180-4", "png-spec"});
  CHECK(keys_in("x[i] [Perlin85] [row] [ab12]").empty());
  CHECK(citing_text("a.h", "x[a2000];  /// Source: [b2000]\n") == " Source: [b2000]\n");
  CHECK(citing_text("a.md", "[a2000]") == "[a2000]");
  CHECK(sources_without_key(" Source:\n [a2000].\n Source: [b2000]\n") == 0);
  CHECK(sources_without_key(" Source: [Perlin85].\n text\n Source: [b2000]\n") == 1);
}

}  // namespace
