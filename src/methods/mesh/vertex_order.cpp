#include "methods/mesh/vertex_order.h"

#include <utility>

#include <meshoptimizer.h>

#include "data/dcel.h"

namespace weald::mesh {

namespace {

constexpr std::uint32_t kNone = Dcel::kNoIndex;
constexpr unsigned int kCacheSize = 16;  // vertices

/// Renumbers vertices in order of first use; returns the old numbers.
std::vector<std::uint32_t> number_by_first_use(std::vector<std::uint32_t>& indices, std::size_t vertex_count) {
  std::vector<std::uint32_t> new_of_old(vertex_count, kNone), old_of_new;
  old_of_new.reserve(vertex_count);
  for (std::uint32_t& index : indices) {
    std::uint32_t& number = new_of_old[index];
    if (number == kNone) {
      number = static_cast<std::uint32_t>(old_of_new.size());
      old_of_new.push_back(index);
    }
    index = number;
  }
  return old_of_new;
}

}  // namespace

std::vector<std::uint32_t> order_for_hardware(std::vector<std::uint32_t>& indices, std::size_t vertex_count) {
  std::vector<std::uint32_t> ordered(indices.size());
  // Of the library's methods this is the one in integers: the others weigh vertices by floats.
  meshopt_optimizeVertexCacheFifo(ordered.data(), indices.data(), indices.size(), vertex_count, kCacheSize);
  indices = std::move(ordered);
  return number_by_first_use(indices, vertex_count);
}

}  // namespace weald::mesh
