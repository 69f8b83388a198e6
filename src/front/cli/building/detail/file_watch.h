#pragma once
// FileWatch: detects changes of files, also if an editor saves by renaming a new file over the old one.

#include <atomic>
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace weald::app {

/// Watches files through the folders that contain them (inotify).
class FileWatch {
 public:
  /// Errors: IoError if the system has no watches left.
  FileWatch();
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// Watches these files, and no others, from now on. Earlier changes are not detected.
  void set_files(const std::vector<std::string>& files);

  /// The watched files that changed, as named in set_files(), once none has changed for `quiet`; empty after `patience`
  /// without a change, or if `stop` is set.
  std::set<std::string> wait(std::chrono::milliseconds quiet, std::chrono::milliseconds patience,
                             const std::atomic<bool>* stop);

 private:
  void read_events(std::set<std::string>& changed);

  int descriptor_;
  std::map<std::string, int> watches_;                                  // by folder
  std::map<std::pair<int, std::string>, std::set<std::string>> files_;  // by watch and name: as the caller spells it
};

}  // namespace weald::app
