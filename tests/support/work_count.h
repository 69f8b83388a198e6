#pragma once
// Counts the work of code that was compiled to be counted, so that a test of how work grows needs no clock.

#include <cstdint>
#include <functional>

namespace weald::test {

/// How many pieces of straight code `run` goes through, in the sources that weald_count_work() (tests/CMakeLists.txt)
/// compiled. The number is the same on every run of one build.
std::uint64_t work_of(const std::function<void()>& run);

}  // namespace weald::test
