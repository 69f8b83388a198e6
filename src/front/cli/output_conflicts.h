#pragma once
// The check that a command does not overwrite files that it reads. All commands use this one.

#include <string>
#include <vector>

namespace weald::app {

/// A file that a command would write.
struct WrittenName {
  std::string what;  ///< the beginning of a message: "--depfile", "the output"
  std::string path;
};

/// A message for each file of `written` that is also in `kept`, naming both; `role` completes "which ..." for the kept
/// file ("is read"). Two names match if they resolve, through links, to the same file or, for files that do not exist
/// yet, to the same path.
std::vector<std::string> output_conflicts(const std::vector<WrittenName>& written, const std::vector<std::string>& kept,
                                          const std::string& role = "is read");

}  // namespace weald::app
