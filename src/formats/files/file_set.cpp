#include "formats/files/file_set.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>
#include <span>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/hash.h"
#include "formats/files/detail/folder_claim.h"
#include "formats/files/read_file.h"
#include "formats/files/write_all.h"

namespace weald::io {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const fs::path& path, const char* what, int error) {
  if (error == ENOMEM) throw std::bad_alloc();
  throw IoError("cannot " + std::string(what) + " '" + path.string() + "': " + std::generic_category().message(error));
}

/// A temporary file while it is being written; removed unless it is kept.
class TemporaryFile final : public Sink {
 public:
  TemporaryFile(const fs::path& target, const fs::path& path) : target_(target), path_(path) {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail(target_, "write", errno);
  }
  ~TemporaryFile() override {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!kept_) ::unlink(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void append(std::string_view bytes) override {
    size_ += bytes.size();
    while (buffer_.size() + bytes.size() >= kBufferSize) {  // whole blocks, which are fastest to write
      const std::string_view part = bytes.substr(0, kBufferSize - buffer_.size());
      bytes.remove_prefix(part.size());
      if (part.size() == kBufferSize) {
        put(part);
        continue;
      }
      buffer_.append(part);
      put(buffer_);
      buffer_.clear();
    }
    buffer_.append(bytes);
  }

  /// Flushes every byte to the disk and closes the file.
  void finish() {
    put(buffer_);
    struct stat old {};
    if (::stat(target_.c_str(), &old) == 0) static_cast<void>(::fchmod(descriptor_, old.st_mode & 0777));
    // Some file systems cannot flush a single file (EINVAL); nothing better is available then.
    if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != ENOSYS) fail(target_, "write", errno);
    const int descriptor = descriptor_;
    descriptor_ = -1;
    if (::close(descriptor) != 0 && errno != EINTR) fail(target_, "write", errno);
  }
  /// Keeps the file when this object is destroyed.
  void keep() noexcept { kept_ = true; }

  const fs::path& path() const { return path_; }
  std::uint64_t size() const { return size_; }
  std::string digest() const { return hasher_.hex(); }

 private:
  static constexpr std::size_t kBufferSize = 256 * 1024;
  static constexpr off_t kStartedBytes = 8 * 1024 * 1024;

  void put(std::string_view bytes) {
    hasher_.add_bytes(std::as_bytes(std::span(bytes)));
    if (!write_all(descriptor_, bytes.data(), bytes.size())) fail(target_, "write", errno);
    written_ += static_cast<off_t>(bytes.size());
    if (written_ - started_ >= kStartedBytes) start_flush();
  }

  // Asks the system to start writing the bytes so far to the disk, so finish() has less to wait for. Only a hint.
  void start_flush() {
#ifdef SYNC_FILE_RANGE_WRITE
    static_cast<void>(::sync_file_range(descriptor_, started_, written_ - started_, SYNC_FILE_RANGE_WRITE));
#endif
    started_ = written_;
  }

  fs::path target_;
  fs::path path_;
  int descriptor_ = -1;
  bool kept_ = false;
  std::string buffer_;
  off_t written_ = 0, started_ = 0;  // bytes that the kernel has received, and that it was asked to write to the disk
  std::uint64_t size_ = 0;
  Hasher hasher_;
};

void refuse_special(const fs::path& target) {
  struct stat status {};
  if (::lstat(target.c_str(), &status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return;
    fail(target, "write", errno);
  }
  if (S_ISDIR(status.st_mode)) fail(target, "write", EISDIR);
  if (!S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode)) {
    throw IoError("cannot write '" + target.string() + "': it exists and is not a regular file");
  }
}

/// Makes the renames in `folder` survive a power failure. A failed flush is not an error: the files are complete.
void flush_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  static_cast<void>(::fsync(descriptor));
  ::close(descriptor);
}

/// Prevents other processes from committing files into the same folders during its lifetime. On a file system without
/// locks it does nothing; each single file is still complete.
class FolderLocks {
 public:
  explicit FolderLocks(const std::set<fs::path>& folders) {
    for (const fs::path& folder : folders) {
      const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      if (descriptor < 0) continue;
      struct stat status {};
      static_cast<void>(::fstat(descriptor, &status));
      // Folders are locked in the order of their inodes, each once: a folder under two names would wait for itself.
      if (!descriptors_.emplace(std::pair{status.st_dev, status.st_ino}, descriptor).second) ::close(descriptor);
    }
    for (const auto& [place, descriptor] : descriptors_) {
      while (::flock(descriptor, LOCK_EX) != 0 && errno == EINTR) {
      }
    }
  }
  ~FolderLocks() {
    for (const auto& [place, descriptor] : descriptors_) ::close(descriptor);
  }
  FolderLocks(const FolderLocks&) = delete;
  FolderLocks& operator=(const FolderLocks&) = delete;

 private:
  std::map<std::pair<dev_t, ino_t>, int> descriptors_;
};

/// True if both files can be read and have the same bytes.
bool have_equal_bytes(const fs::path& one, const fs::path& other) {
  const OpenedFile a = open_to_read(one), b = open_to_read(other);
  if (!a.ok() || !b.ok() || a.status.st_size != b.status.st_size) return false;
  std::string block_a(64 * 1024, '\0'), block_b(block_a.size(), '\0');
  for (auto left = static_cast<std::uint64_t>(a.status.st_size); left > 0;) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left, block_a.size()));
    if (!read_all(a.file.get(), block_a.data(), size) || !read_all(b.file.get(), block_b.data(), size)) return false;
    if (!std::equal(block_a.begin(), block_a.begin() + static_cast<std::ptrdiff_t>(size), block_b.begin()))
      return false;
    left -= size;
  }
  return true;
}

}  // namespace

FileSet::FileSet() = default;

FileSet::~FileSet() { abort(); }

fs::path FileSet::temporary_of(const fs::path& target) {
  const std::lock_guard lock(mutex_);
  auto& claim = claims_[target.parent_path()];
  if (claim == nullptr) {
    auto made = std::make_unique<FolderClaim>(target.parent_path());
    if (!made->ok()) fail(target, "write", errno);
    claim = std::move(made);
  }
  return claim->temporary(next_temporary_++);
}

void FileSet::make_folders(const fs::path& target) {
  fs::path partial;
  for (const fs::path& part : target.parent_path()) {
    partial /= part;
    if (::mkdir(partial.c_str(), 0777) == 0) {
      made_folders_.push_back(partial);
      continue;
    }
    const int error = errno;
    std::error_code ignored;
    if (fs::is_directory(partial, ignored)) continue;
    const std::string what = "write '" + target.string() + "': cannot create folder";
    fail(partial, what.c_str(), error == EEXIST ? ENOTDIR : error);
  }
}

/// Adds a file to the set, before it is written; false if it is already there.
bool FileSet::reserve(const fs::path& target) {
  refuse_special(target);
  const std::lock_guard lock(mutex_);
  if (targets_.contains(target)) return false;
  make_folders(target);
  targets_.insert(target);
  return true;
}

void FileSet::write(const fs::path& path, const std::function<void(Sink&)>& writer) {
  const fs::path target = fs::absolute(path).lexically_normal();
  if (!reserve(target)) throw IoError("cannot write '" + target.string() + "': two outputs have this name");
  try {
    TemporaryFile file(target, temporary_of(target));
    writer(file);
    file.finish();
    const std::lock_guard lock(mutex_);
    entries_.push_back({path, target, file.path(), file.size(), file.digest()});
    file.keep();
  } catch (...) {
    const std::lock_guard lock(mutex_);
    targets_.erase(target);
    throw;
  }
}

void FileSet::arrange(const std::vector<fs::path>& order) {
  const std::lock_guard lock(mutex_);
  const auto place = [&](const Entry& file) {
    return std::find(order.begin(), order.end(), file.path) - order.begin();
  };
  std::stable_sort(entries_.begin(), entries_.end(),
                   [&](const Entry& a, const Entry& b) { return place(a) < place(b); });
}

void FileSet::commit(Equal equal) {
  const std::lock_guard lock(mutex_);
  std::set<fs::path> folders;
  for (const Entry& file : entries_) {
    if (file.temporary.empty()) continue;
    refuse_special(file.target);
    folders.insert(file.target.parent_path());
  }
  const FolderLocks locks(folders);
  for (Entry& file : entries_) {
    if (!file.temporary.empty()) file.kept = equal == Equal::keep && have_equal_bytes(file.temporary, file.target);
  }
  // After the first rename nothing may allocate memory: either all files are replaced, or none.
  for (Entry& file : entries_) {
    if (file.temporary.empty()) continue;
    if (file.kept)
      ::unlink(file.temporary.c_str());
    else if (::rename(file.temporary.c_str(), file.target.c_str()) != 0)
      fail(file.target, "write", errno);
    file.temporary.clear();
  }
  claims_.clear();
  for (const fs::path& folder : folders) {
    remove_leftovers(folder);
    flush_folder(folder);
  }
  made_folders_.clear();
}

void FileSet::abort() noexcept {
  const std::lock_guard lock(mutex_);
  for (const Entry& file : entries_) {
    if (file.temporary.empty()) continue;
    ::unlink(file.temporary.c_str());
    targets_.erase(file.target);
  }
  std::erase_if(entries_, [&](const Entry& file) { return !file.temporary.empty(); });
  claims_.clear();
  while (!made_folders_.empty()) {
    ::rmdir(made_folders_.back().c_str());
    made_folders_.pop_back();
  }
}

std::vector<WrittenFile> FileSet::files() const {
  const std::lock_guard lock(mutex_);
  std::vector<WrittenFile> files;
  for (const Entry& file : entries_) files.push_back({file.path, file.size, file.digest, file.kept});
  return files;
}

void MemoryFileSet::write(const fs::path& path, const std::function<void(Sink&)>& writer) {
  StringSink sink;
  writer(sink);
  const std::lock_guard lock(texts_mutex_);
  texts_.insert_or_assign(path, std::move(sink.text));
}

const std::string* MemoryFileSet::find(const fs::path& path) const {
  const std::lock_guard lock(texts_mutex_);
  const auto found = texts_.find(path);
  return found == texts_.end() ? nullptr : &found->second;
}

}  // namespace weald::io
