#pragma once
// Alignment of windows to cache lines.

#include <cstdint>

namespace weald::noise::detail {

/// Number of samples between the start of the cache line and `sample`. A first tile that is shorter by this number
/// aligns all others to cache lines, so no vector store crosses a line.
inline int samples_past_line(const float* sample) {
  return static_cast<int>(reinterpret_cast<std::uintptr_t>(sample) % 64 / sizeof(float));
}

}  // namespace weald::noise::detail
