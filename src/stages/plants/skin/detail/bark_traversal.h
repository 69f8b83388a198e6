#pragma once
// BarkTraversal: the parts of an axis's bark in the order in which they are written, for counting and for writing.

#include <bit>
#include <cstdint>

#include "stages/plants/skin/detail/bark.h"

namespace weald::plant {

/// Calls sink.emit(count, write) for each part of an axis's bark, with its number of elements and a function that
/// writes them to its argument. A sink that only counts never calls the function.
template <class Sink>
class BarkTraversal {
 public:
  /// All arguments must outlive the traversal.
  BarkTraversal(const BarkPlan& plan, std::size_t axis, Sink& sink)
      : plan_(plan), axis_(axis), tube_(plan.tubes[axis]), stem_(tube_.stem), sink_(sink) {}

  void run() {
    if (!tube_.has_bark()) return;
    if (tube_.attachment)
      walk_collar(*tube_.attachment);
    else if (plan_.head_vertices(axis_) > 0)
      sink_.emit({1, 0, 0, 0}, [](auto& to) { to.write_middle(); });
    const std::size_t rings = stem_.tube_rings();
    for (std::size_t i = 0; i < rings; ++i) {
      const std::uint64_t n = stem_.rings[i].sides;
      const std::uint64_t missing = tube_.gaps.empty() ? 0 : tube_.gaps[i].corners;
      const std::uint64_t edges = !tube_.wraps.empty() && tube_.splits_texture(i) ? 2 : 1;
      sink_.emit({n - bits(missing), edges * (n + 1), 0, 0}, [&](auto& to) { to.write_ring(i, missing); });
      if (i > 0)
        walk_band(stem_.rings[i - 1].sides, n, tube_.gaps.empty() ? 0 : tube_.gaps[i - 1].sides);
      else if (tube_.attachment)
        walk_band(n, n, 0);
      else if (plan_.base == BaseShape::closed)
        walk_base(n);
    }
    walk_end(stem_.rings[rings - 1].sides);
  }

 private:
  static std::uint64_t bits(std::uint64_t mask) { return static_cast<std::uint64_t>(std::popcount(mask)); }

  /// Faces between the last two rings that were written.
  void walk_band(std::uint64_t below, std::uint64_t above, std::uint64_t holes) {
    const std::uint64_t quads = above - bits(holes);
    const SoupCount count =
        below == above ? SoupCount{0, 0, quads, 4 * quads} : SoupCount{0, 0, below + above, 3 * (below + above)};
    sink_.emit(count, [&](auto& to) { to.write_band(holes); });
  }

  /// The base: a face inside the parent; at a root, a visible face, or a fan if its outline may be concave.
  void walk_base(std::uint64_t n) {
    if (tube_.base == BaseFace::hidden)
      sink_.emit({0, 0, 1, n}, [](auto& to) { to.write_base(); });
    else
      sink_.emit(tube_.has_fan() ? SoupCount{0, n + 1, n, 3 * n} : SoupCount{0, n, 1, n},
                 [](auto& to) { to.write_flat_base(); });
  }

  void walk_end(std::uint64_t n) {
    if (stem_.apex)
      sink_.emit({1, n, n, 3 * n}, [](auto& to) { to.write_apex(); });
    else if (tube_.has_cut_fan())
      sink_.emit({1, n + 1, n, 3 * n}, [](auto& to) { to.write_cut(); });
    else
      sink_.emit({0, n, 1, n}, [](auto& to) { to.write_cut(); });
  }

  /// The rings between the parent's bark and the tube's first ring.
  void walk_collar(const Attachment& attachment) {
    const std::uint32_t sides = stem_.rings[0].sides, rows = collar_rows(sides);
    const std::uint64_t n = sides;
    const std::uint64_t around = attachment.hole ? outline_size(*attachment.hole) + n : 0;  // hole and foot
    sink_.emit({}, [&](auto& to) { to.start_collar(attachment); });
    if (!attachment.hole) sink_.emit({n, n + 1, 1, n}, [&](auto& to) { to.write_root(attachment.place); });
    for (std::uint32_t row = 0; row < rows; ++row) {
      const std::uint64_t of_parent = row == 0 ? around : 0;
      sink_.emit({n, of_parent + n + 1, 0, 0}, [&](auto& to) { to.write_collar_row(attachment, row); });
      if (row > 0 || !attachment.hole)
        walk_band(n, n, 0);
      else
        sink_.emit({0, 0, around, 3 * around}, [&](auto& to) { to.stitch(attachment); });
    }
  }

  const BarkPlan& plan_;
  std::size_t axis_;
  const Tube& tube_;
  const Stem& stem_;
  Sink& sink_;
};

}  // namespace weald::plant
