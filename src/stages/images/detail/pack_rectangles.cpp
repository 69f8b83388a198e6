#include "stages/images/detail/pack_rectangles.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <utility>

namespace weald::image {

namespace {

struct Box {
  int x = 0, y = 0, width = 0, height = 0;

  int right() const { return x + width; }
  int bottom() const { return y + height; }
  bool holds(const Box& other) const {
    return other.x >= x && other.y >= y && other.right() <= right() && other.bottom() <= bottom();
  }
  bool meets(const Box& other) const {
    return other.x < right() && x < other.right() && other.y < bottom() && y < other.bottom();
  }
};

/// The free space as a set of maximal boxes, which overlap.
class FreeSpace {
 public:
  explicit FreeSpace(const RectangleSize& area) : boxes_{{0, 0, area.width, area.height}} {}

  /// The place whose box leaves the least along one side; among equal ones the first from the top, then from the left.
  std::optional<RectanglePlace> best_place(const RectangleSize& size) const {
    std::optional<RectanglePlace> best;
    std::pair<int, int> best_rest;
    for (const Box& box : boxes_) {
      const int across = box.width - size.width, down = box.height - size.height;
      if (across < 0 || down < 0) continue;
      const std::pair rest{std::min(across, down), std::max(across, down)};
      const auto order = [](const std::pair<int, int>& left, const RectanglePlace& p) {
        return std::tuple{left.first, left.second, p.y, p.x};
      };
      if (best && order(best_rest, *best) <= order(rest, {box.x, box.y})) continue;
      best = RectanglePlace{box.x, box.y};
      best_rest = rest;
    }
    return best;
  }

  void take(const Box& taken) {
    std::vector<Box> left;
    for (const Box& box : boxes_) {
      if (!box.meets(taken)) {
        left.push_back(box);
        continue;
      }
      if (taken.x > box.x) left.push_back({box.x, box.y, taken.x - box.x, box.height});
      if (taken.right() < box.right()) left.push_back({taken.right(), box.y, box.right() - taken.right(), box.height});
      if (taken.y > box.y) left.push_back({box.x, box.y, box.width, taken.y - box.y});
      if (taken.bottom() < box.bottom())
        left.push_back({box.x, taken.bottom(), box.width, box.bottom() - taken.bottom()});
    }
    boxes_ = largest_of(left);
  }

 private:
  /// The boxes not contained in another one; of equal boxes the first.
  static std::vector<Box> largest_of(const std::vector<Box>& boxes) {
    std::vector<Box> result;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      bool is_held = false;
      for (std::size_t j = 0; j < boxes.size() && !is_held; ++j)
        is_held = j != i && boxes[j].holds(boxes[i]) && (j < i || !boxes[i].holds(boxes[j]));
      if (!is_held) result.push_back(boxes[i]);
    }
    return result;
  }

  std::vector<Box> boxes_;
};

}  // namespace

std::optional<std::vector<RectanglePlace>> pack_rectangles(std::span<const RectangleSize> rectangles,
                                                           const RectangleSize& area) {
  std::vector<std::size_t> order(rectangles.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    const auto sides = [&](std::size_t i) { return std::minmax(rectangles[i].width, rectangles[i].height); };
    return std::pair{sides(a).second, sides(a).first} > std::pair{sides(b).second, sides(b).first};
  });
  FreeSpace space(area);
  std::vector<RectanglePlace> places(rectangles.size());
  for (const std::size_t i : order) {
    const auto place = space.best_place(rectangles[i]);
    if (!place) return std::nullopt;
    places[i] = *place;
    space.take({place->x, place->y, rectangles[i].width, rectangles[i].height});
  }
  return places;
}

}  // namespace weald::image
