#pragma once
// Runs the weald program on a terminal, as somebody who sits at it.

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace weald::test {

/// A pseudo-terminal with weald running on it.
class Terminal {
 public:
  struct Options {
    int columns = 100, rows = 30;
    std::vector<std::pair<std::string, std::string>> environment;  ///< TERM is xterm-256color unless it is here
  };
  /// Starts weald with these arguments in `folder`.
  Terminal(const std::vector<std::string>& arguments, const std::filesystem::path& folder, const Options& options);
  /// Ends the program when it is still running.
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// What is shown from the last call on up to and with `text`; all that came when the program ends or says
  /// nothing for ten minutes before. Line ends are "\n".
  std::string read_until(const std::string& text);
  /// Presses these keys.
  void type(const std::string& keys);
  void resize(int columns, int rows);
  /// Reads what is left and waits for the end: the exit code, or 128 + signal.
  int wait();

 private:
  int fd_ = -1;
  pid_t pid_ = -1;
  int exit_code_ = -1;
  bool ended_ = false;
  std::string pending_;  ///< read, and not yet returned
};

/// `text` without escape sequences.
std::string without_escapes(const std::string& text);

/// Columns of the longest line that consists of block characters.
std::size_t widest_row_of_blocks(const std::string& text);

}  // namespace weald::test
