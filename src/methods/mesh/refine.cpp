#include "methods/mesh/refine.h"

#include "base/parallel.h"
#include "data/dcel_builder.h"
#include "methods/mesh/check.h"

namespace weald::mesh {
namespace {

constexpr std::size_t kElementsPerBlock = 16384;  // elements per parallel block

/// Child arrays of the right size, with the part that all refinements share: the halves of the parent's half-edges.
class Refiner {
 public:
  Refiner(const Dcel& parent, std::size_t inner_halfedges, std::size_t vertices, std::size_t faces) : parent_(parent) {
    const std::size_t count = 2 * std::size_t{parent.halfedge_count()} + inner_halfedges;
    child.origin.resize(count);
    child.next.resize(count);
    child.prev.resize(count);
    child.face.resize(count);
    child.vertex_halfedge.resize(vertices);
    child.face_halfedge.resize(faces);
  }

  /// The vertex in the middle of the edge of h.
  std::uint32_t edge_vertex(std::uint32_t h) const { return parent_.vertex_count() + (h >> 1); }

  void link(std::uint32_t a, std::uint32_t b) {
    child.next[a] = b;
    child.prev[b] = a;
  }

  /// Origins of the halves, boundary halves, and the half-edges of old vertices and edge vertices.
  void split_edges() {
    const auto origins = parent_.origins();
    const auto faces = parent_.faces();
    parallel_blocks(parent_.edge_count(), kElementsPerBlock, [&](std::size_t begin, std::size_t end) {
      for (auto e = static_cast<std::uint32_t>(begin); e < end; ++e) {
        std::uint32_t start = second_half(2 * e);
        for (const std::uint32_t h : {2 * e, 2 * e + 1}) {
          child.origin[first_half(h)] = origins[h];
          child.origin[second_half(h)] = edge_vertex(h);
          if (faces[h] != Dcel::kNoIndex) continue;
          child.face[first_half(h)] = child.face[second_half(h)] = Dcel::kNoIndex;
          link(first_half(h), second_half(h));
          link(second_half(h), first_half(parent_.nexts()[h]));
          start = second_half(h);
        }
        child.vertex_halfedge[edge_vertex(2 * e)] = start;
      }
    });
    for (std::uint32_t v = 0; v < parent_.vertex_count(); ++v) {
      const std::uint32_t h = parent_.vertex_halfedges()[v];
      child.vertex_halfedge[v] = h == Dcel::kNoIndex ? Dcel::kNoIndex : first_half(h);
    }
  }

  DcelArrays child;

 private:
  const Dcel& parent_;
};

}  // namespace

std::vector<std::uint32_t> corner_begin(const Dcel& dcel) {
  std::vector<std::uint32_t> begin(dcel.face_count() + std::size_t{1}, 0);
  if (is_triangle_mesh(dcel)) {
    for (std::uint32_t f = 0; f <= dcel.face_count(); ++f) begin[f] = 3 * f;
    return begin;
  }
  for (std::uint32_t f = 0; f < dcel.face_count(); ++f) begin[f + 1] = begin[f] + dcel.valence(FaceId{f});
  return begin;
}

std::vector<std::uint32_t> corner_ranks(const Dcel& dcel, const std::vector<std::uint32_t>& begin) {
  std::vector<std::uint32_t> rank(dcel.halfedge_count(), 0);
  parallel_blocks(dcel.face_count(), kElementsPerBlock, [&](std::size_t first, std::size_t last) {
    for (std::size_t f = first; f < last; ++f) {
      std::uint32_t h = dcel.face_halfedges()[f];
      for (std::uint32_t c = begin[f]; c < begin[f + 1]; ++c, h = dcel.nexts()[h]) rank[h] = c;
    }
  });
  return rank;
}

Dcel split_to_quads(const Dcel& dcel, const std::vector<std::uint32_t>& begin, const std::vector<std::uint32_t>& rank) {
  const std::uint32_t corners = begin.back();
  const std::uint32_t first_face_vertex = dcel.vertex_count() + dcel.edge_count();
  Refiner refiner(dcel, 2 * std::size_t{corners}, std::size_t{first_face_vertex} + dcel.face_count(), corners);
  refiner.split_edges();
  DcelArrays& child = refiner.child;
  const auto inward = [&](std::uint32_t h) { return 2 * (dcel.halfedge_count() + rank[h]); };  // twin: outward
  parallel_blocks(dcel.face_count(), kElementsPerBlock, [&](std::size_t first, std::size_t last) {
    for (auto f = static_cast<std::uint32_t>(first); f < last; ++f) {
      std::uint32_t h = dcel.face_halfedges()[f];
      child.vertex_halfedge[first_face_vertex + f] = inward(h) + 1;
      std::uint32_t p = dcel.prevs()[h];
      for (std::uint32_t quad = begin[f]; quad < begin[f + 1]; ++quad) {
        const std::uint32_t sides[] = {first_half(h), inward(h), inward(p) + 1, second_half(p)};
        child.origin[sides[1]] = refiner.edge_vertex(h);
        child.origin[sides[2]] = first_face_vertex + f;
        for (std::size_t i = 0; i < 4; ++i) {
          child.face[sides[i]] = quad;
          child.next[sides[i]] = sides[(i + 1) % 4];
          child.prev[sides[i]] = sides[(i + 3) % 4];
        }
        child.face_halfedge[quad] = sides[0];
        p = h;
        h = dcel.nexts()[h];
      }
    }
  });
  return DcelBuilder::adopt(std::move(child));
}

Dcel split_to_triangles(const Dcel& dcel, const std::vector<std::uint32_t>& rank) {
  const std::size_t corners = 3 * std::size_t{dcel.face_count()};
  Refiner refiner(dcel, 2 * corners, std::size_t{dcel.vertex_count()} + dcel.edge_count(),
                  4 * std::size_t{dcel.face_count()});
  refiner.split_edges();
  DcelArrays& child = refiner.child;
  // Cuts off the corner at the origin of h: from the edge of h to the previous edge; its twin bounds the middle
  // triangle.
  const auto cut = [&](std::uint32_t h) { return 2 * (dcel.halfedge_count() + rank[h]); };
  const auto add_triangle = [&](std::uint32_t face, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    refiner.link(a, b);
    refiner.link(b, c);
    refiner.link(c, a);
    child.face[a] = child.face[b] = child.face[c] = face;
    child.face_halfedge[face] = a;
  };
  parallel_blocks(dcel.face_count(), kElementsPerBlock, [&](std::size_t first, std::size_t last) {
    for (auto f = static_cast<std::uint32_t>(first); f < last; ++f) {
      const std::uint32_t h0 = dcel.face_halfedges()[f];
      const std::uint32_t h1 = dcel.nexts()[h0];
      const std::uint32_t h2 = dcel.nexts()[h1];
      add_triangle(4 * f, first_half(h0), cut(h0), second_half(h2));
      add_triangle(4 * f + 1, first_half(h1), cut(h1), second_half(h0));
      add_triangle(4 * f + 2, first_half(h2), cut(h2), second_half(h1));
      add_triangle(4 * f + 3, cut(h1) + 1, cut(h2) + 1, cut(h0) + 1);
      for (const std::uint32_t h : {h0, h1, h2}) child.origin[cut(h)] = refiner.edge_vertex(h);
      child.origin[cut(h1) + 1] = refiner.edge_vertex(h0);
      child.origin[cut(h2) + 1] = refiner.edge_vertex(h1);
      child.origin[cut(h0) + 1] = refiner.edge_vertex(h2);
    }
  });
  return DcelBuilder::adopt(std::move(child));
}

}  // namespace weald::mesh
