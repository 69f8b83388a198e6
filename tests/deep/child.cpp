#include "deep/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <ctime>
#include <stdexcept>

#include "support/files.h"

namespace weald::deep {

namespace {

using std::chrono::microseconds;

void set_limit(int resource, rlim_t value) {
  const rlimit limit{value, value};
  setrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
}

/// All that the new process needs, made before the fork: after it, only calls that are safe beside other threads.
struct Prepared {
  std::vector<std::string> environment;
  std::vector<char*> argv, envp;
  std::string folder, out, err;

  explicit Prepared(const Command& command)
      : folder(command.folder), out(command.logs / "stdout"), err(command.logs / "stderr") {
    for (const std::string& argument : command.arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    for (char** variable = environ; *variable != nullptr; ++variable) {
      const std::string text = *variable;
      const std::string name = text.substr(0, text.find('='));
      bool is_ours = name == "NO_COLOR" || name == "CLICOLOR_FORCE" || name.starts_with("WEALD_");
      for (const auto& [own, value] : command.environment) is_ours = is_ours || own == name;
      if (!is_ours) environment.push_back(text);
    }
    for (const auto& [name, value] : command.environment) environment.push_back(name + "=" + value);
    for (std::string& variable : environment) envp.push_back(variable.data());
    envp.push_back(nullptr);
  }
};

[[noreturn]] void become(const Prepared& prepared, const Command& command) {
  signal(SIGPIPE, SIG_DFL);
  setpgid(0, 0);  // an interrupt from the terminal ends the search, not the case
  const int null = open("/dev/null", O_RDONLY);
  const int out = open(prepared.out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  const int err = open(prepared.err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  dup2(null, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  for (const int descriptor : {null, out, err}) close(descriptor);
  if (chdir(prepared.folder.c_str()) != 0) _exit(126);
  set_limit(RLIMIT_CORE, 0);
  set_limit(RLIMIT_CPU, static_cast<rlim_t>(std::ceil(command.limits.cpu_seconds)));
  set_limit(RLIMIT_AS, command.limits.memory_bytes);
  if (command.limits.file_bytes) set_limit(RLIMIT_FSIZE, *command.limits.file_bytes);
  if (command.is_traced && ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) _exit(125);
  execve(prepared.argv[0], prepared.argv.data(), prepared.envp.data());
  _exit(127);
}

/// CPU time that a process has taken, seconds.
double cpu_seconds_of(pid_t pid) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Kills a process and all that it has started, which may go on writing after its end.
void kill_group(pid_t leader) {
  if (::kill(-leader, SIGKILL) != 0) ::kill(leader, SIGKILL);  // it has no group of its own yet
}

/// Waits until all processes of a group have ended that were killed, or are only waited for by nobody.
void await_group(pid_t leader) {
  for (int tries = 0; tries < 100 && ::kill(-leader, 0) == 0; ++tries) usleep(1000);
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

Child::Child(const Command& command) : command_(command) {
  const Prepared prepared(command_);
  pid_ = fork();
  if (pid_ < 0) throw std::runtime_error("fork failed");
  if (pid_ == 0) become(prepared, command_);
  descriptor_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
}

Child::~Child() {
  if (!is_collected_) {
    kill_group(pid_);
    collect();
  }
  if (descriptor_ >= 0) close(descriptor_);
}

bool Child::ends_within(microseconds time) const {
  pollfd ready{descriptor_, POLLIN, 0};
  const timespec limit{time.count() / 1'000'000, time.count() % 1'000'000 * 1000};
  return ppoll(&ready, 1, &limit, nullptr) > 0;
}

void Child::kill_after(microseconds delay) {
  if (!ends_within(delay)) kill_group(pid_);
}

std::uint64_t Child::kill_at_call(std::uint64_t call) {
  std::uint64_t calls = 0;
  int status = 0;
  if (waitpid(pid_, &status, 0) != pid_ || !WIFSTOPPED(status)) throw std::runtime_error("cannot trace a process");
  ptrace(PTRACE_SETOPTIONS, pid_, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
  int passed_on = 0;
  while (ptrace(PTRACE_SYSCALL, pid_, nullptr, passed_on) == 0) {
    // Looks without taking the end away from wait().
    siginfo_t info{};
    if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WSTOPPED | WNOWAIT) != 0) break;
    if (info.si_code != CLD_TRAPPED && info.si_code != CLD_STOPPED) break;
    waitpid(pid_, &status, WUNTRACED);
    const bool is_call = WSTOPSIG(status) == (SIGTRAP | 0x80);
    passed_on = is_call || WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
    if (is_call && ++calls >= call) {
      kill_group(pid_);
      break;
    }
  }
  return calls;
}

void Child::collect() {
  int status = 0;
  rusage usage{};
  wait4(pid_, &status, 0, &usage);
  is_collected_ = true;
  await_group(pid_);
  if (WIFEXITED(status)) outcome_.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome_.signal = WTERMSIG(status);
  outcome_.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  outcome_.peak_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

Outcome Child::wait() {
  const microseconds window(static_cast<std::int64_t>(1e6 * command_.limits.idle_seconds));
  double done = -1;
  while (!ends_within(window)) {
    const double now = cpu_seconds_of(pid_);
    if (now - done < 0.001) {
      outcome_.hung = true;
      kill_group(pid_);
      break;
    }
    done = now;
  }
  collect();
  if (std::filesystem::exists(command_.logs / "stdout")) outcome_.out = test::file_text(command_.logs / "stdout");
  if (std::filesystem::exists(command_.logs / "stderr")) outcome_.err = test::file_text(command_.logs / "stderr");
  return outcome_;
}

Outcome run(const Command& command) { return Child(command).wait(); }

}  // namespace weald::deep
