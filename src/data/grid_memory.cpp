#include "data/grid_memory.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace weald {

namespace {

constexpr std::size_t kHugePage = std::size_t{1} << 21;
constexpr std::size_t kLarge = 2 * kHugePage;

}  // namespace

void* allocate_grid(std::size_t bytes) {
  if (bytes < kLarge) return ::operator new(bytes);
  void* memory = ::operator new (bytes, std::align_val_t{kHugePage});
#ifdef __linux__
  // Advice that the system may ignore. The last page is left out: it may partly belong to other blocks.
  madvise(memory, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
  return memory;
}

void free_grid(void* memory, std::size_t bytes) {
  if (bytes < kLarge)
    ::operator delete(memory);
  else
    ::operator delete (memory, std::align_val_t{kHugePage});
}

}  // namespace weald
