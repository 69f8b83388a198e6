#pragma once
// Opens files made by others: the only code that decides what may be read, without ever blocking.

#include <filesystem>
#include <string>
#include <utility>

#include <sys/stat.h>

namespace weald::io {

/// A file descriptor that closes itself.
class FileDescriptor {
 public:
  explicit FileDescriptor(int value = -1) : value_(value) {}
  ~FileDescriptor();
  FileDescriptor(FileDescriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  int get() const { return value_; }
  bool ok() const { return value_ >= 0; }

 private:
  int value_;
};

/// What may be opened.
enum class Openable {
  file,    ///< a regular file
  stream,  ///< also a pipe, a terminal or another character device, which a shell may substitute for a file
};

/// A file open for reading, or why it is not.
struct OpenedFile {
  FileDescriptor file;
  struct stat status {};  ///< of the open file
  std::string why;        ///< it is not open: "no such file", "it is a folder", ...; else empty
  bool ok() const { return why.empty(); }
};

/// Opens `path` for reading. Never blocks, whatever `path` is: a pipe may have no writer. The type is checked on the
/// open file, not on its name, so that it cannot be replaced in between.
OpenedFile open_to_read(const std::filesystem::path& path, Openable openable = Openable::file);

/// Opens the regular file `path` for reading and writing, and creates it if it does not exist; not ok() if that fails
/// or it is something else. Never blocks.
FileDescriptor open_to_change(const std::filesystem::path& path);

/// A system error explained to someone who wanted to read a file: "no such file", "it is a folder", ...
std::string reason_of(int error);

}  // namespace weald::io
