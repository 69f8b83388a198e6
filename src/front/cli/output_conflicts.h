#pragma once
// What a command writes must not take the place of what it reads. The one place where that is decided.

#include <string>
#include <vector>

namespace weald::app {

/// A file that a command would write.
struct WrittenName {
  std::string what;  ///< how a message begins: "--depfile", "the output"
  std::string path;
};

/// A message for each of `written` that is one of `kept`, naming both; `role` says what the kept ones are ("is read").
/// Two names are one where they lead to one file, whatever links and folders they go through; of files that are not
/// there yet, where they would have one place.
std::vector<std::string> output_conflicts(const std::vector<WrittenName>& written, const std::vector<std::string>& kept,
                                          const std::string& role = "is read");

}  // namespace weald::app
