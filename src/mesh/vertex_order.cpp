#include "mesh/vertex_order.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/check.h"

namespace weald::mesh {

namespace {

using Index = std::uint32_t;
constexpr Index kCacheSize = 16;

/// The triangles at each vertex.
struct Adjacency {
  std::vector<Index> begin;      // per vertex, and the end
  std::vector<Index> triangles;  // of vertex v: [begin[v], begin[v + 1])

  Adjacency(std::span<const Index> indices, std::size_t vertex_count)
      : begin(vertex_count + 1, 0), triangles(indices.size()) {
    for (const Index v : indices) ++begin[v + 1];
    for (std::size_t v = 0; v < vertex_count; ++v) begin[v + 1] += begin[v];
    std::vector<Index> next(begin.begin(), begin.end() - 1);
    for (std::size_t i = 0; i < indices.size(); ++i) triangles[next[indices[i]]++] = static_cast<Index>(i / 3);
  }
};

/// Walks from fan to fan: emits all triangles at a vertex, and goes on with the neighbour whose fan still fits the
/// cache and that entered it first.
class FanWalk {
 public:
  FanWalk(std::span<const Index> indices, std::size_t vertex_count)
      : indices_(indices),
        adjacency_(indices, vertex_count),
        live_(vertex_count),
        entered_(vertex_count, 0),
        is_emitted_(indices.size() / 3, false) {
    for (std::size_t v = 0; v < vertex_count; ++v) live_[v] = adjacency_.begin[v + 1] - adjacency_.begin[v];
    order_.reserve(indices.size());
  }

  std::vector<Index> run() {
    for (auto fan = next_unfinished(); fan; fan = next_fan()) emit_fan(*fan);
    return std::move(order_);
  }

 private:
  void emit_fan(Index vertex) {
    candidates_.clear();
    for (Index i = adjacency_.begin[vertex]; i < adjacency_.begin[vertex + 1]; ++i) {
      const Index triangle = adjacency_.triangles[i];
      if (is_emitted_[triangle]) continue;
      is_emitted_[triangle] = true;
      for (std::size_t corner = 0; corner < 3; ++corner) emit(indices_[3 * std::size_t{triangle} + corner]);
    }
  }

  void emit(Index vertex) {
    order_.push_back(vertex);
    dead_ends_.push_back(vertex);
    candidates_.push_back(vertex);
    --live_[vertex];
    if (time_ - entered_[vertex] > kCacheSize) entered_[vertex] = time_++;
  }

  std::optional<Index> next_fan() {
    std::optional<Index> best;
    std::uint64_t best_age = 0;
    for (const Index vertex : candidates_) {
      if (live_[vertex] == 0) continue;
      const std::uint64_t age = time_ - entered_[vertex];
      const bool stays = age + 2 * std::uint64_t{live_[vertex]} <= kCacheSize;
      const std::uint64_t priority = stays ? age : 0;
      if (best && priority <= best_age) continue;
      best = vertex;
      best_age = priority;
    }
    return best ? best : next_after_dead_end();
  }

  std::optional<Index> next_after_dead_end() {
    while (!dead_ends_.empty()) {
      const Index vertex = dead_ends_.back();
      dead_ends_.pop_back();
      if (live_[vertex] > 0) return vertex;
    }
    return next_unfinished();
  }

  std::optional<Index> next_unfinished() {
    while (cursor_ < live_.size() && live_[cursor_] == 0) ++cursor_;
    return cursor_ < live_.size() ? std::optional{static_cast<Index>(cursor_)} : std::nullopt;
  }

  std::span<const Index> indices_;
  Adjacency adjacency_;
  std::vector<Index> live_;             // triangles of a vertex that are not emitted yet
  std::vector<std::uint64_t> entered_;  // when a vertex entered the cache
  std::vector<bool> is_emitted_;
  std::vector<Index> order_, dead_ends_, candidates_;
  std::uint64_t time_ = kCacheSize + 1;
  std::size_t cursor_ = 0;
};

template <class T>
void reorder(std::vector<T>& values, const std::vector<Index>& sources) {
  if (values.empty()) return;
  std::vector<T> result;
  result.reserve(sources.size());
  for (const Index source : sources) result.push_back(values[source]);
  values = std::move(result);
}

}  // namespace

void order_for_hardware(TriangleList& list) {
  list.indices = FanWalk(list.indices, list.vertex_count()).run();
  std::vector<Index> sources, numbers(list.vertex_count(), Dcel::kNoIndex);
  sources.reserve(list.vertex_count());
  for (Index& index : list.indices) {
    if (numbers[index] == Dcel::kNoIndex) {
      numbers[index] = static_cast<Index>(sources.size());
      sources.push_back(index);
    }
    index = numbers[index];
  }
  reorder(list.positions, sources);
  reorder(list.normals, sources);
  reorder(list.uvs, sources);
  for (const VertexAttribute& attribute : kVertexAttributes) reorder(list.*attribute.values, sources);
  reorder(list.tangents, sources);
}

double cache_misses_per_triangle(std::span<const std::uint32_t> indices, std::size_t vertex_count, std::size_t size) {
  WEALD_CHECK(size > 0 && indices.size() >= 3);
  std::vector<std::size_t> entered(vertex_count, 0);
  std::size_t misses = 0;
  for (const Index v : indices) {
    // The number of misses is the cache's clock: an entry leaves after as many of them as the cache has places.
    if (entered[v] == 0 || misses - entered[v] + 1 > size) entered[v] = ++misses;
  }
  return static_cast<double>(misses) / static_cast<double>(indices.size() / 3);
}

}  // namespace weald::mesh
