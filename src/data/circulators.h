#pragma once
// Circulators: ranges over the half-edges and vertices of a face and over the neighbourhood of a vertex, for range-for.
//
//   for (VertexId v : vertices_of(dcel, face)) ...                    counter-clockwise, seen from outside
//   for (VertexId v : neighbours_of<Turn::clockwise>(dcel, vertex)) ...
//
// Around a boundary vertex, counter-clockwise ranges start at the first edge after the gap and end at the last one
// before it, clockwise ranges the other way round; no range stops early or crosses the gap into a second round. The
// mesh must not be changed while a range is in use. Source: [mount2015] (enumerations of the DCEL, both directions).

#include <cstddef>
#include <iterator>
#include <optional>

#include "data/dcel.h"

namespace weald::mesh {

/// Direction of travel, seen from outside the surface.
enum class Turn { counter_clockwise, clockwise };

namespace detail {

// How to advance from a half-edge, and which element to return for it.
template <Turn turn>
struct AroundFace {
  static HalfedgeId next(const Dcel& dcel, HalfedgeId h) {
    return turn == Turn::counter_clockwise ? dcel.next(h) : dcel.prev(h);
  }
};
template <Turn turn>
struct AroundVertex {
  static HalfedgeId next(const Dcel& dcel, HalfedgeId h) {
    return turn == Turn::counter_clockwise ? Dcel::twin(dcel.prev(h)) : dcel.next(Dcel::twin(h));
  }
};
struct ShowHalfedge {
  static constexpr bool kSkipsBoundary = false;
  static HalfedgeId of(const Dcel&, HalfedgeId h) { return h; }
};
struct ShowOrigin {
  static constexpr bool kSkipsBoundary = false;
  static VertexId of(const Dcel& dcel, HalfedgeId h) { return dcel.origin(h); }
};
struct ShowTarget {
  static constexpr bool kSkipsBoundary = false;
  static VertexId of(const Dcel& dcel, HalfedgeId h) { return dcel.target(h); }
};
struct ShowFace {
  static constexpr bool kSkipsBoundary = true;
  static FaceId of(const Dcel& dcel, HalfedgeId h) { return dcel.face(h); }
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
    Iterator(const Dcel& dcel, HalfedgeId first) : dcel_(&dcel), at_(first), first_(first), done_(false) { skip(); }
    value_type operator*() const { return Show::of(*dcel_, at_); }
    Iterator& operator++() {
      advance();
      skip();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const Iterator& i, std::default_sentinel_t) { return i.done_; }

   private:
    void advance() {
      at_ = Step::next(*dcel_, at_);
      done_ = at_ == first_;
    }
    void skip() {
      if constexpr (Show::kSkipsBoundary) {
        while (!done_ && dcel_->is_boundary(at_)) advance();
      }
    }
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
template <Turn turn>
std::optional<HalfedgeId> ring_start(const Dcel& dcel, VertexId v) {
  const std::optional<HalfedgeId> h = dcel.halfedge(v);
  if (turn == Turn::counter_clockwise && h && dcel.is_boundary(*h)) return Dcel::twin(dcel.prev(*h));
  return h;
}

}  // namespace detail

/// The half-edges of f's cycle, from halfedge(f).
template <Turn turn = Turn::counter_clockwise>
auto halfedges_of(const Dcel& dcel, FaceId f) {
  return detail::Ring<detail::AroundFace<turn>, detail::ShowHalfedge>(dcel, dcel.halfedge(f));
}

/// The half-edges of the cycle that h lies on, from h: of its face, or of its boundary loop. A boundary loop goes
/// clockwise around the hole under Turn::counter_clockwise, as its half-edges have the hole on their left.
template <Turn turn = Turn::counter_clockwise>
auto loop_of(const Dcel& dcel, HalfedgeId h) {
  return detail::Ring<detail::AroundFace<turn>, detail::ShowHalfedge>(dcel, h);
}

/// The vertices of f, from the origin of halfedge(f).
template <Turn turn = Turn::counter_clockwise>
auto vertices_of(const Dcel& dcel, FaceId f) {
  return detail::Ring<detail::AroundFace<turn>, detail::ShowOrigin>(dcel, dcel.halfedge(f));
}

/// The half-edges that start at v; empty for an isolated vertex.
template <Turn turn = Turn::counter_clockwise>
auto outgoing_of(const Dcel& dcel, VertexId v) {
  return detail::Ring<detail::AroundVertex<turn>, detail::ShowHalfedge>(dcel, detail::ring_start<turn>(dcel, v));
}

/// The vertices joined to v by an edge.
template <Turn turn = Turn::counter_clockwise>
auto neighbours_of(const Dcel& dcel, VertexId v) {
  return detail::Ring<detail::AroundVertex<turn>, detail::ShowTarget>(dcel, detail::ring_start<turn>(dcel, v));
}

/// The vertices joined to the origin of h by an edge, from the target of h.
template <Turn turn = Turn::counter_clockwise>
auto neighbours_from(const Dcel& dcel, HalfedgeId h) {
  return detail::Ring<detail::AroundVertex<turn>, detail::ShowTarget>(dcel, h);
}

/// The faces at v; the gap of a boundary vertex is skipped.
template <Turn turn = Turn::counter_clockwise>
auto faces_of(const Dcel& dcel, VertexId v) {
  return detail::Ring<detail::AroundVertex<turn>, detail::ShowFace>(dcel, detail::ring_start<turn>(dcel, v));
}

}  // namespace weald::mesh
