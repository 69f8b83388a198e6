#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <new>
#include <stdexcept>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include "base/check.h"

namespace weald {

namespace {

/// A thread needs memory for its stack, so failing to start one is a lack of memory too.
class NoThread : public std::bad_alloc {
 public:
  const char* what() const noexcept override { return "cannot start another thread"; }
};

/// The exception of the first block among those that threw.
class FirstError {
 public:
  /// Whether a block before this one threw.
  bool is_before(std::size_t block) const { return block_ < block; }
  /// Pre: called in a catch block.
  void set(std::size_t block) {
    const std::lock_guard lock(mutex_);
    if (block_ < block) return;
    error_ = std::current_exception();
    block_ = block;
  }
  void rethrow() const {
    if (error_ != nullptr) std::rethrow_exception(error_);
  }

 private:
  std::atomic<std::size_t> block_{std::numeric_limits<std::size_t>::max()};
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace

void parallel_blocks(std::size_t count, std::size_t block, const std::function<void(std::size_t, std::size_t)>& body) {
  WEALD_CHECK(block > 0);
  const std::size_t blocks = (count + block - 1) / block;
  if (blocks <= 1) {
    if (count > 0) body(0, count);
    return;
  }
  // Exceptions of the body bypass oneTBB, which would need memory to propagate them, and which throws a generic one if
  // the system grants it no further thread.
  FirstError error;
  try {
    tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t i) {
      if (error.is_before(i)) return;  // earlier blocks still run, so that threads do not decide which error is thrown
      try {
        body(i * block, std::min(count, (i + 1) * block));
      } catch (...) {
        error.set(i);
      }
    });
  } catch (const std::runtime_error&) {
    throw NoThread();
  }
  error.rethrow();
}

void isolated(const std::function<void()>& body) {
  // Exceptions bypass oneTBB, as in parallel_blocks().
  std::exception_ptr error;
  tbb::this_task_arena::isolate([&] {
    try {
      body();
    } catch (...) {
      error = std::current_exception();
    }
  });
  if (error != nullptr) std::rethrow_exception(error);
}

ThreadLimit::ThreadLimit(int threads)
    : control_(new tbb::global_control(
          tbb::global_control::max_allowed_parallelism,
          static_cast<std::size_t>(threads > 0 ? threads : tbb::info::default_concurrency()))) {}

ThreadLimit::~ThreadLimit() { delete static_cast<tbb::global_control*>(control_); }

}  // namespace weald
