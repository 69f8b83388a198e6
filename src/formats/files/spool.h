#pragma once
// Spool: bytes that are written once, and read once they are all known, or at any place.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "formats/files/open_file.h"
#include "formats/files/sink.h"

namespace weald::io {

/// Keeps bytes in memory up to a limit, and then all of them in a file without a name, which disappears with the
/// process.
class Spool {
 public:
  /// `folder` holds the file; if it does not exist, the nearest existing folder above it does. Empty: no file, any
  /// number of bytes stays in memory. `limit`: most bytes in memory.
  explicit Spool(std::filesystem::path folder, std::size_t limit = std::size_t{32} << 20);

  /// Appends bytes. Errors: IoError if no file can be made or the disk is full.
  void append(std::span<const std::byte> bytes);
  /// Copies the bytes from `offset` on to `out`; from any number of threads at once. Pre: that many have been appended.
  /// Errors: IoError if they cannot be read.
  void read(std::uint64_t offset, std::span<std::byte> out) const;
  /// Appends all bytes to `sink`. Errors: as read(), and those of the sink.
  void copy_to(Sink& sink) const;
  std::uint64_t size() const { return size_; }

 private:
  void move_to_file();
  void write(std::span<const std::byte> bytes);

  std::filesystem::path folder_;
  std::size_t limit_;
  std::string memory_;
  FileDescriptor file_;
  std::uint64_t size_ = 0;
};

}  // namespace weald::io
