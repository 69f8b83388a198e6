// FileSets that write the same files at once.

#include <barrier>
#include <cstdlib>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

#include "support/catch.h"

#include "formats/files/file_set.h"
#include "support/files.h"

using namespace weald;
using weald::test::file_text;
using weald::test::TemporaryFolder;

TEST_CASE("file set: sets that are committed at once never mix") {
  // In memory where possible: flushing thousands of files to a disk would take longer than all else.
  if (::access("/dev/shm", W_OK) == 0) ::setenv("TMPDIR", "/dev/shm", 0);
  const TemporaryFolder folder;
  constexpr int kSets = 4, kRounds = 25, kFiles = 100;
  const auto file = [&](int number) {
    return folder / (std::string(number % 2 == 0 ? "a/" : "b/") + std::to_string(number));
  };
  // A lock on a folder is one of the open folder, not of the process: threads wait for each other as processes do.
  std::barrier together(kSets + 1);
  std::vector<std::thread> threads;
  for (int t = 0; t < kSets; ++t) {
    threads.emplace_back([&, t] {
      for (int round = 0; round < kRounds; ++round) {
        io::FileSet files;
        for (int n = 0; n < kFiles; ++n) files.write(file(n), [&](io::Sink& sink) { sink.append(std::to_string(t)); });
        together.arrive_and_wait();
        files.commit();
        together.arrive_and_wait();
        together.arrive_and_wait();  // while the files are looked at
      }
    });
  }
  int mixed = 0;
  for (int round = 0; round < kRounds; ++round) {
    together.arrive_and_wait();
    together.arrive_and_wait();
    std::set<std::string> texts;
    for (int n = 0; n < kFiles; ++n) texts.insert(file_text(file(n)));
    mixed += texts.size() == 1 ? 0 : 1;
    together.arrive_and_wait();
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(mixed == 0);
}
