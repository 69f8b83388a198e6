#pragma once
// Dcel: a doubly connected edge list (half-edge structure) as 32-bit index arrays; topology only.
//
// The two half-edges of an edge are neighbours in memory: twin(h) flips the lowest bit. Boundary half-edges are real:
// they have no face and are linked by next and prev into boundary loops (clockwise around a hole seen from outside).
// A vertex on the boundary keeps an outgoing boundary half-edge, so its circulators start at the gap.
// Source: [mount2015] (records and enumerations), docs/decisions/06-half-edges.md.

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/check.h"

namespace weald::mesh {

/// Index of one kind of element, with a type of its own, so that a face cannot be passed as a vertex.
template <class Tag>
struct Id {
  std::uint32_t index = 0;
  constexpr Id() = default;
  constexpr explicit Id(std::uint32_t i) : index(i) {}
  constexpr auto operator<=>(const Id&) const = default;
};

using VertexId = Id<struct VertexTag>;
using HalfedgeId = Id<struct HalfedgeTag>;
using FaceId = Id<struct FaceTag>;

/// Half-edges, vertices and faces by index. Immutable except by DcelBuilder.
class Dcel {
 public:
  std::uint32_t vertex_count() const { return static_cast<std::uint32_t>(vertex_halfedge_.size()); }
  std::uint32_t halfedge_count() const { return static_cast<std::uint32_t>(origin_.size()); }
  std::uint32_t edge_count() const { return halfedge_count() / 2; }
  std::uint32_t face_count() const { return static_cast<std::uint32_t>(face_halfedge_.size()); }

  /// The other half-edge of the edge.
  static HalfedgeId twin(HalfedgeId h) { return HalfedgeId{h.index ^ 1u}; }
  /// The vertices that h starts and ends at.
  VertexId origin(HalfedgeId h) const { return VertexId{origin_[h.index]}; }
  VertexId target(HalfedgeId h) const { return VertexId{origin_[h.index ^ 1u]}; }
  /// The half-edges after and before h in the cycle of its face or of its boundary loop.
  HalfedgeId next(HalfedgeId h) const { return HalfedgeId{next_[h.index]}; }
  HalfedgeId prev(HalfedgeId h) const { return HalfedgeId{prev_[h.index]}; }
  /// True if h has no face.
  bool is_boundary(HalfedgeId h) const { return face_[h.index] == kNoIndex; }
  /// The face on the left of h. Pre: h is not a boundary half-edge.
  FaceId face(HalfedgeId h) const {
    WEALD_DEBUG_CHECK(!is_boundary(h));
    return FaceId{face_[h.index]};
  }
  /// An outgoing half-edge of v: a boundary half-edge if v has one. Unset for an isolated vertex.
  std::optional<HalfedgeId> halfedge(VertexId v) const {
    const std::uint32_t h = vertex_halfedge_[v.index];
    return h == kNoIndex ? std::nullopt : std::optional{HalfedgeId{h}};
  }
  /// A half-edge of f's cycle: the one that starts at the first corner the face was built from.
  HalfedgeId halfedge(FaceId f) const { return HalfedgeId{face_halfedge_[f.index]}; }

  /// Number of corners of f.
  std::uint32_t valence(FaceId f) const;

  // The arrays, for algorithms that run over all elements and for the builder. kNoIndex stands for "none":
  // a boundary half-edge's face, an isolated vertex's half-edge.
  static constexpr std::uint32_t kNoIndex = 0xFFFFFFFFu;
  std::span<const std::uint32_t> origins() const { return origin_; }
  std::span<const std::uint32_t> nexts() const { return next_; }
  std::span<const std::uint32_t> prevs() const { return prev_; }
  std::span<const std::uint32_t> faces() const { return face_; }
  std::span<const std::uint32_t> vertex_halfedges() const { return vertex_halfedge_; }
  std::span<const std::uint32_t> face_halfedges() const { return face_halfedge_; }

 private:
  friend class DcelBuilder;  // data/dcel_builder.cpp, the only class that changes a Dcel
  friend class DcelSurgeon;  // tests/support: breaks invariants deliberately, to test check()
  std::vector<std::uint32_t> origin_, next_, prev_, face_;  // per half-edge
  std::vector<std::uint32_t> vertex_halfedge_;              // per vertex
  std::vector<std::uint32_t> face_halfedge_;                // per face
};

}  // namespace weald::mesh
