#pragma once
// Whether sanitizers watch the tests: they then take ten times as long, and some do less of the same.

#include <cstdint>

namespace weald::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

/// Step between the seeds that a test tries: sanitizers take every seventh. For cases that differ in nothing but their
/// seed: these run the same code, and every other build tries all. Seven shares no divisor with the numbers by which
/// seeds choose among sides, tips and models, so that these still vary.
inline constexpr std::uint64_t kSeedStep = kSanitized ? 7 : 1;

}  // namespace weald::test
