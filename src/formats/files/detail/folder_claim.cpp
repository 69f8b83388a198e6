#include "formats/files/detail/folder_claim.h"

#include <atomic>
#include <cerrno>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/error.h"
#include "formats/files/cache_folder.h"
#include "formats/files/read_file.h"

namespace weald::io {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kClaimStart = ".weald-", kClaimEnd = ".tmp";
constexpr std::size_t kKernelDigits = 8;
constexpr std::int64_t kLeftoverSeconds = 3600;

/// The first digits of the boot id of the kernel; "0" if unknown.
const std::string& kernel_id() {
  static const std::string id = [] {
    try {
      std::string text = read_start("/proc/sys/kernel/random/boot_id", kKernelDigits);
      const bool is_good =
          text.size() == kKernelDigits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
      return is_good ? text : std::string("0");
    } catch (const IoError&) {
      return std::string("0");
    }
  }();
  return id;
}

bool take_lock(int descriptor, int operation) {
  while (::flock(descriptor, operation) != 0) {
    if (errno != EINTR) return false;
  }
  return true;
}

/// The information in the name of a claim or of one of its temporary files.
struct ClaimedName {
  std::string kernel;
  std::string claim;  ///< file name of the claim
};

std::optional<ClaimedName> claimed_name(std::string_view name) {
  if (!name.starts_with(kClaimStart) || !name.ends_with(kClaimEnd)) return std::nullopt;
  name.remove_prefix(kClaimStart.size());
  name.remove_suffix(std::min(name.size(), kClaimEnd.size()));
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('-', begin), name.size());
    words.push_back(name.substr(begin, end - begin));
    begin = end + 1;
  }
  if (words.size() != 3 && words.size() != 4) return std::nullopt;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view digits = i == 0 ? "0123456789abcdef" : "0123456789";
    if (words[i].empty() || words[i].find_first_not_of(digits) != std::string_view::npos) return std::nullopt;
  }
  std::string claim(kClaimStart);
  claim.append(words[0]).append("-").append(words[1]).append("-").append(words[2]).append(kClaimEnd);
  return ClaimedName{std::string(words[0]), std::move(claim)};
}

enum class Holder { gone, alive, unknown };

/// Whether a process holds the claim. If none does, `lock` now holds the lock. A process that has just created the
/// claim and is about to lock it notices this.
Holder holder_of(const fs::path& claim, FileDescriptor& lock) {
  lock = FileDescriptor(::open(claim.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
  if (!lock.ok()) return errno == ENOENT ? Holder::gone : Holder::unknown;
  if (take_lock(lock.get(), LOCK_EX | LOCK_NB)) return Holder::gone;
  return errno == EWOULDBLOCK ? Holder::alive : Holder::unknown;
}

bool is_old(const fs::path& file) {
  struct stat status {};
  return ::lstat(file.c_str(), &status) == 0 && now_in_seconds() - status.st_mtim.tv_sec > kLeftoverSeconds;
}

void remove_file(const fs::path& file) {
  struct stat status {};
  if (::lstat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode)) ::unlink(file.c_str());
}

}  // namespace

FolderClaim::FolderClaim(const fs::path& folder) {
  static std::atomic<unsigned> counter{0};
  while (true) {  // O_EXCL makes the name unique, also among containers and machines
    std::string name(kClaimStart);
    name += kernel_id() + "-" + std::to_string(::getpid()) + "-" + std::to_string(counter++);
    path_ = folder / name.append(kClaimEnd);
    lock_ = FileDescriptor(::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!lock_.ok()) {
      if (errno == EEXIST) continue;
      return;
    }
    // Before the file was locked, another process may have taken it for a leftover and removed it. File systems without
    // locks give none.
    struct stat status {};
    const bool is_locked = take_lock(lock_.get(), LOCK_EX);
    if (!is_locked || (::fstat(lock_.get(), &status) == 0 && status.st_nlink > 0)) return;
  }
}

FolderClaim::~FolderClaim() {
  if (lock_.ok()) ::unlink(path_.c_str());
}

fs::path FolderClaim::temporary(std::uint64_t number) const {
  std::string name = path_.string();
  name.resize(name.size() - kClaimEnd.size());
  return name.append("-").append(std::to_string(number)).append(kClaimEnd);
}

void remove_leftovers(const fs::path& folder) {
  struct Claimed {
    bool is_of_this_kernel = false;
    std::vector<fs::path> files;
  };
  std::map<std::string, Claimed> claims;  // by the file name of the claim
  std::error_code error;
  for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const auto name = claimed_name(entry->path().filename().native());
    if (!name) continue;
    Claimed& claimed = claims[name->claim];
    claimed.is_of_this_kernel = name->kernel == kernel_id() && kernel_id() != "0";
    if (entry->path().filename() != name->claim) claimed.files.push_back(entry->path());
  }
  for (const auto& [claim, claimed] : claims) {
    FileDescriptor lock;
    const Holder holder = holder_of(folder / claim, lock);
    if (holder == Holder::alive) continue;
    const bool at_once = holder == Holder::gone && claimed.is_of_this_kernel;
    bool is_empty = true;
    for (const fs::path& file : claimed.files) {
      if (at_once || is_old(file))
        remove_file(file);
      else
        is_empty = false;
    }
    if (is_empty && (at_once || is_old(folder / claim))) remove_file(folder / claim);
  }
}

}  // namespace weald::io
