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

/// Waits until a pipe or a terminal has data, or its writers are gone. Errors: errno.
bool wait_for_bytes(int descriptor) {
  pollfd input{descriptor, POLLIN, 0};
  return ::poll(&input, 1, -1) > 0;
}

/// Reads up to `size` bytes, fewer only at the end. Returns the number of bytes read; errors: -1, errno.
ssize_t read_up_to(int descriptor, char* to, std::size_t size, std::optional<std::uint64_t> offset) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = offset ? ::pread(descriptor, to + done, size - done, static_cast<off_t>(*offset + done))
                                 : ::read(descriptor, to + done, size - done);
    if (count == 0) break;
    if (count > 0) {
      done += static_cast<std::size_t>(count);
    } else if (errno != EINTR && (errno != EAGAIN || !wait_for_bytes(descriptor))) {
      return -1;
    }
  }
  return static_cast<ssize_t>(done);
}

}  // namespace

bool read_all(int descriptor, void* bytes, std::size_t size, std::optional<std::uint64_t> offset) {
  return read_up_to(descriptor, static_cast<char*>(bytes), size, offset) == static_cast<ssize_t>(size);
}

bool read_rest(int descriptor, std::string& bytes, std::size_t most) {
  for (std::size_t left = most; left > 0;) {
    const std::size_t before = bytes.size(), wanted = std::min(kReadBlock, left);
    bytes.resize(before + wanted);
    const ssize_t count = read_up_to(descriptor, bytes.data() + before, wanted, std::nullopt);
    const int error = errno;
    bytes.resize(before + (count > 0 ? static_cast<std::size_t>(count) : 0));
    errno = error;
    if (count < 0) return false;
    if (static_cast<std::size_t>(count) < wanted) return true;
    left -= wanted;
  }
  return true;
}

std::string why_unreadable(const std::filesystem::path& path) { return open_to_read(path).why; }

std::string read_file(const std::filesystem::path& path, std::size_t limit) {
  const OpenedFile opened = open_to_read(path);
  if (!opened.ok()) cannot_read(path, opened.why);
  const auto size = static_cast<std::size_t>(opened.status.st_size);
  if (size > limit)
    cannot_read(path, "it has " + std::to_string(size) + " bytes, more than the limit of " + std::to_string(limit));
  std::string bytes;
  bytes.reserve(size);
  if (!read_rest(opened.file.get(), bytes, size)) cannot_read(path, reason_of(errno));
  return bytes;  // fewer than `size` if the file was truncated while it was read
}

std::string read_start(const std::filesystem::path& path, std::size_t most, Openable openable) {
  const OpenedFile opened = open_to_read(path, openable);
  if (!opened.ok()) cannot_read(path, opened.why);
  std::string bytes;
  if (!read_rest(opened.file.get(), bytes, most)) cannot_read(path, reason_of(errno));
  if (bytes.empty() && S_ISFIFO(opened.status.st_mode)) cannot_read(path, "it is a pipe that no process writes to");
  return bytes;
}

}  // namespace weald::io
