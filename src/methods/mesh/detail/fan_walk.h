#pragma once
// FanWalk: Tipsify, which orders a block of triangles for a small vertex cache.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace weald::mesh {

/// Orders blocks of triangles one after another and reuses its memory.
class FanWalk {
 public:
  /// Maximum number of triangles in a block, so that its corners can be counted with 16 bits.
  static constexpr std::size_t kMaxTriangles = 16384;

  /// Returns the corners in their new order; triangles are kept intact. `indices` holds three indices per triangle, all
  /// below `vertex_count`. The result is valid until the next call. Pre: at most kMaxTriangles. Source: [sander2007].
  const std::vector<std::uint16_t>& order(std::span<const std::uint16_t> indices, std::size_t vertex_count);

 private:
  using Short = std::uint16_t;

  void find_triangles_at_vertices(std::size_t vertex_count);
  void emit_fan(Short vertex);
  std::optional<Short> next_fan();
  std::optional<Short> next_after_dead_end();
  std::optional<Short> next_unfinished();

  std::span<const Short> indices_;
  // per vertex, plus the end: the triangles of vertex v are triangles_[begin_[v], begin_[v + 1])
  std::vector<Short> begin_;
  std::vector<Short> triangles_;
  std::vector<Short> live_;             // triangles of a vertex not yet emitted
  std::vector<std::uint32_t> entered_;  // time at which a vertex entered the cache
  std::vector<std::uint8_t> is_emitted_;
  std::vector<Short> order_, dead_ends_;  // the walk continues at the last dead end when a fan has no neighbours
  std::vector<Short> candidates_;
  std::uint32_t time_ = 0;
  std::size_t cursor_ = 0;
};

}  // namespace weald::mesh
