#pragma once
// Opens files that weald did not make, without ever blocking. The only code that decides which files may be read.

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

/// A file that is open for reading, or the reason why it could not be opened.
struct OpenedFile {
  FileDescriptor file;
  struct stat status {};  ///< of the open file
  std::string why;        ///< if it is not open: "no such file", "it is a folder", ...; otherwise empty
  bool ok() const { return why.empty(); }
};

/// Opens `path` for reading. Never blocks, even if `path` is a pipe without a writer. The type of the open file is
/// checked, not that of its name, so the file cannot be replaced in between.
OpenedFile open_to_read(const std::filesystem::path& path, Openable openable = Openable::file);

/// Opens the regular file `path` for reading and writing, and creates it if it does not exist; not ok() if that fails
/// or if `path` is not a regular file. Never blocks.
FileDescriptor open_to_change(const std::filesystem::path& path);

/// The reason why a file cannot be read, for messages: "no such file", "it is a folder", ... `error` is a value of
/// errno.
std::string reason_of(int error);

}  // namespace weald::io
