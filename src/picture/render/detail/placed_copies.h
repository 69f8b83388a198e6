#pragma once
// PlacedCopies: the points of many copies of a few meshes, for finding what lies farthest out without looking at every
// point of every copy.

#include <cstddef>
#include <span>
#include <vector>

#include "base/math/vec.h"
#include "picture/surface/surface.h"

namespace weald::render {

/// Points that are placed once or several times.
class PlacedCopies {
 public:
  /// Adds a set of points, which must outlive this object, and returns its number. Points that are not finite are
  /// ignored.
  std::size_t add_set(std::span<const Vec3f> points);
  /// Adds a copy of a set.
  void place(std::size_t set, const Mat4& world_from_set) { copies_.push_back({set, world_from_set}); }
  /// Number of copies.
  std::size_t count() const { return copies_.size(); }
  /// Box that contains copy `i`.
  Bounds box(std::size_t i) const { return placed_box(sets_[copies_[i].set].box, copies_[i].world_from_set); }

  /// Calls visit(point), in world space, for the points of copy `i`, except for those in boxes for which matters(box)
  /// is false.
  template <class Matters, class Visit>
  void visit_copy(std::size_t i, const Matters& matters, const Visit& visit) const {
    const Set& set = sets_[copies_[i].set];
    const Mat4& world_from_set = copies_[i].world_from_set;
    for (std::size_t chunk = 0; chunk < set.chunks.size(); ++chunk) {
      if (set.chunks[chunk].empty() || !matters(placed_box(set.chunks[chunk], world_from_set))) continue;
      const std::size_t begin = chunk * kChunk;
      for (const Vec3f& p : set.points.subspan(begin, std::min(kChunk, set.points.size() - begin))) {
        const Vec3 placed = transform_point(world_from_set, p);
        if (is_finite(placed)) visit(placed);
      }
    }
  }

  /// Calls visit_copy() for every copy whose box matters. The copies are taken in an order in which neighbours in the
  /// list are far apart, because in a sorted list every copy might matter when its turn comes. So each call of
  /// `matters` should judge by what was visited before.
  template <class Matters, class Visit>
  void visit(const Matters& matters, const Visit& visit) const {
    const std::size_t stride = far_stride(count());
    for (std::size_t n = 0, i = 0; n < count(); ++n, i = (i + stride) % count()) {
      const Bounds all = box(i);
      if (!all.empty() && matters(all)) visit_copy(i, matters, visit);
    }
  }

 private:
  static constexpr std::size_t kChunk = 64;
  struct Set {
    std::span<const Vec3f> points;
    Bounds box;
    std::vector<Bounds> chunks;  // around kChunk consecutive points each
  };
  struct Copy {
    std::size_t set = 0;
    Mat4 world_from_set{1.0};
  };
  static std::size_t far_stride(std::size_t count);

  std::vector<Set> sets_;
  std::vector<Copy> copies_;
};

}  // namespace weald::render
