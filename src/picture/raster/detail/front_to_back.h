#pragma once
// FrontToBack: the items that a picture may show, roughly from front to back. Source: [greene1993].

#include <cstdint>
#include <queue>
#include <vector>

#include "picture/raster/detail/box_view.h"
#include "picture/raster/detail/depth_pyramid.h"

namespace weald::render {

/// Walks through the boxes of the items of a picture, nearest first, and leaves out those that cannot be seen.
class FrontToBack {
 public:
  /// Starts with the items whose boxes may reach into `rows` of the picture. All arguments must outlive this object.
  FrontToBack(const TriangleNumbers& numbers, const Projection& projection, RowRange rows);
  /// Replaces `items` by the next ones: at least one, but no more than have `vertices` vertices together. Items and
  /// groups of items that `drawn` hides are skipped. Returns false at the end.
  bool next(std::vector<std::uint32_t>& items, std::size_t vertices, const DepthPyramid& drawn);
  /// Whether next() has more to look at.
  bool is_done() const { return waiting_.empty(); }

 private:
  static constexpr std::uint32_t kItem = 0x80000000u;
  struct Waiting {
    float nearest = 0;
    std::uint32_t number = 0;  // of a node, or of an item plus kItem
    PixelRect pixels;
    bool operator<(const Waiting& other) const {
      return nearest != other.nearest ? nearest < other.nearest : number > other.number;
    }
  };
  void add(std::uint32_t number, const Bounds& box);
  void open(std::uint32_t node);

  const TriangleNumbers& numbers_;
  const Projection& projection_;
  PixelRect area_;
  std::priority_queue<Waiting> waiting_;
};

}  // namespace weald::render
