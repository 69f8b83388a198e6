#pragma once
// The rules of docs/architecture.md as data, and the includes of src/ checked against them.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace weald::contract {

/// Where a third-party header may stand: path prefixes below src/; "everywhere" is the empty prefix.
struct Library {
  std::string name;
  std::vector<std::string> headers;  ///< prefixes of what stands between < and >
  std::vector<std::string> places;   ///< prefixes of paths below src/
};

struct Rules {
  std::map<std::string, std::set<std::string>> may_include;  ///< by folder of src/
  std::vector<Library> libraries;
};

/// Reads the two tables. Throws std::runtime_error where one is missing.
Rules read_rules(std::string_view markdown);

/// The folders that `MAY_INCLUDE` names in the text of a CMakeLists.txt.
std::set<std::string> linked_folders(std::string_view cmake);

/// What is wrong with the includes of one file: one sentence each. `path` counts from src/.
std::vector<std::string> violations(const Rules& rules, const std::string& path, std::string_view text);

}  // namespace weald::contract
