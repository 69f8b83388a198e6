#pragma once
// Depfiles: which files a build read, in the Makefile syntax of make, ninja and CMake.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weald::app {

/// Files that were made together from the same inputs.
struct DepfileRule {
  std::vector<std::string> targets;  ///< not empty
  std::vector<std::string> inputs;
};

/// `path` escaped for a depfile: `\ ` for a space, `\#`, `\:`, `$$`; backslashes are doubled before an escaped
/// character. Pre: no control characters (see depfile_fault).
std::string depfile_escaped(std::string_view path);

/// Why `path` cannot be written in a depfile at all (it has a line break or another control character); empty if it
/// can.
std::string depfile_fault(std::string_view path);

/// The programs that cannot handle `path` in a depfile, however it is escaped ("make", "ninja", "make and ninja");
/// empty if both can. Measured with GNU make 4.3 and ninja 1.11.
std::string_view depfile_doubt(std::string_view path, bool is_target);

/// The text of a depfile: one rule per entry, one name per line. Pre: no name has a fault.
std::string depfile_text(std::span<const DepfileRule> rules);

}  // namespace weald::app
