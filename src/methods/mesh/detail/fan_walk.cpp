#include "methods/mesh/detail/fan_walk.h"

#include <algorithm>

#include "base/check.h"

namespace weald::mesh {

namespace {

constexpr std::uint32_t kCacheSize = 16;

}  // namespace

const std::vector<std::uint16_t>& FanWalk::order(std::span<const Short> indices, std::size_t vertex_count) {
  WEALD_CHECK(indices.size() <= 3 * kMaxTriangles);
  indices_ = indices;
  find_triangles_at_vertices(vertex_count);
  entered_.assign(vertex_count, 0);
  is_emitted_.assign(indices.size() / 3, 0);
  order_.clear();
  dead_ends_.clear();
  candidates_.clear();
  time_ = kCacheSize + 1;
  cursor_ = 0;
  // Emits one fan after another: all triangles at a vertex, then all triangles at a neighbour. Among the neighbours
  // whose fan still fits the cache, the first to have entered it is chosen.
  for (auto fan = next_unfinished(); fan; fan = next_fan()) emit_fan(*fan);
  return order_;
}

void FanWalk::find_triangles_at_vertices(std::size_t vertex_count) {
  live_.assign(vertex_count, 0);
  for (const Short v : indices_) ++live_[v];
  begin_.resize(vertex_count + 1);
  Short sum = 0;
  for (std::size_t v = 0; v < vertex_count; ++v) {
    sum = static_cast<Short>(sum + live_[v]);
    begin_[v] = sum;  // the end of the range; filling turns it into the beginning
  }
  begin_[vertex_count] = sum;
  triangles_.resize(indices_.size());
  for (std::size_t i = indices_.size(); i-- > 0;) triangles_[--begin_[indices_[i]]] = static_cast<Short>(i / 3);
}

void FanWalk::emit_fan(Short vertex) {
  candidates_.clear();
  for (std::size_t i = begin_[vertex]; i < begin_[vertex + std::size_t{1}]; ++i) {
    const std::size_t triangle = triangles_[i];
    if (is_emitted_[triangle] != 0) continue;
    is_emitted_[triangle] = 1;
    for (std::size_t corner = 3 * triangle; corner < 3 * triangle + 3; ++corner) {
      const Short v = indices_[corner];
      order_.push_back(v);
      dead_ends_.push_back(v);
      candidates_.push_back(v);
      --live_[v];
      if (time_ - entered_[v] > kCacheSize) entered_[v] = time_++;
    }
  }
}

std::optional<std::uint16_t> FanWalk::next_fan() {
  std::optional<Short> best;
  std::uint32_t best_age = 0;
  for (const Short vertex : candidates_) {
    if (live_[vertex] == 0) continue;
    const std::uint32_t age = time_ - entered_[vertex];
    const bool stays = age + 2 * std::uint32_t{live_[vertex]} <= kCacheSize;
    const std::uint32_t priority = stays ? age : 0;
    if (best && priority <= best_age) continue;
    best = vertex;
    best_age = priority;
  }
  return best ? best : next_after_dead_end();
}

std::optional<std::uint16_t> FanWalk::next_after_dead_end() {
  while (!dead_ends_.empty()) {
    const Short vertex = dead_ends_.back();
    dead_ends_.pop_back();
    if (live_[vertex] > 0) return vertex;
  }
  return next_unfinished();
}

std::optional<std::uint16_t> FanWalk::next_unfinished() {
  while (cursor_ < live_.size() && live_[cursor_] == 0) ++cursor_;
  return cursor_ < live_.size() ? std::optional{static_cast<Short>(cursor_)} : std::nullopt;
}

}  // namespace weald::mesh
