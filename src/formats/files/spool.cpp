#include "formats/files/spool.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "base/check.h"
#include "base/error.h"
#include "formats/files/read_file.h"
#include "formats/files/write_all.h"

namespace weald::io {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kCopiedAtOnce = std::size_t{1} << 20;

[[noreturn]] void fail_spool(const fs::path& folder, int error) {
  throw IoError("cannot keep temporary data in '" + folder.string() + "': " + reason_of(error));
}

fs::path nearest_existing(fs::path folder) {
  std::error_code ignored;
  folder = fs::absolute(folder, ignored);
  while (!fs::is_directory(folder, ignored) && folder.has_relative_path()) folder = folder.parent_path();
  return folder;
}

FileDescriptor open_unnamed(const fs::path& folder) {
#ifdef O_TMPFILE
  FileDescriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (file.ok()) return file;
#endif
  // Not every file system has files without names: this one loses its name at once.
  std::string name = (folder / ".weald-spool-XXXXXX").string();
  FileDescriptor named(::mkostemp(name.data(), O_CLOEXEC));
  if (named.ok()) ::unlink(name.c_str());
  return named;
}

}  // namespace

Spool::Spool(fs::path folder, std::size_t limit) : folder_(std::move(folder)), limit_(limit) {}

void Spool::append(std::span<const std::byte> bytes) {
  if (!file_.ok() && !folder_.empty() && memory_.size() + bytes.size() > limit_) move_to_file();
  if (file_.ok())
    write(bytes);
  else
    memory_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  size_ += bytes.size();
}

void Spool::move_to_file() {
  folder_ = nearest_existing(folder_);
  file_ = open_unnamed(folder_);
  if (!file_.ok()) fail_spool(folder_, errno);
  write(std::as_bytes(std::span(memory_)));
  memory_ = {};
}

void Spool::write(std::span<const std::byte> bytes) {
  if (!write_all(file_.get(), bytes.data(), bytes.size())) fail_spool(folder_, errno);
}

void Spool::read(std::uint64_t offset, std::span<std::byte> out) const {
  WEALD_CHECK(offset + out.size() <= size_);
  if (!file_.ok()) {
    if (!out.empty()) std::memcpy(out.data(), memory_.data() + offset, out.size());
    return;
  }
  errno = EIO;  // unless the system says something else, bytes are missing
  if (!read_all(file_.get(), out.data(), out.size(), offset)) fail_spool(folder_, errno);
}

void Spool::copy_to(Sink& sink) const {
  if (!file_.ok()) return sink.append(memory_);
  std::vector<std::byte> block(static_cast<std::size_t>(std::min<std::uint64_t>(size_, kCopiedAtOnce)));
  for (std::uint64_t done = 0; done < size_;) {
    const auto part =
        std::span(block).first(static_cast<std::size_t>(std::min<std::uint64_t>(size_ - done, block.size())));
    read(done, part);
    sink.append({reinterpret_cast<const char*>(part.data()), part.size()});
    done += part.size();
  }
}

}  // namespace weald::io
