#include "picture/raster/detail/box_tree.h"

#include <algorithm>
#include <utility>

namespace weald::render {

namespace {

// Twice the centre of a box.
double middle(const Bounds& box, int axis) { return box.min[axis] + box.max[axis]; }

}  // namespace

BoxTree::BoxTree(std::vector<Bounds> boxes, std::uint32_t leaf) : boxes_(std::move(boxes)), leaf_(leaf) {
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    Bounds& box = boxes_[i];
    if (box.empty()) continue;
    if (!is_finite(box.min) || !is_finite(box.max)) box = {Vec3{-1e300}, Vec3{1e300}};
    order_.push_back(static_cast<std::uint32_t>(i));
  }
  if (order_.empty()) return;
  nodes_.emplace_back();
  split(0, 0, static_cast<std::uint32_t>(order_.size()));
}

// Halves the boxes of a node across the longer side of the box around their centres.
void BoxTree::split(std::uint32_t node, std::uint32_t begin, std::uint32_t end) {
  Bounds all, middles;
  for (std::uint32_t i = begin; i < end; ++i) {
    const Bounds& box = boxes_[order_[i]];
    all.add(box);
    middles.add({middle(box, 0), middle(box, 1), middle(box, 2)});
  }
  nodes_[node].box = all;
  if (end - begin <= leaf_) {
    nodes_[node].first = begin;
    nodes_[node].count = end - begin;
    return;
  }
  const Vec3 size = middles.size();
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.z >= size.y ? 2 : 1;
  const std::uint32_t half = begin + (end - begin) / 2;
  const auto at = [&](std::uint32_t place) { return order_.begin() + static_cast<std::ptrdiff_t>(place); };
  std::nth_element(at(begin), at(half), at(end), [&](std::uint32_t a, std::uint32_t b) {
    const double first = middle(boxes_[a], axis), second = middle(boxes_[b], axis);
    return first != second ? first < second : a < b;
  });
  const auto child = static_cast<std::uint32_t>(nodes_.size());
  nodes_[node].first = child;
  nodes_.resize(nodes_.size() + 2);
  split(child, begin, half);
  split(child + 1, half, end);
}

}  // namespace weald::render
