#include "io/read_file.h"

#include <cerrno>
#include <memory>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/error.h"

namespace weald::io {

namespace {

std::string reason(int error) {
  if (error == ENOENT) return "no such file";
  if (error == EISDIR) return "it is a folder";
  return std::generic_category().message(error);
}

class Descriptor {
 public:
  explicit Descriptor(const std::filesystem::path& path)
      : value_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}  // not blocked by a pipe without a writer
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return value_; }

 private:
  int value_;
};

/// Why the open file cannot be read; its size where it can.
std::string inspect(const Descriptor& file, std::size_t& size) {
  if (file.get() < 0) return reason(errno);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return reason(errno);
  if (S_ISDIR(status.st_mode)) return reason(EISDIR);
  if (!S_ISREG(status.st_mode)) return "it is not a regular file";
  size = static_cast<std::size_t>(status.st_size);
  return {};
}

}  // namespace

std::string why_unreadable(const std::filesystem::path& path) {
  std::size_t size = 0;
  return inspect(Descriptor(path), size);
}

std::string read_file(const std::filesystem::path& path, std::size_t limit) {
  const Descriptor file(path);
  const std::string start = "cannot read '" + path.string() + "': ";
  std::size_t size = 0;
  if (const std::string why = inspect(file, size); !why.empty()) throw IoError(start + why);
  if (size > limit) {
    throw IoError(start + "it has " + std::to_string(size) + " bytes, more than the limit of " + std::to_string(limit));
  }
  std::string bytes(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = ::read(file.get(), bytes.data() + done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw IoError(start + reason(errno));
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  bytes.resize(done);  // less when the file was cut while it was read
  return bytes;
}

}  // namespace weald::io
