#pragma once
// Counts the bytes that a benchmark program has allocated. Include in one source file only: it replaces operator new.
// For programs of one thread.

#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace weald::bench {

inline std::size_t g_bytes = 0;
inline std::size_t g_peak = 0;

/// Bytes allocated since it was made.
class MemoryMeter {
 public:
  MemoryMeter() : start_(g_bytes) { g_peak = g_bytes; }
  double peak() const { return static_cast<double>(g_peak - start_); }
  double now() const { return static_cast<double>(g_bytes - start_); }

 private:
  std::size_t start_;
};

}  // namespace weald::bench

// Not inlined: GCC would take malloc and operator delete for a mismatched pair.
[[gnu::noinline]] void* operator new(std::size_t size) {
  void* p = std::malloc(size);
  if (p == nullptr) throw std::bad_alloc();
  weald::bench::g_bytes += malloc_usable_size(p);
  weald::bench::g_peak = std::max(weald::bench::g_peak, weald::bench::g_bytes);
  return p;
}
[[gnu::noinline]] void operator delete(void* p) noexcept {
  weald::bench::g_bytes -= malloc_usable_size(p);
  std::free(p);
}
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept { operator delete(p); }
