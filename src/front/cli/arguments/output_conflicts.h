#pragma once
// Detects that a command would overwrite a file that it reads. No other code decides this.

#include <string>
#include <vector>

namespace weald::app {

/// A file that a command would write.
struct WrittenName {
  std::string what;  ///< how a message begins: "--depfile", "the output"
  std::string path;
};

/// A message for each file of `written` that is also in `kept`, with both names; `role` describes the kept files, as in
/// "is read".
/// Two names are the same if they resolve to one file, through any links and folders; for files that do not exist yet,
/// if they resolve to one path.
std::vector<std::string> output_conflicts(const std::vector<WrittenName>& written, const std::vector<std::string>& kept,
                                          const std::string& role = "is read");

}  // namespace weald::app
