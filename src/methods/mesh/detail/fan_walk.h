#pragma once
// FanWalk: Tipsify, an order of a block of triangles that suits a small cache of vertices.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace weald::mesh {

/// Orders blocks of triangles, one after the other, reusing its memory.
class FanWalk {
 public:
  /// Most triangles of a block: its corners can be counted with 16 bits.
  static constexpr std::size_t kMostTriangles = 16384;

  /// The corners in their new order: triangles move as a whole. `indices` are three for each triangle, below
  /// `vertex_count`. The result stays until the next call. Pre: at most kMostTriangles. Source: [sander2007].
  const std::vector<std::uint16_t>& order(std::span<const std::uint16_t> indices, std::size_t vertex_count);

 private:
  using Short = std::uint16_t;

  void find_triangles_at_vertices(std::size_t vertex_count);
  void emit_fan(Short vertex);
  std::optional<Short> next_fan();
  std::optional<Short> next_after_dead_end();
  std::optional<Short> next_unfinished();

  std::span<const Short> indices_;
  std::vector<Short> begin_;  // per vertex, and the end: those of vertex v are triangles_[begin_[v], begin_[v + 1])
  std::vector<Short> triangles_;
  std::vector<Short> live_;             // triangles of a vertex that are not emitted yet
  std::vector<std::uint32_t> entered_;  // when a vertex entered the cache
  std::vector<std::uint8_t> is_emitted_;
  std::vector<Short> order_, dead_ends_;  // the last of the latter is where a walk without neighbours continues
  std::vector<Short> candidates_;
  std::uint32_t time_ = 0;
  std::size_t cursor_ = 0;
};

}  // namespace weald::mesh
