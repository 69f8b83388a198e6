#pragma once
// Runs a build step by step, so that a test can end it at a moment that no clock decides.

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace weald::test {

/// `weald build -v`, which says a line on stderr for each stage and output that is done. There is room for one line
/// that was not read: the second one waits. So while at least two lines are to come, the build cannot end.
class SteppedBuild {
 public:
  /// Starts `weald build -v` with further `arguments` in `folder`.
  SteppedBuild(const std::vector<std::string>& arguments, const std::filesystem::path& folder);
  /// Kills the build when it is still running.
  ~SteppedBuild();
  SteppedBuild(const SteppedBuild&) = delete;
  SteppedBuild& operator=(const SteppedBuild&) = delete;

  /// Waits for the next line and reads it; false when the build has ended.
  bool step();
  /// Reads up to `most` lines; returns how many there were.
  int steps(int most);
  void send(int signal) const;
  /// Reads what is left and waits for the end; returns the exit code, 128 + signal when a signal ended it.
  int finish();

 private:
  pid_t process_ = -1;
  int lines_ = -1;
};

}  // namespace weald::test
