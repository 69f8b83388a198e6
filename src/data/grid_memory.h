#pragma once
// Memory of Grid<T>: in huge pages where it is large, and not written before it is used.

#include <cstddef>
#include <new>
#include <utility>

namespace weald {

/// Memory for `bytes` bytes, uninitialised. From some megabytes on it is aligned so that the system can back it with
/// huge pages, and asks for these where the system lets programs ask: a thousand small pages take longer to come by
/// than most loops over them. Throws std::bad_alloc. Pre: T of the grid needs no more alignment than operator new
/// gives.
void* allocate_grid(std::size_t bytes);
/// Gives it back; `bytes` as it was allocated.
void free_grid(void* memory, std::size_t bytes);

/// Allocator of Grid<T>: leaves numbers that are given no value unset.
template <class T>
struct GridMemory {
  using value_type = T;
  GridMemory() = default;
  template <class U>
  GridMemory(const GridMemory<U>&) {}

  T* allocate(std::size_t count) { return static_cast<T*>(allocate_grid(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t count) { free_grid(memory, count * sizeof(T)); }
  template <class U>
  void construct(U* place) {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Arguments>
  void construct(U* place, Arguments&&... arguments) {
    ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
  }
  bool operator==(const GridMemory&) const = default;
};

}  // namespace weald
