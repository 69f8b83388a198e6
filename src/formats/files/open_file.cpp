#include "formats/files/open_file.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace weald::io {

FileDescriptor::~FileDescriptor() {
  if (value_ >= 0) ::close(value_);
}

std::string reason_of(int error) {
  if (error == ENOENT) return "no such file";
  if (error == EISDIR) return "it is a folder";
  if (error == ELOOP) return "its symbolic links form a loop";
  if (error == EACCES || error == EPERM) return "permission denied";
  if (error == ENXIO) return "it is not a regular file";  // a socket, or a missing device
  return std::generic_category().message(error);
}

OpenedFile open_to_read(const std::filesystem::path& path, Openable openable) {
  OpenedFile opened;
  // O_NONBLOCK: a pipe would wait for a writer. O_NOCTTY: a terminal would become the controlling terminal of the
  // process.
  opened.file = FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!opened.file.ok() || ::fstat(opened.file.get(), &opened.status) != 0) {
    opened.why = reason_of(errno);
    return opened;
  }
  const mode_t mode = opened.status.st_mode;
  const bool is_stream = S_ISFIFO(mode) || S_ISCHR(mode);
  if (S_ISDIR(mode))
    opened.why = reason_of(EISDIR);
  else if (!S_ISREG(mode) && !(is_stream && openable == Openable::stream))
    opened.why = "it is not a regular file";
  return opened;
}

FileDescriptor open_to_change(const std::filesystem::path& path) {
  FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666));
  struct stat status {};
  if (file.ok() && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode)) return file;
  return FileDescriptor();
}

}  // namespace weald::io
