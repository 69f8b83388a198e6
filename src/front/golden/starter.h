#pragma once
// The files that a repository needs to start testing its presets.

#include <string>
#include <utility>
#include <vector>

namespace weald::golden {

/// A golden of the first goldens.yaml.
struct StarterGolden {
  std::string name;
  std::string preset;  ///< path from the suite's folder
};

/// Name and text of goldens.yaml, .gitattributes, .gitignore and README.md for a suite in `directory`, a path from the
/// root of the repository. Comments in goldens.yaml explain each key.
std::vector<std::pair<std::string, std::string>> starter_files(const std::vector<StarterGolden>& goldens,
                                                               const std::string& directory);

}  // namespace weald::golden
