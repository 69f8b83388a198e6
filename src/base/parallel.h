#pragma once
// Parallel loops. Work is divided into blocks of a fixed size, so results do not depend on the number of threads.

#include <cstddef>
#include <functional>

namespace weald {

/// Calls body(begin, end) for consecutive blocks of at most `block` items that cover [0, count), on a number of
/// threads within the current limit, in any order. An exception ends the loop; that of the first block in order that
/// has one is rethrown. Throws std::bad_alloc if the system grants no thread. Pre: block > 0.
void parallel_blocks(std::size_t count, std::size_t block, const std::function<void(std::size_t, std::size_t)>& body);

/// Calls body(). While it runs, the calling thread takes no block of loops outside it, so a lock that is held around
/// this call cannot be waited for by the thread that holds it.
void isolated(const std::function<void()>& body);

/// While this object lives, parallel loops use at most `threads` threads (0: one per core).
class ThreadLimit {
 public:
  /// Pre: threads >= 0.
  explicit ThreadLimit(int threads);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  void* control_;
};

}  // namespace weald
