#include <algorithm>
#include <atomic>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/catch.h"

#include "base/check.h"
#include "base/parallel.h"
#include "base/run_context.h"

namespace weald {
namespace {

using Block = std::pair<std::size_t, std::size_t>;

std::vector<Block> blocks_of(std::size_t count, std::size_t size) {
  std::mutex mutex;
  std::vector<Block> blocks;
  parallel_blocks(count, size, [&](std::size_t begin, std::size_t end) {
    const std::lock_guard lock(mutex);
    blocks.emplace_back(begin, end);
  });
  std::sort(blocks.begin(), blocks.end());
  return blocks;
}

TEST_CASE("parallel_blocks cuts work into the same blocks at every thread limit") {
  const std::vector<Block> expected{{0, 30}, {30, 60}, {60, 90}, {90, 100}};
  for (const int threads : {1, 2, 3, 8, 0}) {
    const ThreadLimit limit(threads);
    CHECK(blocks_of(100, 30) == expected);
  }
}

TEST_CASE("parallel_blocks at the edges: nothing, less than a block, exactly one, single items") {
  CHECK(blocks_of(0, 8).empty());
  CHECK(blocks_of(5, 8) == std::vector<Block>{{0, 5}});
  CHECK(blocks_of(8, 8) == std::vector<Block>{{0, 8}});
  CHECK(blocks_of(9, 8) == std::vector<Block>{{0, 8}, {8, 9}});
  CHECK(blocks_of(1000, 1).size() == 1000);
  CHECK_THROWS_AS(blocks_of(5, 0), InternalError);
}

TEST_CASE("parallel_blocks touches every item once") {
  std::vector<std::atomic<int>> touched(10007);
  parallel_blocks(touched.size(), 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) ++touched[i];
  });
  CHECK(std::all_of(touched.begin(), touched.end(), [](const auto& n) { return n == 1; }));
}

TEST_CASE("an exception in a block reaches the caller") {
  for (const int threads : {1, 4}) {
    const ThreadLimit limit(threads);
    CHECK_THROWS_AS(parallel_blocks(100, 10,
                                    [](std::size_t begin, std::size_t) {
                                      if (begin == 50) throw std::runtime_error("fifty");
                                    }),
                    std::runtime_error);
  }
}

TEST_CASE("of the exceptions of several blocks, that of the first block reaches the caller") {
  for (const int threads : {1, 2, 8}) {
    const ThreadLimit limit(threads);
    std::atomic<bool> has_thrown{false};
    const auto body = [&](std::size_t begin, std::size_t) {
      // The first block gives the others time to throw.
      for (int i = 0; threads > 1 && begin == 0 && i < 100 && !has_thrown; ++i) std::this_thread::yield();
      if (begin < 30) return;
      has_thrown = true;
      throw std::runtime_error(std::to_string(begin));
    };
    CHECK_THROWS_WITH(parallel_blocks(1000, 10, body), "30");
  }
}

TEST_CASE("a parallel loop may run inside another") {
  std::atomic<int> sum = 0;
  parallel_blocks(8, 1, [&](std::size_t, std::size_t) {
    parallel_blocks(100, 10, [&](std::size_t begin, std::size_t end) { sum += static_cast<int>(end - begin); });
  });
  CHECK(sum == 800);
}

TEST_CASE("a run context reports progress until it is told to stop") {
  std::atomic<bool> stop = false;
  std::vector<double> seen;
  std::vector<std::string> warnings;
  RunContext context;
  context.progress(0.1);  // no listeners: nothing happens
  context.warn("quiet");
  context.stop = &stop;
  context.on_progress = [&](double share) { seen.push_back(share); };
  context.on_warning = [&](const std::string& message, std::string_view key) {
    warnings.push_back(std::string(key) + ": " + message);
  };
  context.progress(0.5);
  context.warn("too fine", "octaves");
  stop = true;
  CHECK_THROWS_AS(context.progress(0.6), Interrupted);
  CHECK_THROWS_AS(context.check_stop(), Interrupted);
  CHECK(seen == std::vector{0.5});
  CHECK(warnings == std::vector<std::string>{"octaves: too fine"});
}

}  // namespace
}  // namespace weald
