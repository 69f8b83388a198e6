#include "picture/raster/detail/front_to_back.h"

namespace weald::render {

FrontToBack::FrontToBack(const TriangleNumbers& numbers, const Projection& projection, RowRange rows)
    : numbers_(numbers), projection_(projection), area_{0, rows.begin, projection.size.width, rows.end} {
  const auto nodes = numbers.tree().nodes();
  if (!nodes.empty()) add(0, nodes[0].box);
}

void FrontToBack::add(std::uint32_t number, const Bounds& box) {
  const BoxView view = view_of(box, projection_);
  if (!view.is_seen || !overlaps(view.pixels, area_)) return;
  waiting_.push({view.nearest, number, view.pixels});
}

void FrontToBack::open(std::uint32_t node) {
  const BoxTree& tree = numbers_.tree();
  const BoxTree::Node& opened = tree.nodes()[node];
  if (opened.count == 0) {
    for (const std::uint32_t child : {opened.first, opened.first + 1}) add(child, tree.nodes()[child].box);
    return;
  }
  for (const std::uint32_t item : tree.order().subspan(opened.first, opened.count)) {
    if (numbers_.first_of(item) < numbers_.first_of(item + 1)) add(item | kItem, tree.box(item));
  }
}

bool FrontToBack::next(std::vector<std::uint32_t>& items, std::size_t vertices, const DepthPyramid& drawn) {
  items.clear();
  std::size_t taken = 0;
  while (!waiting_.empty()) {
    const Waiting first = waiting_.top();
    if (drawn.hides(first.pixels, first.nearest)) {
      waiting_.pop();
      continue;
    }
    if ((first.number & kItem) == 0) {
      waiting_.pop();
      open(first.number);
      continue;
    }
    const std::uint32_t item = first.number & ~kItem;
    const std::size_t size = numbers_.items()[item].surface->positions.size();
    if (!items.empty() && taken + size > vertices) break;
    waiting_.pop();
    items.push_back(item);
    taken += size;
  }
  return !items.empty();
}

}  // namespace weald::render
