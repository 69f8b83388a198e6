#pragma once
// Memory of Grid<T>: uses huge pages for large grids, and is not initialised.

#include <cstddef>
#include <new>
#include <utility>

namespace weald {

/// Memory for `bytes` bytes, uninitialised. Blocks of several megabytes are aligned for huge pages, which are requested
/// if the system has them: page faults for a thousand small pages take longer than most loops over them. Throws
/// std::bad_alloc. Pre: the alignment of T is at most that of operator new.
void* allocate_grid(std::size_t bytes);
/// Frees memory of allocate_grid(). Pre: `bytes` as in its allocation.
void free_grid(void* memory, std::size_t bytes);

/// Allocator of Grid<T> that leaves numbers uninitialised unless they are given a value.
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
