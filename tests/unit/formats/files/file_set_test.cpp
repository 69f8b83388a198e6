// FileSet: all or nothing, whatever happens.

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/catch.h"

#include "base/error.h"
#include "formats/files/file_set.h"
#include "formats/files/temporary_names.h"
#include "support/files.h"

using namespace weald;
using namespace weald::io;
using Catch::Contains;
using weald::test::file_text;
using weald::test::TemporaryFolder;
using weald::test::write_text;

namespace {

auto text_writer(std::string text) {
  return [text = std::move(text)](Sink& sink) { sink.append(text); };
}

/// Runs `work` in a child process and gives its exit code; the child ends without running destructors of this process.
int in_child(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// The message of the IoError that `work` throws; empty when it throws none.
std::string io_error(const std::function<void()>& work) {
  try {
    work();
  } catch (const IoError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("file set: nothing shows before commit, everything after it") {
  TemporaryFolder folder;
  write_text(folder / "b.txt", "old");
  FileSet files;
  files.write(folder / "a.txt", text_writer("first"));
  files.write(folder / "b.txt", text_writer("second"));
  CHECK_FALSE(std::filesystem::exists(folder / "a.txt"));
  CHECK(file_text(folder / "b.txt") == "old");
  files.commit();
  CHECK(file_text(folder / "a.txt") == "first");
  CHECK(file_text(folder / "b.txt") == "second");
  CHECK(folder.entries() == 2);
  const auto written = files.files();
  REQUIRE(written.size() == 2);
  CHECK(written[0].path == folder / "a.txt");
  CHECK(written[1].size == 6);
}

TEST_CASE("file set: a large file arrives whole, in pieces of any size") {
  TemporaryFolder folder;
  std::string expected;
  FileSet files;
  files.write(folder / "large", [&](Sink& sink) {
    for (std::size_t i = 0; i < 300; ++i) {
      const std::string piece(i * 37 % 4096 + (i == 150 ? 500000 : 0), static_cast<char>('a' + i % 26));
      expected += piece;
      sink.append(piece);
    }
  });
  files.commit();
  CHECK(file_text(folder / "large") == expected);
  CHECK(files.files().at(0).size == expected.size());
}

TEST_CASE("file set: files can be put in another order than they were written in") {
  const TemporaryFolder folder;
  FileSet files;
  for (const char* name : {"c", "x", "a", "b"}) files.write(folder / name, [](Sink& sink) { sink.append("text"); });
  files.arrange({folder / "a", folder / "b", folder / "not there", folder / "c"});
  std::string names;
  for (const WrittenFile& file : files.files()) names += file.path.filename().string();
  CHECK(names == "abcx");
  files.commit();
  CHECK(folder.entries() == 4);
}

TEST_CASE("file set: what is not committed leaves no trace") {
  TemporaryFolder folder;
  write_text(folder / "kept.txt", "old");
  {
    FileSet files;
    files.write(folder / "kept.txt", text_writer("new"));
    files.write(folder / "new/deep/file.txt", text_writer("new"));
  }
  CHECK(file_text(folder / "kept.txt") == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("file set: an exception of the writer removes its file only") {
  TemporaryFolder folder;
  FileSet files;
  files.write(folder / "good", text_writer("good"));
  CHECK_THROWS_AS(files.write(folder / "bad",
                              [](Sink& sink) {
                                sink.append(std::string(1 << 20, 'x'));
                                throw Interrupted();
                              }),
                  Interrupted);
  CHECK(folder.entries() == 2);  // the claim on the folder, and the temporary file of the good one
  files.write(folder / "bad", text_writer("now it works"));
  files.commit();
  CHECK(file_text(folder / "good") == "good");
  CHECK(file_text(folder / "bad") == "now it works");
}

TEST_CASE("file set: missing folders are made") {
  TemporaryFolder folder;
  FileSet files;
  files.write(folder / "a/b/c.txt", text_writer("c"));
  files.commit();
  CHECK(file_text(folder / "a/b/c.txt") == "c");
}

TEST_CASE("file set: two outputs cannot have one name") {
  TemporaryFolder folder;
  FileSet files;
  files.write(folder / "x", text_writer("1"));
  CHECK_THAT(io_error([&] { files.write(folder / "./sub/../x", text_writer("2")); }), Contains("two outputs"));
}

TEST_CASE("temporary names: they differ, their files vanish, and a folder that is not there is an error") {
  TemporaryFolder folder;
  {
    TemporaryNames names(folder.path());
    const std::filesystem::path one = names.next(), two = names.next();
    CHECK(one != two);
    write_text(one, "1");
    CHECK(one.parent_path() == folder.path());
  }
  CHECK(std::filesystem::is_empty(folder.path()));
  CHECK_THAT(io_error([&] { TemporaryNames names(folder / "none"); }), Contains("cannot keep temporary data"));
}

TEST_CASE("file set: replaced files keep their access rights") {
  TemporaryFolder folder;
  write_text(folder / "script", "old");
  ::chmod((folder / "script").c_str(), 0750);
  FileSet files;
  files.write(folder / "script", text_writer("new"));
  files.commit();
  struct stat status {};
  REQUIRE(::stat((folder / "script").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0750);
}

TEST_CASE("file set: folders and devices are refused by name and reason") {
  TemporaryFolder folder;
  FileSet files;
  std::filesystem::create_directory(folder / "folder");
  write_text(folder / "file", "text");
  CHECK_THAT(io_error([&] { files.write(folder / "folder", text_writer("x")); }),
             Contains("folder'") && Contains("directory"));
  CHECK_THAT(io_error([&] { files.write("/dev/full", text_writer("x")); }),
             Contains("/dev/full") && Contains("not a regular file"));
  CHECK_THAT(io_error([&] { files.write(folder / "file/x", text_writer("x")); }),
             Contains("file'") && Contains("directory"));
  CHECK(folder.entries() == 2);
}

TEST_CASE("file set: a folder that may not be written gives an error with its reason and keeps the old file") {
  TemporaryFolder folder;
  std::filesystem::create_directory(folder / "locked");
  write_text(folder / "locked/out.txt", "old");
  ::chmod(folder.path().c_str(), 0755);
  ::chmod((folder / "locked").c_str(), 0555);
  const int code = in_child([&] {
    if (::getuid() == 0 && ::setuid(65534) != 0) return 9;  // root may write anywhere
    FileSet files;
    const std::string message = io_error([&] { files.write(folder / "locked/out.txt", text_writer("new")); });
    return message.find("out.txt") != std::string::npos && message.find("Permission denied") != std::string::npos ? 0
                                                                                                                  : 1;
  });
  CHECK(code == 0);
  CHECK(file_text(folder / "locked/out.txt") == "old");
  ::chmod((folder / "locked").c_str(), 0755);  // it could not be removed
}

TEST_CASE(
    "file set: a disk that takes no more gives an error with its reason, keeps the old file and leaves nothing "
    "behind") {
  TemporaryFolder folder;
  write_text(folder / "out.txt", "old");
  const int code = in_child([&] {
    // A limit on file sizes makes write() fail in its middle, as a full disk does.
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{100000, 100000};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 9;
    const std::string message = io_error([&] {
      FileSet files;
      files.write(folder / "small.txt", text_writer("fits"));
      files.write(folder / "out.txt", text_writer(std::string(1 << 20, 'x')));
      files.commit();
    });
    return message.find("out.txt") != std::string::npos && message.find("File too large") != std::string::npos ? 0 : 1;
  });
  CHECK(code == 0);
  CHECK(file_text(folder / "out.txt") == "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("file set: a process killed at any moment leaves the old file or the new one, whole") {
  TemporaryFolder folder;
  constexpr std::size_t kSize = 300000;
  write_text(folder / "out", std::string(kSize, 'a'));
  for (int round = 0; round < 25; ++round) {
    const std::string before = file_text(folder / "out");
    std::array<int, 2> commits{};
    REQUIRE(::pipe(commits.data()) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
      char letter = before[0];
      for (int commit = 0; commit < 25; ++commit) {  // so that the letter of before does not come again
        letter = letter == 'z' ? 'a' : static_cast<char>(letter + 1);
        FileSet files;
        files.write(folder / "out", [&](Sink& sink) {
          for (std::size_t i = 0; i < kSize; i += 1000) sink.append(std::string(1000, letter));
        });
        files.commit();
        static_cast<void>(::write(commits[1], "c", 1) == 1);
      }
      while (true) ::pause();
    }
    ::close(commits[1]);
    const bool waits = round % 3 != 0;  // for the first commit
    char byte = 0;
    if (waits) CHECK(::read(commits[0], &byte, 1) == 1);
    // Any moment from here on: nothing that is asserted depends on which.
    ::usleep(static_cast<useconds_t>(977 * round % 9000));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    ::close(commits[0]);
    REQUIRE(WIFSIGNALED(status));
    const std::string after = file_text(folder / "out");
    REQUIRE(after.size() == kSize);
    REQUIRE(after == std::string(kSize, after[0]));
    if (waits) CHECK(after != before);
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    const std::string name = entry.path().filename().string();
    CHECK((name == "out" || name.starts_with(".weald-")));
  }
}

TEST_CASE("file set: sets of two processes with the same files do not disturb each other") {
  TemporaryFolder folder;
  FileSet files;
  files.write(folder / "out", text_writer("mine"));
  const int code = in_child([&] {
    FileSet others;
    others.write(folder / "out", text_writer("theirs"));
    others.commit();
    return 0;
  });
  CHECK(code == 0);
  CHECK(file_text(folder / "out") == "theirs");
  files.commit();
  CHECK(file_text(folder / "out") == "mine");
  CHECK(folder.entries() == 1);
}

TEST_CASE("file set: a file with equal bytes can be left alone, its time too") {
  TemporaryFolder folder;
  write_text(folder / "same.txt", "same");
  write_text(folder / "other.txt", "old");
  const auto old_time = std::filesystem::last_write_time(folder / "same.txt") - std::chrono::hours(1);
  for (const char* name : {"same.txt", "other.txt"}) std::filesystem::last_write_time(folder / name, old_time);
  FileSet files;
  files.write(folder / "same.txt", text_writer("same"));
  files.write(folder / "other.txt", text_writer("new"));
  files.commit(Equal::keep);
  CHECK(std::filesystem::last_write_time(folder / "same.txt") == old_time);
  CHECK(std::filesystem::last_write_time(folder / "other.txt") != old_time);
  CHECK(file_text(folder / "other.txt") == "new");
  CHECK(files.files()[0].kept);
  CHECK_FALSE(files.files()[1].kept);
  CHECK(folder.entries() == 2);
  FileSet again;
  again.write(folder / "same.txt", text_writer("same"));
  again.commit();
  CHECK(std::filesystem::last_write_time(folder / "same.txt") != old_time);
}

TEST_CASE("file set: sets that are committed at the same time do not mix") {
  TemporaryFolder folder;
  const auto commit_often = [&](const std::string& text) {
    for (int i = 0; i < 30; ++i) {
      FileSet files;
      for (const char* name : {"a/1.txt", "b/2.txt", "a/3.txt"}) files.write(folder / name, text_writer(text));
      files.commit();
    }
    return 0;
  };
  const pid_t child = ::fork();
  if (child == 0) ::_exit(commit_often("theirs"));
  commit_often("ours");
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
  const std::string first = file_text(folder / "a/1.txt");
  CHECK(file_text(folder / "b/2.txt") == first);
  CHECK(file_text(folder / "a/3.txt") == first);
}

TEST_CASE("file set in memory: nothing is on the disk, and the bytes can be had") {
  TemporaryFolder folder;
  MemoryFileSet files;
  files.write(folder / "a.txt", text_writer("text"));
  REQUIRE(files.find(folder / "a.txt") != nullptr);
  CHECK(*files.find(folder / "a.txt") == "text");
  CHECK(files.find("b.txt") == nullptr);
  CHECK(folder.entries() == 0);
}

// A file set that is killed when it has written two files, or some time after; `moment` is awaited before.
void leave_behind(const std::filesystem::path& folder, const std::function<void(pid_t)>& moment) {
  std::array<int, 2> written{};
  REQUIRE(::pipe(written.data()) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    FileSet files;
    files.write(folder / "a", text_writer("theirs"));
    files.write(folder / "b", [&](Sink& sink) {
      sink.append(std::string(400'000, 'b'));
      static_cast<void>(::write(written[1], "w", 1) == 1);
      while (true) ::pause();
    });
  }
  ::close(written[1]);
  char byte = 0;
  CHECK(::read(written[0], &byte, 1) == 1);
  ::close(written[0]);
  moment(child);
  ::kill(child, SIGKILL);
  CHECK(::waitpid(child, nullptr, 0) == child);
}

void commit_one(const std::filesystem::path& folder) {
  FileSet files;
  files.write(folder / "a", text_writer("ours"));
  files.commit();
}

TEST_CASE("file set: what a killed process has left is gone with the next commit, and what a living one writes stays") {
  const TemporaryFolder folder;
  leave_behind(folder.path(), [&](pid_t) {
    commit_one(folder.path());
    CHECK(folder.entries() == 4);  // ours, and a claim and two files of the process that lives
  });
  CHECK(folder.entries() == 4);
  commit_one(folder.path());
  CHECK(folder.entries() == 1);
  CHECK(file_text(folder / "a") == "ours");
}

TEST_CASE("file set: two processes that are killed while a third one commits leave nothing") {
  const TemporaryFolder folder;
  leave_behind(folder.path(), [&](pid_t) { leave_behind(folder.path(), [&](pid_t) { commit_one(folder.path()); }); });
  commit_one(folder.path());
  CHECK(folder.entries() == 1);
}

TEST_CASE("file set: what another kernel has left is removed when it is an hour old, and other names never") {
  const TemporaryFolder folder;
  const auto old = std::filesystem::file_time_type::clock::now() - std::chrono::hours(2);
  const std::vector<std::string> left{".weald-0123abcd-7-0.tmp", ".weald-0123abcd-7-0-1.tmp"};
  const std::vector<std::string> others{".weald-x-7-0.tmp", ".weald-0123abcd-7.tmp", ".weald-0123abcd-7-0-1-2.tmp",
                                        ".weald-0123abcd-7-0-1"};
  for (const auto* names : {&left, &others}) {
    for (const std::string& name : *names) write_text(folder / name, "half");
  }
  commit_one(folder.path());
  CHECK(folder.entries() == 1 + left.size() + others.size());
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    std::filesystem::last_write_time(entry.path(), old);
  commit_one(folder.path());
  CHECK(folder.entries() == 1 + others.size());
}
