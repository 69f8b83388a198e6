#include "engine/cache/disk_store.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/text/counted.h"
#include "formats/files/cache_folder.h"
#include "formats/files/read_file.h"
#include "formats/files/write_all.h"

namespace weald::io {

namespace fs = std::filesystem;

namespace {

// The folder's name changes with the format of its content: an older weald then ignores it.
constexpr const char* kFormatFolder = "weald-1";
constexpr std::array<char, 8> kMagic{'w', 'e', 'a', 'l', 'd', 'k', 'e', 'p'};
constexpr std::uint64_t kRoomAfterShrinking = 5;     // a fifth of the limit is freed, to leave room for new entries
constexpr std::uint64_t kAccountsPerLimit = 32;      // a run updates the accounts after writing this part of the limit
constexpr std::int64_t kRecountSeconds = 24 * 3600;  // finds entries that killed runs did not account for
constexpr std::uint64_t kDiskBlock = 4096;
constexpr int kFolderTries = 3;

/// The header before the content of an entry.
struct Head {
  std::array<char, 8> magic = kMagic;
  std::uint64_t size = 0;
  std::array<char, 32> checksum{};
  bool operator==(const Head&) const = default;
};
static_assert(sizeof(Head) == 48);

using Parts = std::span<const std::span<const std::byte>>;

using Checksum = std::array<char, 32>;

/// Computes the checksum of an entry from its name, its content and the number of its bytes.
class Checksummer {
 public:
  explicit Checksummer(const std::string& name) { hasher_.add(name); }
  void add(std::span<const std::byte> bytes) {
    size_ += bytes.size();
    hasher_.add_bytes(bytes);
  }
  Checksum result() {
    hasher_.add(size_);
    Checksum text{};
    hasher_.hex().copy(text.data(), text.size());
    return text;
  }

 private:
  Hasher hasher_;
  std::uint64_t size_ = 0;
};

Head head_of(const std::string& name, Parts parts) {
  Head head;
  Checksummer checksum(name);
  for (const auto part : parts) {
    head.size += part.size();
    checksum.add(part);
  }
  head.checksum = checksum.result();
  return head;
}

/// True if there is an entry with this header and the length that the header states.
bool has_head(const fs::path& path, const Head& head) {
  const OpenedFile opened = open_to_read(path);
  Head old;
  return opened.ok() && static_cast<std::uint64_t>(opened.status.st_size) == head.size + sizeof head &&
         read_all(opened.file.get(), &old, sizeof old) && old == head;
}

/// The content of an open entry. Large pieces are read directly into their destination, small ones through a buffer.
class FileSource final : public ByteSource {
 public:
  FileSource(int descriptor, const std::string& name, std::uint64_t size)
      : descriptor_(descriptor), unread_(size), checksum_(name) {}
  std::size_t left() const override { return unread_ + (filled_ - next_); }
  bool read(void* to, std::size_t size) override {
    auto* out = static_cast<std::byte*>(to);
    const std::size_t buffered = std::min(size, filled_ - next_);
    std::copy_n(buffer_.data() + next_, buffered, out);
    next_ += buffered;
    out += buffered;
    size -= buffered;
    if (size == 0) return true;
    if (size > unread_) return false;
    if (size >= buffer_.size()) return take(out, size);
    filled_ = std::min<std::size_t>(buffer_.size(), unread_);
    next_ = 0;
    if (!take(buffer_.data(), filled_)) return false;
    std::copy_n(buffer_.data(), size, out);
    next_ = size;
    return true;
  }
  Checksum checksum() { return checksum_.result(); }

 private:
  bool take(std::byte* to, std::size_t size) {
    if (!read_all(descriptor_, to, size)) return false;
    unread_ -= size;
    checksum_.add({to, size});
    return true;
  }

  int descriptor_;
  std::size_t unread_;
  Checksummer checksum_;
  std::array<std::byte, 16 * 1024> buffer_;
  std::size_t next_ = 0, filled_ = 0;
};

/// Tells backup programs to skip the folder.
void write_tag(const fs::path& folder) {
  const FileDescriptor tag(::open((folder / "CACHEDIR.TAG").c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  constexpr std::string_view kText =
      "Signature: 8a477f597d28d172789f06886806bc55\n# Results kept by weald. 'weald cache clear' empties it.\n";
  if (tag.ok()) static_cast<void>(write_all(tag.get(), kText.data(), kText.size()));
}

std::uint64_t in_blocks(std::uint64_t bytes) { return (bytes + kDiskBlock - 1) / kDiskBlock * kDiskBlock; }

/// A file that is being written; removed unless renamed.
class TemporaryEntry {
 public:
  explicit TemporaryEntry(const fs::path& folder) {
    static std::atomic<unsigned> counter{0};
    do {  // O_EXCL makes the name unique, also among machines and containers that share the folder
      path_ = folder / (".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(counter++));
      descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (descriptor_ < 0 && errno == EEXIST);
  }
  ~TemporaryEntry() {
    if (descriptor_ < 0) return;
    ::close(descriptor_);
    if (!renamed_) ::unlink(path_.c_str());
  }
  TemporaryEntry(const TemporaryEntry&) = delete;
  TemporaryEntry& operator=(const TemporaryEntry&) = delete;
  int get() const { return descriptor_; }
  bool rename_to(const fs::path& path) {
    renamed_ = ::rename(path_.c_str(), path.c_str()) == 0;
    return renamed_;
  }

 private:
  fs::path path_;
  int descriptor_ = -1;
  bool renamed_ = false;
};

}  // namespace

DiskStore::DiskStore(DiskStoreOptions options)
    : options_(std::move(options)), root_(options_.directory / kFormatFolder) {}

DiskStore::~DiskStore() { settle(); }

std::string DiskStore::name_of(std::string_view key) const {
  Hasher hasher;
  hasher.add(std::string_view(options_.code));
  hasher.add(key);
  return hasher.hex();
}

fs::path DiskStore::path_of(const std::string& name) const { return root_ / name.substr(0, 2) / name.substr(2); }

std::optional<std::vector<std::byte>> DiskStore::find(std::string_view key) {
  std::vector<std::byte> bytes;
  const bool found = read(key, [&](ByteSource& source) {
    bytes.resize(source.left());
    source.read(bytes.data(), bytes.size());
  });
  return found ? std::optional(std::move(bytes)) : std::nullopt;
}

bool DiskStore::read(std::string_view key, const std::function<void(ByteSource&)>& reader) {
  const std::string name = name_of(key);
  const fs::path path = path_of(name);
  const OpenedFile opened = open_to_read(path);
  const FileDescriptor& file = opened.file;
  if (!file.ok()) {
    ++misses_;
    return false;
  }
  Head head;
  const auto size = static_cast<std::uint64_t>(opened.status.st_size);
  bool whole = opened.ok() && size >= sizeof head && read_all(file.get(), &head, sizeof head) && head.magic == kMagic &&
               head.size == size - sizeof head;
  if (whole) {
    FileSource source(file.get(), name, head.size);
    reader(source);
    whole = source.left() == 0 && source.checksum() == head.checksum;
  }
  if (!whole) {
    std::remove(path.c_str());  // also removes an empty folder of that name
    ++misses_;
    return false;
  }
  static_cast<void>(::futimens(file.get(), nullptr));  // marks it as used
  ++hits_;
  return true;
}

bool DiskStore::contains(std::string_view key) {
  const fs::path path = path_of(name_of(key));
  static_cast<void>(::utimensat(AT_FDCWD, path.c_str(), nullptr, 0));  // marks it as used, if the folder is writable
  return open_to_read(path).ok();
}

void DiskStore::keep_parts(std::string_view key, Parts parts) {
  if (!writable_) return;
  const std::string name = name_of(key);
  const fs::path path = path_of(name);
  const Head head = head_of(name, parts);
  const std::uint64_t size = head.size + sizeof head;
  if (in_blocks(size) > options_.limit / 2) return;
  if (has_head(path, head)) {
    static_cast<void>(::utimensat(AT_FDCWD, path.c_str(), nullptr, 0));
    return;
  }
  if (!make_folder(path.parent_path()) || !has_room(size)) return;
  TemporaryEntry file(path.parent_path());
  // No fsync: damage by a power failure is detected by the checksum.
  bool ok = file.get() >= 0 && write_all(file.get(), &head, sizeof head);
  for (const auto part : parts) ok = ok && write_all(file.get(), part.data(), part.size());
  if (!ok || !file.rename_to(path)) {
    // ENOENT: the cache was just cleared. EISDIR: somebody made a folder of that name, which only affects this entry.
    if (errno != ENOENT && errno != EISDIR) give_up(std::generic_category().message(errno));
    return;
  }
  written_ += in_blocks(size);
  if (written_ > options_.limit / kAccountsPerLimit) settle();
}

bool DiskStore::make_folder(const fs::path& folder) {
  if (::access(folder.c_str(), W_OK) == 0) return true;
  std::error_code error;
  for (int tries = 0; tries < kFolderTries; ++tries) {  // the cache may be cleared between the two steps
    const bool is_new = fs::create_directories(root_, error);
    if (is_new) write_tag(options_.directory);
    bool was_cleared = false;
    if (!error) {
      fs::create_directory(folder, error);
      was_cleared = error == std::errc::no_such_file_or_directory;
    }
    if (was_cleared) continue;
    if (error) give_up(error.message());  // such as in /proc, where nothing can be created
    return !error;
  }
  return false;
}

bool DiskStore::has_room(std::uint64_t bytes) {
  struct statvfs disk {};
  if (::statvfs(root_.c_str(), &disk) != 0) return true;
  if (static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize >= options_.spare + in_blocks(bytes)) return true;
  give_up("the disk is nearly full");
  return false;
}

void DiskStore::give_up(const std::string& why) {
  writable_ = false;
  const std::lock_guard lock(mutex_);
  if (trouble_.empty()) trouble_ = "cannot store results in '" + options_.directory.string() + "': " + why;
}

std::string DiskStore::trouble() const {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

void DiskStore::settle() noexcept {
  const std::uint64_t written = written_.exchange(0), hits = hits_.exchange(0), misses = misses_.exchange(0);
  if (written == 0 && hits == 0 && misses == 0) return;
  try {
    if (!fs::is_directory(root_)) return;
    change_accounts(root_, [&](CacheAccounts& accounts) {
      accounts.hits += hits;
      accounts.misses += misses;
      accounts.bytes += written;
      const auto now = now_in_seconds();
      const bool is_old = now < accounts.counted || now - accounts.counted > kRecountSeconds;
      if (accounts.bytes <= options_.limit && !(is_old && written > 0)) return;
      CacheListing listing = list_cache(root_);
      if (listing.bytes() > options_.limit)
        shrink_cache(listing, options_.limit - options_.limit / kRoomAfterShrinking, false);
      accounts.bytes = listing.bytes();
      accounts.counted = now;
    });
  } catch (...) {  // no memory, or a folder that cannot be read: the cache is a little larger until the next count
  }
}

std::string DiskStore::trouble_of(const CacheListing& listing, const CacheShrinkage& done) const {
  const std::string folder = options_.directory.string();
  if (done.stuck > 0)
    return fmt::format("cannot remove {} of the cache in '{}': {}", counted_noun(done.stuck, "file"), folder,
                       done.error.message());
  return listing.error ? fmt::format("cannot read the cache in '{}': {}", folder, listing.error.message())
                       : std::string{};
}

DiskStoreStats DiskStore::stats() const {
  const CacheListing listing = list_cache(root_);
  const CacheAccounts accounts = read_accounts(root_).value_or(CacheAccounts{});
  return {listing.entries.size(), listing.bytes(), accounts.hits + hits_, accounts.misses + misses_, 0,
          trouble_of(listing, {})};
}

DiskStoreStats DiskStore::prune(std::optional<std::uint64_t> limit) {
  CacheListing listing = list_cache(root_);
  const CacheShrinkage done = shrink_cache(listing, limit.value_or(options_.limit), false);
  std::error_code error;
  if (fs::is_directory(root_, error)) {
    change_accounts(root_, [&](CacheAccounts& accounts) {
      accounts.bytes = listing.bytes();
      accounts.counted = now_in_seconds();
    });
  }
  DiskStoreStats result = stats();
  result.removed = done.removed;
  result.trouble = trouble_of(listing, done);
  return result;
}

DiskStoreStats DiskStore::clear() {
  CacheListing listing = list_cache(root_);
  const CacheShrinkage done = shrink_cache(listing, 0, true);
  DiskStoreStats result;
  result.entries = listing.entries.size();
  result.bytes = listing.bytes();
  result.removed = done.removed;
  result.trouble = trouble_of(listing, done);
  if (!result.trouble.empty()) return result;
  ::unlink((root_ / "ledger").c_str());
  std::error_code ignored;
  for (auto shard = fs::directory_iterator(root_, ignored); !ignored && shard != fs::directory_iterator();
       shard.increment(ignored))
    ::rmdir(shard->path().c_str());
  ::rmdir(root_.c_str());
  return result;
}

}  // namespace weald::io
