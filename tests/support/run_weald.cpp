#include "support/run_weald.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <stdexcept>

namespace weald::test {

namespace {

struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe failed");
    read = ends[0];
    write = ends[1];
  }
};

[[noreturn]] void become_weald(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                               const RunOptions& options, const Pipe& in, const Pipe& out, const Pipe& err) {
  signal(SIGPIPE, SIG_DFL);
  dup2(in.read, STDIN_FILENO);
  dup2(out.write, STDOUT_FILENO);
  dup2(err.write, STDERR_FILENO);
  if (chdir(folder.c_str()) != 0) _exit(126);
  for (const char* name : {"NO_COLOR", "CLICOLOR_FORCE", "CI", "GITHUB_ACTIONS", "GITHUB_WORKSPACE", "WEALD_SHARD",
                           "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX",
                           "CLOUD_RUN_TASK_INDEX", "CI_NODE_INDEX", "BUILDKITE_PARALLEL_JOB", "CIRCLE_NODE_INDEX"})
    unsetenv(name);
  for (const auto& [name, value] : options.environment) setenv(name.c_str(), value.c_str(), 1);
  if (options.address_space) {
    const rlimit limit{*options.address_space, *options.address_space};
    if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(125);
  }
  std::vector<char*> argv{const_cast<char*>(WEALD_PROGRAM)};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execv(WEALD_PROGRAM, argv.data());
  _exit(127);
}

void feed(int fd, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = write(fd, text.data() + done, text.size() - done);
    if (n <= 0) break;
    done += static_cast<std::size_t>(n);
  }
  close(fd);
}

/// Reads until both are closed; false where nothing came for `patience` seconds.
bool drain(const Pipe& out, const Pipe& err, int patience, Run& run) {
  std::array<pollfd, 2> fds{pollfd{out.read, POLLIN, 0}, pollfd{err.read, POLLIN, 0}};
  std::array<std::string*, 2> texts{&run.out, &run.err};
  int open = 2;
  std::array<char, 65536> buffer{};
  while (open > 0) {
    const int ready = poll(fds.data(), fds.size(), patience * 1000);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return false;
    for (std::size_t i = 0; i < fds.size(); ++i) {
      if (fds[i].fd < 0 || fds[i].revents == 0) continue;
      const ssize_t n = read(fds[i].fd, buffer.data(), buffer.size());
      if (n > 0) {
        texts[i]->append(buffer.data(), static_cast<std::size_t>(n));
      } else {
        close(fds[i].fd);
        fds[i].fd = -1;
        --open;
      }
    }
  }
  return true;
}

}  // namespace

Run run_weald(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
              const RunOptions& options) {
  Run run;
  signal(SIGPIPE, SIG_IGN);  // a child may end before it has read its input
  const Pipe in, out, err;
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) become_weald(arguments, folder, options, in, out, err);
  close(in.read);
  close(out.write);
  close(err.write);
  feed(in.write, options.input);
  if (!drain(out, err, options.patience, run)) {
    kill(child, SIGKILL);
    run.err += "\n[killed: it said nothing for " + std::to_string(options.patience) + " seconds]\n";
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  run.peak_megabytes = static_cast<double>(usage.ru_maxrss) / 1024.0;
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return run;
}

pid_t start_weald(const std::vector<std::string>& arguments, const std::filesystem::path& folder) {
  const pid_t child = fork();
  if (child != 0) return child;
  const int null = open("/dev/null", O_RDWR);
  dup2(null, STDOUT_FILENO);
  dup2(null, STDERR_FILENO);
  std::vector<char*> argv{const_cast<char*>(WEALD_PROGRAM)};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  if (chdir(folder.c_str()) == 0) execv(WEALD_PROGRAM, argv.data());
  _exit(127);
}

int exit_code_of(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

const char* weald_program() { return WEALD_PROGRAM; }

}  // namespace weald::test
