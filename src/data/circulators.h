#pragma once
// Circulators: ranges over the half-edges and vertices of a face and over the neighbourhood of a vertex, for range-for.
//
//   for (VertexId v : vertices_of(dcel, face)) ...
//
// All go counter-clockwise, seen from outside. Around a boundary vertex, they start at the first edge after the gap and
// end at the last one before it. The mesh must not be changed while a range is in use. Source: [mount2015]
// (enumerations of the DCEL).

#include <cstddef>
#include <iterator>
#include <optional>

#include "data/dcel.h"

namespace weald::mesh {

namespace detail {

// How to advance from a half-edge, and which element to return for it.
struct AroundFace {
  static HalfedgeId next(const Dcel& dcel, HalfedgeId h) { return dcel.next(h); }
};
struct AroundVertex {
  static HalfedgeId next(const Dcel& dcel, HalfedgeId h) { return Dcel::twin(dcel.prev(h)); }
};
struct ShowHalfedge {
  static HalfedgeId of(const Dcel&, HalfedgeId h) { return h; }
};
struct ShowOrigin {
  static VertexId of(const Dcel& dcel, HalfedgeId h) { return dcel.origin(h); }
};
struct ShowTarget {
  static VertexId of(const Dcel& dcel, HalfedgeId h) { return dcel.target(h); }
};

/// The half-edges visited from `first` until it is reached again.
template <class Step, class Show>
class Ring {
 public:
  class Iterator {
   public:
    using value_type = decltype(Show::of(std::declval<const Dcel&>(), HalfedgeId{}));
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using pointer = void;
    using reference = value_type;

    Iterator() = default;
    Iterator(const Dcel& dcel, HalfedgeId first) : dcel_(&dcel), at_(first), first_(first), done_(false) {}
    value_type operator*() const { return Show::of(*dcel_, at_); }
    Iterator& operator++() {
      at_ = Step::next(*dcel_, at_);
      done_ = at_ == first_;
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const Iterator& i, std::default_sentinel_t) { return i.done_; }

   private:
    const Dcel* dcel_ = nullptr;
    HalfedgeId at_, first_;
    bool done_ = true;
  };

  Ring(const Dcel& dcel, std::optional<HalfedgeId> first) : dcel_(&dcel), first_(first) {}
  Iterator begin() const { return first_ ? Iterator(*dcel_, *first_) : Iterator(); }
  std::default_sentinel_t end() const { return {}; }

 private:
  const Dcel* dcel_;
  std::optional<HalfedgeId> first_;
};

/// Where a range around v starts: after the gap of a boundary vertex.
inline std::optional<HalfedgeId> ring_start(const Dcel& dcel, VertexId v) {
  const std::optional<HalfedgeId> h = dcel.halfedge(v);
  if (h && dcel.is_boundary(*h)) return Dcel::twin(dcel.prev(*h));
  return h;
}

}  // namespace detail

/// The half-edges of f's cycle, from halfedge(f).
inline auto halfedges_of(const Dcel& dcel, FaceId f) {
  return detail::Ring<detail::AroundFace, detail::ShowHalfedge>(dcel, dcel.halfedge(f));
}

/// The half-edges of the cycle that h lies on, from h: of its face, or of its boundary loop. A boundary loop goes
/// clockwise around the hole, as its half-edges have the hole on their left.
inline auto loop_of(const Dcel& dcel, HalfedgeId h) {
  return detail::Ring<detail::AroundFace, detail::ShowHalfedge>(dcel, h);
}

/// The vertices of f, from the origin of halfedge(f).
inline auto vertices_of(const Dcel& dcel, FaceId f) {
  return detail::Ring<detail::AroundFace, detail::ShowOrigin>(dcel, dcel.halfedge(f));
}

/// The half-edges that start at v; empty for an isolated vertex.
inline auto outgoing_of(const Dcel& dcel, VertexId v) {
  return detail::Ring<detail::AroundVertex, detail::ShowHalfedge>(dcel, detail::ring_start(dcel, v));
}

/// The vertices joined to v by an edge.
inline auto neighbours_of(const Dcel& dcel, VertexId v) {
  return detail::Ring<detail::AroundVertex, detail::ShowTarget>(dcel, detail::ring_start(dcel, v));
}

}  // namespace weald::mesh
