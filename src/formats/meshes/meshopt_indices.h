#pragma once
// Index compression of the modes TRIANGLES and INDICES of EXT_meshopt_compression. A triangle is encoded by an edge of
// one of the previous triangles and by how recently its third vertex was used. Source: [meshopt-spec].

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weald::io {

/// The last sixteen edges and vertices.
class MeshoptHistory {
 public:
  struct Edge {
    std::uint32_t from = ~0U, to = ~0U;
  };
  /// The edge or vertex that was added `age` additions before the last. Pre: age < 16.
  const Edge& edge(std::uint32_t age) const { return edges_[(next_edge_ - 1 - age) % 16]; }
  std::uint32_t vertex(std::uint32_t age) const { return vertices_[(next_vertex_ - 1 - age) % 16]; }
  void add_edge(std::uint32_t from, std::uint32_t to) { edges_[next_edge_++ % 16] = {from, to}; }
  void add_vertex(std::uint32_t vertex) { vertices_[next_vertex_++ % 16] = vertex; }
  void forget_vertices() { vertices_.fill(~0U); }

 private:
  std::array<Edge, 16> edges_{};
  std::array<std::uint32_t, 16> vertices_{~0U, ~0U, ~0U, ~0U, ~0U, ~0U, ~0U, ~0U,
                                          ~0U, ~0U, ~0U, ~0U, ~0U, ~0U, ~0U, ~0U};
  std::uint32_t next_edge_ = 0, next_vertex_ = 0;
};

/// Encodes triangles one after the other.
class MeshoptTriangleEncoder {
 public:
  /// Three indices. They are decoded in the same cyclic order, but may start at another index.
  void add(const std::array<std::uint32_t, 3>& triangle);
  /// The two parts of the stream, in order. Pre: called once, after all triangles.
  std::array<std::string, 2> take();

 private:
  void add_at_edge(std::uint32_t age, std::uint32_t a, std::uint32_t b, std::uint32_t c);
  void add_alone(std::uint32_t a, std::uint32_t b, std::uint32_t c);
  void put_index(std::uint32_t index);
  std::uint32_t take_next(std::uint32_t index, std::uint32_t otherwise);
  std::uint32_t code_of_free(std::uint32_t index);

  MeshoptHistory history_;
  std::uint32_t next_ = 0;  // the lowest unused index, if indices are in order
  std::uint32_t last_ = 0;  // the last index that was stored explicitly
  std::string codes_, data_;
};

/// The decoded indices of a stream; unset if the bytes are not a stream of `count` indices. Pre: `count` is a multiple
/// of three, and there is memory for as many indices.
std::optional<std::vector<std::uint32_t>> decode_meshopt_triangles(std::string_view bytes, std::size_t count);
/// The decoded indices of a stream of mode INDICES, in which `count` may be any number.
std::optional<std::vector<std::uint32_t>> decode_meshopt_indices(std::string_view bytes, std::size_t count);

}  // namespace weald::io
