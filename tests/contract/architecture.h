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
  std::vector<std::string> rooms;                            ///< in the order of the table: from the lowest storey up
  std::map<std::string, std::set<std::string>> may_include;  ///< by room
  std::vector<Library> libraries;
};

/// Reads the two tables. Throws std::runtime_error where one is missing.
Rules read_rules(std::string_view markdown);

/// The room that a path below src/ lies in: of the rooms whose folder holds it the innermost. Empty where there is
/// none.
std::string room_of(const Rules& rules, const std::string& path);

/// What is wrong with the includes of one file: one sentence each. `path` counts from src/. A header in a folder
/// `detail` may be included by its own room only.
std::vector<std::string> faults(const Rules& rules, const std::string& path, std::string_view text);

}  // namespace weald::contract
