#include "support/terminal.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <iterator>
#include <stdexcept>

#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/run_weald.h"

namespace weald::test {

namespace {

constexpr int kPatience = 600'000;  // milliseconds: it ends what hangs, and is no limit for anything that works

winsize size_of(int columns, int rows) {
  winsize size{};
  size.ws_col = static_cast<unsigned short>(columns);
  size.ws_row = static_cast<unsigned short>(rows);
  return size;
}

[[noreturn]] void become_weald(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                               const Terminal::Options& options) {
  for (const char* name : {"CI", "NO_COLOR", "COLORTERM", "COLUMNS", "LINES"}) ::unsetenv(name);
  ::setenv("TERM", "xterm-256color", 1);
  for (const auto& [name, value] : options.environment) ::setenv(name.c_str(), value.c_str(), 1);
  std::vector<char*> words{const_cast<char*>(weald_program())};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  if (::chdir(folder.c_str()) == 0) ::execv(weald_program(), words.data());
  ::_exit(127);
}

}  // namespace

Terminal::Terminal(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                   const Options& options) {
  const winsize size = size_of(options.columns, options.rows);
  pid_ = ::forkpty(&fd_, nullptr, nullptr, &size);
  if (pid_ < 0) throw std::runtime_error("no pseudo-terminal");
  if (pid_ == 0) become_weald(arguments, folder, options);
}

Terminal::~Terminal() {
  if (pid_ > 0 && !ended_) {
    ::kill(pid_, SIGKILL);
    wait();
  }
  ::close(fd_);
}

std::string Terminal::read_until(const std::string& text) {
  std::size_t found = std::string::npos;
  while (text.empty() || (found = pending_.find(text)) == std::string::npos) {
    pollfd output{fd_, POLLIN, 0};
    if (::poll(&output, 1, kPatience) <= 0) break;
    char bytes[4096];
    const auto count = ::read(fd_, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;  // EIO: nobody has the terminal open any more
    std::copy_if(bytes, bytes + count, std::back_inserter(pending_), [](char c) { return c != '\r'; });
  }
  const std::size_t end = found == std::string::npos ? pending_.size() : found + text.size();
  std::string shown = pending_.substr(0, end);
  pending_.erase(0, end);
  return shown;
}

void Terminal::type(const std::string& keys) {
  if (::write(fd_, keys.data(), keys.size()) != static_cast<ssize_t>(keys.size()))
    throw std::runtime_error("the terminal takes no input");
}

void Terminal::resize(int columns, int rows) {
  const winsize size = size_of(columns, rows);
  ::ioctl(fd_, TIOCSWINSZ, &size);
}

int Terminal::wait() {
  if (ended_) return exit_code_;
  read_until("");
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  ended_ = true;
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return exit_code_;
}

std::string without_escapes(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\033') {
      plain += text[i];
      continue;
    }
    // CSI: parameters up to a letter.
    while (i + 1 < text.size() && !((text[i] >= 'A' && text[i] <= 'Z') || (text[i] >= 'a' && text[i] <= 'z'))) ++i;
  }
  return plain;
}

std::size_t widest_row_of_blocks(const std::string& text) {
  const std::string block = "\u2580";
  std::size_t widest = 0, row = 0;
  const std::string plain = without_escapes(text);
  for (std::size_t i = 0; i < plain.size();) {
    if (plain.compare(i, block.size(), block) == 0) {
      widest = std::max(widest, ++row);
      i += block.size();
    } else {
      row = 0;
      ++i;
    }
  }
  return widest;
}

}  // namespace weald::test
