#include "front/cli/git_tree.h"

#include <array>
#include <cstdio>
#include <memory>

#include "front/golden/text.h"

namespace weald::app {

std::vector<std::string> uncommitted_files(const std::filesystem::path& folder, const std::vector<std::string>& paths) {
  // No lock is taken and no program of the repository is run.
  std::string command =
      "GIT_OPTIONAL_LOCKS=0 git --literal-pathspecs -c core.fsmonitor=false -c core.quotePath=false -C " +
      golden::shell_quoted(folder.string()) + " status --porcelain --untracked-files=all --";
  for (const std::string& path : paths) command += " " + golden::shell_quoted(path);
  command += " 2>/dev/null";
  std::fflush(nullptr);
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  std::string output;
  std::array<char, 4096> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe))
    output.append(buffer.data(), count);
  if (::pclose(pipe) != 0) return {};
  std::vector<std::string> files;
  for (std::size_t begin = 0; begin < output.size();) {
    const std::size_t end = std::min(output.find('\n', begin), output.size());
    if (end > begin + 3) files.push_back(output.substr(begin + 3, end - begin - 3));  // after "XY "
    begin = end + 1;
  }
  return files;
}

}  // namespace weald::app
