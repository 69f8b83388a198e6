#pragma once
// Failures that occur while a run does its work. Mistakes in a preset are reported before that, as Diagnostics
// (base/diagnostics.h). All other failures are exceptions, which are caught in one place and classified in
// session/failure.

#include <stdexcept>
#include <string>

namespace weald {

/// A stage cannot do what its parameters and inputs ask for (for example, two grids of different size). Exit code 2.
/// `key` names the parameter at fault; if empty, the error concerns the stage as a whole.
class StageError : public std::runtime_error {
 public:
  explicit StageError(const std::string& message, std::string key = {})
      : std::runtime_error(message), key_(std::move(key)) {}
  const std::string& key() const { return key_; }

 private:
  std::string key_;
};

/// A file cannot be read or written. Exit code 3. The message names the file and the reason.
class IoError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The user (Ctrl-C) or the caller of the library interrupted the run. Exit code 130.
class Interrupted : public std::runtime_error {
 public:
  explicit Interrupted(const std::string& message = "interrupted") : std::runtime_error(message) {}
};

}  // namespace weald
