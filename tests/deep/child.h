#pragma once
// Child: a run of a program under limits, which its caller may also kill at a chosen moment.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace weald::deep {

/// What a run may use; beyond it, it ends by a signal or its own error.
struct Limits {
  double cpu_seconds = 20;
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;
  std::optional<std::uint64_t> file_bytes{};  ///< largest file that it may write
  double idle_seconds = 10;                   ///< without any work: then it hangs, and is killed
};

/// What to run.
struct Command {
  std::vector<std::string> arguments;  ///< the program first
  std::filesystem::path folder;        ///< to run in; "stdout" and "stderr" of `logs` are written
  std::filesystem::path logs;          ///< folder for what it prints
  std::vector<std::pair<std::string, std::string>> environment;
  Limits limits;
  bool is_traced = false;  ///< see Child::kill_at_call
};

/// How a run ended.
struct Outcome {
  int code = -1;   ///< exit code; -1 where a signal ended it
  int signal = 0;  ///< that ended it; 0: none
  bool hung = false;
  std::string out, err;
  double cpu_seconds = 0;
  std::uint64_t peak_bytes = 0;
};

class Child {
 public:
  /// Starts the run. Errors: std::runtime_error when there can be no further process.
  explicit Child(const Command& command);
  /// Kills what has not ended.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Kills it after `delay`, unless it has ended.
  void kill_after(std::chrono::microseconds delay);
  /// Follows the system calls of its first thread and kills it at number `call` (each counts twice: entry and return).
  /// Returns how many it made. Pre: traced, and called by the thread that started it.
  std::uint64_t kill_at_call(std::uint64_t call);
  /// Waits for the end.
  Outcome wait();

 private:
  bool ends_within(std::chrono::microseconds time) const;
  void collect();

  Command command_;
  pid_t pid_ = -1;
  int descriptor_ = -1;  ///< of the process, readable when it has ended
  bool is_collected_ = false;
  Outcome outcome_;
};

/// Runs a command to its end.
Outcome run(const Command& command);

}  // namespace weald::deep
