#include "support/work_count.h"

namespace {
std::uint64_t counted = 0;  // the compiler calls a function without arguments: it can count nowhere else
}

/// What the compiler calls at the start of every piece of straight code (-fsanitize-coverage=trace-pc).
extern "C" void __sanitizer_cov_trace_pc();
extern "C" void __sanitizer_cov_trace_pc() { ++counted; }

namespace weald::test {

std::uint64_t work_of(const std::function<void()>& run) {
  const std::uint64_t before = counted;
  run();
  return counted - before;
}

}  // namespace weald::test
