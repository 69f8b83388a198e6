#include "front/cli/goldens/detail/git_tree.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "formats/files/read_file.h"

namespace weald::app {
namespace {

/// The arguments that start a program: pointers into `words`, and a null pointer after them.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// The environment of this process, with locks of git disabled.
std::vector<std::string> environment_of_git() {
  constexpr const char* kName = "GIT_OPTIONAL_LOCKS=";
  std::vector<std::string> environment{std::string(kName) + "0"};
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (std::strncmp(*entry, kName, std::strlen(kName)) != 0) environment.emplace_back(*entry);
  }
  return environment;
}

/// Both ends of a pipe, closed by the destructor.
class Pipe {
 public:
  Pipe() { is_open_ = ::pipe2(ends_.data(), O_CLOEXEC) == 0; }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  bool is_open() const { return is_open_; }
  int read_end() const { return ends_[0]; }
  int write_end() const { return ends_[1]; }
  void close_write_end() { close_end(1); }

 private:
  void close_end(std::size_t end) {
    if (is_open_ && ends_[end] >= 0) ::close(std::exchange(ends_[end], -1));
  }
  std::array<int, 2> ends_{-1, -1};
  bool is_open_ = false;
};

/// Starts git with its output in the pipe, and its errors and input discarded. Unset if git is not available.
std::optional<pid_t> start_git(std::vector<std::string> words, const Pipe& pipe) {
  std::vector<std::string> environment = environment_of_git();
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, pipe.write_end(), STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t process = 0;
  const int error =
      ::posix_spawnp(&process, "git", &actions, nullptr, pointers_to(words).data(), pointers_to(environment).data());
  ::posix_spawn_file_actions_destroy(&actions);
  return error == 0 ? std::optional(process) : std::nullopt;
}

/// Whether the process ended with exit code 0.
bool succeeds(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return false;
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// The output of git with these arguments; empty if it fails.
std::string output_of_git(std::vector<std::string> words) {
  Pipe pipe;
  if (!pipe.is_open()) return {};
  const std::optional<pid_t> process = start_git(std::move(words), pipe);
  pipe.close_write_end();
  if (!process) return {};
  std::string output;
  const bool is_whole = io::read_rest(pipe.read_end(), output);
  return succeeds(*process) && is_whole ? output : std::string();
}

}  // namespace

std::vector<std::string> uncommitted_files(const std::filesystem::path& folder, const std::vector<std::string>& paths) {
  // These options take no lock and run no program of the repository. With -z names end with a zero byte and are
  // unchanged; otherwise git quotes and escapes names with spaces, quotes or characters beyond ASCII.
  std::vector<std::string> words{"git",
                                 "--literal-pathspecs",
                                 "-c",
                                 "core.fsmonitor=false",
                                 "-C",
                                 folder.string(),
                                 "status",
                                 "--porcelain",
                                 "-z",
                                 "--no-renames",
                                 "--untracked-files=all",
                                 "--"};
  words.insert(words.end(), paths.begin(), paths.end());
  const std::string output = output_of_git(std::move(words));
  std::vector<std::string> files;
  for (std::size_t begin = 0; begin < output.size();) {
    const std::size_t end = std::min(output.find('\0', begin), output.size());
    if (end > begin + 3) files.push_back(output.substr(begin + 3, end - begin - 3));  // after "XY "
    begin = end + 1;
  }
  return files;
}

}  // namespace weald::app
