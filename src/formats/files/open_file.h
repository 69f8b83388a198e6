#pragma once
// Opening files that others have made: the one place that decides what may be read, and that never waits for it.

#include <filesystem>
#include <string>
#include <utility>

#include <sys/stat.h>

namespace weald::io {

/// Closes itself.
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
  stream,  ///< also a pipe, a terminal or another character device: what a shell may put in place of a file
};

/// A file that is open for reading, or why it is not.
struct OpenedFile {
  FileDescriptor file;
  struct stat status {};  ///< of the open file
  std::string why;        ///< it is not open: "no such file", "it is a folder", ...; else empty
  bool ok() const { return why.empty(); }
};

/// Opens `path` for reading. Opening waits for nothing, whatever `path` is: a pipe may have no writer. The kind is
/// asked of what was opened, not of its name, so that nothing can be put in its place between.
OpenedFile open_to_read(const std::filesystem::path& path, Openable openable = Openable::file);

/// Opens the regular file `path` for reading and writing, and makes it where there is none; not ok() where that fails
/// or it is something else. Waits for nothing.
FileDescriptor open_to_change(const std::filesystem::path& path);

/// What an error of the system means for who wanted to read a file: "no such file", "it is a folder", ...
std::string reason_of(int error);

}  // namespace weald::io
