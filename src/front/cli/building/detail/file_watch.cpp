#include "front/cli/building/detail/file_watch.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>
#include <sys/inotify.h>
#include <sys/poll.h>
#include <unistd.h>

#include "base/error.h"

namespace weald::app {

namespace fs = std::filesystem;

namespace {

// The end of a write, and every way in which a name can come to refer to another file. Not IN_MODIFY: a file that is
// still being written would be read.
constexpr std::uint32_t kEvents = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ATTRIB;

}  // namespace

FileWatch::FileWatch() : descriptor_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  if (descriptor_ < 0) throw IoError(fmt::format("cannot watch files: {}", std::strerror(errno)));
}

FileWatch::~FileWatch() { ::close(descriptor_); }

void FileWatch::set_files(const std::vector<std::string>& files) {
  files_.clear();
  std::map<std::string, int> watches;
  for (const std::string& file : files) {
    std::string folder = fs::path(file).parent_path().string();
    if (folder.empty()) folder = ".";
    if (!watches.contains(folder)) {
      // Adding a folder again gives the same watch: its queued events are not lost.
      const int watch = ::inotify_add_watch(descriptor_, folder.c_str(), kEvents);
      if (watch < 0 && errno != ENOENT && errno != ENOTDIR)
        throw IoError(fmt::format("cannot watch '{}': {}", folder, std::strerror(errno)));
      watches.emplace(folder, watch);
    }
    if (watches[folder] >= 0) files_[{watches[folder], fs::path(file).filename().string()}].insert(file);
  }
  std::set<int> used;
  for (const auto& [folder, watch] : watches) used.insert(watch);
  for (const auto& [folder, watch] : watches_) {
    if (watch >= 0 && !used.contains(watch)) ::inotify_rm_watch(descriptor_, watch);
  }
  watches_ = std::move(watches);
}

std::set<std::string> FileWatch::wait(std::chrono::milliseconds quiet, std::chrono::milliseconds patience,
                                      const std::atomic<bool>* stop) {
  std::set<std::string> changed;
  const auto end = std::chrono::steady_clock::now() + patience;
  while (stop == nullptr || !stop->load()) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (changed.empty() && left.count() <= 0) break;
    pollfd poll_for{descriptor_, POLLIN, 0};
    const int ready = ::poll(&poll_for, 1, static_cast<int>((changed.empty() ? left : quiet).count()));
    if (ready > 0)
      read_events(changed);
    else if (ready == 0 && !changed.empty())
      break;
  }
  return changed;
}

void FileWatch::read_events(std::set<std::string>& changed) {
  alignas(inotify_event) char buffer[16 * 1024];
  ssize_t count = 0;
  while ((count = ::read(descriptor_, buffer, sizeof buffer)) > 0) {
    for (const char* at = buffer; at < buffer + count;) {
      const auto* event = reinterpret_cast<const inotify_event*>(at);
      at += sizeof(inotify_event) + event->len;
      if ((event->mask & IN_Q_OVERFLOW) != 0) {  // anything may have changed
        for (const auto& [place, names] : files_) changed.insert(names.begin(), names.end());
      }
      if (event->len == 0) continue;
      const auto found = files_.find({event->wd, std::string(event->name)});
      if (found != files_.end()) changed.insert(found->second.begin(), found->second.end());
    }
  }
}

}  // namespace weald::app
