#include "support/stepped_weald.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>

#include "support/run_weald.h"

namespace weald::test {

SteppedBuild::SteppedBuild(const std::vector<std::string>& arguments, const std::filesystem::path& folder) {
  std::array<int, 2> ends{};
  // O_DIRECT: each line is a packet of its own; a pipe of one page holds one.
  if (::pipe2(ends.data(), O_CLOEXEC | O_DIRECT) != 0 || ::fcntl(ends[1], F_SETPIPE_SZ, 4096) < 0)
    throw std::runtime_error("no pipe of packets");
  std::array<int, 2> until_exec{};
  if (::pipe2(until_exec.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  process_ = ::fork();
  if (process_ == 0) {
    ::dup2(::open("/dev/null", O_RDWR), STDOUT_FILENO);
    ::dup2(ends[1], STDERR_FILENO);
    std::vector<char*> words{const_cast<char*>("weald"), const_cast<char*>("build"), const_cast<char*>("-v")};
    for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    if (::chdir(folder.c_str()) == 0) ::execv(weald_program(), words.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  lines_ = ends[0];
  // Until it is weald, the child answers signals as the test program does.
  ::close(until_exec[1]);
  char byte = 0;
  while (::read(until_exec[0], &byte, 1) < 0 && errno == EINTR) {
  }
  ::close(until_exec[0]);
}

SteppedBuild::~SteppedBuild() {
  if (process_ > 0) {
    send(SIGKILL);
    finish();
  }
  ::close(lines_);
}

bool SteppedBuild::step() {
  std::array<char, 4096> line{};
  ssize_t count = 0;
  while ((count = ::read(lines_, line.data(), line.size())) < 0 && errno == EINTR) {
  }
  return count > 0;
}

int SteppedBuild::steps(int most) {
  int done = 0;
  while (done < most && step()) ++done;
  return done;
}

void SteppedBuild::send(int signal) const { ::kill(process_, signal); }

int SteppedBuild::finish() {
  while (step()) {
  }
  const int code = exit_code_of(process_);
  process_ = -1;
  return code;
}

}  // namespace weald::test
