// DiskStore: whatever happens to its files, what it gives back is what was kept.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/catch.h"

#include "base/hash.h"
#include "engine/cache/code_identity.h"
#include "engine/cache/disk_store.h"
#include "support/files.h"

using namespace weald;
using namespace weald::io;
using weald::test::file_text;
using weald::test::TemporaryFolder;
using weald::test::write_text;
namespace fs = std::filesystem;

namespace {

using StoredBytes = std::vector<std::byte>;

std::string key_of(std::uint64_t number) {
  Hasher hasher;
  hasher.add(number);
  return hasher.hex();
}

/// StoredBytes that belong to a key: whoever finds them can tell that they are the right ones.
StoredBytes bytes_of(std::uint64_t number, std::size_t size) {
  StoredBytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(number * 31 + i * (number % 7 + 1));
  return bytes;
}

DiskStoreOptions options_at(const fs::path& directory, std::uint64_t limit = std::uint64_t{1} << 30) {
  return {directory, limit, 0, "code"};
}

std::vector<fs::path> entries_in(const fs::path& directory) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file() && entry.path().filename().string().size() == 30) files.push_back(entry.path());
  }
  return files;
}

template <class F>
int in_process(const F& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("disk store: what is kept is found, by the same code only, also by the next process") {
  const TemporaryFolder folder;
  {
    DiskStore store(options_at(folder / "deep/cache"));
    CHECK_FALSE(store.find(key_of(1)));
    store.keep(key_of(1), bytes_of(1, 100'000));
    store.keep(key_of(2), {});
    CHECK(store.find(key_of(1)) == bytes_of(1, 100'000));
    CHECK(store.contains(key_of(2)));
    CHECK_FALSE(store.contains(key_of(3)));
    CHECK(store.trouble().empty());
  }
  DiskStore again(options_at(folder / "deep/cache"));
  CHECK(again.find(key_of(1)) == bytes_of(1, 100'000));
  CHECK(again.find(key_of(2)) == StoredBytes{});
  CHECK(again.stats().entries == 2);
  CHECK(again.stats().hits == 3);
  CHECK(again.stats().misses == 1);
  DiskStoreOptions other = options_at(folder / "deep/cache");
  other.code = "other code";
  CHECK_FALSE(DiskStore(other).find(key_of(1)));
  CHECK(fs::exists(folder / "deep/cache/CACHEDIR.TAG"));
}

TEST_CASE("disk store: an entry with any byte damaged, cut short or made longer is not found, and is removed") {
  const TemporaryFolder folder;
  DiskStore store(options_at(folder.path()));
  const StoredBytes bytes = bytes_of(1, 300);
  store.keep(key_of(1), bytes);
  const fs::path path = entries_in(folder.path()).at(0);
  const std::string whole = file_text(path);
  const auto is_refused = [&](const std::string& text) {
    write_text(path, text);
    const bool refused = !store.find(key_of(1)) && !fs::exists(path);
    write_text(path, whole);
    return refused;
  };
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    if (!is_refused(damaged)) FAIL("byte " << i);
  }
  for (std::size_t size = 0; size < whole.size(); ++size) {
    if (!is_refused(whole.substr(0, size))) FAIL("cut to " << size);
  }
  CHECK(is_refused(whole + '\0'));
  CHECK(is_refused(std::string(whole.size(), '\0')));  // what a power failure makes of a file that was just renamed
  CHECK(store.find(key_of(1)) == bytes);
}

TEST_CASE("disk store: an entry under the name of another is not taken for it") {
  const TemporaryFolder folder;
  DiskStore store(options_at(folder.path()));
  store.keep(key_of(1), bytes_of(1, 300));
  const fs::path first = entries_in(folder.path()).at(0);
  store.keep(key_of(2), bytes_of(2, 300));
  auto files = entries_in(folder.path());
  const fs::path second = files[0] == first ? files[1] : files[0];
  fs::copy_file(first, second, fs::copy_options::overwrite_existing);
  CHECK_FALSE(store.find(key_of(2)));
  CHECK(store.find(key_of(1)));
}

TEST_CASE("disk store: a folder in the place of an entry harms that entry alone, and no longer than it is full") {
  const TemporaryFolder folder;
  DiskStore store(options_at(folder.path()));
  store.keep(key_of(1), bytes_of(1, 300));
  const fs::path path = entries_in(folder.path()).at(0);
  fs::remove(path);
  write_text(path / "x", "mine");
  CHECK_FALSE(store.find(key_of(1)));
  store.keep(key_of(1), bytes_of(1, 300));
  CHECK_FALSE(store.find(key_of(1)));
  CHECK(file_text(path / "x") == "mine");
  store.keep(key_of(2), bytes_of(2, 300));
  CHECK(store.find(key_of(2)));
  CHECK(store.trouble().empty());
  fs::remove(path / "x");
  CHECK_FALSE(store.find(key_of(1)));
  store.keep(key_of(1), bytes_of(1, 300));
  CHECK(store.find(key_of(1)) == bytes_of(1, 300));
}

TEST_CASE("disk store: what is kept last under a key is found, of equal size too") {
  const TemporaryFolder folder;
  DiskStore store(options_at(folder.path()));
  for (const std::uint64_t content : {1, 2, 1}) {
    store.keep(key_of(1), bytes_of(content, 5000));
    CHECK(store.find(key_of(1)) == bytes_of(content, 5000));
  }
  const fs::path path = entries_in(folder.path()).at(0);
  const auto inode = [&] {
    struct stat status {};
    ::stat(path.c_str(), &status);
    return status.st_ino;
  };
  const auto before = inode();
  store.keep(key_of(1), bytes_of(1, 5000));
  CHECK(inode() == before);  // it was there already
}

TEST_CASE("disk store: it may be cleared at any moment of its use") {
  const TemporaryFolder folder;
  std::atomic<bool> done{false};
  std::atomic<int> wrong{0};
  DiskStore store(options_at(folder / "cache"));
  std::thread clearing([&] {
    DiskStore other(options_at(folder / "cache"));
    while (!done) other.clear();
  });
  for (std::uint64_t i = 0; i < 2000; ++i) {
    store.keep(key_of(i % 7), bytes_of(i % 7, 200));
    const auto found = store.find(key_of(i % 7));
    wrong += found && *found != bytes_of(i % 7, 200) ? 1 : 0;
  }
  done = true;
  clearing.join();
  CHECK(wrong == 0);
  CHECK(store.trouble().empty());
  store.keep(key_of(1), bytes_of(1, 200));
  CHECK(store.find(key_of(1)));
}

TEST_CASE("disk store: threads and processes may keep and find the same keys at once") {
  const TemporaryFolder folder;
  constexpr std::uint64_t kKeys = 24;
  const auto work = [&](DiskStore& store, std::uint64_t who) {
    bool ok = true;
    for (std::uint64_t i = 0; i < 150; ++i) {
      const std::uint64_t number = (i * 7 + who) % kKeys;
      const StoredBytes want = bytes_of(number, 1000 + number * 2000);
      if (const auto found = store.find(key_of(number)))
        ok = ok && *found == want;
      else
        store.keep(key_of(number), want);
    }
    return ok;
  };
  std::vector<pid_t> children;
  for (std::uint64_t p = 0; p < 8; ++p) {
    const pid_t child = ::fork();
    if (child != 0) {
      children.push_back(child);
      continue;
    }
    bool ok = true;
    {
      // A limit that is reached again and again: entries vanish under the others' hands.
      DiskStore store(options_at(folder.path(), 600'000));
      ok = work(store, p) && store.trouble().empty();
    }
    ::_exit(ok ? 0 : 1);
  }
  DiskStore store(options_at(folder.path(), 600'000));
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < 4; ++t) threads.emplace_back([&, t] { failures += work(store, t) ? 0 : 1; });
  for (std::thread& thread : threads) thread.join();
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
  }
  CHECK(failures == 0);
}

TEST_CASE("disk store: it stays below its limit, and the least recently used go first") {
  const TemporaryFolder folder;
  constexpr std::uint64_t kLimit = 1'000'000;
  const auto old = fs::file_time_type::clock::now() - std::chrono::hours(2);
  {
    DiskStore store(options_at(folder.path(), kLimit));
    for (std::uint64_t i = 0; i < 20; ++i) store.keep(key_of(i), bytes_of(i, 40'000));
    for (const fs::path& file : entries_in(folder.path())) fs::last_write_time(file, old);
    CHECK(store.find(key_of(3)));
    CHECK(store.contains(key_of(4)));
    for (std::uint64_t i = 20; i < 30; ++i) store.keep(key_of(i), bytes_of(i, 40'000));
  }
  DiskStore store(options_at(folder.path(), kLimit));
  CHECK(store.stats().bytes <= kLimit);
  CHECK(store.stats().entries >= 15);
  CHECK(store.contains(key_of(3)));
  CHECK(store.contains(key_of(4)));
  for (std::uint64_t i = 20; i < 30; ++i) CHECK(store.contains(key_of(i)));
  {
    DiskStore smaller(options_at(folder.path(), kLimit / 4));  // keeps nothing, only looks
    CHECK(smaller.find(key_of(4)));
  }
  CHECK(store.stats().bytes <= kLimit / 4);
  store.keep(key_of(99), bytes_of(99, kLimit));  // larger than all that could stay beside it
  CHECK_FALSE(store.contains(key_of(99)));
}

TEST_CASE("disk store: a limit holds over many runs, and when the ledger is lost or wrong") {
  const TemporaryFolder folder;
  constexpr std::uint64_t kLimit = 400'000;
  for (std::uint64_t run = 0; run < 30; ++run) {
    { DiskStore(options_at(folder.path(), kLimit)).keep(key_of(run), bytes_of(run, 50'000)); }
    if (run == 12) fs::remove(folder / "weald-1/ledger");
    if (run == 20) write_text(folder / "weald-1/ledger", "bytes -5 hits");
    CHECK(DiskStore(options_at(folder.path(), kLimit)).stats().bytes <= kLimit);
  }
}

TEST_CASE("disk store: prune and clear remove what is the cache's and nothing else") {
  const TemporaryFolder folder;
  write_text(folder / "mine.txt", "mine");
  write_text(folder / "weald-1/notes/x.txt", "mine");
  DiskStore store(options_at(folder.path()));
  for (std::uint64_t i = 0; i < 10; ++i) store.keep(key_of(i), bytes_of(i, 40'000));
  const fs::path shard = entries_in(folder.path()).at(0).parent_path();
  write_text(shard / ".tmp-77-0", "left by a killed process");
  fs::last_write_time(shard / ".tmp-77-0", fs::file_time_type::clock::now() - std::chrono::hours(2));
  write_text(shard / ".tmp-78-0", "being written");
  write_text(shard / ".tmp-79-0", "left before the clock was put back");
  fs::last_write_time(shard / ".tmp-79-0", fs::file_time_type::clock::now() + std::chrono::hours(2));
  CHECK(store.prune(200'000).removed == 8);
  CHECK_FALSE(fs::exists(shard / ".tmp-77-0"));
  CHECK(fs::exists(shard / ".tmp-78-0"));
  CHECK(store.stats().bytes <= 200'000);
  store.clear();
  CHECK(store.stats().entries == 0);
  CHECK(store.stats().hits == 0);
  CHECK(file_text(folder / "mine.txt") == "mine");
  CHECK(file_text(folder / "weald-1/notes/x.txt") == "mine");
  store.keep(key_of(1), bytes_of(1, 10));
  CHECK(store.find(key_of(1)));
}

TEST_CASE("disk store: a folder that cannot be written is trouble, and no more") {
  const TemporaryFolder folder;
  write_text(folder / "file", "not a folder");
  DiskStore store(options_at(folder / "file/cache"));
  store.keep(key_of(1), bytes_of(1, 10));
  CHECK_THAT(store.trouble(), Catch::Contains("cannot store results in"));
  CHECK_FALSE(store.find(key_of(1)));
  CHECK(store.clear().removed == 0);
  CHECK_THAT(store.clear().trouble, Catch::Contains("cannot read the cache in"));
}

TEST_CASE("disk store: a file that cannot be written to its end is not kept, and leaves nothing behind") {
  const TemporaryFolder folder;
  CHECK(in_process([&] {
          std::signal(SIGXFSZ, SIG_IGN);
          const rlimit limit{20'000, 20'000};
          ::setrlimit(RLIMIT_FSIZE, &limit);
          DiskStore store(options_at(folder.path()));
          store.keep(key_of(1), bytes_of(1, 100));
          store.keep(key_of(2), bytes_of(2, 100'000));
          return store.find(key_of(1)) && !store.find(key_of(2)) && !store.trouble().empty() ? 0 : 1;
        }) == 0);
  CHECK(entries_in(folder.path()).size() == 1);
  CHECK(DiskStore(options_at(folder.path())).prune(0).removed == 1);
}

TEST_CASE("disk store: a nearly full disk is left alone") {
  const TemporaryFolder folder;
  DiskStoreOptions options = options_at(folder.path());
  options.spare = std::uint64_t{1} << 62;
  DiskStore store(options);
  store.keep(key_of(1), bytes_of(1, 10));
  CHECK_FALSE(store.contains(key_of(1)));
  CHECK_THAT(store.trouble(), Catch::Contains("nearly full"));
}

TEST_CASE("disk store: the running code has a name, the same each time") {
  CHECK(code_identity().size() >= 16);
  CHECK(code_identity() == code_identity());
}
