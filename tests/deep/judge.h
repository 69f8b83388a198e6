#pragma once
// Judge: builds a preset with one thread, with two, and without vector instructions, and says what is wrong with it.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "deep/budget.h"
#include "deep/child.h"

namespace weald::deep {

/// What went wrong.
struct Fault {
  std::string what;    ///< its kind: "signal 11", "exit code 4", "output", "differs: 2 threads", "time", ...
  std::string detail;  ///< message or figures, for people
  std::string key;     ///< the same for all cases of one fault, as far as that can be told
};

/// What became of a preset.
struct Verdict {
  int code = -1;                 ///< exit code of the first run
  bool only_checked = false;     ///< it asks for so much that it was not built
  std::optional<Fault> fault{};  ///< unset: none
};

/// Which runs follow a first one that succeeds.
struct Runs {
  bool two_threads = true;
  bool scalar = true;
};

/// `text` with its numbers and what it quotes left out, so that messages of one fault are alike.
std::string message_form(const std::string& text);

class Judge {
 public:
  /// `program` is weald; everything happens in `folder`, whose neighbour is the pantry.
  Judge(std::filesystem::path program, std::filesystem::path folder);

  /// Judges a preset. An exit code of 2 needs errors with file, line and column; 3 is right only where a file could not
  /// be read or written; 0 is right where every file is sound and all runs agree on all bytes.
  Verdict judge(const std::string& preset, const Runs& runs);
  /// CPU time of all runs so far.
  double cpu_seconds() const { return cpu_seconds_; }

 private:
  struct Built;
  Built build(const std::string& name, int threads, bool is_scalar, const Limits& limits, bool is_dry);
  std::optional<Fault> fault_of_run(const Built& built, const Limits& limits, double quiet) const;
  std::optional<Fault> fault_of_files(const std::filesystem::path& folder) const;

  std::filesystem::path program_, folder_;
  double cpu_seconds_ = 0;
};

/// What differs between two folders of files; empty where nothing does.
std::string difference(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace weald::deep
