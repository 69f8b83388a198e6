#pragma once
// Failures that can be detected only during the work. Mistakes in a preset are Diagnostics (base/diagnostics.h), which
// are found before any work. All other failures are exceptions, which session/failure catches and classifies.

#include <stdexcept>
#include <string>

namespace weald {

/// A stage cannot work with its parameters and inputs, for example with two grids of different size. Exit code 2.
/// `key` names the parameter at fault; empty: the stage as a whole.
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
