#include "formats/files/read_file.h"

#include <algorithm>
#include <cerrno>

#include <sys/poll.h>
#include <unistd.h>

#include "base/error.h"

namespace weald::io {

namespace {

constexpr std::size_t kReadBlock = 64 * 1024;

[[noreturn]] void cannot_read(const std::filesystem::path& path, const std::string& why) {
  throw IoError("cannot read '" + path.string() + "': " + why);
}

/// Waits until a pipe or a terminal has something, or its writers are gone. Errors: errno.
bool wait_for_bytes(int descriptor) {
  pollfd input{descriptor, POLLIN, 0};
  return ::poll(&input, 1, -1) > 0;
}

/// Appends up to `most` bytes; returns how many there were before the end. Errors: -1, errno.
ssize_t append_from(int descriptor, std::size_t most, std::string& bytes) {
  const std::size_t before = bytes.size();
  while (bytes.size() - before < most) {
    const std::size_t done = bytes.size();
    bytes.resize(done + std::min(kReadBlock, before + most - done));
    const ssize_t count = ::read(descriptor, bytes.data() + done, bytes.size() - done);
    const int error = errno;
    bytes.resize(done + (count > 0 ? static_cast<std::size_t>(count) : 0));
    if (count == 0) break;
    if (count > 0 || error == EINTR) continue;
    if (error != EAGAIN || !wait_for_bytes(descriptor)) return -1;
  }
  return static_cast<ssize_t>(bytes.size() - before);
}

}  // namespace

std::string why_unreadable(const std::filesystem::path& path) { return open_to_read(path).why; }

std::string read_file(const std::filesystem::path& path, std::size_t limit) {
  const OpenedFile opened = open_to_read(path);
  if (!opened.ok()) cannot_read(path, opened.why);
  const auto size = static_cast<std::size_t>(opened.status.st_size);
  if (size > limit)
    cannot_read(path, "it has " + std::to_string(size) + " bytes, more than the limit of " + std::to_string(limit));
  std::string bytes;
  bytes.reserve(size);
  if (append_from(opened.file.get(), size, bytes) < 0) cannot_read(path, reason_of(errno));
  return bytes;  // fewer than `size` when the file was cut while it was read
}

std::string read_start(const std::filesystem::path& path, std::size_t most, Openable openable) {
  const OpenedFile opened = open_to_read(path, openable);
  if (!opened.ok()) cannot_read(path, opened.why);
  std::string bytes;
  if (append_from(opened.file.get(), most, bytes) < 0) cannot_read(path, reason_of(errno));
  if (bytes.empty() && S_ISFIFO(opened.status.st_mode)) cannot_read(path, "it is a pipe that no process writes to");
  return bytes;
}

}  // namespace weald::io
