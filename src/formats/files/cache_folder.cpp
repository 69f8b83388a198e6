#include "formats/files/cache_folder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <thread>
#include <tuple>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fmt/format.h>

namespace weald::io {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kStrayAfterSeconds = 3600;
constexpr int kLockTries = 30;
constexpr auto kLockPause = std::chrono::milliseconds(1);
constexpr std::size_t kLedgerBytes = 256;

bool is_hex(const std::string& name, std::size_t digits) {
  return name.size() == digits && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// Keeps the first error. A file that does not exist, or no longer exists, is not an error.
void note(const std::error_code& error, CacheListing& listing) {
  if (error && error != std::errc::no_such_file_or_directory && !listing.error) listing.error = error;
}

void list_shard(const fs::path& shard, CacheListing& listing) {
  std::error_code error;
  for (auto entry = fs::directory_iterator(shard, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const bool is_entry = is_hex(name, 30);
    struct stat status {};
    if ((!is_entry && !name.starts_with(".tmp-")) || ::lstat(entry->path().c_str(), &status) != 0) continue;
    if (!S_ISREG(status.st_mode)) continue;
    CacheFile file{entry->path(), disk_bytes(status),
                   static_cast<std::int64_t>(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec};
    (is_entry ? listing.entries : listing.temporaries).push_back(std::move(file));
  }
  note(error, listing);
}

/// Removes "`word` NUMBER " from the front of `text`; false if it does not start with that.
template <class Number>
bool take(std::string_view& text, std::string_view word, Number& number) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end == text.data() + text.size() || *end != ' ') return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
  return true;
}

std::optional<CacheAccounts> parse(int descriptor) {
  std::array<char, kLedgerBytes> text{};
  const ssize_t size = ::pread(descriptor, text.data(), text.size() - 1, 0);
  if (size <= 0) return std::nullopt;
  std::string_view rest(text.data(), static_cast<std::size_t>(size));
  CacheAccounts accounts;
  const bool good = take(rest, "bytes ", accounts.bytes) && take(rest, "hits ", accounts.hits) &&
                    take(rest, "misses ", accounts.misses) && take(rest, "counted ", accounts.counted);
  if (!good || !rest.starts_with('.')) return std::nullopt;  // the point at the end shows that the text is complete
  return accounts;
}

}  // namespace

std::uint64_t disk_bytes(const struct stat& status) {
  // Some file systems allocate no blocks to a file before it is written out.
  return status.st_blocks > 0 ? static_cast<std::uint64_t>(status.st_blocks) * 512
                              : static_cast<std::uint64_t>(status.st_size);
}

std::uint64_t CacheListing::bytes() const {
  std::uint64_t sum = 0;
  for (const auto* files : {&entries, &temporaries}) {
    for (const CacheFile& file : *files) sum += file.bytes;
  }
  return sum;
}

std::int64_t now_in_seconds() {
  using std::chrono::system_clock;
  return std::chrono::duration_cast<std::chrono::seconds>(system_clock::now().time_since_epoch()).count();
}

CacheListing list_cache(const fs::path& root) {
  CacheListing listing;
  std::error_code error;
  for (auto shard = fs::directory_iterator(root, error); !error && shard != fs::directory_iterator();
       shard.increment(error)) {
    if (is_hex(shard->path().filename().string(), 2)) list_shard(shard->path(), listing);
  }
  note(error, listing);
  return listing;
}

CacheShrinkage shrink_cache(CacheListing& listing, std::uint64_t limit, bool all) {
  CacheShrinkage result;
  const auto remove = [&](const CacheFile& file) {
    if (::unlink(file.path.c_str()) == 0) {
      ++result.removed;
    } else if (errno != ENOENT) {  // otherwise another process has removed it
      if (result.stuck++ == 0) result.error.assign(errno, std::generic_category());
      return false;
    }
    return true;
  };
  const std::int64_t now = now_in_seconds();
  std::erase_if(listing.temporaries, [&](const CacheFile& file) {
    // A file may also be dated in the future, if the clock has been set back.
    const bool is_stray = all || std::abs(now - file.used_ns / 1'000'000'000) > kStrayAfterSeconds;
    return is_stray && remove(file);
  });
  std::sort(listing.entries.begin(), listing.entries.end(), [](const CacheFile& a, const CacheFile& b) {
    return std::tie(a.used_ns, a.path) < std::tie(b.used_ns, b.path);
  });
  std::uint64_t bytes = listing.bytes();
  std::erase_if(listing.entries, [&](const CacheFile& file) {  // in their order
    if (!(all || bytes > limit) || !remove(file)) return false;
    bytes -= file.bytes;
    return true;
  });
  return result;
}

std::optional<CacheAccounts> read_accounts(const fs::path& root) {
  const OpenedFile opened = open_to_read(root / "ledger");
  return opened.ok() ? parse(opened.file.get()) : std::nullopt;
}

void change_accounts(const fs::path& root, const std::function<void(CacheAccounts&)>& change) {
  const FileDescriptor file = open_to_change(root / "ledger");
  if (!file.ok()) return;
  for (int tries = 0; ::flock(file.get(), LOCK_EX | LOCK_NB) != 0; ++tries) {
    if (tries == kLockTries || (errno != EWOULDBLOCK && errno != EINTR)) return;
    std::this_thread::sleep_for(kLockPause);
  }
  CacheAccounts accounts = parse(file.get()).value_or(CacheAccounts{});
  change(accounts);
  std::string text = fmt::format("bytes {} hits {} misses {} counted {} .\n", accounts.bytes, accounts.hits,
                                 accounts.misses, accounts.counted);
  text.resize(kLedgerBytes - 1, '\n');  // always the same length, which overwrites all of the older text
  static_cast<void>(::pwrite(file.get(), text.data(), text.size(), 0));
}

}  // namespace weald::io
